# %%
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        return self.fc(x)


class Double(nn.Cell):
    def construct(self, x):
        return x * 2


class Shift(nn.Cell):
    def construct(self, x):
        return x + 1


net = nn.SequentialCell(Net(), Double(), Shift())
net(ops.ones((2, 4)))

# %%
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        return self.scaled(x)

    def scaled(self, x):
        return x * 2


class Sum(nn.Cell):
    def construct(self, *inputs):
        return inputs[0] + inputs[1]


class Loss(nn.LossBase):
    def construct(self, logits, labels):
        return (logits - labels).abs().mean()
