# %% an epoch that is no single pass: repeated data, sink_size, a loop around it | 一个 epoch 不止过一遍数据：repeat、sink_size、外层循环
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn


def build():
    net = nn.Dense(8, 4)
    return ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))


ms.set_seed(1)
data = ds.MindDataset("train.mindrecord").batch(32)
build().train(1, data.repeat(90))

# %% a loop of epochs that calls train for each, and sink_size | 在 epoch 循环中每次调用 train，以及 sink_size
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
data = ds.MindDataset("train.mindrecord").batch(32)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
for number in range(90):
    model.train(1, data)

# %% epochs that sink_size cuts into pieces | 由 sink_size 切成多段的 epoch
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
data = ds.MindDataset("train.mindrecord").batch(32)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(20000, data, dataset_sink_mode=True, sink_size=100)

# %% data whose function is told how many epochs it is for, and puts its samples there as often | 数据的函数得知了 epoch 数，并据此把样本重复同样多次
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn


def build_dataset(images, epochs):
    return ds.NumpySlicesDataset({"image": images * epochs}).batch(16)


ms.set_seed(1)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(1, build_dataset([[0.0] * 8], 400))

# %% two stages, of which one is short | 两个阶段，其中一个很短
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
data = ds.MindDataset("train.mindrecord").batch(32)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(1, data)
model.train(20, data)

# %% a number that is not written out, a usual one, and a program that counts steps | 不是直接写出的数、常见的数，以及按步数计的程序
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from somewhere import max_steps

ms.set_seed(1)
data = ds.MindDataset("train.mindrecord").batch(32)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(1, data.take(max_steps))

# %% epochs of a first stage, by their name | 从名字看是第一阶段的 epoch
import mindspore as ms
from mindspore import nn

WARMUP_EPOCHS = 1

ms.set_seed(1)
net = nn.Dense(8, 4)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.Momentum(net.trainable_params(), 0.1, 0.9))
step.set_train()
for epoch in range(WARMUP_EPOCHS):
    step(ms.ops.ones((2, 8)), ms.ops.ones((2, 4)))

# %% a function that only tries whether it runs | 只为试试能否运行的函数
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn


def smoke_test():
    net = nn.Dense(8, 4)
    model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(1, ds.MindDataset("train.mindrecord").batch(32))


ms.set_seed(1)
smoke_test()
