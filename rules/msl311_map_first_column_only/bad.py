# %%
import mindspore.dataset as ds


def scale(image):
    return image / 255


data = ds.GeneratorDataset([([1.0], 0), ([2.0], 1)], ["image", "label"], shuffle=True)
data = data.map(operations=scale)  # MSL311

# %%
import mindspore.dataset as ds
from mindspore.dataset import vision

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
data = data.map([vision.Resize(64), vision.ToTensor()])  # MSL311
