# %%
from mindspore import nn


def keep(net: nn.Cell):
    return net.set_train(False)

# %%
import mindspore as ms

x = ms.tensor([1, 2])

# %%
from mindspore import nn

net = nn.Dense(3, 4)
net.set_train(False)

# %%
from mindspore import nn

drop = nn.Dropout(keep_prob=0.9)
