# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", bias=True)  # MSL111
dense = nn.Dense(16, 10, bias=False)  # MSL111
norm = nn.LayerNorm((16,), eps=1e-5)  # MSL111
drop = nn.Dropout(p=0.1, inplace=True)  # MSL111
pool = nn.MaxPool2d(kernel_sizes=3, stride=2)  # MSL111
act = nn.PReLU(init=0.3)  # MSL111

# %%
from mindspore import nn


def build(layer=nn.Dense):
    return layer(16, 10, bias=False)  # MSL111 warning

# %%
from mindspore import ops


def spread(x):
    return ops.max(x, dim=1, keepdim=True)  # MSL111, MSL111

# %%
from mindspore import nn


def optimizers(params):
    return [
        nn.Adam(params, lr=1e-3, weight_decay=1e-4),  # MSL111
        nn.Adam(params, learning_rate=1e-3, betas=(0.9, 0.99)),  # MSL111
        nn.AdamWeightDecay(params, betas=(0.9, 0.99), learning_rate=1e-3),  # MSL111
    ]


def recurrent():
    return nn.LSTM(10, 20, batch_first=True, bias=False)  # MSL111
