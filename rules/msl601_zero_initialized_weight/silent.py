# %% biases and norms | 偏置和归一化层
from mindspore import nn

net = nn.SequentialCell(
    nn.Dense(8, 8, bias_init="zeros"),
    nn.BatchNorm1d(8, gamma_init="zeros"),
    nn.Dense(8, 8, bias_init=0),
    nn.LayerNorm((8,), gamma_init="zeros", beta_init="zeros"),
)

# %% the last layer of a residual branch | 残差分支的最后一层
from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Dense(width, width)
        self.last = nn.Dense(width, width, weight_init="zeros", bias_init="zeros")

    def construct(self, x):
        return x + self.last(ops.relu(self.first(x)))


class Control(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.zero = nn.Conv2d(width, width, 1, has_bias=True, weight_init="zeros", bias_init="zeros")

    def construct(self, x, hint):
        return ops.add(x, self.zero(hint))

# %% one unit has nothing to be like, and units of a depthwise convolution have inputs of their own | 只有一个神经元，谈不上相同；深度卷积的每个通道各有自己的输入
from mindspore import nn

linear = nn.Dense(3, 1, weight_init="zeros", bias_init="zeros")
blur = nn.Conv2d(8, 8, 3, group=8, has_bias=False, weight_init="ones")

# %% info: a bias that is not zero, a sigmoid, another way past it, and both learn: info | 偏置不为 0、中间是 sigmoid、另有旁路：两层都能学习（提示级）
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = nn.Dense(8, 8, weight_init="zeros")
        self.b = nn.Dense(8, 8, weight_init="zeros")
        self.c = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        self.d = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        self.e = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        self.f = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        self.g = nn.Dense(8, 8, weight_init="zeros", has_bias=False, activation="sigmoid")

    def construct(self, x):
        x = self.b(self.a(x))
        x = self.d(ops.sigmoid(self.c(x)))
        y = self.e(x)
        return self.f(y), y, self.g(x)

# %% info: weights that are set afterwards: info | 之后才设置权重（提示级）
from mindspore import nn
from mindspore.common.initializer import Normal, initializer


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        self.b = nn.Dense(8, 8, weight_init="zeros", has_bias=False)
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Dense):
                cell.weight.set_data(initializer(Normal(0.02), cell.weight.shape, cell.weight.dtype))

    def construct(self, x):
        return self.b(self.a(x))

# %% weight and bias are both written as zeros, at the end of a part: a gate that begins closed | 某一部分末尾的层，权重和偏置都写明为 0：起初关闭的门控
from mindspore import nn


class Modulation(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.gate = nn.SequentialCell(nn.SiLU(), nn.Dense(width, 2 * width, weight_init="zeros", bias_init="zeros"))

    def construct(self, x, c):
        shift, scale = self.gate(c).chunk(2, axis=1)
        return x * (1 + scale) + shift
