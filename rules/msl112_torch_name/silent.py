# %% PyTorch's own objects beside MindSpore's | 与 MindSpore 并用的 PyTorch 自己的对象
import numpy as np
import torch
from mindspore import Tensor, nn


def convert(path, net):
    model = torch.nn.Sequential(torch.nn.Linear(3, 4))
    model.load_state_dict(torch.load(path, map_location=torch.device("cpu")))
    model.eval()
    model.cuda()
    for name, value in model.named_parameters():
        weight = value.detach().cpu().numpy()
        net.parameters_dict()[name].set_data(Tensor(weight))
    x = torch.ones(1, 3).cuda()
    return model(x).detach().size(0), nn.Dense


def test_same():
    from torch import nn as tnn, optim

    layer = tnn.Linear(3, 4)
    optimizer = optim.SGD(layer.parameters(), lr=0.1)
    optimizer.zero_grad()
    layer(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    layer.train()

# %% NumPy arrays, dictionaries, tokenizers, and what a function is given | NumPy 数组、字典、分词器，以及函数收到的参数
import numpy as np
from mindspore import Tensor, ops
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("bert")
config = {"a": 1}


def encode(texts, model, optimizer, loss):
    batch = tokenizer(texts).to("cpu")
    x = Tensor(np.ones(3, np.float32)).asnumpy()
    x.put([0], 1), x.data, config.values()
    model.eval()
    optimizer.step()
    loss.backward()
    tokenizer.train()
    return batch.detach(), ops.ones(3).asnumpy().resize(3), x.flatten().cpu()

# %% an own class defines the method, sets it, or takes it from an unknown base | 自定义类定义了该方法、为其赋值，或从未知的基类继承
from mindspore import nn

from my_tools import Switchable


class Own(nn.Cell):
    def eval(self):
        return self.set_train(False)

    def parameters(self):
        return self.get_parameters()

    def run(self):
        self.eval()
        return self.parameters()


class Derived(Own):
    pass


class Mixed(Switchable, nn.Cell):
    pass


class Set(nn.Cell):
    def __init__(self):
        super().__init__()
        self.modules = lambda: self.cells()


class Dynamic(nn.Cell):
    def __getattr__(self, name):
        return super().__getattr__(name)


class ByName(nn.Cell):
    def __init__(self, methods):
        super().__init__()
        setattr(self, "half", lambda: self)


class Template(nn.Cell):
    def construct(self, x):
        self.named_children()
        return self.forward(x)


class Filled(Template):
    def forward(self, x):
        return x

    def named_children(self):
        return []


Own().eval()
Derived().parameters()
Mixed().train()
Set().modules()
Dynamic().cuda()
ByName({}).half()
Filled().forward(1)

# %% a name that this module sets, by setattr, through __dict__, or one after the other | 本模块设置的名称：用 setattr、通过 __dict__，或逐个设置
import mindspore.nn as nn
from mindspore import ops

setattr(nn, "Sequential", nn.SequentialCell)
nn.__dict__["ModuleList"] = nn.CellList
vars(nn)["Identity2d"] = nn.Identity
for name, function in (("cuda_relu", ops.relu), ("bincount_", ops.bincount)):
    setattr(ops, name, function)

net = nn.Sequential(nn.ModuleList([nn.Dense(3, 4)]), nn.Identity2d())
threshold = ops.threshold

# %% a version guard, a try, a look first | 版本判断、try、先检查再使用
import mindspore as ms
import pytest
from mindspore import Tensor, nn, ops

net = nn.Dense(3, 4)
x = ops.ones(3)
if ms.__version__ >= "3.0":
    net.train()
    layer = nn.Sequential(net)
try:
    x = x.detach()
    drop = nn.Dropout1
except AttributeError:
    pass
if hasattr(net, "eval"):
    net.eval()
if isinstance(x, ms.Tensor) and hasattr(x, "cpu"):
    x.cpu()
with pytest.raises(AttributeError):
    x.cuda()
stack = nn.ModuleList if hasattr(nn, "ModuleList") else nn.CellList
try:
    from mindspore.nn import Module
except ImportError:
    from mindspore.nn import Cell as Module

# %% set by this module itself | 由本模块自己设置
import mindspore as ms
from mindspore import Tensor, nn, ops

ms.nn.Module = nn.Cell
Tensor.cpu = lambda self: self
setattr(nn.Cell, "parameters", nn.Cell.get_parameters)
for name in ("cuda", "detach"):
    setattr(Tensor, name, lambda self: self)
net = nn.Dense(3, 4)
net.eval = lambda: net.set_train(False)
net.eval()
net.parameters()
ops.ones(3).cpu().numpy()
ops.ones(3).cuda().detach()
base = nn.Module

# %% a package that gives MindSpore's classes PyTorch's methods | 为 MindSpore 的类补上 PyTorch 方法的包
import mindnlp
from mindspore import Tensor, nn

net = nn.Dense(3, 4)
net.eval()
x = Tensor([1.0]).detach().cpu()
block = nn.Sequential(net)

# %% other classes, functions and variables of the same name | 同名的其他类、函数和变量
from mindspore import Tensor, nn, ops
from vision_tools import nn as other

class Sequential(nn.SequentialCell):
    def train(self):
        return self.set_train()


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = nn.Adam(net.trainable_params())

    def step(self):
        self.optimizer.update()

    def eval(self):
        return self.net


def shadowed(nn, x):
    return nn.Sequential(nn.Linear(3, 4)), x


def either(cuda, x):
    value = ops.ones(3) if cuda else x
    for value in x:
        value.cuda()
    return value.detach()


net = Sequential(nn.Dense(3, 4))
net.train()
Trainer(net).eval()
Trainer(net).step()
other.ModuleList([])

# %% modules inside MindSpore that are not documented | MindSpore 内部没有文档的模块
from mindspore.ops.function.nn_func import multi_head_attention_forward
from mindspore.common._stub_tensor import StubTensor

attend = multi_head_attention_forward

# %% what MindSpore has as well | MindSpore 同样具有的名称
import mindspore as ms
from mindspore import Model, Tensor, mint, nn, ops
from mindspore.experimental import optim

net = nn.Dense(3, 4)
model = Model(net, nn.MSELoss())
model.eval(None)
state = net.state_dict()
net.load_state_dict(state)
x = ops.ones((2, 3)).view(3, 2).contiguous().numpy()
y = Tensor([1.0]).float().item()
z = Tensor([1.0]).numel(), Tensor([1.0]).type(ms.float16)
optimizer = optim.Adam(net.trainable_params(), lr=0.1)
optimizer.add_param_group({"params": []})
scheduler = optim.lr_scheduler.StepLR(optimizer, 2)
scheduler.step()
linear = mint.nn.Linear(3, 4)
cells = nn.CellDict({"eval": nn.Dense(3, 4)})
cells.eval(x), cells.values()

# %% what may be something else | 可能是其他类型的对象
from typing import Union

import numpy as np
from mindspore import Tensor, nn, ops


class Posterior:
    def __init__(self, mean):
        self.mean = mean

    def detach(self):
        return self


class Decoder(nn.Cell):
    def __init__(self, tables):
        super().__init__()
        self.tables = tables
        self.proj = nn.Dense(3, 4)

    def construct(self, x, cache: dict, posterior, names=("a",)):
        for key in cache.values():
            x = x + key
        mode = posterior.mode()
        kept = self.tables.indices()
        return self.proj(x), posterior.detach(), names.index("a"), mode, kept


def total(values, scale: Union[Tensor, np.ndarray]):
    if isinstance(values, np.ndarray):
        return values.cpu()
    values = ops.relu(values).asnumpy()
    return values.detach(), scale.cuda()


def evaluate(net, dataset):
    for row in dataset.create_dict_iterator(output_numpy=True):
        net.eval()
        print(row["image"].detach())
