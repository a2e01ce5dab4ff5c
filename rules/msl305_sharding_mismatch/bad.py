# %%
import mindspore.dataset as ds


def samples():
    yield (1,)


first = ds.MnistDataset("mnist", num_shards=8)  # MSL305 error
second = ds.MnistDataset("mnist", num_shards=8, shard_id=8)  # MSL305 error
third = ds.GeneratorDataset(samples, ["x"], num_shards=8, shard_id=0)  # MSL305 error

# %%
import os

import mindspore.dataset as ds
from mindspore import get_context

device = int(os.getenv("DEVICE_ID"))
first = ds.MnistDataset("mnist", num_shards=16, shard_id=device)  # MSL305
second = ds.MnistDataset("mnist", num_shards=16, shard_id=get_context("device_id"))  # MSL305


def make_data(path, batch_size, **options):
    return ds.MnistDataset(path).batch(batch_size)


third = make_data("mnist", 32, num_shards=16, shard_id=0)  # MSL305

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", usage="train").batch(32)  # MSL305
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_rank, init


class Pictures:
    def __init__(self, names):
        self.names = names

    def __getitem__(self, index):
        return self.names[index], index

    def __len__(self):
        return len(self.names)


def create(names):
    return ds.GeneratorDataset(Pictures(names), ["image", "label"], shuffle=True).batch(32)  # MSL305


init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
rank = get_rank()
net = nn.Dense(784, 10)
train_data = create(["a", "b"])
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)
if rank == 0:
    ms.save_checkpoint(net, "net.ckpt")
