# %% a part of another cell: names are replaced by those of attributes | 属于另一个 Cell：参数名会换成属性名
from mindspore import Parameter, nn, ops


class Part(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones((8,)), name="w")
        self.shift = Parameter(ops.zeros((8,)), name="w")

    def construct(self, x):
        return x * self.scale + self.shift


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.part = Part()

    def construct(self, x):
        return self.part(x)


net = Net()
optimizer = nn.SGD(net.trainable_params(), 0.1)
other = nn.SGD(net.part.trainable_params(), 0.1)

# %% one or the other, and one parameter under two attributes | 两者只会创建其一，以及同一个参数作为两个属性
from mindspore import Parameter, nn, ops


class Net(nn.Cell):
    def __init__(self, wide):
        super().__init__()
        if wide:
            self.wide = Parameter(ops.ones((64,)), name="w")
        else:
            self.narrow = Parameter(ops.ones((8,)), name="w")
        self.bias = Parameter(ops.ones((8,)), name="bias")
        self.same = self.bias

    def construct(self, x):
        return x


def main(wide):
    net = Net(wide)
    return nn.SGD(net.trainable_params(), 0.1)

# %% names that are computed, and a class that nobody uses by itself | 名称是算出来的，以及没有单独使用的类
from mindspore import Parameter, ParameterTuple, nn, ops


class Net(nn.Cell):
    def __init__(self, prefix):
        super().__init__()
        self.first = Parameter(ops.ones((8,)), name=prefix + "w")
        self.second = Parameter(ops.ones((8,)), name="w")
        self.more = ParameterTuple([Parameter(ops.ones((8,)), name=f"w{index}") for index in range(3)])

    def construct(self, x):
        return x


class Other(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = Parameter(ops.ones((8,)), name="w")
        self.second = Parameter(ops.ones((8,)), name="w")

    def construct(self, x):
        return x


optimizer = nn.SGD(Net("a").trainable_params(), 0.1)
