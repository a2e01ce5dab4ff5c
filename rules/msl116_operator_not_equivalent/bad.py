# %%
from mindspore import ops


def penalty(weight):
    largest = ops.max(weight)  # MSL116
    smallest = ops.min(weight)  # MSL116
    return ops.norm(weight, 1) + largest - smallest  # MSL116

# %%
from mindspore import ops


def look(x):
    middle = ops.median(x)  # MSL116
    classes = ops.unique(x)  # MSL116
    diagonal = ops.diag(ops.matmul(x, x))  # MSL116
    u, s, v = ops.svd(x)  # MSL116
    mask = ops.bernoulli(x)  # MSL116
    return middle, classes, diagonal, u, s, v, mask, ops.norm(x, ord=2)  # MSL116


def decompose(x):
    return ops.svd(x, compute_uv=True)  # told with the first one above

# %%
import numpy as np
from mindspore import Tensor, ops

x = Tensor(np.ones((4, 4)), "float32") * 2
middle = x.median()  # MSL116
diagonal = ops.matmul(x, x).diag()  # MSL116
u, s, v = x.svd()  # MSL116
length = x.abs().norm(1)  # MSL116
