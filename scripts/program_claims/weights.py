"""Claims about weights: how they begin, what freezes them, what a checkpoint brings (MSL505 to 508, 601, 604 on)."""

from __future__ import annotations

import os
import tempfile
from typing import Any, Callable, Dict, Tuple

import mindspore as ms
import numpy as np
from mindspore import Parameter, ParameterTuple, Tensor, nn, ops
from mindspore.common.initializer import initializer

from program_claims.claim import (
    Measured,
    Seen,
    claim,
    graph_mode,
    is_error,
    near,
    outcome,
    plain,
    random_batch,
    told,
)

TWOS = np.full((2, 3), 2, np.float32)
ONES, ZEROS, SEVENS = [[1.0] * 3] * 2, [[0.0] * 3] * 2, np.full((2, 3), 7, np.float32)
RAISES = tuple(int(part) for part in ms.__version__.split(".")[:2]) >= (2, 8)


def lazy() -> Any:
    return initializer("ones", (2, 3), ms.float32)


class Added(nn.Cell):
    """Adds what initializer() made, as an attribute or as a Parameter."""

    def __init__(self, make: Callable[[], Any]) -> None:
        super().__init__()
        self.more = make()

    def construct(self, x: Tensor) -> Tensor:
        return x + self.more


def on_parameter(change: Callable[[Parameter], Any]) -> Parameter:
    parameter = Parameter(Tensor(SEVENS), name="p")
    change(parameter)
    return parameter


@claim("605.as-operand", "computing with what initializer() made: zeros in 2.7, RuntimeError in PyNative from 2.8 on")
def lazy_operand() -> Measured:
    x = Tensor(TWOS)
    uses = {
        "x + lazy": lambda: x + lazy(),
        "lazy * 0.1": lambda: lazy() * 0.1,
        "ops.matmul(lazy, ...)": lambda: ops.matmul(lazy(), x.T),
        "ops.concat((lazy, x))": lambda: ops.concat((lazy(), x))[:2],
        "lazy.mean()": lambda: lazy().mean(),
        "lazy.reshape(-1)": lambda: lazy().reshape(-1),
        "lazy[0]": lambda: lazy()[0],
        "Parameter(lazy * 2)": lambda: Parameter(lazy() * 2),
        "attribute of a cell": lambda: Added(lazy)(x),
    }
    seen = {name: outcome(use) for name, use in uses.items()}
    if RAISES:
        return seen, all(is_error(each, "Runtime") for each in seen.values())
    return seen, seen["x + lazy"] == TWOS.tolist() and seen["lazy.mean()"] == 0


@claim("605.in-graph-mode", "a cell that adds it in graph mode adds zeros")
def lazy_in_graph() -> Measured:
    with graph_mode():
        seen = {
            "attribute": outcome(lambda: Added(lazy)(Tensor(TWOS))),
            "Parameter": outcome(lambda: Added(lambda: Parameter(lazy(), name="p"))(Tensor(TWOS))),
        }
    return seen, seen == {"attribute": TWOS.tolist(), "Parameter": (TWOS + 1).tolist()}


@claim(
    "605.copied",
    "Tensor(...) and tensor(...) make zeros of it, ops.assign takes what its memory holds; nothing is said",
)
def lazy_copied() -> Measured:
    seen = {
        "Tensor(lazy)": outcome(lambda: Tensor(lazy())),
        "tensor(lazy)": outcome(lambda: ms.tensor(lazy())),
        "Parameter(Tensor(lazy))": outcome(lambda: Parameter(Tensor(lazy()))),
        "ops.assign(p, lazy)": outcome(lambda: on_parameter(lambda p: ops.assign(p, lazy()))),
    }
    assigned = seen["ops.assign(p, lazy)"]
    return seen, all(each == ZEROS for each in list(seen.values())[:3]) and isinstance(
        assigned, list
    ) and assigned != ONES


