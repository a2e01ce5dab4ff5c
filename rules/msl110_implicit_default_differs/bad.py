# %%
from mindspore import nn

norm = nn.LayerNorm((64,))  # MSL110
act = nn.LeakyReLU()  # MSL110
table = nn.Embedding(1000, 50)  # MSL110

# %%
from mindspore import ops


def spread(x):
    return ops.std(x, axis=1)  # MSL110


def grid(x, y):
    return ops.meshgrid(x, y)  # MSL110

# %%
import mindspore.nn as nn

norm = nn.InstanceNorm2d(64)  # MSL110

# %%
from mindspore import Tensor

x = Tensor([[1.0, 2.0], [3.0, 5.0]])
spread = x.std(axis=1)  # MSL110
drawn = x.multinomial(4)  # MSL110
middle = x.nanmedian()  # MSL110

# %% 1.9
from mindspore import nn

loss = nn.BCELoss()  # MSL110
