# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
model = Model(net, loss, nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %%
from mindspore import nn

net = nn.Dense(8, 4)
with_loss = nn.WithLossCell(net, nn.SmoothL1Loss(reduction="mean"))
step = nn.TrainOneStepCell(with_loss, nn.SGD(net.trainable_params(), 0.1))
step.set_train()
