# %% a wrapper sets the seed | 由封装函数设置种子
import random

import numpy as np
from mindspore import Model, nn


def seed_everything(number):
    random.seed(number)
    np.random.seed(number)


seed_everything(1)
net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% info: several devices with parameter_broadcast: info | 多个设备，使用 parameter_broadcast（提示级）
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True, parameter_broadcast=True)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% info: several devices that load a checkpoint: info | 多个设备，加载检查点（提示级）
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
net = nn.Dense(8, 4)
ms.load_checkpoint("net.ckpt", net)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% info: several devices in another parallel mode: info | 多个设备，其他并行模式（提示级）
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.SEMI_AUTO_PARALLEL)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% nothing is trained | 没有训练
from mindspore import Model, nn
from mindspore.communication import init

init()
net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), metrics={"loss"})
model.eval([])

# %% a module of functions, whose program may set it | 只含函数的模块，种子可能由调用它的程序设置
from mindspore import Model, nn


def train(net, data):
    model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(10, data)

# %% a seed that a function sets which is handed on | 种子由作为参数传递的函数设置
import mindspore as ms
from mindspore import Model, nn


def fix(number):
    ms.set_seed(number)


def begin(prepare):
    prepare(1)


begin(fix)
net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% a seed under another name | 以别名设置的种子
from mindspore import Model, nn
from mindspore import set_seed as fix

fix(1)
net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])
