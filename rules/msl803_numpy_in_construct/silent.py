# %% info: shapes, indices and logging, and a value of which no gradient is wanted: info | 用于形状、下标和日志，以及不需要梯度的值（提示级）
from mindspore import nn, ops
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x, lengths):
        y = self.fc(x)
        longest = int(lengths.max().item())
        print("largest", y.max().item())
        mask = ops.arange(longest) < lengths
        scale = ops.stop_gradient(y.max().item())
        return y[:, :longest] * mask / scale


net = Net()
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train(1, None)

# %% info: only done where it is not trained: info | 只在不训练时执行（提示级）
from mindspore import Tensor, nn
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x):
        y = self.fc(x)
        if not self.training:
            y = Tensor(y.asnumpy().round())
        return y


net = Net()
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train(1, None)

# %% info: a network that nobody trains: info | 没有训练的网络（提示级）
import numpy as np
from mindspore import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x):
        return Tensor(np.tanh(self.fc(x).asnumpy()))


print(Net()(ops.ones((2, 8))))

# %% NumPy on shapes and constants | NumPy 用于形状和常量
import numpy as np
from mindspore import nn
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x):
        y = self.fc(x)
        return y / np.sqrt(y.shape[-1]) * np.prod(y.shape)


net = Net()
Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train(1, None)

# %% outside of construct and of what it calls | 在 construct 及其调用的代码之外
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)

    def construct(self, x):
        return self.fc(x)

    def weights(self):
        return self.fc.weight.asnumpy()


net = Net()
print(net(ops.ones((2, 8))).asnumpy().mean(), net.weights().mean().item())
