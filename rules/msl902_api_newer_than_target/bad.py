# %% 2.7
from mindspore import nn


def freeze_device(net: nn.Cell):
    return nn.Cell.to_empty(net, device="CPU")  # MSL902

# %% 2.7
import mindspore as ms

x = ms.tensor([1, 2], device="CPU")  # MSL902

# %% 2.7
from mindspore import nn

net = nn.Dense(3, 4)
net.to("CPU")  # MSL902

# %% 1.9
from mindspore import nn

drop = nn.Dropout(p=0.1)  # MSL902
