# %%
from mindspore import Parameter, nn, ops


class Mix(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ops.ones((8,)), name="weight")
        self.shift = Parameter(ops.zeros((8,)), name="weight")  # MSL506

    def construct(self, x):
        return x * self.scale + self.shift


net = Mix()
optimizer = nn.SGD(net.trainable_params(), 0.1)

# %%
from mindspore import Parameter, ParameterTuple, ops

first = Parameter(ops.ones((8,)), name="w")
weights = ParameterTuple([first, Parameter(ops.zeros((8,)), name="w")])  # MSL506
