# %%
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024)
manager = FixedLossScaleManager(1024, drop_overflow_update=False)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)
model.train(10, [])

# %%
from mindspore import nn

net = nn.Dense(8, 4)
opt = nn.Adam(net.trainable_params(), 0.001, weight_decay=1e-4, loss_scale=1024.0)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt, sens=1024.0)
step.set_train()

# %%
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.AdamWeightDecay(net.trainable_params(), 0.001)
manager = FixedLossScaleManager(drop_overflow_update=True)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)
model.train(10, [])

# %%
from mindspore import DynamicLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=DynamicLossScaleManager())
model.train(10, [])

# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, 1e-4)
model = Model(net, nn.MSELoss(), opt)
model.train(10, [])

# %%
from mindspore import Model, nn
from mindspore.amp import FixedLossScaleManager

net = nn.Dense(4, 2)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024)
manager = FixedLossScaleManager(1024, drop_overflow_update=False)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=manager)

# %%
from mindspore import Model, nn


class Attention(nn.Cell):
    def __init__(self, size):
        super().__init__()
        self.dense = nn.Dense(size, size)
        self.scaling = size**-0.5
        self.SCALE_weights = (0.5, 0.25)

    def construct(self, x):
        return self.dense(x) * self.scaling * self.SCALE_weights[0]


net = Attention(8)
sensor_names = ["left", "right"]
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, nn.MSELoss(), opt)
model.train(len(sensor_names), [])
