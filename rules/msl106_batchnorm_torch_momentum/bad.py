# %%
from mindspore import nn

bn = nn.BatchNorm2d(64, momentum=0.1)  # MSL106

# %%
from mindspore import nn

BN_MOMENTUM = 0.03
bn = nn.BatchNorm2d(64, 1e-3, BN_MOMENTUM)  # MSL106

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, channels, momentum=0.01):
        super().__init__()
        self.bn = nn.BatchNorm1d(channels, momentum=momentum)  # MSL106

    def construct(self, x):
        return self.bn(x)

# %%
from mindspore import nn

bn = nn.BatchNorm2d(64, momentum=1.0)  # MSL106
above = nn.BatchNorm2d(64, momentum=1.5)  # MSL106 error
below = nn.BatchNorm2d(64, momentum=-0.1)  # MSL106 error

# %%
from mindspore import nn

norm = nn.BatchNorm2d(64, 0.9, 1e-5)  # MSL106
