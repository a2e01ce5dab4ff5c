"""Which cells are networks of their own, and with which loss behind them."""

from __future__ import annotations

from typing import List

import pytest
from trees import program

from mslint.program.networks import networks
from mslint.program.values import Cls

HEAD = """
from mindspore import nn, train

class Part(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 3)

class Net(nn.Cell):
    def __init__(self, part=None):
        super().__init__()
        self.part = part or Part()

net = Net()
loss = nn.MSELoss()
"""


def found(code: str) -> List[str]:
    each = networks(program({"train.py": HEAD + code}, "train.py"))
    return [
        " ".join([one.obj.cls.node.name, *(obj.api.rpartition(".")[2] for obj in one.loss.objects())])
        for one in each
        if isinstance(one.obj.cls, Cls)
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("train.Model(net, loss, nn.SGD(net.trainable_params()))", ["Net MSELoss"]),
        ("train.Model(net, loss)", ["Net MSELoss"]),
        ("nn.TrainOneStepCell(nn.WithLossCell(net, loss), nn.SGD(net.trainable_params()))", ["Net MSELoss"]),
        ("nn.SGD(net.trainable_params())", ["Net"]),
        ("nn.SGD(net.part.trainable_params())", []),
        ("part = Part()\nnn.SGD(Net(part).trainable_params())\nnn.SGD(part.trainable_params())", ["Net"]),
        ("nn.SGD(nn.Dense(3, 3).trainable_params())", []),
        ("print(net)", []),
    ],
)
def test_networks(code: str, expected: List[str]) -> None:
    assert found(code) == expected
