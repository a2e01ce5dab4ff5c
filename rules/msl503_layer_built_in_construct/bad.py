# %%
from mindspore import dtype as mstype
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.precision = mstype.float16
        self.fc = nn.Dense(width, width)

    def construct(self, x):
        x = nn.BatchNorm1d(self.width)(self.fc(x))  # MSL503
        x = nn.Dropout(p=0.5)(x)  # MSL503
        return self.classify(x)

    def classify(self, x):
        last = nn.Dense(self.width, 10)  # MSL503
        last.to_float(self.precision)
        return last(ops.relu(x))

# %%
from mindspore import nn


class Scaled(nn.Cell):
    def __init__(self, width, order="last", plain=False):
        super().__init__()
        self.width = width
        self.order = order
        self.plain = plain

    def construct(self, x):
        if self.order == "last":
            x = nn.LayerNorm((self.width,))(x)  # MSL503 info
        if not self.plain:
            x = nn.Dense(self.width, self.width)(x)  # MSL503
        return x


net = nn.SequentialCell(Scaled(8, order="first"), Scaled(8, "first", plain=True))


class Mixed(nn.Cell):
    def __init__(self, width, order="last", plain=False):
        super().__init__()
        self.width = width
        self.order = order
        self.plain = plain

    def construct(self, x):
        if self.order != "first":
            x = nn.LayerNorm((self.width,))(x)  # MSL503
        elif self.plain:
            x = nn.BatchNorm1d(self.width)(x)  # MSL503
        return x


def build(width, plain, norm=Mixed):
    return nn.SequentialCell(Mixed(width, order="first", plain=plain), norm(width))
