# %% O2 brings a loss scale by itself; O0 needs none | O2 自带损失缩放；O0 不需要
from mindspore import Model, amp, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
Model(net, nn.MSELoss(), opt, amp_level="O2").train(10, [])
Model(net, nn.MSELoss(), opt, amp_level="O0").train(10, [])
amp.build_train_network(net, opt, nn.MSELoss(), level="O2")

# %% a manager is given | 传入了管理器
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024.0)
manager = FixedLossScaleManager(1024.0, drop_overflow_update=False)
model = Model(net, nn.MSELoss(), opt, amp_level="O3", loss_scale_manager=manager)
model.train(10, [])

# %% what else is given is not known | 是否还传入了别的参数未知
from mindspore import Model, nn


def main(level, options):
    net = nn.Dense(8, 4)
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    Model(net, nn.MSELoss(), opt, amp_level="O3", **options).train(10, [])
    Model(net, nn.MSELoss(), opt, amp_level=level).train(10, [])

# %% bfloat16 has float32's range | bfloat16 的数值范围与 float32 相同
import mindspore as ms
from mindspore import amp, nn

net = nn.Dense(8, 4)
net = amp.auto_mixed_precision(net, "O2", dtype=ms.bfloat16)
net.to_float(ms.bfloat16)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
for x, y in []:
    step(x, y)

# %% evaluation: nothing is trained | 评估：没有训练
import mindspore as ms
from mindspore import Model, amp, nn

net = nn.Dense(8, 4)
net.to_float(ms.float16)
amp.auto_mixed_precision(net, "auto")
model = Model(net, nn.MSELoss(), metrics={"loss"}, amp_level="O3")
model.eval([])
opt = nn.SGD(net.trainable_params(), 0.1)
other = Model(net, nn.MSELoss(), opt, metrics={"loss"}, amp_level="O3")
other.eval([])

# %% another network than the one that is trained | 不是被训练的那个网络
import mindspore as ms
from mindspore import nn

teacher = nn.Dense(8, 4).to_float(ms.float16)
net = nn.Dense(8, 4)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
for x, y in []:
    step(x, teacher(x))

# %% the loss is scaled by hand | 自行对损失作了缩放
import mindspore as ms
from mindspore import nn

SENS = 1024.0
net = nn.Dense(8, 4).to_float(ms.float16)
net.set_train()
opt = nn.SGD(net.trainable_params(), 0.1, loss_scale=SENS)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt, sens=SENS)
for x, y in []:
    step(x, y)

# %% only one of two configurations uses float16 | 两种配置中只有一种使用 float16
import argparse

import mindspore as ms
from mindspore import nn

parser = argparse.ArgumentParser()
parser.add_argument("--half", action="store_true")
args = parser.parse_args()
net = nn.Dense(8, 4)
net.to_float(ms.float16 if args.half else ms.float32)
net.set_train()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)

# %% a level that the choices of an option exclude | 选项的 choices 已排除的级别
import argparse

from mindspore import Model, nn

parser = argparse.ArgumentParser()
parser.add_argument("--amp_level", default="O2", choices=["O0", "O2"])
args = parser.parse_args()
net = nn.Dense(4, 2)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
if args.amp_level == "O3":
    model = Model(net, nn.MSELoss(), opt, amp_level="O3")
else:
    model = Model(net, nn.MSELoss(), opt, amp_level=args.amp_level)

# %% a loss that is scaled by hand, whatever the number is called | 手动缩放的损失，无论该数叫什么
import mindspore as ms
from mindspore import nn

S = 1024.0
net = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU()).to_float(ms.float16)
net.set_train()
loss_fn = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x).astype(ms.float32), y) * S, None, optimizer.parameters)
ms.set_seed(1)
for x, y in []:
    loss, grads = grad_fn(x, y)
    optimizer(tuple(g / S for g in grads))
