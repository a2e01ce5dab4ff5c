# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def evaluate(net, data):
    net.set_train(False)  # MSL203
    return [net(x) for x, y in data]


def main(data):
    net = Net()
    net.set_train()
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    for epoch in range(10):
        for x, y in data:
            step(x, y)
        evaluate(net, data)


if __name__ == "__main__":
    main([])

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))

import mindspore as ms

net = Net()
net.set_train()
loss_fn = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
model = ms.Model(net, loss_fn, metrics={"mse"})
for epoch in range(10):
    for x, y in []:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
    if epoch % 5 == 0:
        print(model.eval([]))  # MSL203

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


ms.set_context(mode=ms.GRAPH_MODE)
net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()


def evaluate(data):
    net.set_train(False)  # MSL203
    return [net(x) for x, y in data]


print(evaluate([]))
for epoch in range(3):
    for x, y in []:
        step(x, y)
    print(evaluate([]))

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


class Pair(nn.Cell):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self.norm = nn.BatchNorm1d(4)

    def construct(self, x):
        return self.norm(self.net(x)).mean()


pair = Pair()
step = nn.TrainOneStepCell(pair, nn.SGD(pair.trainable_params(), 0.1))
step.set_train()
for epoch in range(3):
    for x in []:
        step(x)
    pair.net.set_train(False)  # MSL203
    print(pair.net(x))
    if epoch > 1:
        break

# %%
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
loss_fn = nn.MSELoss()


class Evaluate(ms.Callback):
    def __init__(self, model, data):
        super().__init__()
        self.model = model
        self.data = data

    def on_train_epoch_end(self, run_context):
        print(self.model.eval(self.data))  # MSL203


class Sample(ms.Callback):
    def epoch_end(self, run_context):
        network = run_context.original_args().network
        network.set_train(False)  # MSL203
        print(network(ms.ops.ones((1, 8))))


ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_seed(1)
model = ms.Model(net, loss_fn, nn.SGD(net.trainable_params(), 0.1))
other = ms.Model(net, loss_fn, metrics={"mse"})
model.train(10, [], callbacks=[Evaluate(other, [])], dataset_sink_mode=False)
model.train(10, [], callbacks=[Sample()], dataset_sink_mode=False)
