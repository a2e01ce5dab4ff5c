# %%
import mindspore.dataset as ds

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
data = data.batch(32)

# %%
import mindspore.dataset as ds

train_set = ds.ImageFolderDataset("data/images")
train_set = train_set.batch(64, drop_remainder=True)

# %%
import mindspore.dataset as ds


def create_train_dataset(path, batch_size):
    data = ds.ImageFolderDataset(path, shuffle=True)
    return data.batch(batch_size)

# %%
import mindspore.dataset as ds


def create_train_set(path, mode):
    return ds.ImageFolderDataset(path, shuffle=mode == "train")

# %%
from mindspore import Model
import mindspore.dataset as ds


def main(net, loss, opt, path):
    data = ds.ImageFolderDataset(path, shuffle=True)
    data = data.batch(32)
    model = Model(net, loss, opt)
    model.train(10, data)

# %%
import mindspore.dataset as ds


def load(path, flag):
    data = ds.ImageFolderDataset(path, shuffle=(flag == "train"))
    return data.batch(32)


train_set = load("data/train", "train")
