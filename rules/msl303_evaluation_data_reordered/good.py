# %%
import mindspore.dataset as ds


def predict(net, files, path):
    test_set = ds.ImageFolderDataset(path, decode=True, shuffle=False).batch(1)
    for name, (image, _) in zip(files, test_set.create_tuple_iterator()):
        print(name, net(image).argmax())

# %%
import mindspore.dataset as ds


def create_test_set(path, batch_size):
    data = ds.ImageFolderDataset(path, shuffle=False)
    return data.batch(batch_size)

# %%
import mindspore.dataset as ds


def create_eval_set(path, batch_size):
    return ds.Cifar10Dataset(path, usage="test").batch(batch_size)

# %%
import mindspore.dataset as ds


def create_dataset(path, usage):
    return ds.MnistDataset(path, usage=usage).batch(64, drop_remainder=usage == "train")


train_set = create_dataset("mnist", "train")
test_set = create_dataset("mnist", "test")

# %%
import mindspore.dataset as ds
from mindspore import nn


class Detector(nn.Cell):
    def construct(self, images):
        return images.sum((1, 2, 3))


def create_dataset(path, batch_size, is_training):
    data = ds.MindDataset(path, ["image"])
    return data.batch(batch_size, drop_remainder=is_training)


net = Detector()
for (images,) in create_dataset("val.mindrecord", 24, is_training=False):
    print(net(images))
