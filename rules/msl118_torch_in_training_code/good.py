# %%
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Dense(dim, 10)

    def construct(self, x):
        return ops.topk(self.fc(x), 3)[0]

# %%
import mindspore as ms
from mindspore import nn, ops


def train(net, optimizer, data):
    def forward(x, y):
        return ops.cross_entropy(net(x), y)

    step = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    for x, y in data:
        loss, grads = step(x, y)
        optimizer(grads)


if __name__ == "__main__":
    net = nn.Dense(3, 2)
    train(net, nn.Momentum(net.trainable_params(), 0.1, 0.9), [])

# %%
import numpy as np
from mindspore import nn


class Samples:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return np.array(self.rows[index], np.float32)

    def __len__(self):
        return len(self.rows)


net = nn.Dense(3, 2)

# %%
from mindspore import Parameter, nn, ops


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones(3))

    def construct(self, x):
        return x * self.scale
