# %% set_train in the __init__ of the training cell | 训练 Cell 的 __init__ 中调用了 set_train
from mindspore import nn


class Step(nn.TrainOneStepCell):
    def __init__(self, network, optimizer):
        super().__init__(network, optimizer)
        self.network.set_train()

    def construct(self, x, y):
        return self.optimizer(self.grad(self.network, self.weights)(x, y, self.sens))


net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
step = Step(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)

# %% Model built with an optimizer switches by itself | 带优化器的 Model 会自行切换
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
optimizer = nn.SGD(net.trainable_params(), 0.1)
model = Model(net, nn.MSELoss(), optimizer)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
for x, y in []:
    step(x, y)

# %% build_train_network switches by itself | build_train_network 会自行切换
from mindspore import nn
from mindspore.amp import build_train_network

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
step = build_train_network(net, nn.SGD(net.trainable_params(), 0.1), nn.MSELoss())
for x, y in []:
    step(x, y)

# %% gradients without an optimizer: an attack, a saliency map | 求梯度但没有优化器：对抗攻击、显著图
from mindspore import nn, ops

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
gradient = ops.grad(net)
for x in []:
    x = x + gradient(x)

# %% set_train on something that is not known | 对未知的对象调用 set_train
from mindspore import nn

from my_tools import wrap

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
wrap("net").set_train(True)
for x, y in []:
    step(x, y)

# %% handed to code that is not known | 交给了未知的代码
from mindspore import nn

from my_tools import prepare

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
prepare(net)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)

# %% info: no Dropout, no BatchNorm: info | 没有 Dropout，也没有 BatchNorm（提示级）
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU(), nn.Dropout(p=0.0))
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)

# %% info: a frozen network in the loss: its BatchNorm is to stay as it is: info | 损失函数中冻结的网络：其 BatchNorm 本应保持不变（提示级）
from mindspore import nn


class Features(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(4, 4)
        self.norm = nn.BatchNorm1d(4)

    def construct(self, x):
        return self.norm(self.dense(x))


class Perceptual(nn.Cell):
    def __init__(self):
        super().__init__()
        self.features = Features()

    def construct(self, x, y):
        return (self.features(x) - self.features(y)).abs().mean()


net = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU())
step = nn.TrainOneStepCell(nn.WithLossCell(net, Perceptual()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)
