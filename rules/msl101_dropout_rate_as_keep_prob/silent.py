# %% a default that no caller leaves as it is | 参数有默认值，但所有调用都另外传值
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, share=0.2):
        super().__init__()
        self.drop = nn.Dropout(keep_prob=share)


head = Head(share=0.8)

# %% a value that the condition around the call excludes | 调用外层的条件排除了该值
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, share=0.2):
        super().__init__()
        self.drop = nn.Dropout(keep_prob=share) if share > 0.5 else None

# %% a layer that is replaced at once, or whose rate is set later | 随即被替换的层，或之后又设置了比例的层
from mindspore import nn


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dropout(keep_prob=0.2)
        self.first = nn.Dropout(p=0.2)
        self.second = nn.Dropout(keep_prob=0.2)
        self.second.keep_prob = 1

# %% info: p above 0.5 but not much: info | p 略大于 0.5（提示级）
from mindspore import nn

drop = nn.Dropout(p=0.6)

# %% named like a drop rate, but the module itself says that it is 0.5 or not given | 名字像丢弃概率，但模块自身表明它的值是 0.5，或没有传入
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, dropout_ratio=0.5, keep=None, dropout=None):
        super().__init__()
        self.first = nn.Dropout(dropout_ratio)
        self.second = nn.Dropout(keep_prob=dropout) if dropout is not None else None


def build(config):
    return Head(dropout_ratio=config.dropout_ratio)

# %% a share that keep_prob does not take, where a condition keeps the call from being made | keep_prob 不接受的值，但所在条件使该调用不会执行
from mindspore import nn

SHARE = 2
drop = nn.Dropout(keep_prob=SHARE) if SHARE < 1 else None

# %% the complement of a drop rate | 用 1 减去丢弃概率
from mindspore import nn


def make_dropout(drop_rate):
    return nn.Dropout(1 - drop_rate)

# %% the complement of a drop rate, converted | 用 1 减去丢弃概率，再作类型转换
from mindspore import nn


def make_dropout(drop_rate):
    return nn.Dropout(keep_prob=float(1.0 - drop_rate)), nn.Dropout(float(1 - drop_rate))

# %% a name that says keep | 名字表明是保留概率
from mindspore import nn


def make_dropout(keep_prob, keep_rate=0.3):
    return nn.Dropout(keep_prob), nn.Dropout(keep_rate)

# %% the literal 0.5 | 直接写出的 0.5
from mindspore import nn

drop = nn.Dropout(0.5)

# %% under a MindSpore version guard | 位于 MindSpore 版本判断之内
import mindspore
from mindspore import nn
from packaging import version


def make_dropout(rate):
    if version.parse(mindspore.__version__) < version.parse("2.0.0"):
        rate = 1 - rate
        return nn.Dropout(rate)
    return nn.Dropout(p=rate)

# %% mindspore.mint takes the drop rate | mindspore.mint 接收的是丢弃概率
from mindspore import mint

drop = mint.nn.Dropout(0.1)

# %% Dropout1d, 2d and 3d take the drop rate | Dropout1d、2d 和 3d 接收的是丢弃概率
from mindspore import nn

drop1 = nn.Dropout1d(0.1)
drop2 = nn.Dropout2d(0.1)
drop3 = nn.Dropout3d(0.1)

# %% a local class called Dropout | 本文件中定义的同名类 Dropout
from mindspore import nn


class Dropout(nn.Cell):
    def __init__(self, rate):
        super().__init__()
        self.inner = nn.Dropout(p=rate)

    def construct(self, x):
        return self.inner(x)


drop = Dropout(0.1)

# %% a Dropout of another package | 其他包的 Dropout
from mindspore import nn
from my_layers import Dropout

drop = nn.SequentialCell(Dropout(0.1))
