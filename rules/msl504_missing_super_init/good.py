# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(x)

# %%
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.relu = ops.ReLU()

    def construct(self, x):
        return self.relu(x)

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.set_train(False)
        self.fc = nn.Dense(1, 1)

    def construct(self, x):
        return self.fc(x)
