# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU())
        self.more = nn.CellList([nn.Dense(4, 4)])

    def construct(self, x):
        return self.layers(x)

# %%
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(16, 10)
        self.act = nn.ReLU()

    def construct(self, x):
        x = self.act(self.fc(x))
        return x.view(x.shape[0], -1)


net = Net()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.trainable_params(), 1e-3)


def forward(x, y):
    return loss_fn(net(x), y)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)


def step(x, y):
    net.set_train()
    loss, grads = grad_fn(x, y)
    optimizer(grads)
    return ops.stop_gradient(loss)


def look(x):
    features = ops.relu(x).sqrt()
    print(features.itemsize, net.cells_and_names())

# %%
import mindspore.mint.nn.functional as F
from mindspore.common import initializer


def build(params):
    return F.relu, initializer

# %%
import mindspore as ms
import numpy as np

noise = np.random.randn(2, 3)
same = ms.ops.ones((2, 3)).shape == (2, 3)
