# %%
from mindspore import nn

norm = nn.LayerNorm((768,))
small = nn.LayerNorm((768,), epsilon=1e-5)
tiny = nn.LayerNorm((768,), epsilon=1e-6)

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, dim=96, eps=1e-5):
        super().__init__()
        self.norm = nn.LayerNorm((dim,), epsilon=eps)
        self.last = nn.LayerNorm([dim], epsilon=eps)

    def construct(self, x):
        return self.last(self.norm(x))

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, dim: int, eps: float):
        super().__init__()
        self.norm = nn.LayerNorm((dim,))
        self.last = nn.LayerNorm((dim,), epsilon=eps)

    def construct(self, x):
        return self.last(self.norm(x))
