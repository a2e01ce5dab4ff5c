# %% random operations in training only, and scaling that is written in two ways | 只在训练中使用的随机操作，以及写法不同的同一种缩放
import mindspore.dataset as ds
from mindspore.dataset import vision

train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
train_set = train_set.map([vision.RandomCrop(32, 4), vision.RandomHorizontalFlip(), vision.ToTensor()], "image")
test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
test_set = test_set.map([vision.Rescale(1.0 / 255.0, 0.0), vision.HWC2CHW()], "image")

# %% the same statistics, for values of 0 to 255 and for values of 0 to 1 | 相同的统计量，分别用于 0 到 255 的值和 0 到 1 的值
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]

train_set = ds.ImageFolderDataset("data/train", decode=True, shuffle=True)
train_set = train_set.map(
    [vision.RandomResizedCrop(224), vision.ToTensor(), vision.Normalize(MEAN, STD, is_hwc=False)], "image"
)
test_set = ds.ImageFolderDataset("data/test", decode=True, shuffle=False)
test_set = test_set.map(
    [
        vision.Resize(256),
        vision.CenterCrop(224),
        vision.Normalize([0.485 * 255, 0.456 * 255, 0.406 * 255], [0.229 * 255, 0.224 * 255, 0.225 * 255]),
        vision.HWC2CHW(),
    ],
    "image",
)

# %% conditions, functions of the program, and numbers that are not known | 条件、程序自己的函数，以及未知的数
import mindspore.dataset as ds
from mindspore.dataset import vision
from somewhere import large, size


def prepare(image):
    return image / 2


train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
train_set = train_set.map([vision.Resize(64), vision.HWC2CHW()], "image")
one = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False).map([vision.Resize(size), vision.HWC2CHW()], "image")
two = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False).map(prepare, "image").map(vision.Resize(32), "image")
three = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
if large:
    three = three.map(vision.Resize(128), "image")

# %% two kinds of data | 两种不同的数据
import mindspore.dataset as ds
from mindspore.dataset import vision

train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).map(vision.Resize(64), "image")
test_set = ds.MnistDataset("mnist", usage="test", shuffle=False).map(vision.Resize(32), "image")
