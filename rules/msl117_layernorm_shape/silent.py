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

# %% annotated as something that need not be a number | 标注的类型不一定是数字
from typing import Optional, Union

from mindspore import nn


class Block(nn.Cell):
    def __init__(self, dim: Union[int, tuple], size: Optional[int], shape: int, other: "Shape", rest):
        super().__init__()
        if isinstance(shape, int):
            shape = (shape,)
        self.norms = nn.CellList([nn.LayerNorm(each) for each in (dim, size, shape, other, rest)])
        self.first = nn.LayerNorm(dim)
        self.second = nn.LayerNorm(shape)
        self.third = nn.LayerNorm(other)
        self.fourth = nn.LayerNorm(rest)

    def construct(self, x):
        return self.first(self.second(self.third(self.fourth(x))))
