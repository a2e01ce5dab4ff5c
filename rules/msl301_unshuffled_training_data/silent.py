# %% evaluation by usage=, target and function name | 从 usage=、变量名和函数名看是评估
import mindspore.dataset as ds

test_data = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
val_set = ds.ImageFolderDataset("data/val", shuffle=False)


def create_eval_dataset(path):
    return ds.ImageFolderDataset(path, shuffle=False)

# %% evaluation by condition, with its polarity | 从条件看是评估，条件的正反也计算在内
import mindspore.dataset as ds


def create_dataset(path, is_training):
    if is_training:
        data = ds.ImageFolderDataset(path, shuffle=True)
    else:
        data = ds.ImageFolderDataset(path, shuffle=False)
    if not is_training:
        data = ds.ImageFolderDataset(path, shuffle=False)
    return data

# %% a function that is asked for evaluation data, whatever its variable is called | 函数被要求给出评估数据，无论其中的变量叫什么
import mindspore.dataset as ds


def create_dataset(source, is_training):
    train_loader = ds.GeneratorDataset(source, ["image"], shuffle=is_training)
    return train_loader.batch(1)


eval_dataset = create_dataset([1, 2, 3], is_training=False)

# %% a contrary word next to train | train 旁边有含义相反的词
import mindspore.dataset as ds


def evaluate_on_train_split(path):
    data = ds.Cifar10Dataset(path, shuffle=False)
    return data.batch(32)

# %% the pipeline shuffles afterwards | 数据处理流程之后会混洗
import mindspore.dataset as ds

train_images = ds.NumpySlicesDataset([1, 2, 3, 4], ["image"], shuffle=False)
train_set = train_images.shuffle(buffer_size=4).batch(2)
chained = ds.TFRecordDataset(["train.tfrecord"], shuffle=False).shuffle(1000)

# %% parts are zipped and shuffled together | 各部分先合并（zip），再一起混洗
import mindspore.dataset as ds

train_images = ds.NumpySlicesDataset([1, 2, 3, 4], ["image"], shuffle=False)
train_masks = ds.NumpySlicesDataset([5, 6, 7, 8], ["mask"], shuffle=False)
train_set = ds.zip((train_images, train_masks))
train_set = train_set.shuffle(buffer_size=4)

# %% the source shuffles by itself | 数据源自行混洗
import random

import mindspore.dataset as ds


class Source:
    def __init__(self, files):
        self.files = list(files)
        random.shuffle(self.files)

    def __getitem__(self, index):
        return (self.files[index],)

    def __len__(self):
        return len(self.files)


train_set = ds.GeneratorDataset(Source(["a", "b"]), ["file"], shuffle=False)

# %% the class around it shuffles its lists itself | 所在的类自行混洗其列表
import random

import mindspore.dataset as ds


class Reviews:
    def __init__(self, lines):
        self.train = list(lines)
        random.shuffle(self.train)

    def create_train_dataset(self):
        return ds.GeneratorDataset(list(self.train), ["text"], shuffle=False)

# %% info: a source that comes from elsewhere and may bring its own order: info | 数据源来自别处，可能自带顺序（提示级）
import mindspore.dataset as ds


def create_train_dataset(source):
    return ds.GeneratorDataset(source, ["image", "label"], shuffle=False)

# %% random order in the source | 数据源中按随机顺序读取
import mindspore.dataset as ds
import numpy as np


def train_batches(count=100):
    for index in np.random.permutation(count):
        yield (np.array(index, np.int32),)


train_set = ds.GeneratorDataset(train_batches, ["index"], shuffle=False)

# %% random order in a source behind a lambda | lambda 背后的数据源按随机顺序读取
import mindspore.dataset as ds
import numpy as np


def train_batches(count):
    for index in np.random.permutation(count):
        yield (np.array(index, np.int32),)


train_set = ds.GeneratorDataset(lambda: train_batches(100), ["index"], shuffle=False)

# %% a sampler decides the order | 顺序由采样器决定
import mindspore.dataset as ds

train_set = ds.ImageFolderDataset("data/train", sampler=ds.RandomSampler())

# %% shuffle not given: sources with random access shuffle by default | 没有写 shuffle：支持随机访问的数据源默认会混洗
import mindspore.dataset as ds

train_set = ds.ImageFolderDataset("data/train")

# %% nothing says what the data is for | 看不出数据的用途
import mindspore.dataset as ds


def create_dataset(path):
    return ds.ImageFolderDataset(path, shuffle=False)

# %% training data whose order is of no account: statistics, features | 顺序无关紧要的训练数据：计算统计量、提取特征
import mindspore.dataset as ds


def compute_mean_std(path):
    return ds.Cifar10Dataset(path, usage="train", shuffle=False)


train_features = ds.ImageFolderDataset("data/train", shuffle=False)

# %% the data goes to Model.eval | 数据交给 Model.eval
from mindspore import Model
import mindspore.dataset as ds


def check_training_data(net, loss, path):
    train_set = ds.ImageFolderDataset(path, shuffle=False).batch(32)
    model = Model(net, loss, metrics={"accuracy"})
    return model.eval(train_set)

