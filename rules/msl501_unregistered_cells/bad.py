# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Dense(64, 64), nn.Dense(64, 64)]  # MSL501

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %%
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.layers = [nn.Dense(64, 64) for _ in range(depth)]  # MSL501
        self.layers.pop()
        self.tail = [nn.Dense(64, 64), nn.Dense(64, 64)]  # MSL501

    def construct(self, x: ms.Tensor):
        for layer in self.layers:
            x = layer(x)
        return self.tail[1](self.tail[0](x))

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.heads = {"age": nn.Dense(64, 1), "sex": nn.Dense(64, 2)}  # MSL501
        self.drops = [nn.Dropout(p=0.1) for _ in range(2)]  # MSL501

    def construct(self, x):
        return self.heads["age"](self.drops[0](x)), self.heads["sex"](self.drops[1](x))

# %%
from mindspore import Parameter, nn, ops


class Scales(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scales = [Parameter(ops.ones((4,)), name="a"), Parameter(ops.ones((4,)), name="b")]  # MSL501

    def construct(self, x):
        return x * self.scales[0] + self.scales[1]

# %%
from mindspore import Parameter, nn, ops


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones((4,)), name="scale"),  # MSL501

    def construct(self, x):
        return x * self.scale[0]

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.heads = [nn.Dense(3, 3)] * depth  # MSL501
        self.tails = [nn.Dense(3, 3)] + [nn.Dense(3, 4)]  # MSL501
        self.named = {name: nn.Dense(3, 3) for name in "ab"}  # MSL501
        layers = []
        for _ in range(depth):
            layers.append(nn.Dense(3, 3))
        self.layers = tuple(layers)  # MSL501

    def construct(self, x):
        for layer in (*self.heads, *self.tails, *self.layers):
            x = layer(x)
        return self.named["a"](x)

# %%
import mindspore as ms
from mindspore import nn, ops


class Noise(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ms.Parameter(ops.ones(8)),  # MSL501
        self.every = [self.scale]


class Mixture(nn.Cell):
    def __init__(self):
        super().__init__()
        self.noise = Noise()
        self.experts = [nn.Dense(8, 8) for _ in range(4)]  # MSL501
        self.biases = (ms.Parameter(ops.ones(8)), ms.Parameter(ops.zeros(8)))  # MSL501

    def construct(self, x):
        for expert, bias in zip(self.experts, self.biases):
            x = expert(x) + bias
        return x


net = Mixture()
net.set_train()

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, count):
        super().__init__()
        self.body = nn.Dense(64, 64)
        self.heads = []  # MSL501 info
        self.parts = [nn.Dense(64, 64)]  # MSL501
        for _ in range(count):
            self.heads.append(nn.Dense(64, 8))

    def construct(self, x):
        return self.parts[0](self.body(x))
