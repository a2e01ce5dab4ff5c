"""What a value certainly is, as its last line in a snippet marks it; every doubt must end in silence."""

# ruff: noqa: E501  (tables of cases)

from __future__ import annotations

from typing import Optional

import pytest
from reading import facts_of, marked_raws

HEAD = "import mindspore as ms\nimport numpy as np\nfrom mindspore import Parameter, Tensor, mint, nn, ops\n"
TENSOR = "mindspore.Tensor"


def kind(code: str) -> Optional[str]:
    """What the receiver of the marked call is."""
    facts = facts_of(HEAD + code)
    (raw,) = marked_raws(facts)
    ref = facts.instances.of(raw.node.func.value, raw.place, raw.order)  # type: ignore[attr-defined]
    if ref is None:
        return None
    assert ref.instance
    return ref.name or (ref.cls.name if ref.cls is not None else "?")


CERTAIN = {
    "a Tensor": ("Tensor([1]).m()  # ?", TENSOR),
    "a Parameter": ("Parameter(Tensor([1])).m()  # ?", "mindspore.Parameter"),
    "an operator": ("ops.relu(x).m()  # ?", TENSOR),
    "an operator of mint": ("mint.zeros((2,)).m()  # ?", TENSOR),
    "a method of a tensor": ("ops.relu(x).reshape(2).m()  # ?", TENSOR),
    "a name": ("y = ops.relu(x)\ny.m()  # ?", TENSOR),
    "a name in both branches": ("if x:\n    y = ops.relu(x)\nelse:\n    y = Tensor(x)\ny.m()  # ?", TENSOR),
    "arithmetic": ("(1 - ops.relu(x) * 2)[0].m()  # ?", TENSOR),
    "a sign": ("(-ops.relu(x)).m()  # ?", TENSOR),
    "added to in a loop": ("y = ops.relu(x)\nfor _ in x:\n    y += 1\n    y *= x\n    y.m()  # ?", TENSOR),
    "a conditional": ("(ops.relu(x) if x else Tensor(x)).m()  # ?", TENSOR),
    "annotated": ("def f(y: ms.Tensor):\n    y.m()  # ?", TENSOR),
    "a layer": ("nn.Dense(3, 4).m()  # ?", "mindspore.nn.Dense"),
    "what a layer returns": ("fc = nn.Dense(3, 4)\nfc(x).m()  # ?", TENSOR),
    "what a loss returns": ("loss = nn.MSELoss()(x, y)\nloss.m()  # ?", TENSOR),
    "an optimizer": ("opt = mint.optim.AdamW(p)\nopt.m()  # ?", "mindspore.mint.optim.AdamW"),
    "an own cell": ("class Net(nn.Cell):\n    pass\nnet = Net()\nnet.m()  # ?", "Net"),
    "what an own cell returns": (
        "class Net(nn.Cell):\n    def __init__(self):\n        self.fc = nn.Dense(3, 4)\n    def construct(self, x):\n        return self.fc(x)\nNet()(x).m()  # ?",
        TENSOR,
    ),
    "what an own function returns": ("def f(x):\n    return ops.relu(x)\nf(x).m()  # ?", TENSOR),
    "what an own method returns": (
        "class A:\n    def f(self, x):\n        return ops.relu(x)\n    def g(self, x):\n        self.f(x).m()  # ?",
        TENSOR,
    ),
    "self": ("class A:\n    def f(self):\n        self.m()  # ?", "A"),
    "an attribute of self": (
        "class A:\n    def __init__(self):\n        self.opt = nn.Adam(p)\n    def f(self):\n        self.opt.m()  # ?",
        "mindspore.nn.Adam",
    ),
}


@pytest.mark.parametrize(("code", "found"), CERTAIN.values(), ids=CERTAIN.keys())
def test_what_is_certain(code: str, found: str) -> None:
    assert kind(code) == found


