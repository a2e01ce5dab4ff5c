# %% None follows the mode | None 随模式切换
from mindspore import nn

bn1 = nn.BatchNorm1d(64, use_batch_statistics=None)
bn2 = nn.BatchNorm2d(64)

# %% info: False: info | False（提示级）
from mindspore import nn

frozen = nn.BatchNorm1d(64, use_batch_statistics=False)

# %% a value that is not known | 值未知
from mindspore import nn


def make_norm(training):
    return nn.BatchNorm2d(64, use_batch_statistics=training)

# %% frozen on purpose: no weights of its own, or statistics that are given | 有意冻结：没有自己的权重，或统计量由外部给出
from mindspore import nn


def frozen(channels, mean, variance, training=False):
    first = nn.BatchNorm2d(channels, affine=training, use_batch_statistics=training)
    second = nn.BatchNorm2d(channels, moving_mean_init=mean, moving_var_init=variance, use_batch_statistics=False)
    return nn.SequentialCell(first, second)
