# %%
from mindspore import ops


def largest(x):
    return ops.top_k(x, 5)  # MSL903


def pairs(a, b):
    add = ops.AccumulateNV2()  # MSL903
    return add((a, b))

# %%
from mindspore import nn

loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")  # MSL903

# %%
from mindspore import ops

stack = ops.Pack(1)  # MSL903
