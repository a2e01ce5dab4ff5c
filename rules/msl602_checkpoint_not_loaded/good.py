# %%
import mindspore as ms
from mindspore import nn

net = nn.Dense(128, 10)
ms.load_checkpoint("best.ckpt", net)

# %%
from mindspore import load_checkpoint


def prepare(net, path):
    load_checkpoint(path, net)
    return net

# %%
import mindspore as ms
from mindspore import nn


def restore(path, net):
    ms.load_checkpoint(path, net)


def test_loaded():
    net = nn.Dense(128, 10)
    ms.load_checkpoint("best.ckpt", net=net)
    assert net.weight.shape == (10, 128)
