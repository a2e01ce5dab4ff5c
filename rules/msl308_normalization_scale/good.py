# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [0.485 * 255, 0.456 * 255, 0.406 * 255], [0.229 * 255, 0.224 * 255, 0.225 * 255]
data = ds.ImageFolderDataset("data", decode=True)
data = data.map([vision.Resize(256), vision.Normalize(MEAN, STD), vision.HWC2CHW()], "image")

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
data = ds.ImageFolderDataset("data")
data = data.map([vision.Decode(), vision.ToTensor()], "image")
data = data.map(vision.Normalize(MEAN, STD, is_hwc=False), "image")

other = ds.Cifar10Dataset("cifar", usage="all")
other = other.map(vision.Rescale(1.0 / 255.0, 0.0), "image")
other = other.map(vision.HWC2CHW(), "image")

third = ds.Cifar10Dataset("cifar", usage="all")
third = third.map(vision.Normalize([255 * m for m in MEAN], [255 * s for s in STD]), "image")
third = third.map(vision.HWC2CHW(), "image")

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision
from mindspore.dataset.transforms import Compose

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
first = ds.GeneratorDataset(open("list").readlines(), ["image", "label"])
first = first.map(Compose([
    vision.Decode(),
    vision.ToTensor(),
    vision.Normalize(MEAN, STD, is_hwc=False),
]))
second = ds.MnistDataset("mnist").map([
    vision.RandomCrop(28, padding=4),
    vision.ToTensor(),
])
third = ds.Cifar10Dataset("cifar", usage="all").map([
    vision.Rescale(1 / 255, 0),
    vision.Normalize(MEAN, STD, is_hwc=True),
], "image")

# %%
from mindspore.dataset import vision
from mindspore.dataset.transforms import Compose
from PIL import Image


class Pictures:
    def __init__(self, files):
        self.files = files
        normalize = vision.Normalize([0.5] * 3, [0.5] * 3, is_hwc=False)
        self.transform = Compose([vision.Resize((32, 32)), vision.ToTensor(), normalize])

    def __getitem__(self, index):
        return self.transform(Image.open(self.files[index]))

# %%
import mindspore.dataset as ds
import mindspore.dataset.vision as CV


def create_dataset(path, resize, is_training):
    data = ds.MnistDataset(path)
    operations = [CV.Resize(resize)]
    if is_training:
        operations.append(CV.Rescale(1 / 255, 0))
    operations.append(CV.HWC2CHW())
    return data.map(operations=operations, input_columns="image").batch(32)


def create_flipped(path):
    data = ds.MnistDataset(path)
    return data.map(operations=[CV.RandomHorizontalFlip(), CV.HWC2CHW()], input_columns="image").batch(32)
