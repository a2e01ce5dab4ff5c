# %% a step of training whose labels are called valid | 标签名为 valid 的训练步骤
import mindspore as ms
from mindspore import nn, ops

gen = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8), nn.Dense(8, 4))
disc = nn.SequentialCell(nn.Dense(4, 8), nn.LeakyReLU(0.2), nn.Dense(8, 1), nn.Sigmoid())
bce = nn.BCELoss(reduction="mean")
optimizer = nn.Adam(gen.trainable_params(), 2e-4)


def forward(noise, valid):
    return bce(disc(gen(noise)), valid)


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
gen.set_train()
for noise in ms.dataset.NumpySlicesDataset([[0.0] * 8], ["noise"]).batch(4).create_tuple_iterator():
    valid = ops.ones((4, 1), ms.float32)
    loss, grads = grad_fn(noise[0], valid)
    optimizer(grads)

# %% a fresh network is in inference mode | 新建的网络处于推理模式
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def evaluate(net, data):
    return [net(x) for x, y in data]


evaluate(Net(), [])

# %% Model.eval has switched it | Model.eval 已经切换
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.BatchNorm1d(4))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
model.train(1, [])
model.eval([])


def predict(x):
    return net(x)


predict(None)

# %% not certain that it was switched | 不确定是否切换过
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def evaluate(net, data):
    return [net(x) for x, y in data]


def main(finetune):
    net = Net()
    if finetune:
        net.set_train()
    evaluate(net, [])


main(input())

# %% switched back by a helper | 由辅助函数切换回来
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def frozen(net):
    net.set_train(False)
    return net


def evaluate(net, data):
    net = frozen(net)
    return [net(x) for x, y in data]


net = Net()
net.set_train()
evaluate(net, [])

# %% no layer that would notice | 没有受影响的层
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.ReLU())


def evaluate(data):
    return [net(x) for x, y in data]


net.set_train()
evaluate([])

# %% the forward pass of training, in a function whose name speaks of neither | 训练的前向计算，所在函数的名字看不出是训练还是评估
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def forward(net, x):
    return net(x)


net = Net()
net.set_train()
forward(net, None)

# %% the network is told at each call whether it trains | 每次调用都告诉网络是否在训练
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x, training=True):
        x = self.dense(x)
        if training:
            x = self.drop(x)
        return x


net = Net()
net.set_train()


def evaluate(data):
    return [net(x, training=False) for x, y in data]


evaluate([])

# %% switched by a context manager or a decorator of the program | 由程序自己的上下文管理器或装饰器切换
import functools

from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))


class Inference:
    def __init__(self, net):
        self.net = net

    def __enter__(self):
        self.net.set_train(False)
        return self.net

    def __exit__(self, *error):
        self.net.set_train(True)


def in_inference(function):
    @functools.wraps(function)
    def wrapped(net, *rest):
        net.set_train(False)
        try:
            return function(net, *rest)
        finally:
            net.set_train(True)

    return wrapped


def validate(net, data):
    with Inference(net):
        return [net(x) for x, y in data]


@in_inference
def evaluate(net, data):
    return [net(x) for x, y in data]


model.train(1, [])
validate(net, [])
evaluate(net, [])

# %% a training step in a function or file for evaluation | 评估函数或评估文件中的训练步
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
step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)
step.set_train()


def test_step(data):
    for x, y in data:
        step(x, y)


def evaluate_gradients(data):
    for x, y in data:
        value, grads = gradients(x, y)
        optimizer(grads)


test_step([])
evaluate_gradients([])
