# %%
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Dense(width, width, has_bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.drop = nn.Dropout(p=0.5)
        self.last = nn.Dense(width, 10)

    def construct(self, x):
        x = self.drop(self.norm(self.fc(x)))
        return self.classify(x)

    def classify(self, x):
        return self.last(ops.relu(x))

# %%
from mindspore import nn


class Scaled(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm((width,))

    def construct(self, x):
        return self.norm(x)


net = nn.SequentialCell(Scaled(8), Scaled(8))
