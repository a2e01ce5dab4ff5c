"""Constants in what cells compute, and the type of what they meet."""

from __future__ import annotations

from typing import List

import pytest
from trees import program

from mslint.program.formulas import formulas

HEAD = """
import mindspore as ms
from mindspore import nn, ops
BIG = -1e9

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.low = -10000.0
        self.cast = ops.Cast()

    def construct(self, x, mask):
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return x + mask * -1e9", ["* -1e+09 ?"]),
        ("return (1 - mask) * BIG", ["* -1e+09 ?", "- 1 ?"]),
        ("return mask * self.low", ["* -10000 ?"]),
        ("return mask.astype(x.dtype) * BIG", ["* -1e+09 alike"]),
        ("mask = mask.astype(ms.float16)\n        return (1.0 - mask) * BIG", ["* -1e+09 float16", "- 1 float16"]),
        ("mask = ops.cast(mask, ms.float32)\n        return mask * BIG", ["* -1e+09 float32"]),
        ("mask = self.cast(mask, ops.DType()(x))\n        return mask.expand_dims(1) * BIG", ["* -1e+09 alike"]),
        ("x = x.astype(ms.float32)\n        return mask.astype(x.dtype) * BIG", ["* -1e+09 float32"]),
        ("mask *= BIG\n        return mask", ["* -1e+09 ?"]),
        ("big = -2.0\n        return x * big", ["* -2 ?"]),
        ("return x.masked_fill(mask, BIG)", ["masked_fill -1e+09 ?"]),
        ("return ops.where(mask, x, -1e9)", ["where -1e+09 ?"]),
        ("return x * mask", []),
        ("BIG = mask\n        return x * BIG", []),
    ],
)
def test_formulas(body: str, expected: List[str]) -> None:
    found = program({"train.py": f"{HEAD}        {body}\n\nnet = Net()\n"})
    (event,) = (event for event in found.events if event.made is not None and "Net" in event.name)
    assert event.made is not None
    shown = [f"{each.op} {each.number:g} {each.kind or '?'}" for each in formulas(event.made)]
    assert sorted(shown) == sorted(expected)