@claim("605.held", "Parameter, set_data, weight_init, asnumpy and init_data give the values; shapes need none")
def lazy_held() -> Measured:
    def stated() -> Any:
        made = lazy()
        made.init_data()
        return made

    dense = nn.Dense(3, 2, weight_init=lazy())
    seen = {
        "Parameter(lazy)": outcome(lambda: Parameter(lazy())),
        "p.set_data(lazy)": outcome(lambda: on_parameter(lambda p: p.set_data(lazy()))),
        "Dense(weight_init=lazy)": outcome(lambda: dense.weight),
        "lazy.asnumpy()": outcome(lambda: lazy().asnumpy()),
        "lazy.init_data()": outcome(lambda: lazy().init_data()),
        "init_data() as a statement": outcome(stated),
        "ops.ones_like(lazy)": outcome(lambda: ops.ones_like(lazy())),
    }
    return seen, all(each == ONES for each in seen.values())


def ones_of(names: Dict[str, Tuple[int, ...]]) -> Dict[str, Parameter]:
    return {name: Parameter(Tensor(np.ones(shape, np.float32)), name=name) for name, shape in names.items()}


def loaded(net: nn.Cell, names: Dict[str, Tuple[int, ...]], **options: Any) -> Seen:
    """What load_param_into_net gives, whether it warns, and which weights are ones afterwards."""
    given, warnings = told(lambda: ms.load_param_into_net(net, ones_of(names), **options))
    there = [each.name for each in net.get_parameters() if (each.asnumpy() == 1).all()]
    return {"gives": given, "warnings": len(warnings), "became ones": there}


class Small(nn.Cell):
    """A Dense layer and a layer of which the names differ from PyTorch's."""

    def __init__(self, **layers: nn.Cell) -> None:
        super().__init__()
        self.fc = nn.Dense(3, 2, bias_init="zeros")
        for name, layer in layers.items():
            setattr(self, name, layer)

    def construct(self, x: Tensor) -> Tensor:
        return self.fc(x)


@claim("604.names-that-differ", "names that do not match are logged and returned, no error, with strict_load as well")
def not_matched() -> Measured:
    names = {"fc.weight": (2, 3), "fc.offset": (2,)}
    seen = {f"strict_load={strict}": loaded(Small(), names, strict_load=strict) for strict in (False, True)}
    wanted = [["fc.bias"], ["fc.offset"]]
    return seen, all(
        each["gives"] == wanted and each["warnings"] and each["became ones"] == ["fc.weight"] for each in seen.values()
    )


@claim("604.other-prefix", "another prefix on all names is made up for, but not with strict_load")
def other_prefix() -> Measured:
    names = {"net.fc.weight": (2, 3), "net.fc.bias": (2,)}
    seen = {f"strict_load={strict}": loaded(Small(), names, strict_load=strict) for strict in (False, True)}
    return seen, [len(each["became ones"]) for each in seen.values()] == [2, 0]


@claim("604.shapes-raise", "a shape that differs raises RuntimeError, a plain Tensor TypeError")
def shapes_raise() -> Measured:
    seen = {
        "shape": outcome(lambda: ms.load_param_into_net(Small(), ones_of({"fc.weight": (4, 3)}))),
        "Tensor": outcome(lambda: ms.load_param_into_net(Small(), {"fc.weight": Tensor(TWOS)})),
    }
    return seen, is_error(seen["shape"], "Runtime") and is_error(seen["Tensor"], "Type")


