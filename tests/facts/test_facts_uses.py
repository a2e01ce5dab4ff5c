"""Where the value that a call gives is read: directly, through one name, through one attribute; else nobody knows."""

from __future__ import annotations

from typing import List, Optional

import pytest
from reading import facts_of

HEAD = "import mindspore as ms\nfrom mindspore import Parameter, Tensor, nn, ops\nfrom tools import helper\n"


def uses(code: str) -> Optional[List[str]]:
    """Of the first ops.ones: the kind of each use, and what it is a use by."""
    facts = facts_of(HEAD + code)
    call = next(call for call in facts.calls if call.name == "mindspore.ops.ones")
    found = facts.uses.of(call)
    if found is None:
        return None
    return sorted(" ".join(part for part in (use.kind, use.name or use.method, use.parameter) if part) for use in found)


CASES = {
    "an operator": ("y = ops.ones(3) * 2", ["operand"]),
    "a sign": ("y = -ops.ones(3)", ["operand"]),
    "not says nothing of values": ("y = not ops.ones(3)", ["other"]),
    "an argument": ("y = ops.relu(ops.ones(3))", ["argument mindspore.ops.relu 0"]),
    "by keyword": ("y = ops.relu(input=ops.ones(3))", ["argument mindspore.ops.relu input"]),
    "in a list": ("y = ops.concat([x, ops.ones(3)])", ["argument mindspore.ops.concat 0"]),
    "an instance is called": ("f = ops.Mul()\ny = f(x, ops.ones(3))", ["argument mindspore.ops.Mul 1"]),
    "a method takes it": ("p.set_data(ops.ones(3))", ["argument set_data 0"]),
    "a method of it": ("y = ops.ones(3).mean()", ["method mean"]),
    "an attribute of it": ("y = ops.ones(3).shape", ["attribute shape"]),
    "an item": ("y = ops.ones(3)[0]", ["subscript"]),
    "one of two": ("y = (ops.ones(3) if x else z) + 1", ["operand"]),
    "a name": ("y = ops.ones(3)\nz = y + 1\nhelper(y)", ["argument tools.helper 0", "operand"]),
    "a name in a function": ("def f():\n    y = ops.ones(3)\n    return y[0]", ["subscript"]),
    "keywords and attributes of that name": ("y = ops.ones(3)\nf(y=1)\nz.y\ny * 2", ["operand"]),
    "a name that is bound twice": ("y = ops.ones(3)\ny = y + 1", None),
    "a name that a function inside binds": ("y = ops.ones(3)\ndef f():\n    y = 1\n    return y\ny + 1", None),
    "two names at once": ("y = z = ops.ones(3)", None),
}
CLASS = """
class Net(nn.Cell):
    def __init__(self):
        self.mask = ops.ones(3)

    def construct(self, x):
        return x + self.mask, self.mask.shape
"""


@pytest.mark.parametrize("name", CASES)
def test_uses(name: str) -> None:
    code, wanted = CASES[name]
    assert uses(code) == wanted


def test_an_attribute_is_followed_in_its_class() -> None:
    assert uses(CLASS) == ["attribute shape", "operand"]


@pytest.mark.parametrize(
    "more",
    [
        "net = Net()\nnet.mask = 1",
        "def fill(net):\n    net.mask.init_data()",
        "class Other(nn.Cell):\n    def construct(self, x):\n        return x + self.mask",
        'def fill(net):\n    setattr(net, "mask", 1)',
    ],
)
def test_an_attribute_that_others_set_or_read_is_not(more: str) -> None:
    assert uses(CLASS + more) is None


def test_a_call_is_known_by_what_takes_it() -> None:
    facts = facts_of(HEAD + "p = Parameter(ops.ones(3))\np.set_data(ops.ones(3))\ny = ops.ones(3) + 1")
    ones = [call for call in facts.calls if call.name == "mindspore.ops.ones"]
    assert [facts.uses.receiver_of(call) for call in ones] == ["Parameter", "set_data", ""]
