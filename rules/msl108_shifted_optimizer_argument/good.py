# %%
from mindspore import nn


def make_optimizer(net):
    return nn.Momentum(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)

# %%
from mindspore import nn

WEIGHT_DECAY = 5e-4


def make_optimizer(kind, params):
    if kind == "rmsprop":
        return nn.RMSProp(params, 0.01, decay=0.99, epsilon=1e-8, weight_decay=WEIGHT_DECAY)
    if kind == "adadelta":
        return nn.Adadelta(params, 1.0, rho=0.9, epsilon=1e-6, weight_decay=WEIGHT_DECAY)
    return nn.Adagrad(params, learning_rate=0.01)

# %%
from mindspore import nn

net = nn.Dense(3, 4)
adam = nn.Adam(net.trainable_params(), 1e-3, beta1=0.9, beta2=0.999)
decayed = nn.AdamWeightDecay(net.trainable_params(), 1e-3, 0.9, 0.999, 1e-8, 0.01)
flat = nn.Adam(net.trainable_params(), 1e-3, 0.9, 0.999, 1e-8, weight_decay=1e-4)

# %%
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
locked = nn.RMSProp(net.trainable_params(), 0.01, 0.99, 0.9)
whole = nn.Adagrad(net.trainable_params(), learning_rate=1.0)

# %%
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.SGD(net.trainable_params(), 0.1, 0.9, weight_decay=1e-4)

# %%
from mindspore import nn


def make_optimizer(params, args):
    if args.opt == "sgd":
        return nn.SGD(params, args.lr, args.momentum, weight_decay=args.weight_decay)
    if args.opt == "momentum":
        return nn.Momentum(params, args.lr, args.momentum, args.weight_decay)
    if args.opt == "rmsprop":
        return nn.RMSProp(params, args.lr, 0.99, epsilon=args.eps)
    if args.opt == "adagrad":
        return nn.Adagrad(params, learning_rate=args.lr)
    return nn.Adam(params, args.lr, *args.betas)

# %%
from mindspore import nn


def make_optimizer(params, wd):
    return nn.Momentum(params, 0.1, momentum=0.9, weight_decay=wd)
