# %%
from mindspore import nn
from mindspore.common.initializer import Normal

norm = nn.LayerNorm((64,), epsilon=1e-5)
act = nn.LeakyReLU(0.01)
table = nn.Embedding(1000, 50, embedding_table=Normal(1.0))

# %%
from mindspore import ops


def spread(x):
    return ops.std(x, axis=1, ddof=1)


def grid(x, y):
    return ops.meshgrid(x, y, indexing="ij")

# %%
import mindspore.nn as nn

norm = nn.InstanceNorm2d(64, affine=False)

# %%
from mindspore import Tensor

x = Tensor([[1.0, 2.0], [3.0, 5.0]])
spread = x.std(axis=1, ddof=1)
drawn = x.multinomial(4, replacement=False)
middle = x.nanmedian(axis=-1)

# %%
from mindspore import nn

loss = nn.BCELoss(reduction="mean")
