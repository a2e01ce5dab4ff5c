# %% the result is looked at, or handed on | 检查了返回值，或把它传给了别处
import mindspore as ms


def load(net, parameters):
    not_loaded = ms.load_param_into_net(net, parameters)
    print(not_loaded)
    return ms.load_param_into_net(net, parameters)


def check(net, parameters):
    assert not ms.load_param_into_net(net, parameters)[0]

# %% parameters of a network like it | 参数来自结构相同的网络
import mindspore as ms
from mindspore import nn

student, teacher = nn.Dense(8, 8), nn.Dense(8, 8)
ms.load_param_into_net(teacher, student.parameters_dict())

# %% an error is expected | 本来就预期会报错
import mindspore as ms
import pytest


def test_shapes(net, parameters):
    with pytest.raises(RuntimeError):
        ms.load_param_into_net(net, parameters)

# %% a function of the same name defined here | 本文件中定义的同名函数
def load_param_into_net(net, parameters):
    assert len(parameters) == len(net)


load_param_into_net([], [])
