# %%
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.Dense(8, 2))
for param in net[0].get_parameters():
    param.require_grad = False  # MSL507
optimizer = nn.SGD(net.trainable_params(), 0.1)

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.backbone = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
        self.head = nn.Dense(8, 2)
        self.backbone.requires_grad = False  # MSL507
        self.backbone[0].requires_grad = False  # MSL507

    def construct(self, x):
        return self.head(self.backbone(x))


def freeze(net):
    for cell in net.cells():
        cell.requires_grad = False  # MSL507
    for name, cell in net.cells_and_names():
        if "head" not in name:
            cell.requires_grad = False  # MSL507

# %%
from mindspore import nn


def prepare(net):
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9, weight_decay=1e-4)
    for param in net.backbone.get_parameters():
        param.requires_grad = False  # MSL507
    return optimizer

# %%
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Dense(8, 8)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(ops.stop_gradient(self.encoder(x)))  # MSL507 info

# %%
import mindspore as ms
from mindspore import nn


def train(net, loss_fn, data):
    optimizer = nn.Adam(net.trainable_params(), 1e-3)
    grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
    for x, y in data:
        optimizer.requires_grad = False  # MSL507 info
        _, grads = grad_fn(x, y)
        optimizer(grads)

# %%
import mindspore as ms
from mindspore import nn
from my_models import build


def prepare():
    net = build()
    ms.load_param_into_net(net, ms.load_checkpoint("net.ckpt"), strict_load=True)
    net.requires_grad = False  # MSL507
    return nn.SGD(net.trainable_params(), 0.1)
