# %% loss_scale by position | 按位置传入 loss_scale
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, 1e-4, 1024)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=FixedLossScaleManager(1024.0, False))
model.train(10, [])

# %% sens and loss_scale are the same | sens 与 loss_scale 相同
from mindspore import nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1, loss_scale=256.0)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt, 256)
step.set_train()

# %% managers that unscale by themselves, and none at all | 会自行还原的管理器，以及没有管理器
from mindspore import DynamicLossScaleManager, FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
Model(net, nn.MSELoss(), opt, loss_scale_manager=FixedLossScaleManager(1024)).train(10, [])
Model(net, nn.MSELoss(), opt, loss_scale_manager=DynamicLossScaleManager()).train(10, [])
Model(net, nn.MSELoss(), opt, amp_level="O2").train(10, [])
Model(net, nn.MSELoss(), opt).train(10, [])

# %% a training cell of its own undoes the scale by hand | 自写的训练 Cell 自行还原缩放
from mindspore import nn, ops


class Step(nn.TrainOneStepCell):
    def construct(self, *inputs):
        loss = self.network(*inputs)
        grads = self.grad(self.network, self.weights)(*inputs, ops.fill_like(loss, self.sens))
        grads = self.grad_reducer([grad / self.sens for grad in grads])
        return ops.depend(loss, self.optimizer(grads))


net = nn.Dense(8, 4)
step = Step(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1), 1024.0)
step.set_train()

# %% the network scales its loss by hand, and the optimizer undoes it | 网络自行放大损失，由优化器还原
from mindspore import nn

SENS = 1024.0


class Scaled(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def construct(self, x, y):
        return self.net(x, y) * SENS


net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1, loss_scale=1024.0)
step = nn.TrainOneStepCell(Scaled(nn.WithLossCell(net, nn.MSELoss())), opt)
step.set_train()

# %% a factor below 1 is no loss scale | 小于 1 的系数不是损失缩放
from mindspore import nn

net = nn.Dense(8, 4)
with_loss = nn.WithLossCell(net, nn.MSELoss(reduction="sum"))
step = nn.TrainOneStepCell(with_loss, nn.SGD(net.trainable_params(), 0.1), sens=1 / 32)
step.set_train()

# %% the scale, or whether it is undone, is not known | 缩放值未知，或是否还原未知
from mindspore import FixedLossScaleManager, Model, nn


def main(options, scale, drops):
    net = nn.Dense(8, 4)
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    other = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=scale)
    more = nn.Momentum(net.trainable_params(), 0.1, 0.9, **options)
    loss = nn.MSELoss()
    Model(net, loss, opt, loss_scale_manager=FixedLossScaleManager(scale, False)).train(10, [])
    Model(net, loss, opt, loss_scale_manager=FixedLossScaleManager(1024, drops)).train(10, [])
    Model(net, loss, other, loss_scale_manager=FixedLossScaleManager(1024, False)).train(10, [])
    Model(net, loss, more, loss_scale_manager=FixedLossScaleManager(1024, False)).train(10, [])
    Model(net, loss, other, **options).train(10, [])

# %% optimizer and manager are chosen together | 优化器和管理器一起选择
import argparse

from mindspore import DynamicLossScaleManager, FixedLossScaleManager, Model, nn

parser = argparse.ArgumentParser()
parser.add_argument("--dynamic", action="store_true")
args = parser.parse_args()
net = nn.Dense(8, 4)
if args.dynamic:
    manager = DynamicLossScaleManager()
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
else:
    manager = FixedLossScaleManager(1024, False)
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)
model.train(10, [])

# %% branches that the choices of an option exclude | 选项的 choices 已排除的分支
import argparse

from mindspore import Model, nn
from mindspore.amp import DynamicLossScaleManager, FixedLossScaleManager

parser = argparse.ArgumentParser()
parser.add_argument("--scale", default="fixed", choices=["fixed", "dynamic"])
args = parser.parse_args()
net = nn.Dense(4, 2)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
if args.scale == "fixed":
    manager = FixedLossScaleManager(1024)
elif args.scale == "dynamic":
    manager = DynamicLossScaleManager()
else:
    manager = FixedLossScaleManager(1024, drop_overflow_update=False)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)

# %% the same condition in two places goes the same way | 两处相同的条件走向一致
from mindspore import Model, nn
from mindspore.amp import FixedLossScaleManager


def main(args):
    net = nn.Dense(4, 2)
    if args.scale > 1:
        opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024.0)
    else:
        opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    if args.scale > 1:
        manager = FixedLossScaleManager(1024, drop_overflow_update=False)
        return Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)
    return Model(net, nn.MSELoss(), opt)

# %% a loss that is scaled by hand | 手动缩放的损失
from mindspore import Model, nn

SCALE = 1024.0


class Scaled(nn.Cell):
    def __init__(self, network, loss_fn):
        super().__init__()
        self.network = network
        self.loss_fn = loss_fn

    def construct(self, x, y):
        return self.loss_fn(self.network(x), y) * SCALE


net = nn.Dense(4, 2)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=SCALE)
model = Model(Scaled(net, nn.MSELoss()), optimizer=opt)
model.train(10, [])
