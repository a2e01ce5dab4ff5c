# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL704 info
model.train(10, [])

# %%
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()  # MSL704
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %%
import argparse
import random

import mindspore as ms
from mindspore import Model, nn

parser = argparse.ArgumentParser()
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()


def fix_seeds(seed):
    random.seed(seed)
    ms.set_seed(seed)


net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL704 info
model.train(10, [])

# %%
import mindspore as ms
from mindspore import Model, nn, ops


class Step(nn.Cell):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.optimizer = optimizer
        self.grad = ops.GradOperation(get_by_list=True)

    def construct(self, x, y):
        grads = self.grad(self.network, self.optimizer.parameters)(x, y)
        self.optimizer(grads)  # MSL704 info
        return self.network(x, y)


net = nn.Dense(8, 4)
step = Step(nn.WithLossCell(net, nn.MSELoss()), nn.Momentum(net.trainable_params(), 0.1, 0.9))
Model(step).train(10, [])

# %%
import mindspore as ms
from mindspore import nn

net = nn.Dense(8, 4)
loss_fn = nn.MSELoss()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)


def train_step(x, y):
    loss, grads = grad_fn(x, y)
    optimizer(grads)  # MSL704 info
    return loss


step = ms.data_sink(train_step, [])
for _ in range(10):
    step()
