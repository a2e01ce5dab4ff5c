# %%
import mindspore.dataset as ds


def predict(net, files, path):
    test_set = ds.ImageFolderDataset(path, decode=True).batch(1)
    for name, (image, _) in zip(files, test_set.create_tuple_iterator()):  # MSL303
        print(name, net(image).argmax())

# %%
import mindspore.dataset as ds


def create_test_set(path, batch_size):
    data = ds.ImageFolderDataset(path, shuffle=True)  # MSL303 info
    return data.batch(batch_size, drop_remainder=True)  # MSL303

# %%
import mindspore.dataset as ds


def create_eval_set(path, batch_size, static):
    data = ds.Cifar10Dataset(path, usage="test")
    if static:
        return data.batch(batch_size, drop_remainder=True)  # MSL303 info
    return data.batch(batch_size)

# %%
import mindspore.dataset as ds


def create_dataset(path, usage):
    return ds.MnistDataset(path, usage=usage).batch(64, drop_remainder=True)  # MSL303


train_set = create_dataset("mnist", "train")
test_set = create_dataset("mnist", "test")

# %%
import mindspore.dataset as ds
from mindspore import nn, ops


class Detector(nn.Cell):
    def __init__(self, batch_size):
        super().__init__()
        self.split = ops.Split(axis=0, output_num=batch_size)
        self.batch_size = batch_size

    def construct(self, images):
        parts = self.split(images)
        found = ()
        for index in range(self.batch_size):
            found += (parts[index].sum(),)
        return found


def create_dataset(path, batch_size, is_training):
    data = ds.MindDataset(path, ["image"])
    return data.batch(batch_size, drop_remainder=True)  # MSL303


net = Detector(24)
for (images,) in create_dataset("val.mindrecord", 24, is_training=False):
    print(net(images))
