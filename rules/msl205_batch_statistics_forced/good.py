# %%
from mindspore import nn

bn = nn.BatchNorm2d(64)

# %%
from mindspore import nn

bn = nn.BatchNorm2d(64, use_batch_statistics=None)
