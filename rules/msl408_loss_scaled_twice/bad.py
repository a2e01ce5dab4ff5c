# %%
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt)
model = Model(step, loss_scale_manager=FixedLossScaleManager())  # MSL408 error
model.train(10, [])

# %%
from mindspore import DynamicLossScaleManager, Model, nn


class Step(nn.TrainOneStepCell):
    def construct(self, x, y):
        return super().construct(x, y)


net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
step = Step(nn.WithLossCell(net, nn.MSELoss()), opt)
model = Model(step, optimizer=opt, loss_scale_manager=DynamicLossScaleManager())  # MSL408
model.train(10, [])
