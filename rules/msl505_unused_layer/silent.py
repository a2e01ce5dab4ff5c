# %% reached by getattr, or by walking over all cells | 通过 getattr 或遍历所有 Cell 使用
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer0 = nn.Dense(8, 8)
        self.layer1 = nn.Dense(8, 8)

    def construct(self, x):
        for index in range(2):
            x = getattr(self, "layer" + str(index))(x)
        return x


net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()

# %% in a list, or under another name, too | 同时在列表中，或还有另一个名称
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        first = nn.Dense(8, 8)
        second = nn.Dense(8, 8)
        self.one = first
        self.both = nn.CellList([first, second])
        self.two = second

    def construct(self, x):
        for layer in self.both:
            x = layer(x)
        return x


net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()

# %% a subclass uses it; layers without weights; a network that nobody trains | 由子类使用；没有权重的层；没有训练的网络
from mindspore import nn


class Base(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stem = nn.Dense(8, 8)
        self.act = nn.ReLU()

    def construct(self, x):
        return x


class Net(Base):
    def construct(self, x):
        return self.stem(x)


class Idle(nn.Cell):
    def __init__(self):
        super().__init__()
        self.spare = nn.Dense(8, 8)

    def construct(self, x):
        return x


net, idle = Net(), Idle()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()

# %% an empty container, and a part of a network that is loaded and never changed | 空容器，以及加载后不再改变的网络中的一部分
from mindspore import nn


class Features(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.Dense(2, 8)
        self.classifier = nn.Dense(8, 2)

    def construct(self, x):
        return self.layers(x)


class Perceptual(nn.Cell):
    def __init__(self):
        super().__init__()
        self.features = Features()

    def construct(self, x, y):
        return (self.features(x) - self.features(y)).abs().mean()


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head = nn.Dense(8, 2)
        self.more = nn.SequentialCell([])

    def construct(self, x):
        return self.head(x)


net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, Perceptual()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
