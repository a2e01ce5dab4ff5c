# %%
import mindspore.dataset as ds

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=False)  # MSL301
data = data.batch(32)

# %%
import mindspore.dataset as ds

train_set = ds.ImageFolderDataset("data/images", shuffle=False)  # MSL301
train_set = train_set.batch(64, drop_remainder=True)

# %%
import mindspore.dataset as ds


def create_train_dataset(path, batch_size):
    data = ds.ImageFolderDataset(path, shuffle=False)  # MSL301
    return data.batch(batch_size)

# %%
import mindspore.dataset as ds


def create_train_set(path, mode):
    return ds.ImageFolderDataset(path, shuffle=False)  # MSL301 info

# %%
from mindspore import Model
import mindspore.dataset as ds


def main(net, loss, opt, path):
    data = ds.ImageFolderDataset(path, shuffle=False)  # MSL301
    data = data.batch(32)
    model = Model(net, loss, opt)
    model.train(10, data)

# %%
import mindspore.dataset as ds


def load(path, flag):
    data = ds.ImageFolderDataset(path, shuffle=(flag == "train"))  # MSL301
    return data.batch(32)


train_set = load("data/train", "Train")
