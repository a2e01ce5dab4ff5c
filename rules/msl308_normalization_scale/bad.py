# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
data = ds.ImageFolderDataset("data", decode=True)
data = data.map([vision.Resize(256), vision.Normalize(MEAN, STD), vision.HWC2CHW()], "image")  # MSL308

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]
data = ds.ImageFolderDataset("data")
data = data.map([vision.Decode(), vision.ToTensor()], "image")
data = data.map(vision.Normalize(MEAN, STD, is_hwc=False), "image")  # MSL308

other = ds.Cifar10Dataset("cifar", usage="all")
other = other.map(vision.Rescale(1.0 / 255.0, 0.0), "image")
other = other.map(vision.ToTensor(), "image")  # MSL308

third = ds.Cifar10Dataset("cifar", usage="all")
third = third.map(vision.Normalize(MEAN, STD), "image")
third = third.map(vision.ToTensor(), "image")  # MSL308

fourth = ds.Cifar10Dataset("cifar", usage="all")
fourth = fourth.map(vision.ToTensor(), "image")
fourth = fourth.map(vision.Rescale(1.0 / 255.0, 0.0), "image")  # MSL308

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision
from mindspore.dataset.transforms import Compose

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
first = ds.GeneratorDataset(open("list").readlines(), ["image", "label"])
first = first.map(Compose([
    vision.Decode(),
    vision.ToTensor(),
    vision.Normalize(MEAN, STD),  # MSL308 error
]))
second = ds.MnistDataset("mnist").map([
    vision.ToTensor(),
    vision.RandomCrop(28, padding=4),  # MSL308 error
])
third = ds.Cifar10Dataset("cifar", usage="all").map([
    vision.Rescale(1 / 255, 0),
    vision.Normalize(MEAN, STD, is_hwc=False),  # MSL308 error
], "image")
fourth = ds.Cifar10Dataset("cifar", usage="all").map([
    vision.HWC2CHW(),
    vision.CenterCrop(24),  # MSL308 error
], "image")

# %%
from mindspore.dataset import vision
from mindspore.dataset.transforms import Compose
from PIL import Image


class Pictures:
    def __init__(self, files):
        self.files = files
        self.transform = Compose([vision.Resize((32, 32)), vision.ToTensor(), vision.Normalize([0.5] * 3, [0.5] * 3)])  # MSL308 error

    def __getitem__(self, index):
        return self.transform(Image.open(self.files[index]))

# %%
import mindspore.dataset as ds
import mindspore.dataset.vision as CV


def create_dataset(path, resize, is_training):
    data = ds.MnistDataset(path)
    operations = [CV.HWC2CHW()]
    if is_training:
        operations.append(CV.Rescale(1 / 255, 0))
    operations.append(CV.Resize(resize))  # MSL308
    return data.map(operations=operations, input_columns="image").batch(32)


def create_other(path):
    data = ds.MnistDataset(path)
    return data.map(operations=[CV.ToTensor(), CV.HWC2CHW()], input_columns="image").batch(32)  # MSL308


def create_flipped(path):
    data = ds.MnistDataset(path)
    return data.map(operations=[CV.HWC2CHW(), CV.RandomHorizontalFlip()], input_columns="image").batch(32)  # MSL308
