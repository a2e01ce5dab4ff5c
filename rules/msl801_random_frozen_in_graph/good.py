# %%
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Noise(nn.Cell):
    def construct(self, x):
        return x + 0.1 * ops.randn_like(x)


net = Noise()
print(net(ms.ops.ones((2, 3))))

# %%
from random import random

import mindspore as ms


@ms.jit
def step(x, keep):
    return x * 2 * keep


def train(x):
    return step(x, ms.Tensor(float(random() > 0.1)))

# %%
from mindspore import nn, ops


class LayerDrop(nn.Cell):
    def __init__(self, layers, rate):
        super().__init__()
        self.layers = nn.CellList(layers)
        self.rate = rate

    def construct(self, x):
        for layer in self.layers:
            if self.training:
                keep = (ops.rand(1) > self.rate).astype(x.dtype)
                x = keep * layer(x) + (1 - keep) * x
            else:
                x = layer(x)
        return x
