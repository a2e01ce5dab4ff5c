# %%
import mindspore as ms
from mindspore import nn

net = nn.Dense(128, 10)
ms.load_checkpoint("best.ckpt")  # MSL602

# %%
from mindspore import load_checkpoint


def prepare(net, path):
    params = load_checkpoint(path)  # MSL602
    return net

# %%
import mindspore as ms
from mindspore import nn


def restore(path):
    ms.load_checkpoint(path)  # MSL602


def test_loaded():
    net = nn.Dense(128, 10)
    ms.load_checkpoint("best.ckpt")  # MSL602
    assert net.weight.shape == (10, 128)
