# %%
import mindspore.dataset.vision.c_transforms as C  # MSL901
from mindspore import ms_function  # MSL901

resize = C.Resize((224, 224))


@ms_function
def double(x):
    return x * 2

# %%
from mindspore.common.api import ms_function  # MSL901


@ms_function
def double(x):
    return x * 2

# %%
import mindspore.nn as nn

kernel = nn.GraphKernel  # MSL901

# %%
import mindspore.dataset as ds

data = ds.ImageFolderDataset("data/train")
data = ds.MindDataset(dataset_file="train.mindrecord")  # MSL901

# %%
from mindspore import ops


def up(x, size):
    return ops.interpolate(x, sizes=size, mode="bilinear")  # MSL901

# %%
from mindspore import ops


def raised(flag, first):
    ops.control_depend(first, flag)  # MSL901
    return flag

# %%
import mindspore.dataset.vision.py_transforms as P  # MSL901
from mindspore.dataset.transforms.py_transforms import Compose, OneHotOp  # MSL901

steps = Compose([P.Resize(224), P.Cutout(8), P.ToTensor()])
label = OneHotOp(10)