NAMES = {
    "BatchNorm2d": (
        lambda: nn.BatchNorm2d(3),
        {"weight": (3,), "bias": (3,), "running_mean": (3,), "running_var": (3,), "num_batches_tracked": ()},
    ),
    "LayerNorm": (lambda: nn.LayerNorm((3,)), {"weight": (3,), "bias": (3,)}),
    "GroupNorm": (lambda: nn.GroupNorm(1, 3), {"weight": (3,), "bias": (3,)}),
    "Embedding": (lambda: nn.Embedding(4, 3), {"weight": (4, 3)}),
    "PReLU": (lambda: nn.PReLU(), {"weight": (1,)}),
}
SAME_NAMES = {
    "Dense": (lambda: nn.Dense(3, 2), {"weight": (2, 3), "bias": (2,)}),
    "Conv2d": (lambda: nn.Conv2d(3, 2, 1, has_bias=True), {"weight": (2, 3, 1, 1), "bias": (2,)}),
    "LSTM": (
        lambda: nn.LSTM(3, 2),
        {"weight_ih_l0": (8, 3), "weight_hh_l0": (8, 2), "bias_ih_l0": (8,), "bias_hh_l0": (8,)},
    ),
}


@claim(
    "606.names", "of norm layers, Embedding and PReLU nothing is loaded under PyTorch's names; Dense, Conv and LSTM fit"
)
def torch_names() -> Measured:
    seen: Seen = {}
    for name, (make, names) in {**NAMES, **SAME_NAMES}.items():
        for strict in (False, True):
            every = {"fc.weight": (2, 3), "fc.bias": (2,), **{f"part.{key}": shape for key, shape in names.items()}}
            net = Small(part=make())
            result = loaded(net, every, strict_load=strict)
            missed = result["gives"][0] if isinstance(result["gives"], list) else result["gives"]
            seen[f"{name}, strict_load={strict}"] = {"not loaded": missed}
    holds = all(
        bool(each["not loaded"]) == (name.split(",")[0] in NAMES) and "fc.weight" not in each["not loaded"]
        for name, each in seen.items()
    )
    return seen, holds


@claim("606.keeps-initial", "the moving statistics keep their initial values")
def statistics_stay() -> Measured:
    net = Small(part=nn.BatchNorm2d(3))
    names = {f"part.{key}": shape for key, shape in NAMES["BatchNorm2d"][1].items()}
    loaded(net, {**names, "fc.weight": (2, 3)})
    seen = {each.name: each for each in net.get_parameters() if each.name.startswith("part.moving")}
    return {name: plain(each) for name, each in seen.items()}, plain(seen["part.moving_mean"]) == [0.0] * 3


def moved(*cells: nn.Cell) -> Seen:
    """Which weights have moved after five steps of SGD, and how many different values each has then."""
    net = nn.SequentialCell(*cells).set_train()
    before = {each.name: each.asnumpy().copy() for each in net.trainable_params() if each.ndim > 1}
    x, y = random_batch(8, 4), random_batch(8, 4, seed=1)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    step = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, optimizer.parameters)
    for _ in range(5):
        optimizer(step(x, y)[1])
    after = {each.name: each.asnumpy() for each in net.trainable_params() if each.name in before}
    return {name: bool((after[name] != value).any()) for name, value in before.items()}


def dense(weight: Any = "zeros", **options: Any) -> nn.Cell:
    return nn.Dense(4, 4, weight_init=weight, **options)


@claim("601.dead", "two zero layers never move where the first gives zeros and what is between keeps them")
def dead_pair() -> Measured:
    between = {
        "nothing": [],
        "ReLU": [nn.ReLU()],
        "Tanh": [nn.Tanh()],
        "GELU": [nn.GELU()],
        "LeakyReLU": [nn.LeakyReLU()],
        "BatchNorm1d": [nn.BatchNorm1d(4)],
        "Dropout": [nn.Dropout(p=0.5)],
    }
    seen = {name: moved(dense(bias_init="zeros"), *cells, dense(bias_init="zeros")) for name, cells in between.items()}
    seen["no bias"] = moved(dense(has_bias=False), dense(has_bias=False))
    seen["a bias in the second only"] = moved(dense(has_bias=False), dense())
    return seen, not any(value for each in seen.values() for value in each.values())


