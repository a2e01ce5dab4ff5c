# %% right polarity of flags: the flag is followed into the function that asks for it | 标志的正反没有弄错：会跟踪到使用该标志的函数中
import mindspore.dataset as ds
from mindspore.dataset import vision


def create_dataset(path, training=True):
    data = ds.ImageFolderDataset(path, decode=True)
    operations = [vision.Resize(256)]
    if training:
        operations.append(vision.RandomHorizontalFlip())
    return data.map(operations, "image").batch(32)


train_set = create_dataset("data/train")
test_set = create_dataset("data/test", training=False)

# %% training data, data of unknown use, and data whose use changes with an option | 训练数据、用途未知的数据，以及用途随选项改变的数据
import mindspore.dataset as ds
from mindspore.dataset import vision
from somewhere import mode

train_set = ds.Cifar10Dataset("cifar-10", usage="train").map(vision.RandomHorizontalFlip(), "image")
data = ds.ImageFolderDataset("data", decode=True).map(vision.RandomHorizontalFlip(), "image")
split = ds.Cifar10Dataset("cifar-10", usage=mode).map(vision.RandomHorizontalFlip(), "image")

# %% a condition that has nothing to say about training, such as test-time augmentation on demand | 与训练无关的条件，例如按需进行的测试时增强
import mindspore.dataset as ds
from mindspore.dataset import vision


def create_eval_dataset(path, flip):
    data = ds.ImageFolderDataset(path, decode=True)
    operations = [vision.CenterCrop(224)]
    if flip:
        operations += [vision.RandomHorizontalFlip()]
    return data.map(operations, "image")

# %% random in name only: certain, never, or on defaults that change nothing | 只是名为随机：必定发生、从不发生，或默认参数下不作任何改变
import mindspore.dataset as ds
from mindspore.dataset import vision

test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
test_set = test_set.map([
    vision.RandomHorizontalFlip(1.0),
    vision.RandomVerticalFlip(prob=0.0),
    vision.RandomColorAdjust(),
    vision.RandomPosterize(),
], "image")

# %% tests of code are no evaluation | 代码的测试不是评估
import mindspore.dataset as ds
from mindspore.dataset import vision


def test_random_crop_keeps_the_type():
    data = ds.ImageFolderDataset("data", decode=True)
    data = data.map(vision.RandomCrop(8), "image")
    for image, _ in data.create_tuple_iterator(output_numpy=True):
        assert image.dtype == "uint8"
