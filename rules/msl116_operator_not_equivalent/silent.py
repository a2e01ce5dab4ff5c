# %% the tuple is taken apart, in the order that MindSpore has | 按 MindSpore 的顺序取出元组中的各项
from mindspore import ops


def parts(x):
    s, u, v = ops.svd(x)
    classes, places = ops.unique(x)
    return s, u, v, classes, places, ops.max(x)[0], ops.unique(x)[0]

# %% what has one dimension, or may well have | 只有一维，或很可能只有一维的张量
from mindspore import ops


def scale(gradients, weights):
    total = ops.norm(ops.stack([ops.norm(each) for each in gradients]), 2)
    return ops.diag(weights) / total

# %% methods that mean the same as PyTorch's since 2.7, and others of tensors | 自 2.7 起与 PyTorch 含义相同的方法，以及 Tensor 的其他方法
import numpy as np
from mindspore import Tensor

x = Tensor(np.ones((4, 4)), "float32")
values, indices = x.max(1)
least, where = x.min(1)
turned = x.transpose(0, 1)
length = x.norm()
along = x.norm(1, 0)
s = x.svd(compute_uv=False)

# %% a receiver that need not be a tensor of MindSpore | 调用方法的对象不一定是 MindSpore 的 Tensor
from mindspore import ops


def middle(x, frame, weights):
    return x.median(), frame.data.norm(1), weights["head"].diag(), ops.add

# %% along an axis | 沿某个轴计算
from mindspore import ops


def reduce(x):
    values, indices = ops.max(x, 1)
    least, where = ops.min(x, axis=-1)
    return values, indices, least, where, ops.median(x, 0), ops.norm(x, 1, 1), ops.norm(x, ord=2, dim=-1)

# %% norm without ord is that of all elements in both | 不写 ord 的 norm 在两边都是对所有元素计算
from mindspore import ops


def length(x):
    return ops.norm(x)

# %% bernoulli with p | 写明了 p 的 bernoulli
from mindspore import ops


def mask(x, keep):
    return ops.bernoulli(x, keep)

# %% svd without u and v | 不取 u 和 v 的 svd
from mindspore import ops


def singular_values(x):
    return ops.svd(x, compute_uv=False)

# %% mindspore.mint follows PyTorch | mindspore.mint 与 PyTorch 一致
from mindspore import mint


def reduce(x):
    return mint.max(x), mint.min(x), mint.median(x), mint.unique(x), mint.diag(x), mint.norm(x, 1), mint.bernoulli(x)

# %% the result of other modules' functions | 其他模块的函数的结果
import numpy as np
from mindspore import Tensor, ops


def reduce(x: Tensor):
    return np.max(x.asnumpy()), np.unique(x.asnumpy()), ops.amax(x), max(x)