@claim(
    "601.alive",
    "with a bias in the first, with Sigmoid between them, or one zero layer alone without ReLU behind it, all move",
)
def alive_pair() -> Measured:
    seen = {
        "a bias in the first": moved(dense(), dense(has_bias=False)),
        "Sigmoid": moved(dense(bias_init="zeros"), nn.Sigmoid(), dense(bias_init="zeros")),
        "the first alone": moved(dense(bias_init="zeros"), nn.Tanh(), nn.Dense(4, 4)),
        "the second alone": moved(nn.Dense(4, 4), nn.ReLU(), dense(bias_init="zeros")),
    }
    return seen, all(value for each in seen.values() for value in each.values())


@claim(
    "601.before-relu",
    "one zero layer without bias never moves where ReLU is directly behind it: its gradient at 0 is 0",
)
def zeros_before_relu() -> Measured:
    seen = {
        "ReLU": moved(dense(bias_init="zeros"), nn.ReLU(), nn.Dense(4, 4)),
        "ReLU6": moved(dense(has_bias=False), nn.ReLU6(), nn.Dense(4, 4)),
        "activation='relu'": moved(dense(bias_init="zeros", activation="relu"), nn.Dense(4, 4)),
    }
    return seen, not any(each["0.weight"] for each in seen.values())


@claim("601.alike", "units that begin constant stay alike where the next layer begins constant, too")
def alike_units() -> Measured:
    seen: Seen = {}
    for name, second in (("constant", dense("ones", bias_init="zeros")), ("random", nn.Dense(4, 4))):
        first = dense(0.1, bias_init="zeros")
        moved(first, nn.ReLU(), second)
        seen[name] = len(np.unique(first.weight.asnumpy(), axis=0))
    return {"different units, next layer " + name: count for name, count in seen.items()}, seen == {
        "constant": 1,
        "random": 4,
    }


def frozen(freeze: Callable[[nn.Cell], Any], late: bool = False, decay: float = 0.0) -> Any:
    """Which of four parameters one step moves after the first two were frozen somehow."""
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Dense(4, 4))
    if not late:
        freeze(net)
    optimizer = nn.SGD(net.trainable_params(), 0.1, weight_decay=decay)
    if late:
        freeze(net)
    before = {each.name: each.asnumpy().copy() for each in net.get_parameters()}
    nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)(random_batch(8, 4), random_batch(8, 4, seed=1))
    return [each.name for each in net.get_parameters() if (each.asnumpy() != before[each.name]).any()]


def set_on_parameters(name: str) -> Callable[[nn.Cell], Any]:
    return lambda net: [setattr(each, name, False) for each in net[0].get_parameters()]


EVERY, LAST = ["0.weight", "0.bias", "1.weight", "1.bias"], ["1.weight", "1.bias"]


@claim("507.freezes-nothing", "requires_grad or set_grad of a cell, and a misspelt name, freeze nothing")
def freezes_nothing() -> Measured:
    seen = {
        "cell.requires_grad = False": frozen(lambda net: setattr(net[0], "requires_grad", False)),
        "cell.set_grad(False)": frozen(lambda net: net[0].set_grad(False)),
        "param.require_grad = False": frozen(set_on_parameters("require_grad")),
        "param.requires_gradient = False": frozen(set_on_parameters("requires_gradient")),
    }
    return seen, all(each == EVERY for each in seen.values())


@claim(
    "507.after-the-optimizer", "frozen after the optimizer was built: weight decay goes on, without it nothing moves"
)
def frozen_late() -> Measured:
    freeze = set_on_parameters("requires_grad")
    seen = {
        "before": frozen(freeze, decay=0.1),
        "after, weight_decay=0": frozen(freeze, True),
        "after, weight_decay=0.1": frozen(freeze, True, 0.1),
    }
    return seen, list(seen.values()) == [LAST, LAST, EVERY]


