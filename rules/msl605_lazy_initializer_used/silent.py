# %% Parameter, set_data, weight_init | 交给 Parameter、set_data 或 weight_init
import mindspore as ms
from mindspore import Parameter, nn
from mindspore.common.initializer import Normal, initializer


class Net(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.token = Parameter(initializer(Normal(0.02), (1, 1, size), ms.float32), name="token")
        self.fc = nn.Dense(size, size, weight_init=initializer("xavier_uniform", (size, size), ms.float32))
        value = initializer("ones", self.fc.bias.shape, self.fc.bias.dtype)
        self.fc.bias.set_data(value)

    def construct(self, x):
        return self.fc(x + self.token)

# %% asnumpy fills the array that it gives; shape and dtype need no values | asnumpy 会填好它返回的数组；shape 和 dtype 不需要数值
import mindspore as ms
import numpy as np
from mindspore import Tensor, ops
from mindspore.common.initializer import Normal, initializer

kernel = initializer(Normal(0.02), (3, 3), ms.float32).asnumpy() * 2
first = initializer(Normal(0.02), (3, 3), ms.float32)
values = Tensor(np.concatenate([kernel, first.asnumpy()]))
print(first.shape[0] * 2, ops.ones_like(first))

# %% a bare init_data() statement | 单独一句 init_data()
import functools

from mindspore.common.initializer import XavierUniform, initializer


def fill(weight):
    flat = (weight.shape[0], functools.reduce(lambda x, y: x * y, weight.shape[1:]))
    value = initializer(XavierUniform(), flat, weight.dtype)
    value.init_data()
    weight.set_data(value.reshape(weight.shape))

# %% handed to a function that may initialize it | 交给了可能会初始化它的函数
import mindspore as ms
from mindspore.common.initializer import initializer

from tools import materialize

value = initializer("ones", (2, 3), ms.float32)
materialize(value)
print(value + 1)

# %% what is given a Tensor has values | 传给 initializer 的是 Tensor，本来就有数值
import mindspore as ms
import numpy as np
from mindspore import Tensor
from mindspore.common.initializer import initializer


def scaled(kernel):
    return initializer(Tensor(np.ones((2, 3)), ms.float32), (2, 3), ms.float32) * initializer(kernel, kernel.shape)

# %% to_tensor of earlier versions: another cause | 早期版本的 to_tensor：属于另一种原因
import mindspore as ms
from mindspore.common.initializer import initializer


def weights(size):
    return initializer("normal", (size, size), ms.float16).to_tensor()

# %% an error is expected, or the version is asked for | 本来就预期会报错，或判断了版本
import mindspore as ms
import pytest
from mindspore.common.initializer import initializer

version = tuple(int(part) for part in ms.__version__.split(".")[:2])


def test_lazy():
    with pytest.raises(RuntimeError):
        initializer("ones", (2, 3), ms.float32) + 1


def ones():
    if version < (2, 0):
        return initializer("ones", (2, 3), ms.float32) + 0
    return initializer("ones", (2, 3), ms.float32).init_data()

# %% an attribute that another method fills, or that others read | 由另一个方法填值的属性，或有其他代码读取的属性
import mindspore as ms
from mindspore import nn
from mindspore.common.initializer import initializer


class Filled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mask = initializer("ones", (2, 3), ms.float32)

    def fill(self):
        self.mask = self.mask.init_data()

    def construct(self, x):
        return x * self.mask


class Other(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table = initializer("ones", (2, 3), ms.float32)
        self.setup()

    def setup(self):
        self.table.init_data()

    def construct(self, x):
        return x * self.table

# %% zeros are asked for, and zeros are what Tensor takes | 要的就是 0，Tensor 取到的也是 0
import mindspore as ms
from mindspore import Tensor
from mindspore.common.initializer import Zero, initializer

first = Tensor(initializer("zeros", (3,)))
second = Tensor(initializer(Zero(), (3,), ms.float32), ms.float32)
