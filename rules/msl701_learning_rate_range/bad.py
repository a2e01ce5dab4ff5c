# %%
from mindspore import nn

net = nn.Dense(3, 2)
optimizer = nn.Adam(net.trainable_params(), 0.1)  # MSL701

# %%
import argparse

from mindspore import nn

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=1e-8)
args = parser.parse_args()
net = nn.Dense(3, 2)
optimizer = nn.Momentum(net.trainable_params(), learning_rate=args.lr, momentum=0.9)  # MSL701
