# %% what changes something in place | 就地修改的调用
import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

weight = Parameter(Tensor([1.0, 2.0]), name="w")
weight.set_data(Tensor([3.0, 4.0]))
weight.add_(1.0)
weight.clamp_(0.0, 1.0)
ops.assign(weight, Tensor([1.0, 2.0]))
ops.assign_add(weight, Tensor([1.0, 2.0]))
ops.scatter_add(weight, Tensor([0]), Tensor([1.0]))
weight.init_data()
net = nn.Dense(3, 4)
net.to_float(ms.float16)
net.set_train()
ops.Print()(weight)

# %% what is only run | 只为运行
import time

import mindspore as ms
from mindspore import nn, ops

net = nn.Dense(3, 4)
x = ops.ones((2, 3))


def bench(count):
    begin = time.perf_counter()
    for _ in range(count):
        ops.matmul(x, x.T)
    return time.perf_counter() - begin


def works():
    try:
        ops.matmul(x, x)
    except ValueError:
        return False
    return True


def warm_up():
    ops.relu(net(x))


# %% what is not MindSpore's, or not known | 不属于 MindSpore 或未知的对象
import mindspore.dataset as ds
import pandas as pd


def other(frame: pd.DataFrame, thing, rows):
    frame.rename(columns={"a": "b"})
    thing.batch(8)
    rows.shuffle()
    for row in ds.NumpySlicesDataset([1.0]).create_dict_iterator(output_numpy=True):
        row["a"].resize(3)


class Loader:
    def batch(self, size):
        self.size = size

    def permute(self, order):
        self.order = order


def use(it, order):
    it.permute(order)


loader = Loader()
loader.batch(8)