# %% inside train, under conditions that say evaluation in whatever form | 在 train 函数中，但位于各种写法的评估条件之内
import mindspore.dataset as ds
from my_modes import Phase, is_eval


def train(path, args):
    data = ds.ImageFolderDataset(path, shuffle=True)
    if args.eval_only or args.validate:
        data = ds.ImageFolderDataset(path, shuffle=False)
    if args.mode in ("eval", "test"):
        data = ds.ImageFolderDataset(path, shuffle=False)
    if args.mode == "eval" and path:
        data = ds.ImageFolderDataset(path, shuffle=False)
    if not (args.is_train and path):
        data = ds.ImageFolderDataset(path, shuffle=False)
    if "test" in args.phase:
        data = ds.ImageFolderDataset(path, shuffle=False)
    if is_eval(args):
        data = ds.ImageFolderDataset(path, shuffle=False)
    if args.phase == Phase.EVAL:
        data = ds.ImageFolderDataset(path, shuffle=False)
    if args["is_eval"]:
        data = ds.ImageFolderDataset(path, shuffle=False)
    return data

# %% info: a class called Trainer also evaluates: info | 名为 Trainer 的类也负责评估（提示级）
import mindspore.dataset as ds


class Trainer:
    def load(self, path):
        return ds.ImageFolderDataset(path, shuffle=False)

# %% the caller of the function shuffles | 由函数的调用方混洗
import mindspore.dataset as ds


def create_train_dataset(path):
    return ds.ImageFolderDataset(path, shuffle=False)


def main(path):
    data = create_train_dataset(path)
    data = data.shuffle(1000)
    return data.batch(32)

# %% another method shuffles | 由另一个方法混洗
import mindspore.dataset as ds


class Run:
    def __init__(self, path):
        self.train_ds = ds.ImageFolderDataset(path, shuffle=False)

    def start(self):
        self.train_ds = self.train_ds.shuffle(1000).batch(32)

# %% the source shuffles with a generator of its own | 数据源用自己的随机数生成器混洗
import random

import mindspore.dataset as ds


class Source:
    def __init__(self, files):
        self.files = list(files)
        random.Random(0).shuffle(self.files)

    def __getitem__(self, index):
        return (self.files[index],)

    def __len__(self):
        return len(self.files)


train_set = ds.GeneratorDataset(Source(["a", "b"]), ["file"], shuffle=False)

# %% train is part of a user's name in the path | train 只是路径中用户名的一部分
import mindspore.dataset as ds

data = ds.ImageFolderDataset("/home/train_user/images", shuffle=False)

# %% what Model.fit evaluates with | Model.fit 用于评估的数据
from mindspore import Model, nn
import mindspore.dataset as ds

net = nn.Dense(784, 10)
model = Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"accuracy"})
first = ds.MnistDataset("mnist", "train")
second = ds.MnistDataset("mnist", "test", shuffle=False)
third = ds.ImageFolderDataset("held_back", shuffle=False)
model.fit(3, first, second)
model.fit(3, first, valid_dataset=third)

# %% a helper that is asked for no training, whatever its parameter is called | 调用辅助函数时要求的不是训练，无论该参数叫什么
import mindspore.dataset as ds


class Boxes:
    def __init__(self, path, is_train):
        self.path = path
        self.is_train = is_train

    def __getitem__(self, index):
        return index, index

    def __len__(self):
        return 3


def get(root, do_train):
    return ds.ImageFolderDataset(root, shuffle=do_train).batch(4)


def boxes(root, is_train):
    return ds.GeneratorDataset(Boxes(root, is_train), ["image", "box"], shuffle=is_train)


def split(root, name):
    return ds.ImageFolderDataset(f"{root}/{name}", shuffle=(name == "train")).batch(4)


held_back = get("b", do_train=False)
also = boxes("b", False)
others = split("b", "val")
print(held_back.get_dataset_size())

# %% shuffle follows a flag, and the flag says evaluation, in a function called train, too | shuffle 跟随标志取值，而标志表示评估，即使在名为 train 的函数中
import mindspore.dataset as ds


def load(path, flag):
    return ds.ImageFolderDataset(path, shuffle=(flag == "train")).batch(32)


def build(path, training, devices):
    shuffle = training
    if devices == 1 or not training:
        return ds.ImageFolderDataset(path, shuffle=shuffle)
    return ds.ImageFolderDataset(path, shuffle=shuffle, num_shards=devices, shard_id=0)


class Run:
    def __init__(self, path):
        self.path, self.split = path, "vali"

    def data(self, order):
        return ds.ImageFolderDataset(self.path, shuffle=order)

    def train(self, devices):
        data = load(self.path, "train")
        other = load(self.path, "val")
        third = self.data(True if self.split == "train" else False)
        fourth = build(self.path, False, devices)
        return data, other, third, fourth


Run("data").train(int(input()))

# %% samples that are only printed | 样本只是打印出来
import mindspore.dataset as ds

train = ds.ImageFolderDataset("data/train", shuffle=False)
for image, label in train.batch(4).create_tuple_iterator():
    print(image.shape, label)
