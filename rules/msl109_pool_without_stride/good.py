# %%
from mindspore import nn

pool = nn.MaxPool2d(2, stride=2)
average = nn.AvgPool2d(kernel_size=3, stride=3)

# %%
from mindspore import nn

even = nn.MaxPool2d(2, stride=2, pad_mode="pad")
wider = nn.MaxPool2d(2, stride=1, pad_mode="pad", padding=1)
unpadded = nn.AvgPool2d(3, stride=3)

# %%
from mindspore import nn

features = nn.SequentialCell(
    nn.Conv1d(1, 8, 3, pad_mode="valid", has_bias=True),
    nn.ReLU(),
    nn.MaxPool1d(2, 2),
)
