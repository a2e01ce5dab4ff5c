# %%
import mindspore as ms
from mindspore import nn


def load(path):
    net = nn.Dense(128, 10)
    parameters = ms.load_checkpoint(path)
    net = ms.load_param_into_net(net, parameters)  # MSL603
    return net

# %%
import mindspore as ms
from mindspore import nn


def load(path, x):
    base = nn.Dense(128, 10)
    model = ms.load_param_into_net(base, ms.load_checkpoint(path))  # MSL603
    model.set_train(False)
    return model(x)

# %%
import mindspore as ms


def load(net, parameters):
    net, missing, unused = ms.load_param_into_net(net, parameters)  # MSL603
    return missing, unused

# %%
from mindspore import load_param_into_net


def restore(net, params, x):
    net, _ = load_param_into_net(net, params)  # MSL603
    return net(x)
