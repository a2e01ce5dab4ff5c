# %% a version guard | 版本判断
import mindspore as ms
from mindspore import ops


def largest(x):
    if ms.__version__ < "2.0":
        return ops.top_k(x, 5)
    return ops.topk(x, 5)

# %% a function of the same name defined here | 本文件中定义的同名函数
from mindspore import ops


def top_k(x, k):
    return ops.topk(x, k)


def largest(x):
    return top_k(x, 5)

# %% the documentation only says that it will be deprecated some day | 文档只说将来会弃用
import mindspore as ms

ms.set_context(mode=ms.PYNATIVE_MODE)