HELD = {
    "annotated, in quotes": "def f(y: 'Tensor'):\n    y.m()  # ?",
    "annotated, or None": "from typing import Optional\ndef f(y: Optional[Tensor] = None):\n    y.m()  # ?",
    "annotated, one of a union": "from typing import Union\ndef f(y: Union[None, ms.Tensor]):\n    y.m()  # ?",
    "annotated, in new words": "def f(y: 'ms.Tensor | None' = None):\n    y.m()  # ?",
    "annotated, in a list": "from typing import List\ndef f(y: List[Tensor]):\n    y[0].m()  # ?",
    "annotated, in a tuple": "from typing import Tuple\ndef f(y: Tuple[int, Tensor]):\n    a, b = y\n    b.m()  # ?",
    "annotated, in a tuple of any length": "from typing import Tuple\ndef f(y: Tuple[Tensor, ...]):\n    y[1].m()  # ?",
    "annotated, in a table": "from typing import Dict\ndef f(y: Dict[str, Tensor]):\n    y['a'].m()  # ?",
    "annotated, in a loop": "from typing import List\ndef f(y: List[Tensor]):\n    for z in y:\n        z.m()  # ?",
    "an annotated variable": "y: Tensor = g(x)\ny.m()  # ?",
    "an annotated result": "def f(x) -> Tensor:\n    return g(x)\nf(x).m()  # ?",
    "a loop over a tensor": "for y in ops.relu(x):\n    y.m()  # ?",
    "an unpacked tensor": "y, z = ops.relu(x)\ny.m()  # ?",
    "a part of several": "y, z = ops.unbind(ops.relu(x))\nz.m()  # ?",
    "one of several": "ops.chunk(ops.relu(x), 2)[0].m()  # ?",
    "a slice of several": "ops.chunk(ops.relu(x), 2)[1:][0].m()  # ?",
    "an item of a list": "y = [Tensor(1), Tensor(2)]\ny[0].m()  # ?",
    "an item of a table": "y = {'a': Tensor(1)}\ny['a'].m()  # ?",
    "a value of a table": "y = {'a': Tensor(1)}\nfor z in y.values():\n    z.m()  # ?",
    "an item of a table in a loop": "y = {'a': Tensor(1)}\nfor k, z in y.items():\n    z.m()  # ?",
    "an item of a comprehension": "y = [ops.relu(z) for z in x]\ny[0].m()  # ?",
    "in a comprehension": "y = [Tensor(1)]\nz = [each.m()  for each in y]  # ?",
    "counted": "for i, y in enumerate([Tensor(1)]):\n    y.m()  # ?",
    "paired": "for y, z in zip(x, [Tensor(1)]):\n    z.m()  # ?",
    "a comparison": "(ops.relu(x) > 0).m()  # ?",
    "an attribute of a tensor": "ops.relu(x).T.m()  # ?",
    "a row of a dataset": "for y in d.create_dict_iterator():\n    y['a'].m()  # ?",
    "a column of a dataset": "for y, z in d.create_tuple_iterator(num_epochs=1):\n    z.m()  # ?",
    "the first row of a dataset": "y = next(d.create_dict_iterator())\ny['a'].m()  # ?",
    "what a chain of layers returns": "net = nn.SequentialCell(f, nn.Dense(1, 2))\nnet(x).m()  # ?",
    "what a list of layers returns": "net = nn.SequentialCell([f, nn.Dense(1, 2)])\nnet(x).m()  # ?",
    "the loss": "def f(x):\n    return ops.relu(x)\ng = ms.value_and_grad(f, None, p)\nloss, grads = g(x)\nloss.m()  # ?",
    "a gradient": "g = ms.value_and_grad(f, None, weights=p)\nloss, grads = g(x)\ngrads[0].m()  # ?",
    "given by a caller": "def f(y):\n    y.m()  # ?\nf(x)\nf(ops.relu(x))",
    "given by name": "def f(z, y):\n    y.m()  # ?\nf(y=ops.relu(x), z=1)",
    "given to a method": "class A:\n    def f(self, y):\n        y.m()  # ?\n    def g(self, x):\n        self.f(ops.relu(x))",
    "used as one": "def f(y):\n    ops.relu(y)\n    y.m()  # ?",
    "used as one later": "def f(y):\n    y.m()  # ?\n    ops.relu(y)",
    "made an array of": "def f(y):\n    if x:\n        y.m()  # ?\n        print(y.asnumpy())",
    "one branch of what a Cell computes": "class A(nn.Cell):\n    def construct(self, x):\n        x = ops.relu(x)\n        if self.f:\n            x = self.f(x)\n        x.m()  # ?",
    "added to something in a Cell": "class A(nn.Cell):\n    def construct(self, x, y):\n        (y + ops.relu(x)).m()  # ?",
    "in a method that construct calls": "class A(nn.Cell):\n    def construct(self, x):\n        return self.f(x)\n    def f(self, x):\n        x = ops.relu(x)\n        if self.f:\n            x = self.f(x)\n        x.m()  # ?",
}


