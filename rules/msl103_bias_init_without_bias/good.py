# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", has_bias=True, bias_init="zeros")

# %%
from mindspore import nn

up = nn.Conv2dTranspose(16, 8, 2, stride=2, pad_mode="valid", weight_init="normal", has_bias=True, bias_init="ones")
