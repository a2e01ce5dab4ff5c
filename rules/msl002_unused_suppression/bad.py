# %%
from mindspore import nn

drop = nn.Dropout(p=0.1)  # mslint: ignore[MSL101] # MSL002
dense = nn.Dense(3, 4)  # mslint: ignore # MSL002
act = nn.ReLU()  # noqa: MSL999 # MSL002
pool = nn.MaxPool2d(2, 2)  # noqa: MSL1099 # MSL002

# %%
from mindspore import nn

dense = nn.Dense(3, 4)  # mslint: disable[MSL101] # MSL002
act = nn.ReLU()  # mslint: frobnicate # MSL002
flat = nn.Flatten()  # mslint: ignore[MSL101 # MSL002