@pytest.mark.parametrize("code", HELD.values(), ids=HELD.keys())
def test_tensors_on_their_way(code: str) -> None:
    assert kind(code) == TENSOR


OTHERS = {
    "a weight": ("nn.Dense(3, 4).weight.m()  # ?", "mindspore.Parameter"),
    "a weight in a loop": (
        "net = nn.Dense(3, 4)\nfor y in net.trainable_params():\n    y.m()  # ?",
        "mindspore.Parameter",
    ),
    "a weight by name": (
        "net = nn.Dense(3, 4)\nfor n, y in net.parameters_and_names():\n    y.m()  # ?",
        "mindspore.Parameter",
    ),
    "an annotated layer": ("def f(y: nn.Cell):\n    y.m()  # ?", "mindspore.nn.Cell"),
    "an annotated optimizer": ("def f(y: nn.Optimizer):\n    y.m()  # ?", "mindspore.nn.Optimizer"),
    "annotated as an own class": ("class Net(nn.Cell):\n    pass\ndef f(y: Net):\n    y.m()  # ?", "Net"),
    "annotated as an own class, in quotes": ("def f(y: 'Net'):\n    y.m()  # ?\nclass Net(nn.Cell):\n    pass", "Net"),
}


@pytest.mark.parametrize(("code", "found"), OTHERS.values(), ids=OTHERS.keys())
def test_other_things_on_their_way(code: str, found: str) -> None:
    assert kind(code) == found


