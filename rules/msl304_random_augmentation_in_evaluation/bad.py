# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
test_set = test_set.map([
    vision.RandomCrop(32, 4),  # MSL304
    vision.RandomHorizontalFlip(),
    vision.ToTensor(),
], "image")

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision


def load(path, batch_size):
    data = ds.ImageFolderDataset(path, decode=True)
    data = data.map(vision.RandomResizedCrop(224), "image")  # MSL304
    return data.map(vision.HWC2CHW(), "image").batch(batch_size)


net = nn.SequentialCell(nn.Flatten(), nn.Dense(3 * 224 * 224, 10))
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = ms.Model(net, nn.CrossEntropyLoss(), optimizer, metrics={"accuracy"})
model.train(10, load("data/train", 32))
print(model.eval(load("data/val", 32)))

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision


def create_dataset(path, do_train):
    data = ds.ImageFolderDataset(path, shuffle=do_train)
    if do_train:
        operations = [vision.RandomCropDecodeResize(224), vision.RandomHorizontalFlip()]
    else:
        operations = [vision.Decode(), vision.AutoAugment(), vision.CenterCrop(224)]  # MSL304
    return data.map(operations, "image")

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision


class Evaluation:
    def __init__(self, path):
        data = ds.Cifar10Dataset(path)
        self.data = data.map(vision.RandomHorizontalFlip(), "image")  # MSL304 info
