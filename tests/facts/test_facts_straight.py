"""The layers that construct applies one after the other."""

from __future__ import annotations

from typing import List, Optional

import pytest
from reading import facts_of

from mslint.facts.straight import applied_in_order

NET = """from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.body = nn.SequentialCell(nn.Conv2d(8, 8, 3), nn.ReLU())
        self.pool = nn.MaxPool2d(2)

    def construct(self, x):
BODY
"""


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return self.pool(self.conv(x))", ["Conv2d", "MaxPool2d"]),
        (
            "x = self.pool(self.conv(x))\n        return self.pool(self.body(x))",
            ["Conv2d", "MaxPool2d", "SequentialCell", "Conv2d", "ReLU", "MaxPool2d"],
        ),
        ("if x:\n            x = self.conv(x)\n        return x", None),
        ("for _ in x:\n            x = self.conv(x)\n        return x", None),
        ("return self.other(self.conv(x))", None),
        ("return x.view(3).mean()", []),
    ],
)
def test_the_layers_of_a_straight_construct(body: str, names: Optional[List[str]]) -> None:
    facts = facts_of(NET.replace("BODY", f"        {body}"))
    call = next(call for call in facts.calls if call.name == "mindspore.nn.Conv2d")
    found = applied_in_order(call, facts)
    assert (None if found is None else [site.name.rpartition(".")[2] for site in found]) == names
