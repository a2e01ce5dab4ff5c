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
        x += self.fc(x)  # MSL805
        return x * identity


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.scale = Parameter(ops.ones(4), name="scale")

    def construct(self, x):
        x /= 255  # MSL805 info
        out = self.block(x * 2)
        scale = self.scale
        scale += 1  # MSL805
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
    out *= 2  # MSL805
    outs.append(out + 1)
    return outs


@ms.jit
def clear(x):
    x[0] = 0  # MSL805 info
    return ops.relu(x)

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        x += self.fc(x)  # MSL805 info
        return x

# %%
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Block(nn.Cell):
    def construct(self, x):
        x += ops.relu(x)  # MSL805
        return x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.loss = Tensor(np.zeros((2, 4), np.float32))

    def construct(self, x):
        loss = self.loss
        loss += x  # MSL805
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
            loss += x  # MSL805
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
