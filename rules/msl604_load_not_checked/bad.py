# %%
import mindspore as ms
from mindspore import nn

net = nn.Dense(128, 10)
ms.load_param_into_net(net, ms.load_checkpoint("dense.ckpt"))  # MSL604

# %%
from mindspore import load_checkpoint, load_param_into_net


def restore(net, path):
    _ = load_param_into_net(net, load_checkpoint(path), strict_load=True)  # MSL604
    return net

# %% 1.10
from mindspore import load_checkpoint, load_param_into_net


def restore(net, path):
    load_param_into_net(net, load_checkpoint(path))  # MSL604
    return net
