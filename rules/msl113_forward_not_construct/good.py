# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(x)

# %%
from mindspore import nn


class Base(nn.Cell):
    def construct(self, x):
        return x


class Derived(Base):
    def construct(self, x):
        return super().construct(x) + 1

# %%
from mindspore import nn, ops


class Clamp(nn.Cell):
    def construct(self, x):
        return ops.clamp(x, 0.0, 1.0)

    def bprop(self, x, out, dout):
        return (dout,)


def squeeze(x):
    return Clamp()(x)
