# %% wrapped later in CellList or SequentialCell | 之后放进 CellList 或 SequentialCell
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = []
        for _ in range(3):
            self.blocks.append(nn.Dense(64, 64))
        self.layers = nn.CellList(self.blocks)
        self.tail = [nn.Dense(64, 64), nn.ReLU()]
        self.tail = nn.SequentialCell(self.tail)

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.tail(x)

# %% registered with insert_child_to_cell | 用 insert_child_to_cell 登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = []
        for index in range(3):
            block = nn.Dense(64, 64)
            self.insert_child_to_cell("block" + str(index), block)
            self.blocks.append(block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% registered with setattr | 用 setattr 登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = []
        for index in range(3):
            block = nn.Dense(64, 64)
            setattr(self, "block" + str(index), block)
            self.blocks.append(block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% a list of attributes that are registered | 列表中的各项都是已登记的属性
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(64, 64)
        self.second = nn.Dense(64, 64)
        self.layers = [self.first, self.second]

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

# %% ParameterTuple | 使用 ParameterTuple
from mindspore import Parameter, ParameterTuple, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.biases = ParameterTuple([Parameter(ops.ones((4,)), name="b" + str(index)) for index in range(3)])

    def construct(self, x):
        return x + self.biases[0]

# %% cells without parameters and without mode | 没有参数、也不受模式影响的 Cell
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(64, 64)
        self.activations = [nn.ReLU(), nn.Tanh()]
        self.pools = (nn.MaxPool2d(2, stride=2), nn.AvgPool2d(2, stride=2))
        self.losses = {"mse": nn.MSELoss()}

    def construct(self, x):
        return self.activations[0](self.fc(x))

# %% registered under a name of its own | 以自己的名称登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.layers = []
        for number in range(depth):
            layer = nn.Dense(3, 3)
            self.insert_child_to_cell(f"layer{number}", layer)
            self.layers.append(layer)
        self.more = []
        for number in range(depth):
            layer = nn.Dense(3, 3)
            self._cells[f"more{number}"] = layer
            self.more.append(layer)

    def construct(self, x):
        return x

# %% an optimizer is no part of the network | 优化器不属于网络
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.optimizers = [nn.Adam(self.trainable_params())]

    def construct(self, x):
        return x

# %% registered by ParameterTuple | 由 ParameterTuple 登记
from mindspore import Parameter, ParameterTuple, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = [Parameter(ops.ones((4,)), name="w" + str(index)) for index in range(3)]
        self.kept = ParameterTuple(self.w)

    def construct(self, x):
        return x + self.w[0]

# %% registered with setattr in a later loop | 在之后的循环中用 setattr 登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(64, 64) for _ in range(3)]
        for index, block in enumerate(self.blocks):
            setattr(self, f"block{index}", block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% registered in a helper method | 在辅助方法中登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(64, 64) for _ in range(3)]
        self._register(self.blocks)

    def _register(self, blocks):
        for index, block in enumerate(blocks):
            self.insert_child_to_cell(f"block{index}", block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% registered in a helper method that takes nothing | 在没有参数的辅助方法中登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(64, 64) for _ in range(3)]
        self._register()

    def _register(self):
        for index, block in enumerate(self.blocks):
            self.insert_child_to_cell(f"block{index}", block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% registered with super().insert_child_to_cell | 用 super().insert_child_to_cell 登记
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = []
        for index in range(3):
            block = nn.Dense(64, 64)
            super().insert_child_to_cell(f"block{index}", block)
            self.blocks.append(block)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% handed to a function that cannot be seen | 交给了看不到定义的函数
from my_tools import register_all
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(64, 64) for _ in range(3)]
        register_all(self, self.blocks)

    def construct(self, x):
        for block in self.blocks:
            x = block(x)
        return x

# %% parts of a network that is registered | 已登记网络的组成部分
from mindspore import nn


class Backbone(nn.Cell):
    def __init__(self):
        super().__init__()
        self.stem = nn.Dense(8, 8)
        self.body = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())


class Pyramid(nn.Cell):
    def __init__(self):
        super().__init__()
        backbone = Backbone()
        self.backbone = backbone
        self.stages = [backbone.stem, backbone.body]
        self.by_name = {"stem": backbone.stem}

# %% the state of an optimizer or a training step, and what is not to be trained | 优化器或训练步的状态，以及本来就不训练的参数
import mindspore as ms
from mindspore import nn, ops


class Momentum(nn.Optimizer):
    def __init__(self, params, learning_rate):
        super().__init__(learning_rate, params)
        self.moments = [ms.Parameter(ops.zeros_like(each), name="m." + each.name) for each in self.parameters]


class Accumulating(nn.TrainOneStepCell):
    def __init__(self, network, optimizer):
        super().__init__(network, optimizer)
        self.sums = [ms.Parameter(ops.zeros_like(each), name="s." + each.name) for each in self.weights]


class Average(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.shadow = {each.name: ms.Parameter(each.value(), requires_grad=False) for each in net.get_parameters()}
        self.backup = [ms.Parameter(each.clone()) for each in net.get_parameters()]
        self.sums = [ms.Parameter(ops.zeros_like(each)) for each in net.get_parameters()]

# %% whoever keeps them asks them for their weights, loads or switches them himself | 由使用者自己获取其权重，为其加载权重或切换模式
import mindspore as ms
from mindspore import nn


class Member(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)


class Ensemble(nn.Cell):
    def __init__(self, files):
        super().__init__()
        self.members = [Member() for _ in files]
        for member in self.members:
            member.set_train(False)

    def construct(self, x):
        return sum(member.fc(x) for member in self.members)


class Loaded(nn.Cell):
    def __init__(self):
        super().__init__()
        self.members = [Member(), Member()]

    def load(self, files):
        for file, member in zip(files, self.members):
            ms.load_checkpoint(file, member)


class Collected(nn.Cell):
    def __init__(self):
        super().__init__()
        self.members = [Member(), Member()]

    def weights(self):
        return [each for member in self.members for each in member.trainable_params()]


class Perceptual(nn.Cell):
    def __init__(self):
        super().__init__()
        parts = []
        parts.append(Member())
        for part in parts:
            for param in part.get_parameters():
                param.requires_grad = False
        self.parts = parts

# %% hidden on purpose: a list of one network that has a name | 有意隐藏：列表中只有一个已命名的网络
from mindspore import nn


class Student(nn.Cell):
    def __init__(self):
        super().__init__()
        teacher = nn.Dense(8, 8)
        self.teacher = [teacher]
        self.fc = nn.Dense(8, 8)

# %% registered later, by another method, or in the cell's own table | 之后由其他方法登记，或直接写入 Cell 自己的登记表
from my_tools import register_all
from mindspore import nn


class Later(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(8, 8) for _ in range(3)]

    def finish(self):
        self.all = nn.CellList(self.blocks)


class Table(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = {"a": nn.Dense(8, 8), "b": nn.Dense(8, 8)}
        self._cells.update(self.blocks)


class Given(nn.Cell):
    def __init__(self):
        super().__init__()
        self.blocks = [nn.Dense(8, 8) for _ in range(3)]
        register_all(self)
