"""What functions that run as graphs change in place."""

from __future__ import annotations

from typing import List, Tuple

import pytest
from trees import program

from mslint.program.graphs import traced
from mslint.program.inplace import changes_in_place

HEAD = """
import mindspore as ms
from mindspore import nn, ops, Parameter
ms.set_context(mode=0)
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.w = Parameter(ops.ones(4))
        self.n = 3
    def construct(self, x, y=None, n=1):
"""


def changed(body: str) -> List[Tuple[str, str, str]]:
    code = HEAD + "".join(f"        {line}\n" for line in body.splitlines()) + "Net()(ops.ones(4))\n"
    found = traced(program({"train.py": code}))
    return [(each.kind, each.name, each.held) for of in found for each in changes_in_place(of)]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("x += 1\nreturn x", [("argument", "x", "x")]),
        # A branch that returns says nothing of what stands after the other one.
        ("if y is None:\n    z = x\n    return self.fc(z)\nelse:\n    z = self.fc(x)\nz += 1\nreturn z + x", []),
        ("kept = x\nx += 1\nreturn x - kept", [("alias", "x", "kept")]),
        ("out = x\nout += 1\nreturn out", [("argument", "out", "x")]),
        ("out = x\nout += 1\nreturn out - x", [("alias", "out", "x")]),
        ("out = self.fc(x)\nkept = out\nout += 1\nreturn kept", [("alias", "out", "kept")]),
        ("out = self.fc(x)\nkept = out\nout += 1\nreturn out", []),
        ("out = self.fc(x)\nkept = out\nout += 1\nkept = out\nreturn kept", []),
        ("w = self.w\nw += x\nreturn w", [("attribute", "w", "w")]),
        ("w = self.n\nw += 1\nreturn x * w", []),
        ("self.w += x\nreturn x", []),
        ("n += 1\nreturn x * n", []),
        ("x **= 2\nreturn x", []),
        ("a, b = self.fc(x), x\na += 1\nreturn b", []),
        ("a, b = self.fc(x)\na += 1\nreturn b", []),
        ("outs = (x,)\nx += 1\nreturn outs", [("alias", "x", "outs")]),
        ("outs = []\nout = self.fc(x)\nouts.append(out)\nout += 1\nreturn outs", [("alias", "out", "outs")]),
        ("outs = ()\nouts += (x,)\nreturn outs", []),
        ("if n:\n    kept = x\n    return self.fc(kept)\nx = x + 1\nx += 1\nreturn x", []),
        ("out = x if n else self.fc(x)\nout += 1\nreturn out", [("argument", "out", "x")]),
        ("x[0] = 1\nreturn x.sum()", [("store", "x", "x")]),
        ("x['a'] = 1\nreturn x.sum()", []),
        ("out = x * 1\nout[0] = 1\nreturn out", []),
    ],
)
def test_changes_of_what_somebody_else_holds(body: str, wanted: List[Tuple[str, str, str]]) -> None:
    assert changed(body) == wanted


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("w = self.w\nif self.training:\n    w += x\nreturn w", [True]),
        ("w = self.w\nif not self.training:\n    return w\nelse:\n    w += x\nreturn w", [True]),
        ("w = self.w\nif self.training and n:\n    for _ in range(2):\n        w += x\nreturn w", [True]),
        ("w = self.w\nif self.training or n:\n    w += x\nreturn w", [False]),
        ("w = self.w\nif self.training:\n    w = x * 1\nelse:\n    w += x\nreturn w", [False]),
        ("w = self.w\nif self.training:\n    w += x\nw += 1\nreturn w", [True, False]),
    ],
)
def test_changes_that_are_only_made_in_training(body: str, wanted: List[bool]) -> None:
    code = HEAD + "".join(f"        {line}\n" for line in body.splitlines()) + "Net()(ops.ones(4))\n"
    found = traced(program({"train.py": code}))
    assert [each.training for of in found for each in changes_in_place(of)] == wanted
