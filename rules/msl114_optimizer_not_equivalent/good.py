# %%
from mindspore import nn
from mindspore.experimental import optim

net = nn.Dense(3, 4)
optimizer = optim.AdamW(net.trainable_params(), 1e-3, weight_decay=0.01)

# %%
from mindspore import nn
from mindspore.experimental import optim


def make_optimizer(kind, params, rate):
    if kind == "rmsprop":
        return optim.RMSprop(params, rate)
    if kind == "adagrad":
        return nn.Adagrad(params, accum=0.0, learning_rate=rate)
    return nn.Adam(params, rate)
