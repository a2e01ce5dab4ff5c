# %%
from mindspore import nn

fc = nn.Dense(128, 10, False)  # MSL107

# %%
from mindspore import nn

USE_BIAS = True
qkv = nn.Dense(128, 384, USE_BIAS)  # MSL107
