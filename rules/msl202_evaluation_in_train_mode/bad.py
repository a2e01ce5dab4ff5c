# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def train(net, data):
    net.set_train()
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    for x, y in data:
        step(x, y)


def evaluate(net, data):
    return [net(x) for x, y in data]  # MSL202


net = Net()
train(net, [])
evaluate(net, [])

# %%
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.BatchNorm1d(4))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, [])


def predict(x):
    return net(x)  # MSL202


predict(None)

# %%
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.norm = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.norm(self.dense(x)))


net = Net()
loss = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)


def forward(x, y):
    return loss(net(x), y)


gradients = ms.value_and_grad(forward, None, optimizer.parameters)
net.set_train()
for x, y in []:
    value, grads = gradients(x, y)
    optimizer(grads)


def evaluate(data):
    return [net(x) for x, y in data]  # MSL202


def evaluate_spread(x):
    net.set_train(True)
    return [net(x) for _ in range(20)]  # MSL202 info


evaluate([])
evaluate_spread(None)

# %%
import mindspore as ms
from mindspore import nn, ops


def train(data, adam):
    net = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8))
    loss = nn.MSELoss()
    params = net.trainable_params()
    optimizer = nn.Adam(params, 1e-3) if adam else nn.SGD(params, 0.1)
    gradients = ms.value_and_grad(lambda x, y: loss(net(x), y), None, params)
    net.set_train()
    for x, y in data:
        value, grads = gradients(x, y)
        optimizer(grads)
    evaluate(net, data)


def evaluate(net, data):
    return [net(x) for x, y in data]  # MSL202


def train_pair(data):
    generator = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8))
    critic = nn.Dense(8, 1)
    first, second = nn.Adam(generator.trainable_params(), 1e-4), nn.Adam(critic.trainable_params(), 1e-4)
    fake = ms.value_and_grad(lambda z: -critic(generator(z)).mean(), None, first.parameters)
    real = ms.value_and_grad(lambda x, z: (critic(generator(z)) - critic(x)).mean(), None, second.parameters)
    generator.set_train()
    for x, z in data:
        _, grads = real(x, z)
        second(grads)
        _, grads = fake(z)
        first(grads)
    test_samples(generator)


def test_samples(generator):
    return generator(ops.randn(16, 8))  # MSL202 info


train([], True)
train_pair([])
