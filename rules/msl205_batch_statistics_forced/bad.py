# %%
from mindspore import nn

bn = nn.BatchNorm2d(64, use_batch_statistics=True)  # MSL205

# %%
from mindspore import nn

frozen = nn.BatchNorm2d(64, use_batch_statistics=False)  # MSL205 info
