# %% what is read is handed to load_param_into_net | 读出的参数交给 load_param_into_net
from mindspore import load_checkpoint, load_param_into_net


def prepare(net, path):
    params = load_checkpoint(path)
    load_param_into_net(net, params)
    return net

# %% converted, returned, rewritten | 作了转换、返回或改写
import mindspore as ms


def read(path):
    return ms.load_checkpoint(path)


def renamed(path):
    weights = ms.load_checkpoint(path)
    return [{"name": name.replace("module.", ""), "data": value} for name, value in weights.items()]

# %% a network is given | 传入了网络
import mindspore as ms
from mindspore import nn

net = nn.Dense(128, 10)
ms.load_checkpoint("best.ckpt", net=net)

# %% inside pytest.raises | 位于 pytest.raises 之内
import mindspore as ms
import pytest


def test_missing_file():
    with pytest.raises(ValueError):
        ms.load_checkpoint("missing.ckpt")

# %% a try around it: whether the file can be read is all that is asked | 外面有 try：只想知道文件能否读取
from mindspore import load_checkpoint


def readable(path):
    try:
        load_checkpoint(path)
    except ValueError:
        return False
    return True

# %% a test, or a measurement, that only reads the file | 只读取文件的测试或计时
import time

import mindspore as ms


def test_file_can_be_read():
    ms.load_checkpoint("best.ckpt")


def measure(path):
    start = time.time()
    ms.load_checkpoint(path)
    print("read in", time.time() - start)
