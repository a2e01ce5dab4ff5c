# %%
from mindspore import nn


def make_optimizer(net):
    return nn.Momentum(net.trainable_params(), 0.1, 0.9, 0, 1e-4)  # MSL108

# %%
from mindspore import nn

WEIGHT_DECAY = 5e-4


def make_optimizer(kind, params):
    if kind == "rmsprop":
        return nn.RMSProp(params, 0.01, 0.99, 1e-8, WEIGHT_DECAY)  # MSL108
    if kind == "adadelta":
        return nn.Adadelta(params, 1.0, 0.9, 1e-6, WEIGHT_DECAY)  # MSL108
    return nn.Adagrad(params, 0.01)  # MSL108

# %%
from mindspore import nn

net = nn.Dense(3, 4)
adam = nn.Adam(net.trainable_params(), 1e-3, (0.9, 0.999))  # MSL108
decayed = nn.AdamWeightDecay(net.trainable_params(), 1e-3, (0.9, 0.999), 1e-8, 0.01)  # MSL108
flat = nn.Adam(net.trainable_params(), 1e-3, 0.9, 0.999, 1e-8, 1e-4)  # MSL108

# %%
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9, 0, 0)  # MSL108
locked = nn.RMSProp(net.trainable_params(), 0.01, 0.99, 0.0, 1e-8, 0.9)  # MSL108
whole = nn.Adagrad(net.trainable_params(), 1)  # MSL108

# %%
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.SGD(net.trainable_params(), 0.1, 0.9, 1e-4)  # MSL108 warning

# %%
from mindspore import nn


def make_optimizer(params, args):
    if args.opt == "sgd":
        return nn.SGD(params, args.lr, args.momentum, args.weight_decay)  # MSL108 warning
    if args.opt == "momentum":
        return nn.Momentum(params, args.lr, args.momentum, 0, args.weight_decay)  # MSL108 warning
    if args.opt == "rmsprop":
        return nn.RMSProp(params, args.lr, 0.99, args.eps)  # MSL108 warning
    if args.opt == "adagrad":
        return nn.Adagrad(params, args.lr)  # MSL108 warning
    return nn.Adam(params, args.lr, args.betas)  # MSL108 warning

# %%
from mindspore import nn


def make_optimizer(params, wd):
    return nn.Momentum(params, 0.1, 0.9, wd, 0.5)  # MSL108 warning
