# %% info: a layer that nothing in the file calls: info | 本文件没有调用的层（提示级）
from mindspore import nn


class Stem(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 3, pad_mode="same", has_bias=True)
        self.norm = nn.BatchNorm2d(16, momentum=0.1)

    def construct(self, x):
        return self.conv(x)

# %% momentum not given: numerically the same as PyTorch | 没有写 momentum：数值上与 PyTorch 相同
from mindspore import nn

bn1 = nn.BatchNorm1d(64)
bn2 = nn.BatchNorm2d(64, eps=1e-3)
bn3 = nn.BatchNorm3d(64)

# %% frozen with use_batch_statistics=False: the moving statistics never change, whatever the momentum | 用 use_batch_statistics=False 冻结：无论 momentum 取什么值，滑动统计量都不变
from mindspore import nn

bn = nn.BatchNorm2d(64, momentum=0.1, use_batch_statistics=False)
still = nn.BatchNorm2d(64, momentum=1.0, use_batch_statistics=False)

# %% under a MindSpore version guard | 位于 MindSpore 版本判断之内
import mindspore
from mindspore import nn
from packaging import version


def make_norm(channels):
    if version.parse(mindspore.__version__) > version.parse("2.10"):
        return nn.BatchNorm2d(channels, momentum=0.1)
    return nn.BatchNorm2d(channels, momentum=0.9)

# %% ops.batch_norm follows PyTorch | ops.batch_norm 与 PyTorch 一致
from mindspore import ops


def normalise(x, mean, variance, gamma, beta):
    return ops.batch_norm(x, mean, variance, gamma, beta, training=True, momentum=0.1)

# %% InstanceNorm follows PyTorch | InstanceNorm 与 PyTorch 一致
from mindspore import nn


def make_norm():
    return nn.InstanceNorm2d(64, momentum=0.1)

# %% mindspore.mint follows PyTorch | mindspore.mint 与 PyTorch 一致
from mindspore import mint

bn = mint.nn.BatchNorm2d(64, momentum=0.1)
