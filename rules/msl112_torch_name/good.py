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

# %%
from typing import List, Optional

import mindspore as ms
from mindspore import Tensor, nn, ops


class Attention(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Dense(dim, dim)
        self.body = nn.SequentialCell(nn.Dense(dim, dim), nn.ReLU())

    def construct(self, x, mask=None):
        batch = x.shape[0]
        query, key = ops.chunk(self.body(x), 2, axis=-1)
        scores = self.scores(query, key).reshape(batch, -1)
        return scores if mask is None else scores * mask

    def scores(self, query, key):
        return ops.matmul(query, key.t())


def mean_of(losses: List[Tensor], weight: Optional["Tensor"] = None):
    total = sum(ops.stop_gradient(each) for each in losses)
    return total * weight


def train(net: nn.Cell, loss_fn, dataset, optimizer: nn.Optimizer):
    def forward(image, label):
        return ops.cross_entropy(net(image), label)

    net.set_train()
    step = ms.value_and_grad(forward, None, optimizer.parameters)
    for row in dataset.create_dict_iterator():
        loss, grads = step(row["image"], row["label"])
        optimizer(grads)
        print(loss.item())
