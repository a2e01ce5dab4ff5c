# %%
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(this, x):  # MSL804
        return this.fc(x)


class Double(nn.Cell):
    def construct(x):  # MSL804
        return x * 2


class Shift(nn.Cell):
    @staticmethod
    def construct(x):  # MSL804
        return x + 1


net = nn.SequentialCell(Net(), Double(), Shift())
net(ops.ones((2, 4)))

# %%
from mindspore import nn


class Net(nn.Cell):
    def construct(this, x):  # MSL804 info
        return this.scaled(x)

    def scaled(self, x):
        return x * 2


class Sum(nn.Cell):
    def construct(*inputs):  # MSL804 info
        return inputs[1] + inputs[2]


class Loss(nn.LossBase):
    def construct(logits, labels):  # MSL804
        return (logits - labels).abs().mean()
