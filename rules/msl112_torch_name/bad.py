# %%
import mindspore as ms
from mindspore import nn


class Block(nn.Module):  # MSL112
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Dense(3, 4), nn.ReLU())  # MSL112
        self.more = nn.ModuleList([nn.Dense(4, 4)])  # MSL112
        self.bag = nn.EmbeddingBag(10, 4)  # MSL112

    def construct(self, x):
        with ms.no_grad():  # MSL112
            return self.layers(x)

# %%
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(16, 10)
        self.act = nn.ReLU()

    def construct(self, x):
        x = self.act(self.fc(x))
        return x.view(x.size(0), -1)  # MSL112


net = Net()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Adam(net.parameters(), 1e-3)  # MSL112


def step(x, y):
    net.train()  # MSL112
    optimizer.zero_grad()  # MSL112
    loss = loss_fn(net(x), y)
    loss.backward()  # MSL112
    optimizer.step()  # MSL112
    return loss.detach()  # MSL112


def look(x):
    features = ops.relu(x)
    features.sqrt_()  # MSL112
    print(features.element_size(), net.modules())  # MSL112, MSL112

# %%
import mindspore.nn.functional as F  # MSL112
from mindspore import nn


def build(params):
    return F.relu, nn.init  # MSL112

# %%
import mindspore as ms
from mindspore import numpy as np

noise = np.random.randn(2, 3)  # MSL112
same = ms.ops.ones((2, 3)).shape == ms.Size([2, 3])  # MSL112

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
        batch = x.size(0)  # MSL112
        if mask is not None:
            mask = mask.cuda()  # MSL112
        query, key = ops.chunk(self.body(x), 2, axis=-1)
        return self.scores(query, key).resize_(batch, -1)  # MSL112

    def scores(self, query, key):
        return ops.matmul(query, key.t_())  # MSL112


def mean_of(losses: List[Tensor], weight: Optional["Tensor"] = None):
    total = sum(each.detach() for each in losses)  # MSL112
    return total * weight.cpu()  # MSL112


def train(net: nn.Cell, loss_fn, dataset, optimizer: nn.Optimizer):
    def forward(image, label):
        return ops.cross_entropy(net(image), label)

    net.train()  # MSL112
    step = ms.value_and_grad(forward, None, optimizer.parameters)
    for row in dataset.create_dict_iterator():
        loss, grads = step(row["image"].xpu(), row["label"])  # MSL112
        loss.backward()  # MSL112
        grads[0].clamp_max_(1.0)  # MSL112
        optimizer.zero_grad()  # MSL112
