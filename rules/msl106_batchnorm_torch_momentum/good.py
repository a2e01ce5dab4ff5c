# %%
from mindspore import nn

bn = nn.BatchNorm2d(64)

# %%
from mindspore import nn

BN_MOMENTUM = 0.03
bn = nn.BatchNorm2d(64, 1e-3, 1 - BN_MOMENTUM)

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, channels, momentum=0.99):
        super().__init__()
        self.bn = nn.BatchNorm1d(channels, momentum=momentum)

    def construct(self, x):
        return self.bn(x)

# %%
from mindspore import nn

bn = nn.BatchNorm2d(64, momentum=0.9)

# %%
from mindspore import nn

norm = nn.BatchNorm2d(64, 1e-5, 0.9)
