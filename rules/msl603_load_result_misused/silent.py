# %% the result is what it is: names that were not loaded | 按返回值的本意使用：没有加载的名称
import mindspore as ms


def load(net, parameters):
    param_not_load, _ = ms.load_param_into_net(net, parameters)
    not_loaded = ms.load_param_into_net(net, parameters)
    print(param_not_load, len(not_loaded))
    return net

# %% the result is ignored | 忽略返回值
import mindspore as ms


def load(net, parameters):
    ms.load_param_into_net(net, parameters)
    return net

# %% a function of the same name defined here | 本文件中定义的同名函数
from mindspore import nn


def load_param_into_net(net, parameters):
    return net


net = load_param_into_net(nn.Dense(128, 10), None)

# %% the version is asked for | 代码判断了版本
import mindspore as ms


def restore(net, params):
    if ms.__version__.startswith("1."):
        (missing,) = ms.load_param_into_net(net, params)
    else:
        missing, _ = ms.load_param_into_net(net, params)
    return missing
