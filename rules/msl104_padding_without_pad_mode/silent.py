# %% info: padding that is no literal: info | padding 不是直接写出的值（提示级）
from mindspore import nn


def make_conv(kernel):
    return nn.Conv2d(3, 16, kernel, padding=kernel // 2, has_bias=True)

# %% a padding of 0 | padding 为 0
from mindspore import nn

conv = nn.Conv2d(3, 16, 1, padding=0, has_bias=True)
pool = nn.MaxPool2d(2, stride=2, padding=0)

# %% pooling and 3-D convolutions accept capitals | 池化层和三维卷积接受大写
from mindspore import nn

pool = nn.MaxPool2d(3, stride=2, pad_mode="SAME")
conv = nn.Conv3d(3, 16, 3, pad_mode="VALID", has_bias=True)

# %% pad_mode is not known | pad_mode 未知
from mindspore import nn


def make_conv(pad_mode):
    return nn.Conv2d(3, 16, 3, pad_mode=pad_mode, padding=1, has_bias=True)


def make_by_position(config, pad_mode, padding_mode=None):
    return [
        nn.Conv2d(3, 16, 3, 1, pad_mode, 1, has_bias=True),
        nn.Conv2d(3, 16, 3, 1, padding_mode, has_bias=True),
        nn.Conv2d(3, 16, 3, 1, config.mode, has_bias=True),
        nn.Conv2d(3, 16, 3, 1, config["how"], has_bias=True),
    ]

# %% what functools.partial makes is always given a pad_mode, or never called here | functools.partial 得到的接口每次调用都写了 pad_mode，或在本文件中从未调用
from functools import partial

from mindspore import nn

conv = partial(nn.Conv2d, padding=1, has_bias=True)
stem = conv(3, 16, 3, pad_mode="pad")
exported = partial(nn.Conv2d, padding=1, has_bias=True)
