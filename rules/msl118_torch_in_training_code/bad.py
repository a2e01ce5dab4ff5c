# %%
import torch
from mindspore import Tensor, nn


class Head(nn.Cell):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Dense(dim, 10)

    def construct(self, x):
        x = self.fc(x)
        kept = torch.topk(torch.tensor(x.asnumpy()), 3)  # MSL118
        return Tensor(kept.values.numpy())

# %%
import mindspore as ms
import torch.nn.functional as F
from mindspore import nn


def train(net, optimizer, data):
    def forward(x, y):
        return F.cross_entropy(net(x), y)  # MSL118

    step = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    for x, y in data:
        loss, grads = step(x, y)
        optimizer(grads)


if __name__ == "__main__":
    net = nn.Dense(3, 2)
    train(net, nn.Momentum(net.trainable_params(), 0.1, 0.9), [])

# %%
import torch
from mindspore import nn


class Samples:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        return torch.tensor(self.rows[index]).numpy()  # MSL118 info

    def __len__(self):
        return len(self.rows)


net = nn.Dense(3, 2)

# %%
import torch
from mindspore import Parameter, Tensor, nn


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(Tensor(torch.ones(3).numpy()))  # MSL118 info

    def construct(self, x):
        return x * self.scale
