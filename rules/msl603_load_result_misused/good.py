# %%
import mindspore as ms
from mindspore import nn


def load(path):
    net = nn.Dense(128, 10)
    parameters = ms.load_checkpoint(path)
    ms.load_param_into_net(net, parameters)
    return net

# %%
import mindspore as ms
from mindspore import nn


def load(path, x):
    model = nn.Dense(128, 10)
    ms.load_param_into_net(model, ms.load_checkpoint(path))
    model.set_train(False)
    return model(x)

# %%
import mindspore as ms


def load(net, parameters):
    missing, unused = ms.load_param_into_net(net, parameters)
    return missing, unused

# %%
from mindspore import load_param_into_net


def restore(net, params, x):
    missing, _ = load_param_into_net(net, params)
    assert not missing
    return net(x)
