# %%
import numpy as np
from mindspore import Tensor, nn
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        x = self.fc(x)
        print(x.mean().asnumpy())  # MSL803 info
        x = np.tanh(x.asnumpy())  # MSL803
        return self.head(Tensor(x))


def train(data):
    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    model = Model(net, nn.MSELoss(), optimizer)
    model.train(3, data)


train(None)

# %%
import numpy as np
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 1)

    def construct(self, x):
        scores = self.fc(x)
        weights = ms.Tensor(np.exp(scores))  # MSL803
        return (x * weights).sum()


net = Net()
optimizer = nn.SGD(net.trainable_params(), 0.1)
step = ms.value_and_grad(net, None, optimizer.parameters)
for _ in range(3):
    value, gradients = step(ops.ones((2, 8)))
    optimizer(gradients)
