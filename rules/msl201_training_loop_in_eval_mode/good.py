# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def main(data):
    net = Net()
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
    step.set_train()
    for x, y in data:
        step(x, y)


if __name__ == "__main__":
    main([])

# %%
import mindspore as ms
from mindspore import nn


def make_net(norm):
    layers = [nn.Conv2d(3, 8, 3, has_bias=True, pad_mode="pad", padding=1)]
    if norm:
        layers.append(nn.BatchNorm2d(8))
    return nn.SequentialCell(layers)


def train(net, data):
    loss_fn = nn.MSELoss()
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    net.set_train()

    def forward(x, y):
        return loss_fn(net(x), y)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)
    for x, y in data:
        loss, grads = grad_fn(x, y)
        optimizer(grads)


if __name__ == "__main__":
    import sys

    train(make_net(sys.argv[1] == "norm"), [])

# %%
import mindspore as ms
from mindspore import mint, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.Dropout(p=0.2), nn.Dense(8, 4))
loss_fn = nn.MSELoss()
optimizer = mint.optim.AdamW(net.trainable_params(), lr=1e-3)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
net.set_train()
for x, y in ms.dataset.MnistDataset("mnist").batch(32):
    loss, grads = grad_fn(x, y)
    optimizer(grads)

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)

    def construct(self, x):
        return self.dense(x)


net = Net()
net.set_train()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for x, y in []:
    step(x, y)
