# %%
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)
        self.softmax = nn.Softmax()

    def construct(self, x):
        return self.softmax(self.fc(x))  # MSL508


net = Net()
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
model = ms.Model(net, loss, nn.SGD(net.trainable_params(), 0.01))

# %%
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)

    def construct(self, x):
        x = ops.softmax(self.fc(x), axis=1)  # MSL508
        return x


net = Net()
net.set_train()
optimizer = nn.SGD(net.trainable_params(), 0.01)


def forward(x, y):
    logits = net(x)
    return ops.cross_entropy(logits, y)


step = ms.value_and_grad(forward, None, optimizer.parameters)


def train(batches):
    for x, y in batches:
        loss, gradients = step(x, y)
        optimizer(gradients)


train([])

# %%
from mindspore import nn
from mindspore.train import Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 4)

    def construct(self, x):
        return self.fc(x).softmax(-1)  # MSL508


net = Net()
model = Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(10, None)
