# %%
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, dim, rate):
        super().__init__()
        self.fc = nn.Dense(dim, 10)
        self.rate = rate

    def construct(self, x):
        x = ops.dropout(x, p=self.rate, training=self.training)
        return self.fc(x)

# %%
from mindspore import nn


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, has_bias=True, pad_mode="pad", padding=1)
        self.drop = nn.Dropout(p=0.1)
        self.drop_maps = nn.Dropout2d(p=0.1)

    def construct(self, x):
        return self._rest(self.conv(x))

    def _rest(self, x):
        return self.drop_maps(self.drop(x))

# %%
from mindspore import nn, ops


class Attention(nn.Cell):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads

    def construct(self, q, k, v, mask):
        if self.training:
            return ops.flash_attention_score(q, k, v, self.heads, drop_mask=mask, keep_prob=0.9)
        return ops.flash_attention_score(q, k, v, self.heads)

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, rate=0.0):
        super().__init__()
        self.drop = nn.Dropout(p=rate)

    def construct(self, x):
        return self.drop(x)
