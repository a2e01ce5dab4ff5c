# %%
import mindspore as ms
from mindspore import Parameter, nn
from mindspore.common.initializer import Normal, initializer


class Scale(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.scale = Parameter(initializer(Normal(0.02), (size,), ms.float32).init_data() * 0.5, name="scale")

    def construct(self, x):
        return x * self.scale

# %%
import mindspore as ms
from mindspore.common import initializer as init


def reset(dense):
    dense.weight.set_data(init.initializer("xavier_uniform", dense.weight.shape, ms.float32))


def start(size):
    return init.initializer("ones", (size, size), ms.float32).init_data()

# %%
import mindspore as ms
from mindspore import nn, ops
from mindspore.common.initializer import initializer


class Attention(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.query = nn.Dense(size, size)
        self.mask = initializer("ones", (1, size), ms.float32).init_data()
        self.mul = ops.Mul()

    def construct(self, x):
        return self.mul(self.query(x), self.mask)

# %%
import mindspore as ms
from mindspore import Parameter, ops
from mindspore.common.initializer import TruncatedNormal, initializer


def table(grid, cls_token):
    embedding = initializer(TruncatedNormal(0.02), (1, grid, 64), ms.float32)
    embedding.init_data()
    return Parameter(ops.concat((cls_token, embedding), axis=1), name="table")


def flat(grid):
    weight = initializer("he_uniform", (grid, grid), ms.float32).init_data()
    return -weight.reshape(-1)
