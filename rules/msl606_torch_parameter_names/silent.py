# %% names are changed by a table, by a pattern or by a function of one's own | 用对照表、正则表达式或自己的函数改了名
import re

import mindspore as ms
import torch

from names import TABLE, rename


def by_table(source):
    state = torch.load(source)
    return ms.save_checkpoint([{"name": TABLE[key], "data": ms.Tensor(state[key].numpy())} for key in state], "a.ckpt")


def by_pattern(source):
    state = torch.load(source)
    found = []
    for key, value in state.items():
        key = re.sub("num_batches_tracked$", "", key)
        found.append({"name": key, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(found, "b.ckpt")


def by_function(source):
    found = []
    for key, value in torch.load(source).items():
        new = rename(key)
        found.append({"name": new, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(found, "c.ckpt")

# %% gamma or beta is written anywhere | 代码中有写出 gamma 或 beta 的地方
import mindspore as ms
import torch


def convert(source):
    found = []
    for key, value in torch.load(source).items():
        if "num_batches_tracked" in key:
            continue
        if "bn" in key:
            key = key.replace("weight", "gamma")
        found.append({"name": key, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(found, "a.ckpt")

# %% a network whose names are PyTorch's | 参数名与 PyTorch 相同的网络
import mindspore as ms
import torch
from mindspore import Parameter, Tensor, mint, nn


class Norm(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.weight = Parameter(ms.ops.ones(size), name="weight")

    def construct(self, x):
        return x * self.weight


def load(path):
    net = nn.SequentialCell(nn.Dense(8, 8), Norm(8))
    other = nn.SequentialCell(mint.nn.LayerNorm(8), mint.nn.Linear(8, 8))
    state = torch.load(path)
    ms.load_param_into_net(net, {key: Parameter(Tensor(value.numpy())) for key, value in state.items()})
    ms.load_param_into_net(other, {key: Parameter(Tensor(value.numpy())) for key, value in state.items()})

# %% what is saved is changed by somebody else first | 保存之前另有代码作了改动
import mindspore as ms
import torch

from names import translate


def convert(source):
    found = []
    for key, value in torch.load(source).items():
        if "running_mean" not in key:
            found.append({"name": key, "data": ms.Tensor(value.numpy())})
    translate(found)
    ms.save_checkpoint(found, "a.ckpt")

# %% parameters of MindSpore's own, or names of one's own | MindSpore 自己的参数，或自己的名称
import mindspore as ms
import torch


def resave(path, net):
    state = ms.load_checkpoint(path)
    ms.save_checkpoint([{"name": key, "data": value} for key, value in state.items()], "b.ckpt")
    loaded = torch.load("x.pth")
    names = [parameter.name for parameter in net.get_parameters()]
    values = []
    for name, value in zip(names, loaded.values()):
        values.append({"name": name, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(values, "c.ckpt")
