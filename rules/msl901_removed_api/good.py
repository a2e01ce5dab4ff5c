# %%
import mindspore.dataset.vision as vision
from mindspore import jit

resize = vision.Resize((224, 224))


@jit
def double(x):
    return x * 2

# %%
from mindspore.common.api import jit


@jit
def double(x):
    return x * 2

# %%
import mindspore.nn as nn

kernel = nn.Cell

# %%
import mindspore.dataset as ds

data = ds.ImageFolderDataset("data/train")
data = ds.MindDataset(dataset_files="train.mindrecord")

# %%
from mindspore import ops


def up(x, size):
    return ops.interpolate(x, size=size, mode="bilinear")

# %%
from mindspore import ops


def raised(flag, first):
    return ops.depend(flag, first)

# %%
import mindspore.dataset.vision as vision
from mindspore.dataset.transforms import Compose, OneHot

steps = Compose([vision.Resize(224), vision.ToTensor(), vision.CutOut(8, is_hwc=False)])
label = OneHot(10)
