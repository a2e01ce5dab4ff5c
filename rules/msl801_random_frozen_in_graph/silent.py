# %% bytecode capture asks again at each call | capture_mode="bytecode" 每次调用都会重新执行
import numpy as np
import mindspore as ms


@ms.jit(capture_mode="bytecode")
def step(x):
    return x + np.random.rand()

# %% the program runs in PyNative mode | 程序以 PyNative 模式运行
import random
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.PYNATIVE_MODE)


class Net(nn.Cell):
    def construct(self, x):
        return x if random.random() < 0.5 else x + 1


print(Net()(ms.ops.ones(3)))

# %% MindSpore's own operators, also under names like NumPy's | MindSpore 自己的算子，包括与 NumPy 同名的
import mindspore as ms
import mindspore.numpy as np
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def construct(self, x):
        return x + np.rand(3) + ops.randn(3) + ops.uniform((3,), ms.Tensor(0.0), ms.Tensor(1.0))


print(Net()(ops.ones(3)))

# %% drawn outside of the graph: in __init__, in the loop, in the data | 在图外取随机数：__init__、训练循环、数据中
import numpy as np
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table = ms.Tensor(np.random.randn(3), ms.float32)

    def construct(self, x, noise):
        return x + self.table + noise


net = Net()
for _ in range(3):
    net(ms.ops.ones(3), ms.Tensor(np.random.rand(), ms.float32))

# %% an argument that depends on what a tensor holds keeps the call in the graph | 参数依赖 Tensor 的值，该调用会留在图中
import numpy as np
import mindspore as ms


@ms.jit
def jitter(x):
    return x + ms.Tensor(np.random.normal(x.asnumpy()).astype(np.float32))

# %% another thing of that name | 同名的其他对象
import mindspore as ms
from mindspore import ops


class Source:
    def random(self):
        return ops.rand(1)


@ms.jit
def step(x, random):
    return x + random.random()
