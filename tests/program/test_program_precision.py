"""Where programs train, and where they ask for float16."""

from __future__ import annotations

from typing import List, Optional, Set

import pytest
from trees import program, told

from mslint.program.precision import follows_size, halves, scales_a_loss, trained, trainings
from mslint.program.values import Value

HEAD = """
import mindspore as ms
from mindspore import Model, amp, nn
from mindspore.amp import auto_mixed_precision, build_train_network
from mindspore.experimental import optim
from mindspore.common import dtype as mstype

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(2, 2)

class Step(nn.TrainOneStepCell):
    def construct(self, x):
        return x

net = Net()
loss = nn.MSELoss()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("model = Model(net, loss, opt)", ["model <Net> <Momentum>"]),
        ("model = Model(net, loss)", []),
        ("model = Model(net, loss, None)", []),
        ("model = Model(net, loss, opt)\nmodel.eval(data)", []),
        ("model = Model(net, loss, opt)\nmodel.eval(data)\nmodel.fit(2, data)", ["model <Net> <Momentum>"]),
        ("build_train_network(net, opt, loss)", ["build <Net> <Momentum>"]),
        ("nn.TrainOneStepCell(net, opt)", ["cell <Net> <Momentum>"]),
        ("nn.TrainOneStepWithLossScaleCell(net, opt, 8.0)", ["scaled cell <Net> <Momentum>"]),
        ("Step(net, opt)", ["cell <Net> <Momentum> own"]),
        ("opt(grads)", ["loop - <Momentum>"]),
        ("other = optim.SGD(net.trainable_params(), 0.1)\nother(grads)", ["loop - <SGD>"]),
        ("net(data)", []),
    ],
)
def test_trainings(code: str, expected: List[str]) -> None:
    found = trainings(program({"train.py": HEAD + code}))
    assert [
        f"{each.kind} {told(each.network)} {told(each.optimizer)}" + (" own" if each.own else "") for each in found
    ] == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("auto_mixed_precision(net, 'O2')", ["O2 <Net>"]),
        ("auto_mixed_precision(net)", []),
        ("auto_mixed_precision(net, 'O0')", []),
        ("auto_mixed_precision(net, 'O2', ms.bfloat16)", []),
        ("auto_mixed_precision(net, level)", []),
        ("Model(net, loss, opt, amp_level='O3')", ["O3 <Net>"]),
        ("build_train_network(net, opt, loss, 'O1')", ["O1 <Net>"]),
        ("net.to_float(mstype.float16)", [" <Net>"]),
        ("net.to_float(ms.float16 if unknown else ms.float32)", []),
        ("net.fc.to_float(ms.float16)", [" <Dense>"]),
        ("amp.custom_mixed_precision(net, white_list=[nn.Dense])", [" <Net>"]),
    ],
)
def test_requests_for_float16(code: str, expected: List[str]) -> None:
    found = halves(program({"train.py": HEAD + code}))
    assert [f"{each.level} {told(each.network)}" for each in found] == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("opt(grads)", {"Momentum", "trainable_params", "Net", "Dense"}),
        ("nn.TrainOneStepCell(Net(), opt)", {"Momentum", "trainable_params", "Net", "Dense"}),
        ("net(data)", set()),
    ],
)
def test_what_is_trained(code: str, expected: Set[str]) -> None:
    found = trained(program({"train.py": HEAD + code}))
    assert {told(Value((each,))).strip("<>") for each in found} == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("print(1)", False),
        ("loss_scale = 8.0", False),
        ("f(loss_scale=8.0)", True),
        ("f(sens=2)", True),
        ("f(sensor=2)", False),
        ("f(nn.DynamicLossScaleManager)", True),
        ("total = loss * SCALE", True),
        ("loss *= scale", True),
        ("total = ops.mul(self.scale, loss(x))", True),
        ("total = loss * scale_weights[0]", False),
        ("x = image * SCALE + loss", False),
    ],
)
def test_scaling_is_seen_by_names(code: str, expected: bool) -> None:
    assert scales_a_loss(program({"train.py": HEAD + code})) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("nn.SGD(net.trainable_params(), 0.1)", True),
        ("optim.SGD(net.trainable_params(), 0.1)", True),
        ("nn.Adam(net.trainable_params())", False),
        ("nn.Lamb(net.trainable_params(), 0.1)", None),
    ],
)
def test_which_optimizers_follow_the_size_of_gradients(code: str, expected: Optional[bool]) -> None:
    found = program({"train.py": HEAD + code}).events[-1].made
    assert found is not None and follows_size(found) is expected
