# %%
import mindspore.dataset as ds
from mindspore.communication import get_group_size, get_rank

first = ds.MnistDataset("mnist", num_shards=8, shard_id=0)
second = ds.MnistDataset("mnist", num_shards=8, shard_id=7)
third = ds.MnistDataset("mnist", num_shards=get_group_size(), shard_id=get_rank())

# %%
import os

import mindspore.dataset as ds
from mindspore.communication import get_rank

rank = int(os.getenv("RANK_ID"))
first = ds.MnistDataset("mnist", num_shards=16, shard_id=rank)
second = ds.MnistDataset("mnist", num_shards=16, shard_id=get_rank())


def make_data(path, batch_size, **options):
    return ds.MnistDataset(path, **options).batch(batch_size)


third = make_data("mnist", 32, num_shards=16, shard_id=0)

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", usage="train", num_shards=get_group_size(), shard_id=get_rank()).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init


class Pictures:
    def __init__(self, names):
        self.names = names

    def __getitem__(self, index):
        return self.names[index], index

    def __len__(self):
        return len(self.names)


def create(names, rank, size):
    pictures = Pictures(names)
    return ds.GeneratorDataset(pictures, ["image", "label"], shuffle=True, num_shards=size, shard_id=rank).batch(32)


init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
rank = get_rank()
net = nn.Dense(784, 10)
train_data = create(["a", "b"], rank, get_group_size())
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)
if rank == 0:
    ms.save_checkpoint(net, "net.ckpt")
