"""Which cells are networks of their own, and with which loss behind them."""

from __future__ import annotations

from typing import List

import pytest
from trees import program

from mslint.program.networks import networks, results_in
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


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("loss(net(1), 2)", 1),
        ("y = net(1)\nloss(y, 2)", 1),
        ("y = net(1)\ny = y * 2\nloss(y, 2)", 0),
        ("y, z = net(1)\nloss(y, 2)", 0),
        ("y = [net(1)]\nloss(y, 2)", 0),
        ("def f(x):\n    y = net(x)\n    return loss(y, 2)\nf(1)", 1),
        ("loss(net.part.fc(1), 2)", 0),
    ],
)
def test_whose_result_a_call_gets(code: str, expected: int) -> None:
    followed = program({"train.py": HEAD + code}, "train.py")
    event = next(iter(followed.calls("mindspore.nn.MSELoss.__call__")))
    assert len(list(results_in(followed, event))) == expected
