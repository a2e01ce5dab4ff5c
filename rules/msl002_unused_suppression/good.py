# %%
from mindspore import nn

drop = nn.Dropout(0.1)  # mslint: ignore[MSL101] the weights were trained with it
dense = nn.Dense(3, 4)
act = nn.ReLU()
pool = nn.MaxPool2d(2, 2)

# %%
from mindspore import nn

drop = nn.Dropout(0.1)  # mslint: ignore[MSL101]
act = nn.ReLU()
