# %% layers without weights and without a mode | 没有权重、也不受模式影响的层
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        x = nn.ReLU()(nn.Flatten()(x))
        return nn.Softmax(axis=-1)(x)

# %% primitives: they hold no weights, and set_train need not reach them | 原语：本身没有权重，也不受 set_train 影响
import mindspore as ms
from mindspore import nn, ops


class Filter(nn.Cell):
    def __init__(self, weight):
        super().__init__()
        self.weight = ms.Parameter(weight)
        self.gamma = ms.Parameter(ops.ones(8))
        self.beta = ms.Parameter(ops.zeros(8))

    def construct(self, x, mean, variance):
        x = ops.Conv2D(8, 3)(x, self.weight)
        x = ops.BatchNorm(is_training=True)(x, self.gamma, self.beta, mean, variance)[0]
        return ops.Dropout(keep_prob=0.9)(x)[0]

# %% built once and kept: a lazy layer | 只创建一次并保存下来：延迟创建的层
from mindspore import nn


class Lazy(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.fc = None
        self.norm = None

    def construct(self, x):
        if self.fc is None:
            self.fc = nn.Dense(x.shape[-1], self.width)
            norm = nn.LayerNorm((self.width,))
            self.norm = norm
            norm(x)
        return self.norm(self.fc(x))

# %% weights that are given, and norms without any | 权重由外部给出，以及没有权重的归一化层
import mindspore as ms
from mindspore import nn


class Blur(nn.Cell):
    def __init__(self, kernel):
        super().__init__()
        self.kernel = ms.Tensor(kernel)

    def construct(self, x):
        x = nn.GroupNorm(1, 3, affine=False)(x)
        return nn.Conv2d(3, 3, 3, weight_init=self.kernel)(x)


class Style(nn.Cell):
    def construct(self, x, scale, shift):
        return nn.InstanceNorm2d(x.shape[1])(x) * scale + shift

# %% weights that it gets before it is called | 调用之前先给它设置权重
from mindspore import nn


class Similarity(nn.LossBase):
    def __init__(self, kernel, window):
        super().__init__()
        self.kernel = kernel
        self.window = window

    def construct(self, x, y):
        blur = nn.Conv2d(1, 1, 11, pad_mode="valid", has_bias=False)
        blur.weight.set_data(self.kernel)
        mean = nn.Conv2d(1, 1, 11, pad_mode="valid", has_bias=False)
        mean.weight = self.window
        return (blur(x) - mean(y)).abs().mean()

# %% methods that construct does not call, functions outside of cells, tests | construct 不调用的方法、Cell 之外的函数、测试
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = self.build(4)

    def build(self, width):
        return nn.Dense(width, width)

    def construct(self, x):
        return self.fc(x)


def test_dense():
    assert nn.Dense(4, 4)(ops.ones((2, 4))).shape == (2, 4)

# %% whoever switches it there, and a rate of 0 | 就地切换了模式，以及丢弃概率为 0
from mindspore import nn


class Net(nn.Cell):
    def construct(self, x):
        drop = nn.Dropout(p=0.5)
        drop.set_train(self.training)
        return drop(x)


class Same(nn.Cell):
    def construct(self, x):
        return nn.Dropout(p=0.0)(x)


class Kept(nn.Cell):
    def construct(self, x):
        return nn.Dropout(keep_prob=1.0)(x)
