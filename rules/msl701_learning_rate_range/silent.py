# %% schedules, and lists of rates | 学习率调度，以及学习率列表
from mindspore import nn

net = nn.Dense(3, 2)
first = nn.Adam(net.trainable_params(), nn.cosine_decay_lr(0.0, 5.0, 100, 10, 10))
second = nn.Adam(net.trainable_params(), nn.ExponentialDecayLR(5.0, 0.9, 4))
third = nn.Adam(net.trainable_params(), [5.0, 1.0, 0.1])

# %% scaled values | 经过缩放的值
import argparse

from mindspore import nn
from mindspore.communication import get_group_size

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--batch", type=int, default=8192)
args = parser.parse_args()
net = nn.Dense(3, 2)
lr = args.lr * args.batch / 256
optimizer = nn.Momentum(net.trainable_params(), lr, 0.9)
other = nn.Momentum(net.trainable_params(), args.lr * 64, 0.9)
third = nn.Momentum(net.trainable_params(), args.lr * get_group_size(), 0.9)

# %% unusual, and used all the same: 0.01 for a graph network, 1.0 for Adadelta, 1e-5 to fine-tune | 少见但确有使用：图网络用 0.01，Adadelta 用 1.0，微调用 1e-5
from mindspore import nn

net = nn.Dense(3, 2)
graph = nn.Adam(net.trainable_params(), 0.01)
delta = nn.Adadelta(net.trainable_params(), 1.0)
tuned = nn.AdamWeightDecay(net.trainable_params(), 1e-5)
frozen = nn.Adam(net.trainable_params(), 0.0)

# %% a rate that is not known, and an optimizer of the project with the same name | 学习率未知，以及项目中的同名优化器
from mindspore import nn
from somewhere import rate


class Adam:
    def __init__(self, params, learning_rate):
        self.learning_rate = learning_rate


net = nn.Dense(3, 2)
optimizer = nn.Adam(net.trainable_params(), rate)
other = Adam(net.trainable_params(), 5.0)
