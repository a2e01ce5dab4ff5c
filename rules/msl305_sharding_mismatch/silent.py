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

# %% a source, or a list of files, that is shared out by rank; a branch for one device | 数据源或文件列表已按 rank 划分；单设备分支
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init


class Pictures:
    def __init__(self, names):
        self.names = names[get_rank() :: get_group_size()]

    def __getitem__(self, index):
        return self.names[index], index

    def __len__(self):
        return len(self.names)


init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
number = get_group_size()
mine = ["a", "b", "c"][get_rank() :: number]
net = nn.Dense(784, 10)
train_data = ds.GeneratorDataset(Pictures(["a"]), ["image", "label"]).batch(32)
train_files = ds.TFRecordDataset(mine).batch(32)
if number == 1:
    train_all = ds.MnistDataset("mnist", usage="train").batch(32)
else:
    train_all = ds.MnistDataset("mnist", usage="train", num_shards=number, shard_id=get_rank()).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)
model.train(1, train_files)
model.train(1, train_all)

# %% data that is only read before training | 仅在训练之前读取的数据
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init


def noise_for_training(path):
    data = ds.CSVDataset(path, shuffle=True)
    return [row["wav"] for row in data.create_dict_iterator(num_epochs=1)]


init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
train_noise = noise_for_training("noise.csv")
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", num_shards=get_group_size(), shard_id=get_rank()).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% skip and take by rank | 按 rank 使用 skip 和 take
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
number = 64 // get_group_size()
net = nn.Dense(784, 10)
train_data = ds.MnistDataset("mnist", usage="train").skip(get_rank() * number).take(number).batch(4)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% files shared out by variables of the environment | 按环境变量划分文件
import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
every = sorted(os.listdir("records"))
net = nn.Dense(784, 10)
n = int(os.getenv("RANK_SIZE", "1"))
i = int(os.getenv("RANK_ID", "0"))
train_data = ds.TFRecordDataset(every[i::n]).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% files shared out by a function | 由函数划分文件
import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
every = sorted(os.listdir("records"))
net = nn.Dense(784, 10)


def mine(files):
    return files[get_rank() :: get_group_size()]


train_files = mine(every)
train_data = ds.TFRecordDataset(train_files).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% files shared out one by one | 逐个划分文件
import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
every = sorted(os.listdir("records"))
net = nn.Dense(784, 10)
train_files = []
for i, name in enumerate(every):
    if i % get_group_size() == get_rank():
        train_files.append(name)
train_data = ds.TFRecordDataset(train_files).batch(32)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)

# %% files shared out by an object | 由对象划分文件
import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
every = sorted(os.listdir("records"))
net = nn.Dense(784, 10)


class Data:
    def __init__(self, files):
        self.files = files[get_rank() :: get_group_size()]

    def train(self):
        return ds.TFRecordDataset(self.files).batch(32)


train_data = Data(every).train()
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, train_data)
