# %%
from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
model = Model(net, nn.MSELoss(), opt, loss_scale_manager=FixedLossScaleManager())
model.train(10, [])

# %%
from mindspore import Model, nn


class Step(nn.TrainOneStepCell):
    def construct(self, x, y):
        return super().construct(x, y)


net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
model = Model(Step(nn.WithLossCell(net, nn.MSELoss()), opt))
model.train(10, [])
