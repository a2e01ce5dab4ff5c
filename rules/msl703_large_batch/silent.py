# %% a learning rate that is scaled with the batch | 学习率随 batch 缩放
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

BATCH = 1024

ms.set_seed(1)
train_set = ds.MindDataset("train.mindrecord").batch(BATCH)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1 * BATCH / 256, 0.9))
model.train(90, train_set)

# %% a schedule | 学习率调度
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
train_set = ds.MindDataset("train.mindrecord").batch(1024)
net = nn.Dense(8, 4)
rates = nn.cosine_decay_lr(0.0, 0.4, 9000, 100, 90)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), rates, 0.9))
model.train(90, train_set)

# %% evaluation, and a batch size that is not known | 评估，以及 batch size 未知
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from somewhere import size

ms.set_seed(1)
train_set = ds.MindDataset("train.mindrecord").batch(size)
test_set = ds.MindDataset("test.mindrecord").batch(2000)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), metrics={"loss"})
model.train(90, train_set)
model.eval(test_set)

# %% an optimizer that was made for large batches | 为大 batch 设计的优化器
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
train_set = ds.MindDataset("train.mindrecord").batch(4096)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Lamb(net.trainable_params(), 0.01))
model.train(90, train_set)

# %% nothing is trained, or not in sight | 没有训练，或看不到训练
import mindspore.dataset as ds


def build_train_dataset(path):
    return ds.MindDataset(path).batch(1024)
