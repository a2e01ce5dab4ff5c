# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

train_set = ds.ImageFolderDataset("data/train", decode=True, shuffle=True)
train_set = train_set.map([vision.RandomResizedCrop(224), vision.ToTensor()], "image").batch(32)
test_set = ds.ImageFolderDataset("data/test", decode=True, shuffle=False)
test_set = test_set.map([vision.Resize(256), vision.CenterCrop(192), vision.ToTensor()], "image").batch(32)  # MSL310

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [125.3, 123.0, 113.9], [63.0, 62.1, 66.7]

train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
train_set = train_set.map([vision.RandomCrop(32, 4), vision.Normalize(MEAN, STD), vision.HWC2CHW()], "image")
test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
test_set = test_set.map(vision.ToTensor(), "image")  # MSL310

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore.dataset import transforms, vision

train_set = ds.MnistDataset("mnist", usage="train", shuffle=True)
train_set = train_set.map([vision.ToTensor(), transforms.TypeCast(ms.float32)], "image")
test_set = ds.MnistDataset("mnist", usage="test", shuffle=False)
test_set = test_set.map([vision.ToTensor(), transforms.TypeCast(ms.float16)], "image")  # MSL310
