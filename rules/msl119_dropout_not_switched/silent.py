# %% training given, also by position | 写明了 training，按位置传入也算
from mindspore import nn, ops


class Head(nn.Cell):
    def construct(self, x):
        x = ops.dropout(x, 0.1, self.training)
        return ops.dropout(x, training=True)

# %% guarded by the mode: around the call, by leaving first, or in a rate worked out before | 按模式加了判断：包住该调用、提前返回，或事先据此算出丢弃概率
from mindspore import nn, ops


class Around(nn.Cell):
    def construct(self, x):
        if self.training:
            x = ops.dropout(x, 0.1)
        return x


class Before(nn.Cell):
    def construct(self, x):
        if not self.training:
            return x
        return ops.dropout(x, 0.1)


class Rate(nn.Cell):
    def construct(self, x):
        rate = 0.1 if self.training else 0.0
        return ops.dropout(x, rate)


class Told(nn.Cell):
    def construct(self, x, is_training):
        return ops.dropout(x, 0.1) if is_training else x

# %% a primitive that construct only calls in training | 只在训练时由 construct 调用的算子
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = ops.Dropout(keep_prob=0.9)

    def construct(self, x):
        if self.training:
            x, _ = self.drop(x)
        return x

# %% guarded by the rate | 按丢弃概率加了判断
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, drop_rate):
        super().__init__()
        self.drop_rate = drop_rate

    def construct(self, x):
        if self.drop_rate > 0:
            x = ops.dropout(x, self.drop_rate)
        return x

# %% nothing is dropped | 不丢弃任何元素
from mindspore import nn, ops


class Head(nn.Cell):
    def construct(self, x):
        x = ops.dropout(x, p=0.0)
        return ops.flash_attention_score(x, x, x, 8, keep_prob=1.0)

# %% dropout for its noise, as in speech synthesis or for estimates of uncertainty | 有意利用 dropout 的噪声，例如语音合成或不确定性估计
from mindspore import nn, ops


class Prenet(nn.Cell):
    def construct(self, x):
        return ops.dropout(ops.relu(x), 0.5)


class MonteCarloHead(nn.Cell):
    def construct(self, x):
        return ops.dropout(x, 0.2)


class Denoiser(nn.Cell):
    def construct(self, x):
        return self.add_noise(x)

    def add_noise(self, x):
        return ops.dropout(x, 0.2)

# %% outside of a construct | 不在 construct 中
from mindspore import ops


def attend(scores, value, rate):
    return ops.matmul(ops.dropout(scores, rate), value)

# %% arguments that are not all known, and a function of the module with the same name | 参数并非全部已知，以及本模块中的同名函数
from mindspore import nn, ops


def dropout(x, p):
    return x * p


class Head(nn.Cell):
    def __init__(self, **options):
        super().__init__()
        self.options = options

    def construct(self, x):
        x = dropout(x, 0.1)
        return ops.dropout(x, **self.options)

# %% a cell with a set_train of its own, and one that is told when it is built | 自己实现了 set_train 的 Cell，以及创建时就得知模式的 Cell
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.rate = 0.1

    def set_train(self, mode=True):
        self.rate = 0.1 if mode else 0.0
        return super().set_train(mode)

    def construct(self, x):
        return ops.dropout(x, self.rate)


class Encoder(nn.Cell):
    def __init__(self, is_training, keep_prob=0.9):
        super().__init__()
        if not is_training:
            keep_prob = 1.0
        self.rate = 1 - keep_prob
        self.drop = ops.Dropout(keep_prob=keep_prob)

    def construct(self, x):
        x, _ = self.drop(x)
        return ops.dropout(x, self.rate)

# %% a primitive that keeps everything | 保留全部元素的算子
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = ops.Dropout(keep_prob=1.0)

    def construct(self, x):
        return self.drop(x)[0]
