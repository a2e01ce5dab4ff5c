# %%
from mindspore import nn

net = nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1, has_bias=False), nn.BatchNorm2d(8))
head = nn.Dense(8, 10)
norms = [each for each in net.trainable_params() if "gamma" in each.name or "beta" in each.name]
others = [each for each in net.trainable_params() if "gamma" not in each.name and "beta" not in each.name]
groups = [
    {"params": norms, "lr": 0.01, "weight_decay": 0.0},
    {"params": others, "lr": 0.01},
    {"params": head.trainable_params()},
]
optimizer = nn.Momentum(groups, 0.1, 0.9, weight_decay=1e-4)

# %%
from mindspore import nn


def make_optimizer(net, weight_decay=1e-4):
    decay_params = [each for each in net.trainable_params() if each.ndim > 1]
    no_decay_params = [each for each in net.trainable_params() if each.ndim <= 1]
    groups = [{"params": decay_params, "weight_decay": weight_decay}, {"params": no_decay_params, "weight_decay": 0.0}]
    return nn.AdamWeightDecay(groups, 1e-3, weight_decay=weight_decay)

# %%
from mindspore import nn

net = nn.SequentialCell(nn.Dense(3, 8), nn.ReLU())
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)

# %%
from mindspore import nn

net = nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1, has_bias=False), nn.BatchNorm2d(8))
head = nn.Dense(8, 10)
norms = [each for each in net.trainable_params() if "gamma" in each.name or "beta" in each.name]
others = [each for each in net.trainable_params() if "gamma" not in each.name and "beta" not in each.name]
groups = [
    {"params": others},
    {"params": norms, "weight_decay": 0.0},
    {"params": head.trainable_params(), "weight_decay": 0.0},
]
optimizer = nn.Momentum(groups, 0.1, 0.9, weight_decay=1e-4)

# %%
from mindspore import nn


def make_optimizer(net, name):
    decay_params = [each for each in net.trainable_params() if each.ndim > 1]
    no_decay_params = [each for each in net.trainable_params() if each.ndim <= 1]
    groups = [{"params": decay_params, "weight_decay": 1e-4}, {"params": no_decay_params, "weight_decay": 0.0}]
    if name == "momentum":
        return nn.Momentum(groups, 0.1, 0.9, weight_decay=1e-4)
    return nn.AdamWeightDecay(groups, 1e-3, weight_decay=1e-4)
