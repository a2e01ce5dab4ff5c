# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(64, 64) for _ in range(depth)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %%
from mindspore import nn

stack = nn.SequentialCell(*[nn.Dense(64, 64) for _ in range(3)])

# %%
from mindspore import nn

blocks = nn.CellList([nn.Dense(64, 64) for _ in range(2 * 3)])
