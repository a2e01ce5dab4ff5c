# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(64, 64), nn.Dense(64, 64)])

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
        layers = [nn.Dense(64, 64) for _ in range(depth)]
        layers.pop()
        self.layers = nn.CellList(layers)
        self.tail = nn.CellList([nn.Dense(64, 64), nn.Dense(64, 64)])

    def construct(self, x: ms.Tensor):
        for layer in self.layers:
            x = layer(x)
        return self.tail[1](self.tail[0](x))

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.heads = nn.CellDict({"age": nn.Dense(64, 1), "sex": nn.Dense(64, 2)})
        self.drops = nn.CellList([nn.Dropout(p=0.1) for _ in range(2)])

    def construct(self, x):
        return self.heads["age"](self.drops[0](x)), self.heads["sex"](self.drops[1](x))

# %%
from mindspore import Parameter, ParameterTuple, nn, ops


class Scales(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scales = ParameterTuple([Parameter(ops.ones((4,)), name="a"), Parameter(ops.ones((4,)), name="b")])

    def construct(self, x):
        return x * self.scales[0] + self.scales[1]

# %%
from mindspore import Parameter, nn, ops


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones((4,)), name="scale")

    def construct(self, x):
        return x * self.scale

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.heads = nn.CellList([nn.Dense(3, 3) for _ in range(depth)])
        self.tails = nn.CellList([nn.Dense(3, 3), nn.Dense(3, 4)])
        self.named = nn.CellDict({name: nn.Dense(3, 3) for name in "ab"})
        layers = []
        for _ in range(depth):
            layers.append(nn.Dense(3, 3))
        self.layers = nn.CellList(layers)

    def construct(self, x):
        return x

# %%
import mindspore as ms
from mindspore import nn, ops


class Noise(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = ms.Parameter(ops.ones(8))
        self.every = [self.scale]


class Mixture(nn.Cell):
    def __init__(self):
        super().__init__()
        self.experts = nn.CellList([nn.Dense(8, 8) for _ in range(4)])
        self.biases = ms.ParameterTuple((ms.Parameter(ops.ones(8), "one"), ms.Parameter(ops.zeros(8), "two")))

    def construct(self, x):
        for expert, bias in zip(self.experts, self.biases):
            x = expert(x) + bias
        return x


net = Mixture()
net.set_train()

# %%
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.body = nn.Dense(64, 64)
        self.parts = nn.CellList([nn.Dense(64, 64)])

    def construct(self, x):
        return self.parts[0](self.body(x))
