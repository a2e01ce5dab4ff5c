# %% a version guard | 版本判断
import mindspore as ms
from mindspore import nn
from packaging import version


def to_device(net):
    if version.parse(ms.__version__) >= version.parse("2.10"):
        return nn.Cell.to(net, "CPU")
    return net
