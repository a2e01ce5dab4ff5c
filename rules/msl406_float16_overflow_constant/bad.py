# %%
import mindspore as ms
from mindspore import nn, ops


class Attention(nn.Cell):
    def __init__(self):
        super().__init__()
        self.query = nn.Dense(8, 8)
        self.key = nn.Dense(8, 8)

    def construct(self, x, mask):
        scores = ops.bmm(self.query(x), self.key(x).swapaxes(1, 2))
        mask = (1.0 - mask.astype(scores.dtype)).expand_dims(1)
        return ops.softmax(scores + mask * -1e9)  # MSL406


net = Attention().to_float(ms.float16)

# %%
import mindspore as ms
from mindspore import amp, nn, ops

BIG = 1e9


class Scores(nn.Cell):
    def construct(self, scores, mask):
        mask = ops.cast(mask, ms.float16)
        return ops.softmax(scores - (1 - mask) * BIG)  # MSL406


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head = nn.Dense(8, 8)
        self.scores = Scores()

    def construct(self, x, mask):
        return self.scores(self.head(x), mask)


net = amp.auto_mixed_precision(Net(), "O2")
