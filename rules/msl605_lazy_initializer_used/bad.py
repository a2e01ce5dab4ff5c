# %%
import mindspore as ms
from mindspore import Parameter, nn
from mindspore.common.initializer import Normal, initializer


class Scale(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.scale = Parameter(initializer(Normal(0.02), (size,), ms.float32) * 0.5, name="scale")  # MSL605

    def construct(self, x):
        return x * self.scale

# %%
import mindspore as ms
from mindspore import Tensor, ops
from mindspore.common import initializer as init


def reset(dense):
    ops.assign(dense.weight, init.initializer("xavier_uniform", dense.weight.shape, ms.float32))  # MSL605


def start(size):
    return Tensor(init.initializer("ones", (size, size), ms.float32))  # MSL605

# %%
import mindspore as ms
from mindspore import nn, ops
from mindspore.common.initializer import initializer


class Attention(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.query = nn.Dense(size, size)
        self.mask = initializer("ones", (1, size), ms.float32)  # MSL605
        self.mul = ops.Mul()

    def construct(self, x):
        return self.mul(self.query(x), self.mask)

# %%
import mindspore as ms
from mindspore import Parameter, ops
from mindspore.common.initializer import TruncatedNormal, initializer


def table(grid, cls_token):
    embedding = initializer(TruncatedNormal(0.02), (1, grid, 64), ms.float32)  # MSL605
    return Parameter(ops.concat((cls_token, embedding), axis=1), name="table")


def flat(grid):
    weight = initializer("he_uniform", (grid, grid), ms.float32)  # MSL605
    return -weight.reshape(-1)
