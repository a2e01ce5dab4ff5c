# %%
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        if x.size == 8:
            x = x.reshape(2, 4)
        else:
            x = x.reshape(1, 4)
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %%
import time

import mindspore as ms
from mindspore import nn, ops


class Timer:
    def __enter__(self):
        self.start = time.time()
        return self

    def __exit__(self, *args):
        self.seconds = time.time() - self.start


def scaled(x):
    return x * 2


@ms.jit
def step(x):
    x = scaled(x) * 2
    pairs = [sum([i * j for i in range(2)]) for j in range(3)]
    return x + sum(pairs)


with Timer():
    step(ops.ones((2, 4)))

# %%
import math

from mindspore import nn


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x):
        return self.fc(x) / math.sqrt(8)
