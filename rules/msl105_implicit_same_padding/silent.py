# %% the Dense behind it fits 32x32 as 'same' pads it, and no usual size without | 其后的 Dense 只与按 'same' 填充的 32x32 输入相符，不填充时没有相符的常见尺寸
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, 4, has_bias=True)
        self.relu = nn.ReLU()
        self.conv2 = nn.Conv2d(16, 16, 5, stride=2, has_bias=True)
        self.pool = nn.MaxPool2d(2, stride=2)
        self.flatten = nn.Flatten()
        self.fc = nn.Dense(16 * 8 * 8, 10)

    def construct(self, x):
        x = self.relu(self.conv1(x))
        x = self.pool(self.conv2(x))
        return self.fc(self.flatten(x))

# %% a file that works with TensorFlow, whose layers are usually given 'same' | 文件使用 TensorFlow，其网络层通常指定 'same'
import tensorflow as tf
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, stride=2, has_bias=True)

# %% kernel 1 | 卷积核为 1
from mindspore import nn

project = nn.Conv2d(3, 16, 1, has_bias=True)
shortcut = nn.Conv2d(3, 16, kernel_size=(1, 1), stride=2, has_bias=True)

# %% info: kernel equal to stride: info | 卷积核等于步长（提示级）
from mindspore import nn

patches = nn.Conv2d(3, 16, kernel_size=16, stride=16, has_bias=True)

# %% info: kernel equal to stride, padding=0 written out: info | 卷积核等于步长，并写出 padding=0（提示级）
from mindspore import nn

patches = nn.Conv2d(3, 16, 16, 16, padding=0, has_bias=True)

# %% info: odd kernel with stride 1: info | 卷积核为奇数，步长为 1（提示级）
from mindspore import nn

conv = nn.Conv2d(3, 16, 5, has_bias=True)

# %% kernel not known | 卷积核大小未知
from mindspore import nn


def make_conv(kernel):
    return nn.Conv2d(3, 16, kernel, has_bias=True)
