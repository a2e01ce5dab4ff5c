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

# %%
import mindspore as ms
from mindspore import nn

ms.set_seed(1)
layers = [nn.Dense(8, 4), nn.ReLU(), nn.Dense(4, 3), nn.Softmax(axis=-1)]  # MSL508
net = nn.SequentialCell(*layers)
loss_fn = nn.CrossEntropyLoss()
model = ms.Model(net, loss_fn, nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %%
import mindspore as ms
from mindspore import nn

ms.set_seed(1)
net = nn.SequentialCell([nn.Dense(8, 3), nn.Softmax(axis=-1)])  # MSL508
net.set_train()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
for x, y in []:
    loss, grads = grad_fn(x, y)
    optimizer(grads)

# %%
import mindspore as ms
from mindspore import nn, ops

ms.set_seed(1)
net = nn.Dense(8, 3)
net.set_train()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)


def forward(x, y):
    probabilities = ops.softmax(net(x), axis=-1)  # MSL508
    return loss_fn(probabilities, y)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
for x, y in []:
    loss, grads = grad_fn(x, y)
    optimizer(grads)
