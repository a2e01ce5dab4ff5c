# %% a name that says test for a source that is asked for training data | 变量名带 test，而数据源要求的是训练数据
import mindspore.dataset as ds


class Cifar:
    def __init__(self, root, train):
        self.files = [root, train]

    def __getitem__(self, index):
        return self.files[index]

    def __len__(self):
        return len(self.files)


cifar10_test = ds.GeneratorDataset(Cifar("data", train=True), ["image"])
train_data = cifar10_test.batch(256, drop_remainder=True)

# %% info: a size that the network is built for, and that divides the usual test sets: info | 网络就是按该批大小构建的，而且它能整除常见测试集（提示级）
import mindspore.dataset as ds
from mindspore import nn, ops


class Detector(nn.Cell):
    def __init__(self, batch_size):
        super().__init__()
        self.split = ops.Split(axis=0, output_num=batch_size)
        self.batch_size = batch_size

    def construct(self, images):
        parts = self.split(images)
        found = ()
        for index in range(self.batch_size):
            found += (parts[index].sum(),)
        return found


def create_dataset(path, batch_size, is_training):
    data = ds.MindDataset(path, ["image"])
    return data.batch(batch_size, drop_remainder=True)


net = Detector(2)
for (images,) in create_dataset("val.mindrecord", 2, is_training=False):
    print(net(images))

# %% info: a size that divides the usual test sets, where the number of samples is not known: info | 批大小能整除常见测试集，而样本数未知（提示级）
import mindspore.dataset as ds

test_set = ds.ImageFolderDataset("data/test").batch(100, drop_remainder=True)

# %% one batch that is looked at; a source that can only be iterated is not shuffled | 只取一个批次来查看；只能顺序迭代的数据源不会被混洗
import mindspore.dataset as ds


def samples():
    yield from range(10)


test_set = ds.ImageFolderDataset("data/test").batch(64, drop_remainder=True)
print(next(test_set.create_dict_iterator()))
other_test = ds.GeneratorDataset(samples, ["x"], shuffle=True)

# %% Model.eval on shuffled data that is read to its end | Model.eval 完整读取被混洗的数据
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

data = ds.ImageFolderDataset("data/images", shuffle=True).batch(32)
model = ms.Model(nn.Dense(4, 2), nn.CrossEntropyLoss(), metrics={"accuracy"})
model.eval(data)

# %% metrics that do not depend on the order: the default shuffle is not spoken of | 与顺序无关的指标：不提及默认的混洗
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

net = nn.Dense(4, 2)
model = ms.Model(net, nn.CrossEntropyLoss(), metrics={"accuracy"})
model.eval(ds.Cifar10Dataset("cifar-10", usage="test").batch(32))

# %% training data may be shuffled and cut off; what follows its flag is right | 训练数据可以混洗和截断；按训练标志取值的写法是正确的
import mindspore.dataset as ds


def create_dataset(path, usage, batch_size):
    training = usage == "train"
    data = ds.Cifar10Dataset(path, usage=usage, shuffle=training)
    return data.batch(batch_size, drop_remainder=training)


train_set = create_dataset("cifar-10", "train", 128)
test_set = create_dataset("cifar-10", "test", 128)

# %% no rest: batches of one, sizes that divide the split, the whole set as one batch | 没有余数：每批一个样本、批大小能整除数据集大小、整个数据集作为一批
import mindspore.dataset as ds

test_size = 30
first = ds.ImageFolderDataset("data/test").batch(1, drop_remainder=True)
second = ds.MnistDataset("mnist", usage="test").batch(100, drop_remainder=True)
third = ds.NumpySlicesDataset([1] * test_size, ["x"], shuffle=False)
test_set = third.batch(test_size, drop_remainder=True)

# %% batches that may be of one, by a configuration that the script changes | 每批可能只有一个样本，取决于脚本会改动的配置
import sys

import mindspore.dataset as ds
from easydict import EasyDict

small = EasyDict({"batch_size": 64})
large = EasyDict({"batch_size": 32})
config = small if len(sys.argv) > 1 else large
config.batch_size = 1
test_set = ds.ImageFolderDataset("data/test").batch(config.batch_size, drop_remainder=True)

# %% counted next to the data, two datasets side by side, names in the order of the data | 在数据旁边计数、两个数据集并列读取、名称与数据顺序一致
import mindspore.dataset as ds


def evaluate(net, path, names):
    test_set = ds.Cifar10Dataset(path, usage="test").batch(10)
    for step, (image, _) in zip(range(10), test_set.create_tuple_iterator()):
        print(step, net(image))
    other_images = ds.Cifar10Dataset(path, usage="test").batch(10)
    for (one, _), (two, _) in zip(test_set.create_tuple_iterator(), other_images.create_tuple_iterator()):
        print(net(one) - net(two))
    in_order = ds.Cifar10Dataset(path, usage="test", shuffle=False).batch(1)
    for name, (image, _) in zip(names, in_order.create_tuple_iterator()):
        print(name, net(image))

# %% an order that nobody knows: a source or a sampler from elsewhere | 顺序未知：数据源或采样器来自别处
import mindspore.dataset as ds


def predict(net, source, sampler, names):
    test_set = ds.GeneratorDataset(source, ["image"])
    for name, (image,) in zip(names, test_set.create_tuple_iterator()):
        print(name, net(image))
    other_test = ds.Cifar10Dataset("cifar-10", usage="test", sampler=sampler)
    for name, (image, _) in zip(names, other_test.create_tuple_iterator()):
        print(name, net(image))
