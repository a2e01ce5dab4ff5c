# %% optimizers that step as PyTorch's do | 更新方式与 PyTorch 相同的优化器
from mindspore import nn

net = nn.Dense(3, 4)
params = net.trainable_params()
adam = nn.Adam(params, 1e-3)
small = nn.Adam(params, 1e-3, eps=1e-7)
sgd = nn.SGD(params, 0.1, momentum=0.9)
momentum = nn.Momentum(params, 0.1, 0.9)
largest = nn.AdaMax(params, 2e-3)
delta = nn.Adadelta(params, 1.0)

# %% Adagrad whose accum is given | 写明了 accum 的 Adagrad
from mindspore import nn

net = nn.Dense(3, 4)
as_torch = nn.Adagrad(net.trainable_params(), accum=0.0, learning_rate=0.01)
known = nn.Adagrad(net.trainable_params(), accum=0.1, learning_rate=0.01)

# %% an eps that is not known | eps 未知
from mindspore import nn


def make_optimizer(params, config):
    return nn.Adam(params, config.rate, eps=config.eps)

# %% mindspore.experimental.optim | mindspore.experimental.optim 中的优化器
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(3, 4)
adamw = optim.AdamW(net.trainable_params(), 1e-3)
rmsprop = optim.RMSprop(net.trainable_params(), 0.01)
adagrad = optim.Adagrad(net.trainable_params(), 0.01)
