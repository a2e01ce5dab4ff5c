# %%
from mindspore import nn, ops


class Head(nn.Cell):
    def __init__(self, dim, rate):
        super().__init__()
        self.fc = nn.Dense(dim, 10)
        self.rate = rate

    def construct(self, x):
        x = ops.dropout(x, p=self.rate)  # MSL119
        return self.fc(x)

# %%
from mindspore import nn, ops


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, has_bias=True, pad_mode="pad", padding=1)
        self.drop = ops.Dropout(keep_prob=0.9)  # MSL119

    def construct(self, x):
        return self._rest(self.conv(x))

    def _rest(self, x):
        x, _ = self.drop(x)
        return ops.dropout2d(x, 0.1)  # MSL119

# %%
from mindspore import nn, ops


class Attention(nn.Cell):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads

    def construct(self, q, k, v, mask):
        return ops.flash_attention_score(q, k, v, self.heads, drop_mask=mask, keep_prob=0.9)  # MSL119

# %%
from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, rate=0.0):
        super().__init__()
        self.rate = rate

    def construct(self, x):
        return ops.dropout(x, self.rate)  # MSL119 info
