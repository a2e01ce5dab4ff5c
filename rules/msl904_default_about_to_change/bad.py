# %%
from mindspore import nn

pool = nn.MaxPool2d(5)  # MSL904

# %%
from mindspore import nn

patches = nn.Unfold([1, 3, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1])  # MSL904

# %%
from mindspore import Tensor, ops


def length(x):
    return ops.norm(x)  # MSL904


parts = Tensor([[1.0, 2.0], [3.0, 5.0]]).svd()  # MSL904

# %%
from mindspore import nn


def convolution(kernel):
    return nn.Conv2d(3, 16, kernel, has_bias=True)  # MSL904
