# %% a try that catches the error, a version guard | try 捕获该错误、版本判断
import mindspore as ms
from mindspore import nn
from packaging.version import parse

try:
    norm = nn.LayerNorm(768)
except TypeError:
    norm = nn.LayerNorm((768,))
if parse(ms.__version__) >= parse("3.0"):
    norm = nn.LayerNorm(768)

# %% the code asks for the type first | 代码先判断了类型
from mindspore import nn


def norm(shape=768):
    if isinstance(shape, int):
        return nn.LayerNorm((shape,))
    return nn.LayerNorm(shape)


def norm_too(shape=768):
    single = isinstance(shape, int)
    if single:
        return nn.LayerNorm((shape,))
    else:
        return nn.LayerNorm(shape)

# %% tuple or list | 元组或列表
from mindspore import nn

one = nn.LayerNorm((768,))
other = nn.LayerNorm([768], epsilon=1e-5)
axes = nn.LayerNorm((3, 768), 1, 1)

# %% a shape that is not known | 形状未知
from mindspore import nn


def make_norm(shape):
    return nn.LayerNorm(shape)

# %% mindspore.mint takes PyTorch's arguments | mindspore.mint 采用 PyTorch 的参数
from mindspore import mint

norm = mint.nn.LayerNorm(768, 1e-5)
