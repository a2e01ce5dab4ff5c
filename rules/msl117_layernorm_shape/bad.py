# %%
from mindspore import nn

norm = nn.LayerNorm(768)  # MSL117
small = nn.LayerNorm(768, 1e-5)  # MSL117
tiny = nn.LayerNorm((768,), 1e-6)  # MSL117

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, dim=96, eps=1e-5):
        super().__init__()
        self.norm = nn.LayerNorm(dim, epsilon=eps)  # MSL117 warning
        self.last = nn.LayerNorm([dim], eps)  # MSL117 warning

    def construct(self, x):
        return self.last(self.norm(x))

# %%
from mindspore import nn


class Block(nn.Cell):
    def __init__(self, dim: int, eps: float):
        super().__init__()
        self.norm = nn.LayerNorm(dim)  # MSL117 warning
        self.last = nn.LayerNorm((dim,), eps)  # MSL117 warning

    def construct(self, x):
        return self.last(self.norm(x))
