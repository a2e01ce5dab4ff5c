# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", has_bias=True)
dense = nn.Dense(16, 10, has_bias=False)
norm = nn.LayerNorm((16,), epsilon=1e-5)
drop = nn.Dropout(p=0.1)
pool = nn.MaxPool2d(kernel_size=3, stride=2)
act = nn.PReLU(w=0.3)

# %%
from mindspore import nn


def build(layer=nn.Dense):
    return layer(16, 10, has_bias=False)

# %%
from mindspore import ops


def spread(x):
    return ops.max(x, axis=1, keepdims=True)

# %%
from mindspore import nn


def optimizers(params):
    return [
        nn.Adam(params, learning_rate=1e-3, weight_decay=1e-4),
        nn.Adam(params, learning_rate=1e-3, beta1=0.9, beta2=0.99),
        nn.AdamWeightDecay(params, beta1=0.9, beta2=0.99, learning_rate=1e-3),
    ]


def recurrent():
    return nn.LSTM(10, 20, batch_first=True, has_bias=False)
