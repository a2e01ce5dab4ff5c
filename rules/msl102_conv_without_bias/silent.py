# %% has_bias=False is written out | 明确写出 has_bias=False
from mindspore import nn

layers = nn.SequentialCell(nn.Conv2d(3, 16, 1, has_bias=False), nn.ReLU())

# %% the very next layer of a SequentialCell is BatchNorm | SequentialCell 中紧接着就是 BatchNorm
from mindspore import nn

layers = nn.SequentialCell(
    nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1),
    nn.BatchNorm2d(16),
    nn.ReLU(),
)
listed = nn.SequentialCell([
    nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1),
    nn.GroupNorm(4, 16),
    nn.ReLU(),
])

# %% the next layer is InstanceNorm or LayerNorm | 下一层是 InstanceNorm 或 LayerNorm
from mindspore import nn

stylised = nn.SequentialCell(nn.Conv2d(3, 16, 3, pad_mode="valid"), nn.InstanceNorm2d(16))
normed = nn.SequentialCell(nn.Conv1d(3, 16, 3, pad_mode="valid"), nn.LayerNorm((30,)))

# %% a chain built with append and extend | 用 append 和 extend 依次加入的各层
from mindspore import nn


class Chain(nn.Cell):
    def __init__(self):
        super().__init__()
        layers = nn.CellList()
        layers.append(nn.Conv2d(3, 16, 3, pad_mode="valid"))
        layers.append(nn.BatchNorm2d(16))
        layers.extend([nn.Conv2d(16, 16, 3, pad_mode="valid"), nn.BatchNorm2d(16), nn.ReLU()])
        self.layers = layers

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% a Python list that becomes a SequentialCell | 先放在 Python 列表中，再变成 SequentialCell
from mindspore import nn


def make_stem(channels):
    layers = []
    layers.append(nn.Conv2d(3, channels, 3, pad_mode="valid"))
    layers += [nn.BatchNorm2d(channels), nn.ReLU()]
    return nn.SequentialCell(*layers)

# %% self.bn(self.conv(x)) | self.bn(self.conv(x)) 这样的写法
from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1)
        self.bn = nn.BatchNorm2d(16)

    def construct(self, x):
        return ops.relu(self.bn(self.conv(x)))

# %% the order of construct decides, not that of __init__ | 以 construct 中的顺序为准，而不是 __init__ 中的顺序
from mindspore import nn


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = nn.ReLU()
        self.bn = nn.BatchNorm2d(16)
        self.conv = nn.Conv2d(3, 16, 3, pad_mode="pad", padding=1)

    def construct(self, x):
        out = self.conv(x)
        out = self.bn(out)
        return self.relu(out)

# %% a wrapper whose calls are followed by a normalisation | 一个封装，每次调用之后都接归一化层
from mindspore import nn


def conv3x3(in_channels, out_channels, stride=1):
    return nn.Conv2d(in_channels, out_channels, 3, stride=stride, pad_mode="pad", padding=1)


class Block(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = conv3x3(channels, channels)
        self.bn1 = nn.BatchNorm2d(channels)
        self.conv2 = conv3x3(channels, channels)
        self.bn2 = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU()

    def construct(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + x)

# %% a local variable placed before a normalisation | 先存入局部变量，再放在归一化层之前
from mindspore import nn


def make_stem():
    conv = nn.Conv2d(3, 16, 3, pad_mode="valid")
    return nn.SequentialCell(conv, nn.BatchNorm2d(16), nn.ReLU())

# %% normalisation and activation directly before it | 前面紧邻归一化层和激活函数
from mindspore import nn


class PreActivation(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm2d(16)
        self.relu = nn.ReLU()
        self.conv = nn.Conv2d(16, 16, 3, pad_mode="pad", padding=1)

    def construct(self, x):
        return x + self.conv(self.relu(self.bn(x)))

# %% the second convolution of a block in which all are pre-activated | 各卷积都采用 pre-activation 的模块中的第二个卷积
from mindspore import nn, ops


class Bottleneck(nn.Cell):
    def __init__(self):
        super().__init__()
        self.bn1 = nn.BatchNorm2d(16)
        self.conv1 = nn.Conv2d(16, 64, 1)
        self.bn2 = nn.BatchNorm2d(64)
        self.conv2 = nn.Conv2d(64, 16, 3, pad_mode="pad", padding=1)

    def construct(self, x):
        out = self.conv1(ops.relu(self.bn1(x)))
        return self.conv2(ops.relu(self.bn2(out)))

# %% a depthwise and a pointwise convolution, and then a normalisation | 深度卷积之后是逐点卷积，再接归一化层
from mindspore import nn

separable = nn.SequentialCell(
    nn.Conv2d(16, 16, 3, pad_mode="pad", padding=1, group=16),
    nn.Conv2d(16, 32, 1),
    nn.BatchNorm2d(32),
)

# %% a filter with given weights | 权重给定的滤波器
import mindspore as ms
from mindspore import nn, ops


def blur(image, kernel):
    weight = ms.Tensor(kernel, ms.float32)
    smooth = nn.Conv2d(1, 1, 5, pad_mode="same", weight_init=weight)
    sharpen = nn.Conv2d(1, 1, 5, pad_mode="same", weight_init=kernel)
    return smooth(image) * 0.5 + sharpen(image) * 0.5


class Edges(nn.Cell):
    def __init__(self, kernel):
        super().__init__()
        self.sobel = nn.Conv2d(1, 1, 3, pad_mode="same", weight_init=ms.Tensor(kernel))
        self.sobel.weight.requires_grad = False

    def construct(self, x):
        return ops.relu(self.sobel(x))

# %% a convolution, a normalisation and an activation before it, and the sum of a residual block behind it | 之前是卷积、归一化层和激活函数，之后是残差块的加法
from mindspore import nn, ops


class Up(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(16, 16, 3, pad_mode="pad", padding=1)
        self.bn = nn.BatchNorm2d(16)
        self.up = nn.Conv2dTranspose(16, 16, 4, stride=2, pad_mode="pad", padding=1, group=16)

    def construct(self, x, other):
        return self.up(ops.relu(self.bn(self.conv(x)))) + other

# %% a gate of attention, which is published without a bias | 注意力机制中的门控卷积，原论文的实现就没有 bias
from mindspore import nn


class Gate(nn.Cell):
    def __init__(self):
        super().__init__()
        self.over_channels = nn.Conv1d(1, 1, 3, pad_mode="pad", padding=1)
        self.over_places = nn.Conv2d(2, 1, 7, pad_mode="pad", padding=3)
        self.sigmoid = nn.Sigmoid()

    def construct(self, x, y):
        return self.sigmoid(self.over_channels(x)), self.sigmoid(self.over_places(y))

# %% info: arguments from a dictionary: info | 参数来自字典（提示级）
from mindspore import nn


def make_conv(**kwargs):
    return nn.SequentialCell(nn.Conv2d(3, 16, 3, pad_mode="valid", **kwargs), nn.ReLU())

# %% info: an order that cannot be told: info | 无法判断顺序（提示级）
from mindspore import nn


class Projection(nn.Cell):
    def __init__(self, after):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 1)
        self.after = after

    def construct(self, x):
        return self.after(self.conv(x))

# %% info: tied weights: info | 共享权重（提示级）
from mindspore import nn


class Tied(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(16, 16, 1, has_bias=True)
        self.second = nn.Conv2d(16, 16, 1)
        self.second.weight = self.first.weight
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(self.second(self.relu(self.first(x))))
