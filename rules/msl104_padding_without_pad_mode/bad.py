# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, padding=1, has_bias=True)  # MSL104
valid = nn.Conv2d(3, 16, 3, pad_mode="valid", padding=(1, 1, 1, 1), has_bias=True)  # MSL104
pool = nn.MaxPool2d(3, stride=2, padding=1)  # MSL104
both = nn.Conv2d(3, 16, 3, padding=(1, 1), has_bias=True)  # MSL104
wide = nn.Conv2d(3, 16, (1, 3), padding=(0, 1), has_bias=True)  # MSL104

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, 1, 1, has_bias=True)  # MSL104
sides = nn.Conv2d(3, 16, 3, 1, [1, 1], has_bias=True)  # MSL104
pool = nn.MaxPool2d(3, 2, (1, 1))  # MSL104

# %%
from mindspore import nn


def make_conv(inputs, outputs, kernel, stride, padding):
    return nn.Conv2d(inputs, outputs, kernel, stride, padding, has_bias=True)  # MSL104 info


def make_same(inputs, outputs, kernel, stride=1):
    return nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, has_bias=True)  # MSL104 info


def make_line(inputs, outputs, kernel, amount=1):
    return nn.Conv1d(inputs, outputs, kernel, 1, amount, has_bias=True)  # MSL104 info

# %%
from functools import partial

from mindspore import nn

conv3x3 = partial(nn.Conv2d, kernel_size=3, padding=1, has_bias=True)  # MSL104
stem = conv3x3(3, 16)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="SAME", has_bias=True)  # MSL104

# %%
from mindspore import ops


def blur(x, weight):
    return ops.conv2d(x, weight, padding=1)  # MSL104

# %%
from mindspore import nn


def make_conv(padding):
    return nn.Conv2d(3, 16, 1, padding=padding, has_bias=True)  # MSL104 info


def make_either(wide):
    return nn.Conv2d(3, 16, 3 if wide else 1, padding=1 if wide else 0, has_bias=True)  # MSL104 info

# %%
from mindspore import nn

same = nn.Conv2d(3, 16, 3, padding="same", has_bias=True)  # MSL104
each = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=(1, 1), has_bias=True)  # MSL104
line = nn.Conv1d(3, 16, 3, pad_mode="pad", padding=(1,), has_bias=True)  # MSL104

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, padding="VALID", has_bias=True)  # MSL104
pool = nn.MaxPool2d(3, 2, "same", "NCHW")  # MSL104
crop = nn.Conv2d(3, 16, 3, pad_mode="Same", has_bias=True)  # MSL104
