# %% plain attributes, lists and tensors before it | 在此之前只有普通属性、列表和 Tensor
import numpy as np
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self, width=64):
        self.width = width
        self.sizes = [width, width * 2]
        self.mean = Tensor(np.zeros(3, np.float32))
        self.activation = ops.relu
        super().__init__()
        self.fc = nn.Dense(width, 10)

    def construct(self, x):
        return self.activation(self.fc(x))

# %% nn.Cell.__init__(self) | 写成 nn.Cell.__init__(self)
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        nn.Cell.__init__(self)
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(x)

# %% the old spelling of super | super 的旧写法
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super(Net, self).__init__()
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(x)

# %% a body that only raises | 函数体只抛出异常
from mindspore import nn


class Removed(nn.Cell):
    def __init__(self):
        raise NotImplementedError("use Net")

# %% a helper that calls it | 由辅助函数调用
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        self._prepare()
        self.fc = nn.Dense(128, 10)

    def _prepare(self):
        super().__init__()

    def construct(self, x):
        return self.fc(x)

# %% no __init__ of its own | 没有自己的 __init__
from mindspore import nn, ops


class Double(nn.Cell):
    def construct(self, x):
        return ops.add(x, x)

# %% a function that gets the cell may call it | 得到该 Cell 的函数可能会调用
from my_tools import prepare
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        prepare(self)
        self.fc = nn.Dense(8, 8)
