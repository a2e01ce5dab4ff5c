# %%
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        identity = x
        x = x + self.fc(x)
        return x * identity


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.scale = Parameter(ops.ones(4), name="scale")

    def construct(self, x):
        x = x / 255
        out = self.block(x * 2)
        scale = self.scale
        scale = scale + 1
        return out * scale


print(Net()(ops.ones((2, 4))))

# %%
import mindspore as ms
from mindspore import ops


@ms.jit
def pyramid(x):
    outs = []
    out = ops.relu(x)
    outs.append(out)
    out = out * 2
    outs.append(out + 1)
    return outs


@ms.jit
def clear(x):
    x = x.copy()
    x[0] = 0
    return ops.relu(x)

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        return x + self.fc(x)

# %%
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Block(nn.Cell):
    def construct(self, x):
        return x + ops.relu(x)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.loss = Tensor(np.zeros((2, 4), np.float32))

    def construct(self, x):
        loss = self.loss + x
        return loss + self.block(x) + x


print(Net()(ops.ones((2, 4))))

# %%
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.loss = Tensor(np.zeros((2, 4), np.float32))

    def construct(self, x):
        loss = self.loss
        if self.training:
            loss = loss + x
        return loss * 2


def train():
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Net()
    net.set_train()
    print(net(ops.ones((2, 4))))


def evaluate():
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Net()
    net.set_train(False)
    print(net(ops.ones((2, 4))))


train()
evaluate()
