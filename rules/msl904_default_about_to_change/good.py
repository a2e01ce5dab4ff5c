# %%
from mindspore import nn

pool = nn.MaxPool2d(5, stride=1)

# %%
from mindspore import nn

patches = nn.Unfold([1, 3, 3, 1], [1, 1, 1, 1], [1, 1, 1, 1], padding="valid")

# %%
from mindspore import Tensor, ops


def length(x):
    return ops.norm(x, ord=None)


parts = Tensor([[1.0, 2.0], [3.0, 5.0]]).svd(full_matrices=False)

# %%
from mindspore import nn


def convolution(kernel):
    return nn.Conv2d(3, 16, kernel, has_bias=True, pad_mode="valid")
