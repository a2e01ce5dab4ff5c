# %%
import numpy as np
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE)


class Noise(nn.Cell):
    def construct(self, x):
        return x + np.random.normal(0, 0.1)  # MSL801


net = Noise()
print(net(ms.ops.ones((2, 3))))

# %%
from random import random

import mindspore as ms


def keep(rate):
    return random() > rate  # MSL801


@ms.jit
def step(x):
    if keep(0.1):
        x = x * 2
    return x

# %%
import random

from mindspore import nn


class LayerDrop(nn.Cell):
    def __init__(self, layers, rate):
        super().__init__()
        self.layers = nn.CellList(layers)
        self.rate = rate

    def construct(self, x):
        for layer in self.layers:
            if not self.training or random.random() > self.rate:  # MSL801 info
                x = layer(x)
        return x
