# %%
from mindspore import nn

net = nn.Dense(3, 4)
optimizer = nn.AdamWeightDecay(net.trainable_params(), 1e-3, weight_decay=0.01)  # MSL114

# %%
from mindspore import nn


def make_optimizer(kind, params, rate):
    if kind == "rmsprop":
        return nn.RMSProp(params, rate, decay=0.99, epsilon=1e-8)  # MSL114
    if kind == "adagrad":
        return nn.Adagrad(params, learning_rate=rate)  # MSL114
    return nn.Adam(params, rate, eps=1e-3)  # MSL114
