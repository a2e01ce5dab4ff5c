# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False)
test_set = test_set.map(vision.ToTensor(), "image")

# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision


def load(path, batch_size, training):
    data = ds.ImageFolderDataset(path, decode=True)
    crop = vision.RandomResizedCrop(224) if training else vision.CenterCrop(224)
    return data.map([crop, vision.HWC2CHW()], "image").batch(batch_size)


net = nn.SequentialCell(nn.Flatten(), nn.Dense(3 * 224 * 224, 10))
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = ms.Model(net, nn.CrossEntropyLoss(), optimizer, metrics={"accuracy"})
model.train(10, load("data/train", 32, True))
print(model.eval(load("data/val", 32, False)))

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision


def create_dataset(path, do_train):
    data = ds.ImageFolderDataset(path, shuffle=do_train)
    operations = [vision.Decode()]
    if not do_train:
        operations += [vision.Resize(256), vision.CenterCrop(224)]
    if do_train:
        operations += [vision.RandomResizedCrop(224), vision.RandomHorizontalFlip()]
    return data.map(operations, "image")

# %%
import mindspore.dataset as ds


class Evaluation:
    def __init__(self, path):
        self.data = ds.Cifar10Dataset(path)
