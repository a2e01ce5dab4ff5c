# %%
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1)  # MSL102

    def construct(self, x):
        return ops.relu(self.conv(x))

# %%
from mindspore import nn

head = nn.SequentialCell(
    nn.Conv2dTranspose(64, 32, 2, stride=2, pad_mode="valid"),  # MSL102
    nn.ReLU(),
    nn.BatchNorm2d(32),
)

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(16, 16, 3, pad_mode="same")  # MSL102
        self.pool = nn.MaxPool1d(2, stride=2)
        self.bn = nn.BatchNorm1d(16)

    def construct(self, x):
        x = self.conv(x)
        x = self.pool(x)
        return self.bn(x.mean(axis=2))

# %%
from mindspore import nn


class ConvAct(nn.SequentialCell):
    def __init__(self, channels):
        super().__init__(
            nn.Conv2d(channels, channels, 3, pad_mode="same"),  # MSL102
            nn.ReLU6(),
        )

# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, classes):
        super().__init__()
        self.conv = nn.Conv2d(64, 64, 3, pad_mode="pad", padding=1)
        self.bn = nn.BatchNorm2d(64)
        self.relu = nn.ReLU()
        self.out = nn.Conv2d(64, classes, 1)  # MSL102

    def construct(self, x):
        return self.out(self.relu(self.bn(self.conv(x))))
