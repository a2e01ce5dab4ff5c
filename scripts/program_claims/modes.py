"""Claims about training and inference mode of Cells without Model, and of exported graphs (MSL201, 204, 205)."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Callable, Dict

import mindspore as ms
import numpy as np
from mindspore import Tensor, amp, nn

from program_claims.claim import (
    DropNet,
    Measured,
    Seen,
    behaves,
    claim,
    graph_mode,
    infers,
    is_error,
    outcome,
    random_batch,
    statistics,
    told,
    zeros,
)

X, Y = random_batch(256, 64), random_batch(256, 64, seed=1)


@claim("201.cells-start-in-inference", "a Cell starts with training False")
def start() -> Measured:
    cells = {
        "own Cell": DropNet(),
        "its Dropout": DropNet().drop,
        "its BatchNorm": DropNet().norm,
        "Dense": nn.Dense(2, 2),
        "SequentialCell": nn.SequentialCell(nn.Dropout(p=0.5)),
        "WithLossCell": nn.WithLossCell(DropNet(), nn.MSELoss()),
        "MSELoss": nn.MSELoss(),
        "SGD": nn.SGD(DropNet().trainable_params(), 0.1),
    }
    seen: Seen = {name: bool(cell.training) for name, cell in cells.items()}
    seen["called at once"] = behaves(DropNet(), X)
    return seen, infers(seen["called at once"]) and not any(seen[name] for name in cells)


def after_steps(step: Callable[[DropNet], Callable[[], Any]], set_train: bool = False) -> Any:
    """How the net is when three steps were made by what `step` builds from it."""
    net = DropNet()
    if set_train:
        net.set_train()
    run = step(net)
    seen: Seen = {"training once built": bool(net.training)}
    before = statistics(net)
    for _ in range(3):
        run()
    seen["statistics moved by steps"] = bool((statistics(net) != before).any())
    seen["training after steps"] = bool(net.training)
    return seen


def mse(net: DropNet) -> Any:
    return nn.WithLossCell(net, nn.MSELoss())


def sgd(net: DropNet) -> Any:
    return nn.SGD(net.trainable_params(), 0.001)


def one_step(net: DropNet) -> Callable[[], Any]:
    cell = nn.TrainOneStepCell(mse(net), sgd(net))
    return lambda: cell(X, Y)


def gradient_step(net: DropNet, of: Callable[..., Any] = ms.grad, jit: bool = False) -> Callable[[], Any]:
    optimizer, loss = sgd(net), nn.MSELoss()

    def forward(x: Tensor, y: Tensor) -> Tensor:
        return loss(net(x), y)

    function = of(forward, None, optimizer.parameters)

    def step(x: Tensor, y: Tensor) -> Any:
        optimizer(function(x, y))

    def step_with_value(x: Tensor, y: Tensor) -> Any:
        loss_value, found = function(x, y)
        optimizer(found)
        return loss_value

    chosen = step if of is ms.grad else step_with_value
    compiled = ms.jit(chosen) if jit else chosen
    return lambda: compiled(X, Y)


class OwnStep(nn.TrainOneStepCell):
    """As projects write it: their own step on top of MindSpore's."""

    def construct(self, *inputs: Any) -> Any:
        loss = self.network(*inputs)
        found = self.grad(self.network, self.weights)(*inputs, self.sens_value)
        self.optimizer(found)
        return loss

    def __init__(self, network: Any, optimizer: Any) -> None:
        super().__init__(network, optimizer)
        self.sens_value = Tensor(1.0, ms.float32)


def own_step(net: DropNet) -> Callable[[], Any]:
    cell = OwnStep(mse(net), sgd(net))
    return lambda: cell(X, Y)


STEPS: Dict[str, Callable[[DropNet], Callable[[], Any]]] = {
    "TrainOneStepCell": one_step,
    "subclass of TrainOneStepCell": own_step,
    "grad": gradient_step,
    "value_and_grad": lambda net: gradient_step(net, ms.value_and_grad),
    "value_and_grad in jit": lambda net: gradient_step(net, ms.value_and_grad, jit=True),
}


@claim("201.steps-do-not-switch", "training steps leave the net in inference mode")
def steps() -> Measured:
    seen = {name: outcome(lambda step=step: after_steps(step)) for name, step in STEPS.items()}
    with graph_mode():
        seen["TrainOneStepCell in graph mode"] = outcome(lambda: after_steps(one_step))
    return seen, all(isinstance(each, dict) and not any(each.values()) for each in seen.values())


