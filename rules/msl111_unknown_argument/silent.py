# %% an API that takes **kwargs | 接受 **kwargs 的 API
import mindspore as ms
from mindspore import nn


def optimizer(params):
    return nn.Adam(params, learning_rate=1e-3, use_lazy=True)


def model(net, loss, optimizer, manager):
    return ms.Model(net, loss, optimizer, amp_level="O2", loss_scale_manager=manager)


def save(net):
    ms.save_checkpoint(net, "net.ckpt", encoding="utf-8")

# %% a class of the same name defined here | 本文件中定义的同名类
from mindspore import nn


class Conv2d(nn.Cell):
    def __init__(self, i, o, k, bias=True):
        super().__init__()
        self.conv = nn.Conv2d(i, o, k, pad_mode="valid", has_bias=bias)

    def construct(self, x):
        return self.conv(x)


conv = Conv2d(3, 16, 3, bias=True)

# %% a version guard, a try, a test of the signature | 版本判断、try、先检查签名
import inspect

import mindspore as ms
from mindspore import nn, ops


def build():
    if ms.__version__ < "3.0":
        return nn.Dense(16, 10)
    return nn.Dense(16, 10, bias=False)


def build_anyhow():
    try:
        return nn.Dense(16, 10, bias=False)
    except TypeError:
        return nn.Dense(16, 10, has_bias=False)


def mean(x):
    name = "dim" if "dim" in inspect.signature(ops.mean).parameters else "axis"
    if name == "dim":
        return ops.mean(x, dim=1)
    return ops.mean(x, axis=1)

# %% a name that this module sets to something else | 本模块给该名称赋了别的值
from mindspore import nn

from my_layers import TorchConv, TorchDense

nn.Conv2d = TorchConv
setattr(nn, "Dense", TorchDense)

conv = nn.Conv2d(3, 16, 3, bias=True)
dense = nn.Dense(16, 10, bias=False)

# %% mindspore.mint has PyTorch's names | mindspore.mint 采用 PyTorch 的参数名
from mindspore import mint

linear = mint.nn.Linear(16, 10, bias=False)