class Shared(nn.Cell):
    """Two parameters of one name, of its own or in a cell that it holds."""

    def __init__(self, inner: bool = False, listed: bool = False) -> None:
        super().__init__()
        if inner:
            self.inner = Shared()
        elif listed:
            self.both = ParameterTuple([Parameter(Tensor(SEVENS), name="w") for _ in range(2)])
        else:
            self.first = Parameter(Tensor(SEVENS), name="w")
            self.second = Parameter(Tensor(SEVENS), name="w")

    def construct(self, x: Tensor) -> Tensor:
        return x


def saved(net: nn.Cell) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "net.ckpt")
        ms.save_checkpoint(net, path)
        return list(ms.load_checkpoint(path))


@claim(
    "506.network-itself",
    "a name twice in the network itself: optimizers raise, checkpoints keep one; not so in a part of it",
)
def name_twice() -> Measured:
    seen = {
        "optimizer": outcome(lambda: nn.SGD(Shared().trainable_params(), 0.1)),
        "optimizer, WithLossCell": outcome(
            lambda: nn.SGD(nn.WithLossCell(Shared(), nn.MSELoss()).trainable_params(), 0.1)
        ),
        "checkpoint": outcome(lambda: saved(Shared())),
        "within another": outcome(lambda: [each.name for each in Shared(inner=True).trainable_params()]),
        "ParameterTuple": outcome(lambda: Shared(listed=True)),
    }
    return seen, (
        all(is_error(seen[name], "Value") for name in ("optimizer", "optimizer, WithLossCell", "ParameterTuple"))
        and seen["checkpoint"] == ["w"]
        and seen["within another"] == ["inner.first", "inner.second"]
    )


@claim("508.twice", "softmax before a loss that applies it: the loss of a certain and right prediction is 1.461, not 0")
def softmax_twice() -> Measured:
    logits = Tensor(np.array([[100.0] + [0.0] * 9], np.float32))
    label = Tensor([0], ms.int32)
    losses: Dict[str, Callable[[Tensor], Any]] = {
        "nn.CrossEntropyLoss": lambda x: nn.CrossEntropyLoss()(x, label),
        "ops.cross_entropy": lambda x: ops.cross_entropy(x, label),
        "nn.SoftmaxCrossEntropyWithLogits": lambda x: nn.SoftmaxCrossEntropyWithLogits(True, "mean")(x, label),
    }
    probabilities = ops.softmax(logits, -1)
    seen: Seen = {
        name: {"logits": plain(loss(logits)), "softmax": plain(loss(probabilities))} for name, loss in losses.items()
    }
    seen["log_softmax"] = outcome(lambda: ops.cross_entropy(ops.log_softmax(logits, -1), label))
    holds = all(near(seen[name]["softmax"], 1.461) and abs(seen[name]["logits"]) < 1e-6 for name in losses)
    return seen, holds and abs(seen["log_softmax"]) < 1e-6


class Spare(nn.Cell):
    """A Dense layer that construct calls, and one that it does not."""

    def __init__(self) -> None:
        super().__init__()
        self.used = nn.Dense(4, 4)
        self.spare = nn.Dense(4, 4)

    def construct(self, x: Tensor) -> Tensor:
        return self.used(x)


@claim(
    "505.weight-decay", "a layer that nothing calls is trainable, gets no gradient, and weight decay makes it smaller"
)
def spare_layer() -> Measured:
    seen: Seen = {}
    for decay in (0.0, 0.1):
        net = Spare()
        names = [each.name for each in net.trainable_params()]
        optimizer = nn.SGD(net.trainable_params(), 0.1, weight_decay=decay)
        before = np.abs(net.spare.weight.asnumpy()).sum()
        step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), optimizer)
        step(random_batch(8, 4), random_batch(8, 4, seed=1))
        seen[f"weight_decay={decay}"] = plain(np.abs(net.spare.weight.asnumpy()).sum() / before)
        seen["trainable"] = "spare.weight" in names
    return seen, seen["trainable"] and seen["weight_decay=0.0"] == 1 and near(seen["weight_decay=0.1"], 0.99, 0.001)
