"""What a construct does last."""

from __future__ import annotations

import textwrap

import pytest
from trees import program

from mslint.program.endings import ending

HEAD = """
from mindspore import nn, ops
from mindspore.ops import softmax
from mine import head

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 3)
        self.last = nn.Softmax()
        self.op = ops.Softmax()
        self.chain = nn.SequentialCell(nn.Dense(3, 3), nn.Softmax())
        self.listed = nn.SequentialCell([nn.Dense(3, 3), nn.ReLU()])

    def construct(self, x):
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return self.last(self.fc(x))", "mindspore.nn.Softmax"),
        ("x = self.last(self.fc(x))\nreturn x", "mindspore.nn.Softmax"),
        ("return self.op(x)", "mindspore.ops.Softmax"),
        ("return ops.softmax(self.fc(x), -1)", "mindspore.ops.softmax"),
        ("return softmax(x)", "mindspore.ops.softmax"),
        ("return nn.Softmax()(x)", "mindspore.nn.Softmax"),
        ("return self.chain(x)", "mindspore.nn.Softmax"),
        ("return self.listed(x)", "mindspore.nn.ReLU"),
        ("if x > 0:\n    x = self.fc(x)\nreturn self.last(x)", "mindspore.nn.Softmax"),
        ("if not self.training:\n    x = self.last(x)\nreturn x", ""),
        ("if self.training:\n    return x\nreturn self.last(x)", ""),
        ("return self.last(x), x", ""),
        ("y = self.last(x)\nreturn x", ""),
        ("return head(x)", "mine.head"),
        ("return self.last(x) if not self.training else x", ""),
        ("self.last(x)", ""),
    ],
)
def test_ending(body: str, expected: str) -> None:
    code = HEAD + textwrap.indent(body, "        ") + "\n\nnet = Net()\n"
    made = next(event for event in program({"net.py": code}, "net.py").events if event.name.endswith(".Net")).made
    found = ending(made) if made is not None else None
    assert (found.name if found is not None else "") == expected
