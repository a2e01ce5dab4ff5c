# %%
from mindspore import ops


def penalty(weight):
    largest = ops.amax(weight)
    smallest = ops.amin(weight)
    return ops.norm(weight.reshape(-1), 1, dim=0) + largest - smallest

# %%
from mindspore import ops


def look(x):
    middle = ops.median(x, axis=-1)
    diagonal = ops.diagonal(x)
    s = ops.svd(x, compute_uv=False)
    mask = ops.bernoulli(x, p=x)
    return middle, diagonal, s, mask, ops.norm(x, 2, dim=-1)

# %%
import numpy as np
from mindspore import Tensor

x = Tensor(np.ones((4, 4)), "float32") * 2
middle = x.median(-1)
diagonal = x.diagonal()
s, u, v = x.svd()  # mslint: ignore[MSL116] in this order
length = x.abs().reshape(-1).norm(1, 0)
