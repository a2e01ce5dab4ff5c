# %%
from mindspore import nn

fc = nn.Dense(128, 10, has_bias=False)

# %%
from mindspore import nn

USE_BIAS = True
qkv = nn.Dense(128, 384, has_bias=USE_BIAS)
