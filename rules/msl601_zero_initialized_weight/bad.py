# %%
from mindspore import nn


class Head(nn.Cell):
    def __init__(self, width, classes):
        super().__init__()
        self.hidden = nn.Dense(width, width, weight_init="zeros", bias_init="zeros")  # MSL601
        self.drop = nn.Dropout(p=0.1)
        self.out = nn.Dense(width, classes, weight_init="zeros", bias_init="zeros")

    def construct(self, x):
        return self.out(self.drop(self.hidden(x)))

# %%
from mindspore import nn, ops
from mindspore.common.initializer import Zero, initializer

tower = nn.SequentialCell(
    nn.Conv2d(3, 8, 3, has_bias=False, weight_init=initializer(Zero(), [8, 3, 3, 3])),  # MSL601
    nn.BatchNorm2d(8),
    nn.GELU(),
    nn.Conv2d(8, 8, 3, has_bias=False, weight_init=0),
)


class Two(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(8, 8, "zeros", has_bias=False)  # MSL601
        self.second = nn.Dense(8, 8, "zeros", has_bias=False)

    def construct(self, x):
        return self.second(ops.tanh(self.first(x)))

# %%
from mindspore import nn
from mindspore.common.initializer import Constant


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.features = nn.Conv2d(3, 16, 3, has_bias=True, weight_init=Constant(0.01))  # MSL601 info
        self.flatten = nn.Flatten()
        self.head = nn.Dense(16, 10, weight_init="zeros")  # MSL601 info

    def construct(self, x):
        return self.head(self.flatten(self.features(x)))

# %%
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a = nn.Dense(8, 8, weight_init="zeros", bias_init="zeros")  # MSL601
        self.b = nn.Dense(8, 8, weight_init="zeros", bias_init="zeros", activation="relu")  # MSL601
        self.c = nn.Conv2d(8, 8, 3, has_bias=False, weight_init="zeros")  # MSL601
        self.relu = nn.ReLU6()

    def construct(self, x, image):
        return self.b(ops.relu(self.a(x))), self.relu(self.c(image))
