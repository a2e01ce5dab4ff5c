# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1, has_bias=True)
valid = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=(1, 1, 1, 1), has_bias=True)
pool = nn.MaxPool2d(3, stride=2, pad_mode="pad", padding=1)
both = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1, has_bias=True)
wide = nn.Conv2d(3, 16, (1, 3), pad_mode="pad", padding=(0, 0, 1, 1), has_bias=True)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, 1, "pad", 1, has_bias=True)
sides = nn.Conv2d(3, 16, 3, 1, "pad", 1, has_bias=True)
pool = nn.MaxPool2d(3, 2, "pad", (1, 1))

# %%
from mindspore import nn


def make_conv(inputs, outputs, kernel, stride, padding):
    return nn.Conv2d(inputs, outputs, kernel, stride, "pad", padding, has_bias=True)


def make_same(inputs, outputs, kernel, stride=1):
    return nn.Conv2d(inputs, outputs, kernel, stride, pad_mode="pad", padding=kernel // 2, has_bias=True)

# %%
from functools import partial

from mindspore import nn

conv3x3 = partial(nn.Conv2d, kernel_size=3, pad_mode="pad", padding=1, has_bias=True)
stem = conv3x3(3, 16)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="same", has_bias=True)

# %%
from mindspore import ops


def blur(x, weight):
    return ops.conv2d(x, weight, pad_mode="pad", padding=1)

# %%
from mindspore import nn


def make_conv(padding):
    return nn.Conv2d(3, 16, 1, pad_mode="pad", padding=padding, has_bias=True)


def make_either(wide):
    return nn.Conv2d(3, 16, 3 if wide else 1, pad_mode="pad", padding=1 if wide else 0, has_bias=True)

# %%
from mindspore import nn

same = nn.Conv2d(3, 16, 3, pad_mode="same", has_bias=True)
each = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=(1, 1, 1, 1), has_bias=True)
line = nn.Conv1d(3, 16, 3, pad_mode="pad", padding=1, has_bias=True)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", has_bias=True)
pool = nn.MaxPool2d(3, 2, "same", data_format="NCHW")
crop = nn.Conv2d(3, 16, 3, pad_mode="same", has_bias=True)
