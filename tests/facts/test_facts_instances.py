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


UNKNOWN = {
    "an unknown name": "x.m()  # ?",
    "a parameter": "def f(y):\n    y.m()  # ?",
    "a parameter with a default": "def f(y: Tensor = None):\n    y.m()  # ?",
    "an annotation of another package": "from torch import Tensor\ndef f(y: Tensor):\n    y.m()  # ?",
    "an operator that returns a tuple": "ops.max(x).m()  # ?",
    "a method that does not return a tensor": "Tensor([1]).asnumpy().m()  # ?",
    "a method whose result depends on its arguments": "Tensor([1]).max(1).m()  # ?",
    "one branch only": "if x:\n    y = ops.relu(x)\nelse:\n    y = x\ny.m()  # ?",
    "bound again": "y = ops.relu(x)\ny = g(y)\ny.m()  # ?",
    "bound again later in a loop": "y = ops.relu(x)\nfor _ in x:\n    y.m()  # ?\n    y = g(y)",
    "a loop variable": "for y in ops.relu(x):\n    y.m()  # ?",
    "unpacked": "y, z = ops.relu(x)\ny.m()  # ?",
    "with something unknown before it": "(x + ops.relu(x)).m()  # ?",
    "not": "(not ops.relu(x)).m()  # ?",
    "an unknown thing added to": "y = x\ny += ops.relu(x)\ny.m()  # ?",
    "two imports of one name": "try:\n    from torch import relu\nexcept ImportError:\n    from mindspore.ops import relu\nrelu(x).m()  # ?",
    "a layer with a choice": "pool = nn.MaxPool2d(2)\nlstm = nn.LSTM(3, 4)\nlstm(x).m()  # ?",
    "a container": "nn.SequentialCell(nn.Dense(3, 4))(x).m()  # ?",
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