UNKNOWN = {
    "arrays of a dataset": "for y in d.create_dict_iterator(output_numpy=True):\n    y['a'].m()  # ?",
    "perhaps arrays of a dataset": "for y in d.create_dict_iterator(output_numpy=flag):\n    y['a'].m()  # ?",
    "positions of a dataset": "for y in d.create_dict_iterator(1, True):\n    y['a'].m()  # ?",
    "a row of a dataset itself": "for y in d.create_dict_iterator():\n    y.m()  # ?",
    "an item of two kinds": "y = [Tensor(1), x]\ny[0].m()  # ?",
    "another part": "y, z = (Tensor(1), x)\nz.m()  # ?",
    "a part behind a star": "from typing import Tuple\ndef f(y: Tuple[Tensor, int]):\n    *a, b = y\n    b.m()  # ?",
    "whether it is in there": "(x in ops.relu(x)).m()  # ?",
    "the shape of a tensor": "ops.relu(x).shape.m()  # ?",
    "a chain that ends in something unknown": "net = nn.SequentialCell(nn.Dense(1, 2), f)\nnet(x).m()  # ?",
    "given nothing known by a caller": "def f(y):\n    y.m()  # ?\nf(x)",
    "used as one elsewhere": "def f(y):\n    if x:\n        ops.relu(y)\n    else:\n        y.m()  # ?",
    "used as one after a change": "def f(y):\n    ops.relu(y)\n    y = g(y)\n    y.m()  # ?",
    "used where lists do as well": "def f(y):\n    ops.stack(y)\n    y.m()  # ?",
    "gradients by places": "g = ms.value_and_grad(f, (0, 1), weights=p)\nloss, grads = g(x)\ngrads[0].m()  # ?",
    "one branch outside of a Cell's computing": "class A(nn.Cell):\n    def __init__(self, x):\n        x = ops.relu(x)\n        if self.f:\n            x = self.f(x)\n        x.m()  # ?",
    "one branch of two kinds in a Cell": "class A(nn.Cell):\n    def construct(self, x):\n        y = ops.relu(x)\n        if self.f:\n            y = [y]\n        y.m()  # ?",
    "an unknown name": "x.m()  # ?",
    "a parameter": "def f(y):\n    y.m()  # ?",
    "a parameter with a default of another kind": "def f(y: Tensor = 0.5):\n    y.m()  # ?",
    "annotated as one of several": "from typing import Union\ndef f(y: Union[Tensor, np.ndarray]):\n    y.m()  # ?",
    "annotated as a list": "from typing import List\ndef f(y: List[Tensor]):\n    y.m()  # ?",
    "annotated as no expression": "def f(y: 'a b'):\n    y.m()  # ?",
    "annotated at length": f"def f(y: '{'Tensor | ' * 40}None'):\n    y.m()  # ?",
    "an annotation of another package": "from torch import Tensor\ndef f(y: Tensor):\n    y.m()  # ?",
    "an operator that returns a tuple": "ops.max(x).m()  # ?",
    "a method that does not return a tensor": "Tensor([1]).asnumpy().m()  # ?",
    "a method whose result depends on its arguments": "Tensor([1]).max(1).m()  # ?",
    "one branch only": "if x:\n    y = ops.relu(x)\nelse:\n    y = x\ny.m()  # ?",
    "bound again": "y = ops.relu(x)\ny = g(y)\ny.m()  # ?",
    "bound again later in a loop": "y = ops.relu(x)\nfor _ in x:\n    y.m()  # ?\n    y = g(y)",
    "a loop variable": "for y in x:\n    y.m()  # ?",
    "unpacked": "y, z = x\ny.m()  # ?",
    "with something unknown before it": "(x + ops.relu(x)).m()  # ?",
    "not": "(not ops.relu(x)).m()  # ?",
    "an unknown thing added to": "y = x\ny += ops.relu(x)\ny.m()  # ?",
    "two imports of one name": "try:\n    from torch import relu\nexcept ImportError:\n    from mindspore.ops import relu\nrelu(x).m()  # ?",
    "a layer with a choice": "pool = nn.MaxPool2d(2)\nlstm = nn.LSTM(3, 4)\nlstm(x).m()  # ?",
    "a container of layers by name": "nn.SequentialCell(*layers)(x).m()  # ?",
    "a primitive that returns a tuple": "ops.Dropout(0.5)(x).m()  # ?",
    "an own function with two results": "def f(x):\n    if x:\n        return None\n    return ops.relu(x)\nf(x).m()  # ?",
    "a decorated function": "@g\ndef f(x):\n    return ops.relu(x)\nf(x).m()  # ?",
    "a generator": "def f(x):\n    yield x\n    return ops.relu(x)\nf(x).m()  # ?",
    "a coroutine": "async def f(x):\n    return ops.relu(x)\nf(x).m()  # ?",
    "a function that calls itself": "def f(x):\n    return f(x)\nf(x).m()  # ?",
    "an attribute that somebody else sets": "class A:\n    def __init__(self):\n        self.opt = nn.Adam(p)\n    def f(self):\n        self.opt.m()  # ?\na = A()\na.opt = x",
    "an attribute of two kinds": "class A:\n    def __init__(self):\n        self.opt = nn.Adam(p)\n        self.opt = x\n    def f(self):\n        self.opt.m()  # ?",
    "a class method": "class A(nn.Cell):\n    @classmethod\n    def f(cls):\n        cls.m()  # ?",
    "an own cell that is called otherwise": "class Net(nn.Cell):\n    def __call__(self, x):\n        return x\n    def construct(self, x):\n        return ops.relu(x)\nNet()(x).m()  # ?",
    "a star import": "from mindspore.ops import *\nrelu(x).m()  # ?",
    "NumPy": "np.ones(3).m()  # ?",
    "a class of mindspore that is no cell": "ms.Model(net).m()  # ?",
}


@pytest.mark.parametrize("code", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_is_not_certain(code: str) -> None:
    assert kind(code) is None


def test_many_augmented_bindings_in_nested_loops_end() -> None:
    lines = ["y = ops.relu(x)"]
    for depth in range(8):
        lines.append("    " * depth + "for _ in x:")
        lines += ["    " * (depth + 1) + "y += 1"] * 8
    lines.append("y.m()  # ?")
    assert kind("\n".join(lines)) == TENSOR


def test_long_chains_of_assignments_end() -> None:
    lines = ["y0 = ops.relu(x)"]
    for number in range(1, 60):
        lines += [f"if x:\n    y{number} = y{number - 1}\nelse:\n    y{number} = y{number - 1} + 1"]
    kind("\n".join([*lines, "y59.m()  # ?"]))
