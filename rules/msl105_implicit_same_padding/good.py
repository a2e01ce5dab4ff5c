# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="same", has_bias=True)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, kernel_size=4, pad_mode="valid", has_bias=True)

# %%
from mindspore import nn

down = nn.Conv2d(3, 16, 3, stride=2, pad_mode="pad", padding=1, has_bias=True)

# %%
from mindspore import nn

patches = nn.Conv2d(3, 16, 16, stride=16, pad_mode="valid", has_bias=True)

# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", has_bias=True)

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 4, pad_mode="valid", has_bias=True)
        self.conv2 = nn.Conv2d(16, 16, 5, pad_mode="valid", has_bias=True)
        self.pool = nn.MaxPool2d(2, stride=2)
        self.flatten = nn.Flatten()
        self.fc = nn.Dense(16 * 12 * 12, 10)

    def construct(self, x):
        x = self.conv1(x)
        x = self.pool(self.conv2(x))
        return self.fc(self.flatten(x))

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(16, 16, 5, has_bias=True, pad_mode="valid")
        self.flatten = nn.Flatten()
        self.dense = nn.Dense(16 * -10, 2)

    def construct(self, x):
        return self.dense(self.flatten(self.conv(x)))
