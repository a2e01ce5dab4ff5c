# %%
from mindspore import nn

pool = nn.MaxPool2d(2)  # MSL109
average = nn.AvgPool2d(kernel_size=3)  # MSL109

# %%
from mindspore import nn

even = nn.MaxPool2d(2, pad_mode="pad")  # MSL109
wider = nn.MaxPool2d(2, pad_mode="pad", padding=1)  # MSL109
unpadded = nn.AvgPool2d(3, pad_mode="pad")  # MSL109

# %%
from mindspore import nn

features = nn.SequentialCell(
    nn.Conv1d(1, 8, 3, pad_mode="valid", has_bias=True),
    nn.ReLU(),
    nn.MaxPool1d(2),  # MSL109
)
