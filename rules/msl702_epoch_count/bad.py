# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(1, ds.MindDataset("train.mindrecord").batch(32))  # MSL702

# %%
import mindspore as ms
from mindspore import nn

NUM_EPOCHS = 200000

ms.set_seed(1)
net = nn.Dense(8, 4)
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
step.set_train()
for epoch in range(NUM_EPOCHS):  # MSL702
    step(ms.ops.ones((2, 8)), ms.ops.ones((2, 4)))
