# %% info: bias_init=False means that no bias is wanted, and there is none: info | bias_init=False 表示不要 bias，而实际上也没有（提示级）
from mindspore import nn

conv = nn.SequentialCell(nn.Conv2d(3, 16, 3, pad_mode="valid", bias_init=False), nn.BatchNorm2d(16))

# %% has_bias is given, its value is not known | 传入了 has_bias，但值未知
from mindspore import nn


def make_conv(bias):
    return nn.Conv2d(3, 16, 3, pad_mode="valid", has_bias=bias, bias_init="zeros")

# %% has_bias may come from a dictionary | has_bias 可能来自字典
from mindspore import nn


def make_conv(**kwargs):
    return nn.Conv2d(3, 16, 3, pad_mode="valid", bias_init="zeros", **kwargs)

# %% bias_init=None asks for nothing | bias_init=None 没有要求任何初始化
from mindspore import nn


def make_conv(init=None):
    return nn.Conv2d(3, 16, 3, pad_mode="valid", bias_init=None), nn.Conv2d(3, 16, 3, pad_mode="valid", bias_init=init)

# %% Dense has a bias by default | Dense 默认就有 bias
from mindspore import nn

fc = nn.Dense(16, 4, bias_init="zeros")
