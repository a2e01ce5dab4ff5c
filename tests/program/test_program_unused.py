"""Layers that nothing uses; whatever may reach them by another way makes that no answer."""

from __future__ import annotations

from typing import List

import pytest
from trees import program

from mslint.program.unused import unused_layers

CODE = """
from mindspore import nn
from other import helper

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.used = nn.Dense(3, 3)
        self.spare = nn.Dense(3, 3)
        self.act = nn.ReLU()
        {init}

    def construct(self, x):
        return {construct}

net = Net()
nn.SGD(net.trainable_params(), 0.1)({after})
helper(net)
"""
OTHER = "def helper(net):\n    return {other}\n"


def found(init: str = "pass", construct: str = "self.used(x)", after: str = "1", other: str = "net") -> List[str]:
    code = CODE.format(init=init, construct=construct, after=after)
    followed = program({"train.py": code, "other.py": OTHER.format(other=other)}, "train.py")
    return [each.attribute for each in unused_layers(followed)]


def test_what_nothing_uses() -> None:
    assert found() == ["spare"]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("init", "self.all = [self.spare]"),
        ("init", "more = [self.spare]"),
        ("init", "setattr(self, 'x', getattr(self, 'sp' + 'are'))"),
        ("init", "self.names = ['spare']"),
        ("construct", "self.spare(self.used(x))"),
        ("construct", "self.used(x) if x else self.spare(x)"),
        ("after", "net.spare(1)"),
        ("after", "[c for _, c in net.cells_and_names()]"),
        ("other", "net.spare"),
    ],
)
def test_what_may_be_used(place: str, text: str) -> None:
    assert found(**{place: text}) == []
