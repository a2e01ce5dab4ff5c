# %% global, lambda, nested and decorated functions, recursion | global、lambda、嵌套函数和被修饰的函数、递归
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        def twice(v):
            return v * 2

        def down(v, n):
            return v if n == 0 else down(v + 1, n - 1)

        shift = lambda v: v + 1
        x = down(shift(twice(x)), 3)
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% star-unpacking, dict merge, keyword arguments from a dict | 星号解包、字典合并、由字典展开的关键字参数
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        pair = (x, x)
        merged = {**{"a": 1}, **{"b": 2}}
        first, *rest = pair
        x = ops.add(*pair) + merged["b"] + ops.softmax(first, **{"axis": 0})
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% print, assert, raise, f-strings, format | print、assert、raise、f-string 和 format
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        print(f"{x.shape} rows", "{}".format(3))
        assert x.shape[0] == 2, "rows"
        if x.ndim != 2:
            raise ValueError(f"shape {x.shape}")
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% list and dict comprehensions, one inside another, generator expressions | 列表和字典推导式、嵌套的推导式、生成器表达式
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        kept = [x + i for i in range(3) if i]
        table = {i: i + 1 for i in (1, 2)}
        nested = [[i + j for i in (1, 2)] for j in (3, 4)]
        x = kept[0] + table[1] + nested[0][0] + sum(i for i in (1, 2))
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% while on a tensor, break, continue | 以 Tensor 为条件的 while、break、continue
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        count = ms.Tensor(0)
        while count < 3:
            count = count + 1
        for i in range(5):
            if i == 1:
                continue
            if i == 3:
                break
            x = x + 1
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% slice assignment, item, NumPy calls, set() | 切片赋值、item、NumPy 调用、set()
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        y = ops.zeros_like(x)
        y[0:1] = x[1:2]
        x = y + x[0, 0].item() + len(set((1, 2))) + 1
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% a try under a condition that is False | 条件为 False 的分支中的 try
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        if self.flag:
            try:
                x = x + 1
            except ValueError:
                x = x - 1
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% what follows a return that is certain | 必定执行的 return 之后的代码
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        if not self.flag:
            return self.fc(x)
        del y
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% global | global 语句
import mindspore as ms
from mindspore import ops

COUNT = 1


@ms.jit
def step(x):
    global COUNT
    COUNT = 2
    return x + COUNT


step(ops.ones(3))

# %% the manager is an object of a jit class | 管理器是 jit 类的对象
import mindspore as ms
from mindspore import ops


@ms.jit_class
class Scaled:
    def __init__(self):
        self.number = 1

    def __enter__(self):
        self.number = 2
        return self

    def __exit__(self, *args):
        self.number = 1


@ms.jit
def step(x):
    with Scaled():
        y = x + 1
    return y


step(ops.ones(3))

# %% the program runs in PyNative mode | 程序以 PyNative 模式运行
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.PYNATIVE_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.flag = False

    def construct(self, x):
        del y
        return self.fc(x)


print(Net()(ops.ones((2, 4))))

# %% bytecode capture takes all of Python | capture_mode="bytecode" 支持全部 Python 语法
import mindspore as ms


@ms.jit(capture_mode="bytecode")
def step(x):
    try:
        return x + 1
    except ValueError:
        return x

# %% constexpr functions are run, not translated; methods that construct does not call are neither | constexpr 函数直接执行，不会被翻译；construct 不调用的方法也不会被翻译
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


@ops.constexpr
def size_of(shape):
    try:
        return shape[0]
    except IndexError:
        return 1


class Net(nn.Cell):
    def construct(self, x):
        return x * size_of(x.shape)

    def load(self, path):
        import json

        with open(path) as file:
            return json.load(file)


print(Net()(ops.ones(3)))

# %% info: whether the graph contains it depends on what is not known: info | 图中是否包含它取决于未知的值（提示级）
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def construct(self, x):
        if self.training:
            return x
        import math

        return x + math.pi


print(Net()(ops.ones(3)))

# %% a manager derived from a jit class | 由 jit_class 派生的上下文管理器
import mindspore as ms
from mindspore import nn, ops

ms.set_context(mode=ms.GRAPH_MODE)


@ms.jit_class
class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


class VeryQuiet(Quiet):
    pass


class Net(nn.Cell):
    def construct(self, x):
        with VeryQuiet():
            x = x * 2
        return x


print(Net()(ops.ones(2)))

# %% info: a manager of another package may be a jit class: info | 其他包的上下文管理器可能是 jit_class（提示级）
import mindspore as ms
from mindspore import nn, ops
from somewhere import no_grad_inside

ms.set_context(mode=ms.GRAPH_MODE)


class Net(nn.Cell):
    def construct(self, x):
        with no_grad_inside():
            x = x * 2
        return x


print(Net()(ops.ones(2)))