@claim("201.set-train-is-kept", "after net.set_train() the same steps train")
def kept() -> Measured:
    seen = {name: outcome(lambda step=step: after_steps(step, set_train=True)) for name, step in STEPS.items()}
    with graph_mode():
        seen["TrainOneStepCell in graph mode"] = outcome(lambda: after_steps(one_step, set_train=True))
    return seen, all(isinstance(each, dict) and all(each.values()) for each in seen.values())


@claim("201.wrappers-do-not-switch", "building a wrapper leaves the net in inference mode")
def wrappers() -> Measured:
    def built(make: Callable[[DropNet], Any]) -> Any:
        net = DropNet()
        try:
            make(net)
        finally:
            after = bool(net.training)
        return after

    scale = {"scale_sense": Tensor(1024.0, ms.float32)}
    makers: Dict[str, Callable[[DropNet], Any]] = {
        "WithLossCell": mse,
        "WithEvalCell": lambda net: nn.WithEvalCell(net, nn.MSELoss()),
        "ForwardValueAndGrad": lambda net: nn.ForwardValueAndGrad(mse(net), net.trainable_params(), get_by_list=True),
        "TrainOneStepCell": lambda net: nn.TrainOneStepCell(mse(net), sgd(net)),
        "TrainOneStepWithLossScaleCell": lambda net: nn.TrainOneStepWithLossScaleCell(mse(net), sgd(net), **scale),
        "value_and_grad": lambda net: ms.value_and_grad(net, None, net.trainable_params()),
        "auto_mixed_precision O2": lambda net: amp.auto_mixed_precision(net, "O2"),
        "jit": lambda net: ms.jit(net),
    }
    seen = {name: outcome(lambda make=make: built(make)) for name, make in makers.items()}
    return seen, all(each is False for each in seen.values())


@claim("201.loss-scale-step-on-cpu", "TrainOneStepWithLossScaleCell cannot run a step on the CPU")
def scaled_step() -> Measured:
    net = DropNet()
    cell = nn.TrainOneStepWithLossScaleCell(mse(net), sgd(net), scale_sense=Tensor(1024.0, ms.float32))
    seen = {"called": outcome(lambda: cell(X, Y))}
    return seen, is_error(seen["called"])


