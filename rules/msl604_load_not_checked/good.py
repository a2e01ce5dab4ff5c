# %%
import mindspore as ms
from mindspore import nn

net = nn.Dense(128, 10)
param_not_load, ckpt_not_load = ms.load_param_into_net(net, ms.load_checkpoint("dense.ckpt"))
if param_not_load:
    raise ValueError(f"not in the checkpoint: {param_not_load}")

# %%
from mindspore import load_checkpoint, load_param_into_net


def restore(net, path):
    missing, _ = load_param_into_net(net, load_checkpoint(path), strict_load=True)
    print("not loaded:", missing)
    return net

# %%
from mindspore import load_checkpoint, load_param_into_net


def restore(net, path):
    missing = load_param_into_net(net, load_checkpoint(path))
    assert not missing, missing
    return net
