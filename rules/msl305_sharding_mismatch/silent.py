# %% full_batch | 设置了 full_batch
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", full_batch=True, gradients_mean=True)
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", usage="train").batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% another parallel mode | 其他并行模式
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel", gradients_mean=True)
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", usage="train").batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% both None | 两者都是 None
import mindspore.dataset as ds

data = ds.MnistDataset("mnist", num_shards=None, shard_id=None)


def make(path, num_shards=None, shard_id=None):
    return ds.MnistDataset(path, num_shards=num_shards, shard_id=shard_id)


other = make("mnist")

# %% a sampler that shares out, evaluation data, a program on one device | 采样器负责分片、评估数据、只用一个设备的程序
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
net = nn.Dense(784, 10)
sampler = ds.DistributedSampler(8, 0)
train_data = ds.MnistDataset("mnist", usage="train", sampler=sampler).batch(32)
test_data = ds.MnistDataset("mnist", usage="test").batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"accuracy"})
model.train(1, train_data)
model.eval(test_data)