@claim("201.set-train-reaches", "set_train() reaches all that the cell holds when it is called; its default is True")
def reaches() -> Measured:
    class Early(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.set_train()
            self.drop = nn.Dropout(p=0.5)

    class Late(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.drop = nn.Dropout(p=0.5)
            self.set_train()

    def through(make: Callable[[DropNet], Any]) -> bool:
        net = DropNet()
        make(net).set_train()
        return bool(net.training and net.drop.training and net.norm.training)

    step = nn.TrainOneStepCell
    seen = {
        "set_train() on the net": through(lambda net: net),
        "on WithLossCell": through(mse),
        "on TrainOneStepCell": through(lambda net: step(mse(net), sgd(net))),
        "on its .network": through(lambda net: step(mse(net), sgd(net)).network),
        "on WithEvalCell": through(lambda net: nn.WithEvalCell(net, nn.MSELoss())),
        "on the result of auto_mixed_precision O2": through(lambda net: amp.auto_mixed_precision(net, "O2")),
        "last in __init__": bool(Late().drop.training),
    }
    missed = {
        "first in __init__": bool(Early().drop.training),
        "on the loss only": through(lambda net: nn.MSELoss()),
        "on the optimizer": through(sgd),
    }
    missing = {name: outcome(lambda name=name: getattr(DropNet(), name)()) for name in ("train", "eval")}
    holds = all(seen.values()) and not any(missed.values()) and all(map(is_error, missing.values()))
    return {**seen, **missed, **{f"net.{name}()": value for name, value in missing.items()}}, holds


@claim("201.build-train-network-switches", "build_train_network lets the net train at every level")
def build() -> Measured:
    def run(level: str, **options: Any) -> Any:
        def make(net: DropNet) -> Callable[[], Any]:
            cell = amp.build_train_network(net, sgd(net), nn.MSELoss(), level=level, **options)
            return lambda: cell(X, Y)

        return outcome(lambda: after_steps(make))

    seen = {level: run(level) for level in ("O0", "O1", "O3", "auto")}
    seen["O2, loss_scale_manager=None"] = run("O2", loss_scale_manager=None)
    return seen, all(isinstance(each, dict) and each["statistics moved by steps"] for each in seen.values())


def exported(net: Any, x: Tensor, kind: str = "MINDIR") -> Any:
    """Export the net; give its mode afterwards, the warnings, and what the exported graph does."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net")
        error, warnings = told(lambda: ms.export(net, x, file_name=path, file_format=kind))
        seen: Seen = {"training afterwards": bool(net.training)}
        if warnings:
            seen["warned"] = warnings
        if error is not None:
            seen["raised"] = error
        elif kind == "ONNX":
            with open(path + ".onnx", "rb") as file:
                seen["Dropout in the file"] = b"Dropout" in file.read()
        elif kind == "MINDIR":
            graph = nn.GraphCell(ms.load(path + ".mindir"))
            first, second = graph(x).asnumpy(), graph(x).asnumpy()
            seen["zeros"] = zeros(first)
            seen["two calls equal"] = bool((first == second).all())
    return seen


@claim(
    "204.exported-graph-drops", "a graph exported in training mode drops at each call; in inference mode it does not"
)
def export() -> Measured:
    seen = {}
    for name, make in (("Dropout", drops_only), ("with BatchNorm", DropNet)):
        for mode in (None, True, False):
            net = make() if mode is None else make().set_train(mode)
            label = f"{name}, " + ("fresh" if mode is None else f"set_train({mode})")
            seen[label] = outcome(lambda net=net: exported(net, X))
    holds = all(0.35 < each["zeros"] < 0.65 for label, each in seen.items() if "True" in label)
    return seen, holds and all(each["zeros"] == 0 for label, each in seen.items() if "True" not in label)


@claim("204.second-export", "a second export of the same net keeps the mode of the first, whatever set_train says")
def export_again() -> Measured:
    seen = {}
    for first in (False, True):
        net = drops_only().set_train(first)
        exported(net, X)
        net.set_train(not first)
        seen[f"set_train({first}), export, set_train({not first}), export"] = outcome(lambda net=net: exported(net, X))
    return seen, [each["zeros"] > 0 for each in seen.values()] == [False, True]


def drops_only() -> nn.Cell:
    return nn.SequentialCell(nn.Dense(64, 64), nn.Dropout(p=0.5))


@claim(
    "204.exported-batch-norm", "a graph exported in training mode normalises with the batch, not with the statistics"
)
def export_norm() -> Measured:
    data = Tensor((np.random.RandomState(0).randn(64, 3) * 2 + 5).astype(np.float32))
    seen = {}
    for mode in (False, True):
        net = nn.BatchNorm1d(3).set_train(mode)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "net")
            ms.export(net, data, file_name=path, file_format="MINDIR")
            graph = nn.GraphCell(ms.load(path + ".mindir"))
            seen[f"set_train({mode})"] = outcome(lambda graph=graph: {"output mean": graph(data).asnumpy().mean()})
    means = [abs(each["output mean"]) for each in seen.values() if isinstance(each, dict)]
    return seen, len(means) == 2 and means[0] > 4 and means[1] < 0.01


@claim("204.training-leaves-mode", "export after Model(net, loss, optimizer) or a training wrapper still drops")
def export_after() -> Measured:
    def model(net: nn.Cell) -> None:
        ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.001))

    def wrapper(net: nn.Cell) -> None:
        amp.build_train_network(net, nn.SGD(net.trainable_params(), 0.001), nn.MSELoss())

    def predicted(net: nn.Cell) -> None:
        model(net)
        ms.Model(net).predict(X)

    seen = {}
    for name, act in (("Model(net, loss, opt)", model), ("build_train_network", wrapper), ("then predict", predicted)):
        net = drops_only()
        act(net)
        seen[name] = outcome(lambda net=net: exported(net, X))
    drops = [0.35 < each["zeros"] < 0.65 for each in seen.values()]
    return seen, drops == [True, True, False]


@claim("204.onnx-switches", "export to ONNX leaves Dropout out in training mode, too, and restores the mode")
def onnx() -> Measured:
    net = drops_only().set_train()
    seen = outcome(lambda: exported(net, X, "ONNX"))
    return seen, seen.get("training afterwards") is True and seen.get("Dropout in the file") is False


@claim("205.use-batch-statistics", "True follows the batch in inference too, False never, None follows the mode")
def batch_statistics() -> Measured:
    data = Tensor((np.random.RandomState(0).randn(64, 3) * 2 + 5).astype(np.float32))

    def run(flag: Any, train: bool) -> Any:
        cell = nn.BatchNorm1d(3, use_batch_statistics=flag).set_train(train)
        mean = cell(data).asnumpy().mean()
        return {"moved": bool(cell.moving_mean.asnumpy().any()), "output mean": mean}

    seen = {}
    for flag in (None, True, False):
        for train in (False, True):
            seen[f"{flag}, set_train({train})"] = outcome(lambda flag=flag, train=train: run(flag, train))
    with graph_mode():
        for flag in (True, False):
            seen[f"{flag}, set_train({not flag}), graph mode"] = outcome(lambda flag=flag: run(flag, not flag))
    moved = [each["moved"] for each in seen.values()]
    return seen, moved == [False, True, True, True, False, False, True, False]
