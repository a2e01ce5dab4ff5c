# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)  # MSL101
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(self.drop(x))

# %%
from mindspore import nn


class Attention(nn.Cell):
    def __init__(self, dim, attn_drop):
        super().__init__()
        self.proj = nn.Dense(dim, dim)
        self.attn_drop = nn.Dropout(attn_drop)  # MSL101

    def construct(self, x):
        return self.attn_drop(self.proj(x))


class Block(nn.Cell):
    def __init__(self, config):
        super().__init__()
        self.drop = nn.Dropout(config.resid_pdrop)  # MSL101

    def construct(self, x):
        return self.drop(x)

# %%
from mindspore import nn

DROP_RATE = 0.2
drop = nn.Dropout(keep_prob=DROP_RATE)  # MSL101
same = nn.Dropout(keep_prob=DROP_RATE, p=None)  # MSL101

# %%
from mindspore import nn

drop = nn.Dropout(p=0.9)  # MSL101

# %%
from mindspore import nn

drop_rate = 0.1
drop = nn.Dropout(p=1 - drop_rate)  # MSL101

# %%
from mindspore import nn


def make_dropout(keep_prob):
    return nn.Dropout(p=keep_prob)  # MSL101

# %%
from mindspore import ops

drop = ops.Dropout(0.1)  # MSL101

# %%
from mindspore import nn


def nothing_dropped():
    return nn.Dropout(0.0)  # MSL101 error


def integer_rate():
    return nn.Dropout(1)  # MSL101 error


def everything_dropped():
    return nn.Dropout(p=1.0)  # MSL101 error


def percent():
    return nn.Dropout(20)  # MSL101 error

# %%
from mindspore import nn

RATE = 2

drops = nn.SequentialCell(
    nn.Dropout(1.5),  # MSL101 error
    nn.Dropout(RATE),  # MSL101 error
    nn.Dropout(keep_prob=-0.1),  # MSL101 error
    nn.Dropout(keep_prob=True),  # MSL101 error
    nn.Dropout(p=1.2),  # MSL101 error
    nn.Dropout(p=-0.1),  # MSL101 error
    nn.Dropout(p=2),  # MSL101 error
)

# %%
from mindspore import ops

none_kept = ops.Dropout(0.0)  # MSL101 error
integer = ops.Dropout(keep_prob=1)  # MSL101 error

# %%
from mindspore import nn

drop = nn.Dropout(0.8)  # MSL101 info

# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, drop=0.0):
        super().__init__()
        self.drop = nn.Dropout(drop) if drop > 0 else nn.Identity()  # MSL101

    def construct(self, x):
        return self.drop(x)
