# %% the optimizer has no weight decay, and only the groups say what is decayed | 优化器没有设置权重衰减，只由各组决定哪些参数衰减
from mindspore import nn

net = nn.SequentialCell(nn.Dense(3, 8), nn.LayerNorm((8,)))
no_decay = [each for each in net.trainable_params() if each.ndim < 2]
decay = [each for each in net.trainable_params() if each.ndim > 1]
optimizer = nn.Momentum([{"params": decay, "weight_decay": 1e-4}, {"params": no_decay}], 0.1, 0.9)

# %% each group says it, or the order of the parameters is all that a group gives | 每个组都写明，或某个组只给出参数的顺序
from mindspore import nn

net = nn.SequentialCell(nn.Dense(3, 8), nn.LayerNorm((8,)))
no_decay = [each for each in net.trainable_params() if each.ndim < 2]
decay = [each for each in net.trainable_params() if each.ndim > 1]
groups = [
    {"params": decay, "weight_decay": 1e-4},
    {"params": no_decay, "weight_decay": 0.0},
    {"order_params": net.trainable_params()},
]
optimizer = nn.Adam(groups, 1e-3, weight_decay=1e-4)

# %% groups of whose parameters or keys not all is known | 组内的参数或键并非全部已知
from mindspore import nn
from somewhere import split, options

net = nn.SequentialCell(nn.Dense(3, 8), nn.LayerNorm((8,)))
first, second = split(net.trainable_params())
optimizer = nn.Adam([{"params": first}, {"params": second, "lr": 1e-4}], 1e-3, weight_decay=1e-4)
other = nn.Adam([{"params": net.trainable_params(), **options}], 1e-3, weight_decay=1e-4)

# %% no normalization, or one that learns nothing | 没有归一化层，或归一化层没有可学习的参数
from mindspore import nn

net = nn.SequentialCell(nn.Dense(3, 8), nn.BatchNorm1d(8, affine=False))
optimizer = nn.Adam([{"params": net.trainable_params()}], 1e-3, weight_decay=1e-4)

# %% a decay of zero, and one that is not known | 权重衰减为 0，或未知
from mindspore import nn
from somewhere import decay

net = nn.SequentialCell(nn.Dense(3, 8), nn.LayerNorm((8,)))
one = nn.Adam([{"params": net.trainable_params()}], 1e-3, weight_decay=0.0)
other = nn.Adam([{"params": net.trainable_params()}], 1e-3, weight_decay=decay)

# %% a name that says no decay of the learning rate | 名字所说的不衰减是指学习率
from mindspore import nn


def make_optimizer(no_lr_decay_params, rest):
    return nn.Adam([{"params": no_lr_decay_params, "lr": 1e-4}, {"params": rest}], 1e-3, weight_decay=1e-4)

# %% the optimizers of mindspore.experimental, which decay everything in either form | mindspore.experimental 的优化器，两种写法都衰减全部参数
from mindspore import nn
from mindspore.experimental import optim

net = nn.SequentialCell(nn.Dense(3, 8), nn.LayerNorm((8,)))
optimizer = optim.Adam([{"params": net.trainable_params()}], lr=1e-3, weight_decay=1e-4)
