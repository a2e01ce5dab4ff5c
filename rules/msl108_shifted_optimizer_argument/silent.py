# %% one of the two betas | 两个 beta 之一
from mindspore import nn


def make_optimizer(params, lr, betas, args, cfg):
    if args.opt == "adam":
        return nn.Adam(params, lr, betas[0], betas[1])
    if args.opt == "adamw":
        return nn.AdamWeightDecay(params, lr, args.betas[0], args.betas[1])
    if args.opt == "lamb":
        return nn.Lamb(params, lr, float(cfg.betas[0]), float(cfg.betas[1]))
    return nn.AdaMax(params, lr, min(betas), max(betas))

# %% values that fit the MindSpore meaning | 符合 MindSpore 中含义的值
from mindspore import nn

net = nn.Dense(3, 4)
params = net.trainable_params()
scaled = nn.Momentum(params, 0.1, 0.9, 1e-4, 1024.0)
unscaled = nn.Adadelta(params, 1.0, 0.9, 1e-6, 1.0)
with_momentum = nn.RMSProp(params, 0.01, 0.9, 0.9, 1e-8)
without = nn.RMSProp(params, 0.01, 0.9, 0.0, 1e-8)
accumulated = nn.Adagrad(params, 0.1, 0.01)
damped = nn.SGD(params, 0.1, 0.9, 0.9)
unlocked = nn.Adam(params, 1e-3, 0.9, 0.999, 1e-8, False)

# %% keyword form | 按名称传入
from mindspore import nn

net = nn.Dense(3, 4)
params = net.trainable_params()
momentum = nn.Momentum(params, learning_rate=0.1, momentum=0.9, weight_decay=1e-4)
rmsprop = nn.RMSProp(params, learning_rate=0.01, decay=0.99, epsilon=1e-8)
adagrad = nn.Adagrad(params, learning_rate=0.01)

# %% a value that is not known, under a name that fits | 值未知，但名字与位置相符
from mindspore import nn


def make_optimizer(params, config, start):
    if config.kind == "adagrad":
        return nn.Adagrad(params, start)
    return nn.Momentum(params, config.lr, config.momentum, config.weight_decay, config.loss_scale)

# %% SGD with a weight decay of its own | 另外写了权重衰减的 SGD
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.SGD(net.trainable_params(), 0.1, 0.9, 0.01, 1e-4)

# %% a try that catches the error | try 捕获该错误
from mindspore import nn


def make_optimizer(params):
    try:
        return nn.Adam(params, 1e-3, (0.9, 0.999))
    except TypeError:
        return nn.Adam(params, 1e-3, 0.9, 0.999)

# %% under a MindSpore version guard | 位于 MindSpore 版本判断之内
import mindspore
from mindspore import nn
from packaging import version


def make_optimizer(params):
    if version.parse(mindspore.__version__) > version.parse("2.10"):
        return nn.Adam(params, 1e-3, (0.9, 0.999))
    return nn.Adam(params, 1e-3, 0.9, 0.999)

# %% sixth argument of AdamWeightDecay and AdaMax is the weight decay | AdamWeightDecay 和 AdaMax 的第六个参数就是权重衰减
from mindspore import nn

net = nn.Dense(3, 4)
decayed = nn.AdamWeightDecay(net.trainable_params(), 1e-3, 0.9, 0.999, 1e-8, 0.01)
largest = nn.AdaMax(net.trainable_params(), 1e-3, 0.9, 0.999, 1e-8, 0.01)

# %% mindspore.experimental.optim takes PyTorch's order | mindspore.experimental.optim 采用 PyTorch 的参数顺序
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(3, 4)
sgd = optim.SGD(net.trainable_params(), 0.1, 0.9, 0, 1e-4)
adam = optim.Adam(net.trainable_params(), 1e-3, (0.9, 0.999))
