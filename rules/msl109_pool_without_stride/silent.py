# %% pad_mode 'same' keeps the size on purpose | pad_mode 为 'same'，有意保持大小
from mindspore import nn

smooth = nn.AvgPool2d(3, pad_mode="same")

# %% pad_mode 'pad' that keeps the size | pad_mode 为 'pad'，且保持大小
from mindspore import nn

branch = nn.MaxPool2d(3, pad_mode="pad", padding=1)
sides = nn.AvgPool2d(3, pad_mode="pad", padding=(1, 1))


def make_branch(padding):
    return nn.MaxPool2d(3, pad_mode="pad", padding=padding)

# %% kernel 1 | 核大小为 1
from mindspore import nn

nothing = nn.MaxPool2d(1)
default = nn.MaxPool2d()

# %% kernel computed from the feature map | 核大小由特征图算出
from mindspore import nn


def make_global_pool(image_size):
    return nn.AvgPool2d(image_size // 32)

# %% an average that moves by 1 before a layer that moves by 2 is a blur, and meant | 步长为 1 的平均池化后接步长为 2 的层：这是有意的模糊
from mindspore import nn, ops


class ConvAct(nn.Cell):
    def __init__(self, c1, c2, k=1, s=1):
        super().__init__()
        self.conv = nn.Conv2d(c1, c2, k, s, pad_mode="pad", padding=k // 2, has_bias=True)
        self.act = nn.SiLU()

    def construct(self, x):
        return self.act(self.conv(x))


class Down(nn.Cell):
    def __init__(self, c1, c2):
        super().__init__()
        self.blur = nn.AvgPool2d(2)
        self.left = ConvAct(c1 // 2, c2, 3, 2)
        self.right = ConvAct(c1 // 2, c2, 3, s=2)

    def construct(self, x):
        one, other = ops.chunk(self.blur(x), 2, 1)
        return ops.cat((self.left(one), self.right(other)), 1)

# %% a list as kernel raises by itself | 核大小写成列表，本来就会报错
from mindspore import nn

pool = nn.MaxPool2d([2, 2])
