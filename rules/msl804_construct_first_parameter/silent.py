# %% info: a receiver of any name that nobody reads, which PyNative mode takes: info | 第一个参数用了别的名字且没有代码读取，PyNative 模式可以接受（提示级）
from mindspore import nn, ops


class Scale(nn.Cell):
    def construct(cell, x):
        return x * 2


print(Scale()(ops.ones(3)))

# %% self with any inputs | self 加任意输入
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Sum(nn.Cell):
    def construct(self, *inputs, scale=1, **more):
        return (inputs[0] + inputs[1]) * scale


Sum()(ops.ones(3), ops.ones(3))

# %% no cell: a class of another kind, a function called construct | 不是 Cell：其他种类的类，以及名为 construct 的函数
from mindspore import nn


class Builder:
    def construct(this, parts):
        return nn.SequentialCell(parts)

    @staticmethod
    def build(parts):
        return parts


def construct(x):
    return x

# %% methods other than construct | construct 以外的方法
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def construct(self, x):
        return self.shifted(x)

    @staticmethod
    def shifted(x):
        return x + 1


Net()(ops.ones(3))

# %% a decorator of the program's own may hand over what it likes | 程序自己的装饰器，可能传入任何参数
from mindspore import nn


def without_cell(function):
    def construct(self, *inputs):
        return function(*inputs)

    return construct


class Net(nn.Cell):
    @without_cell
    def construct(x):
        return x + 1

# %% an abstract construct that only raises | 抽象的 construct，只抛出异常
from mindspore import nn


class Base(nn.Cell):
    def construct(*_):
        raise NotImplementedError
