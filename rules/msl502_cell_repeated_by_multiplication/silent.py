# %% cells without parameters | 没有参数的 Cell
from mindspore import nn

activations = nn.CellList([nn.ReLU()] * 3)

# %% a name that says shared | 名字表明是共享的
from mindspore import nn

shared_layers = nn.CellList([nn.Dense(64, 64)] * 3)

# %% once is no repetition | 只有一份，不算重复
from mindspore import nn

layers = nn.CellList([nn.Dense(64, 64)] * 1)

# %% numbers repeated, layers built one by one | 重复的是数，层是逐个创建的
from mindspore import nn

widths = [64] * 4
stack = nn.CellList([nn.Dense(left, right) for left, right in zip(widths[:-1], widths[1:])])

# %% the repeated layer is called shared | 被重复的层名为 shared
from mindspore import nn

shared = nn.Dense(1, 1)
layers = nn.CellList([shared] * 3)

# %% a layer without weights, and items that are replaced or copied before they are used | 没有权重的层，以及使用前已被替换或复制的各项
import copy

from mindspore import nn

drops = nn.CellList([nn.Dropout(p=0.1)] * 3)
layers = [nn.Dense(64, 64)] * 3
copied = nn.CellList([copy.deepcopy(layer) for layer in layers])
others = nn.CellList([nn.Dense(64, 64)] * 3)
for index in range(3):
    others[index] = nn.Dense(64, 64)
weight_sharing = nn.SequentialCell([nn.Dense(64, 64)] * 3)
