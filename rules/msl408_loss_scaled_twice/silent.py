# %% a step without a manager, or with None | 训练步骤没有管理器，或管理器为 None
from mindspore import Model, nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), opt)
Model(step).train(10, [])
Model(step, loss_scale_manager=None).train(10, [])

# %% a network with its loss is no step | 带损失的网络不是训练步骤
from mindspore import DynamicLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.SGD(net.trainable_params(), 0.1)
model = Model(nn.WithLossCell(net, nn.MSELoss()), optimizer=opt, loss_scale_manager=DynamicLossScaleManager())
model.train(10, [])

# %% what the network or the manager is, is not known | 网络或管理器未知
from mindspore import DynamicLossScaleManager, Model, nn


def main(net, manager, custom, options):
    opt = nn.SGD(net.trainable_params(), 0.1)
    step = nn.TrainOneStepCell(net, opt)
    Model(net, loss_scale_manager=DynamicLossScaleManager())
    Model(step, loss_scale_manager=manager)
    Model(step if custom else net, optimizer=opt, loss_scale_manager=DynamicLossScaleManager())
    Model(step, loss_scale_manager=DynamicLossScaleManager() if custom else None)
    Model(step, loss_scale_manager=DynamicLossScaleManager(), **options)
