# %%
from mindspore import nn

conv = nn.Conv2d(3, 16, 3, pad_mode="valid", bias_init="zeros")  # MSL103

# %%
from mindspore import nn

up = nn.Conv2dTranspose(16, 8, 2, stride=2, pad_mode="valid", weight_init="normal", bias_init="ones")  # MSL103
