# %% a source with __getitem__ | 带 __getitem__ 的数据源
import mindspore.dataset as ds


class Numbers:
    def __getitem__(self, index):
        return (index,)

    def __iter__(self):
        return iter(range(10))

    def __len__(self):
        return 10


data = ds.GeneratorDataset(Numbers(), ["x"], shuffle=True)

# %% lists and zip | 列表和 zip
import mindspore.dataset as ds

images, labels = [1, 2], [3, 4]
data = ds.GeneratorDataset(list(zip(images, labels)), ["image", "label"], shuffle=True)
other = ds.GeneratorDataset(zip(images, labels), ["image", "label"], shuffle=True)

# %% a .shuffle that follows | 之后调用了 .shuffle
import mindspore.dataset as ds


def train_samples():
    yield (1,)


data = ds.GeneratorDataset(train_samples, ["x"], shuffle=True)
data = data.shuffle(10).batch(2)

# %% a source that shuffles inside | 在内部混洗的数据源
import random

import mindspore.dataset as ds


def train_samples():
    order = list(range(100))
    random.shuffle(order)
    for index in order:
        yield (index,)


data = ds.GeneratorDataset(train_samples, ["x"], shuffle=True)

# %% a source that is not known, or derived from one | 数据源未知，或派生自未知的类
import mindspore.dataset as ds
from my_sources import Base, make


class Mine(Base):
    def __iter__(self):
        return iter(())


first = ds.GeneratorDataset(make(), ["x"], shuffle=True)
second = ds.GeneratorDataset(Mine(), ["x"], shuffle=True)

# %% evaluation data in order | 按顺序读取的评估数据
import mindspore.dataset as ds


def eval_samples():
    yield (1,)


eval_data = ds.GeneratorDataset(eval_samples, ["x"])

# %% evaluation and statistics come out the same in any order | 评估和统计的结果与顺序无关
import mindspore.dataset as ds


def samples():
    for index in range(100):
        yield (index,)


test_data = ds.GeneratorDataset(samples, ["x"], shuffle=True)


def compute_mean():
    data = ds.GeneratorDataset(samples, ["x"], shuffle=True)
    return [row for row in data.create_tuple_iterator()]


print(compute_mean())

# %% samples that are only printed | 样本只是打印出来
import mindspore.dataset as ds


def samples():
    for index in range(100):
        yield (index,)


for row in ds.GeneratorDataset(samples, ["x"], shuffle=True).create_tuple_iterator():
    print(row)
