# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(p=0.1)
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(self.drop(x))

# %%
from mindspore import nn


class Attention(nn.Cell):
    def __init__(self, dim, attn_drop):
        super().__init__()
        self.proj = nn.Dense(dim, dim)
        self.attn_drop = nn.Dropout(p=attn_drop)

    def construct(self, x):
        return self.attn_drop(self.proj(x))


class Block(nn.Cell):
    def __init__(self, config):
        super().__init__()
        self.drop = nn.Dropout(p=config.resid_pdrop)

    def construct(self, x):
        return self.drop(x)

# %%
from mindspore import nn

DROP_RATE = 0.2
drop = nn.Dropout(keep_prob=1 - DROP_RATE)
same = nn.Dropout(p=DROP_RATE)

# %%
from mindspore import nn

drop = nn.Dropout(p=0.1)

# %%
from mindspore import nn

drop_rate = 0.1
drop = nn.Dropout(p=drop_rate)

# %%
from mindspore import nn


def make_dropout(keep_prob):
    return nn.Dropout(p=1 - keep_prob)

# %%
from mindspore import ops

drop = ops.Dropout(keep_prob=0.9)

# %%
from mindspore import nn, ops


def nothing_dropped():
    return nn.Dropout(p=0.0)


def everything_dropped(x):
    return ops.zeros_like(x)


def percent():
    return nn.Dropout(p=0.2)

# %%
from mindspore import nn

RATE = 0.2

drops = nn.SequentialCell(
    nn.Dropout(keep_prob=1.0),
    nn.Dropout(p=RATE),
    nn.Dropout(p=0),
    nn.Dropout(p=None),
)

# %%
from mindspore import ops

all_kept = ops.Dropout(keep_prob=1.0)

# %%
from mindspore import nn

drop = nn.Dropout(keep_prob=0.8)

# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, drop=0.0):
        super().__init__()
        self.drop = nn.Dropout(p=drop) if drop > 0 else nn.Identity()

    def construct(self, x):
        return self.drop(x)
