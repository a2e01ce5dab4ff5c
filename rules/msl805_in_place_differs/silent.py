# %% a fresh result | 新算出的结果
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        out = self.fc(x)
        out += x
        x = self.fc(x)
        x += out
        x *= 2
        return x


print(Net()(ops.ones((2, 4))))

# %% another name that is not read any more, or got another value | 另一个名字不再读取，或已另行赋值
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        out = self.fc(x)
        kept = out
        y = kept * 2
        out += y
        kept = self.fc(y)
        return out + kept


print(Net()(ops.ones((2, 4))))

# %% Python numbers and tuples | Python 的数和元组
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        total = 0
        first = total
        total += 3
        rows = x.shape[0]
        half = rows
        rows += 1
        scale += 1
        kept = skips
        skips += (x,)
        return x * (total - first) * rows * half * scale + len(kept)


print(Net()(ops.ones((2, 4))))

# %% each round of a loop makes its own | 循环的每一轮各自新建
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        out = self.fc(x)
        for block in self.blocks:
            identity = out
            out = block(out)
            out += identity
        return out


print(Net()(ops.ones((2, 4))))

# %% powers, slices, other shapes, and a parameter that is meant | 幂、切片、其他形状，以及有意修改的参数
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        x **= 2
        y = x.reshape(4, 2)
        y += 1
        z = x[0]
        z -= 1
        self.w += z
        return x + self.w + y.reshape(2, 4)


print(Net()(ops.ones((2, 4))))

# %% the program runs in PyNative mode | 程序以 PyNative 模式运行
import mindspore as ms
from mindspore import Parameter, nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.blocks = nn.CellList([nn.Dense(4, 4), nn.Dense(4, 4)])
        self.w = Parameter(ops.ones(4), name="w")

    def construct(self, x, scale=1, skips=()):
        x += self.fc(x)
        return x


print(Net()(ops.ones((2, 4))))

# %% bytecode capture and functions outside of a graph | capture_mode="bytecode"，以及不在图中的函数
import mindspore as ms


@ms.jit(capture_mode="bytecode")
def step(x):
    kept = x
    x += 1
    return x - kept


def plain(x):
    kept = x
    x += 1
    return x - kept

# %% blocks in a chain or in a loop: what each gets is let go | SequentialCell 或循环中的块：传给它们的 Tensor 之后不再使用
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Block(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        x += self.fc(x)
        return x


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.chain = nn.SequentialCell([Block() for _ in range(3)])
        self.blocks = nn.CellList([Block() for _ in range(3)])

    def construct(self, x):
        x = self.chain(x)
        for block in self.blocks:
            x = block(x)
        return x


print(Net()(ops.ones((2, 4))))

# %% a state that the cell writes back, a buffer of the function's own, one that begins anew in each round | Cell 自己写回的状态、函数自己的缓冲区、每轮重新开始的累加
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.state = Tensor(np.zeros((2, 4), np.float32))
        self.fc = nn.Dense(4, 4)

    def construct(self, x):
        state = self.state
        state += x
        self.state = state
        buffer = ops.zeros((2, 4))
        buffer += x
        sums = []
        for _ in range(2):
            total = None
            for _ in range(3):
                if total is None:
                    total = self.fc(x)
                else:
                    total += self.fc(x)
            sums.append(total)
        return ops.concat(sums) + buffer.sum()


print(Net()(ops.ones((2, 4))))

# %% what only runs in training, in a program that never trains | 只在训练时执行的语句，而程序从不训练
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.loss = Tensor(np.zeros((2, 4), np.float32))

    def construct(self, x):
        loss = self.loss
        if self.training:
            loss += x
        return loss * 2


ms.set_context(mode=ms.GRAPH_MODE)
net = Net()
net.set_train(False)
print(net(ops.ones((2, 4))))

# %% info: what only runs in training, where graph mode is set later, for the evaluation: info | 只在训练时执行的语句，而图模式是之后才为评估设置的（提示级）
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.loss = Tensor(np.zeros((2, 4), np.float32))

    def construct(self, x):
        loss = self.loss
        if self.training:
            loss += x
        return loss * 2


def train():
    net = Net()
    net.set_train()
    print(net(ops.ones((2, 4))))


def evaluate():
    ms.set_context(mode=ms.GRAPH_MODE)
    net = Net()
    net.set_train(False)
    print(net(ops.ones((2, 4))))


train()
evaluate()
