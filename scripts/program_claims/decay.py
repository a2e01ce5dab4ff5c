"""Claims about which parameters weight decay reaches (MSL706)."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

import mindspore as ms
from mindspore import Parameter, Tensor, nn, ops

from program_claims.claim import Measured, claim, outcome
from program_claims.scaling import OPTIMIZERS

# ASGD, FTRL and Rprop move parameters whose gradient is zero as well; Lamb has no kernel on a CPU.
OTHERS = ("AdaFactor", "ProximalAdagrad", "FTRL", "Rprop", "ASGD", "Lamb")
NAMES = tuple(name for name in OPTIMIZERS if name not in OTHERS)


class Normed(nn.Cell):
    """A layer and a normalization, and a parameter with a telling name."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Dense(2, 2)
        self.norm = nn.BatchNorm1d(2)
        self.alphabeta = nn.Dense(2, 2, has_bias=False)
        self.scale = Parameter(Tensor([1.0], ms.float32), name="scale")


def names(parameters: Any) -> List[str]:
    return [parameter.name for parameter in parameters]


def decayed(build: Callable[[Any], Any]) -> List[str]:
    """The parameters that move in a step whose gradients are all zero: by decay alone."""
    ms.set_seed(1)
    net = Normed()
    for parameter in net.trainable_params():
        parameter.set_data(ops.ones_like(parameter))
    before = {each.name: each.asnumpy().copy() for each in net.trainable_params()}
    optimizer = build(net)
    optimizer(tuple(ops.zeros_like(each) for each in optimizer.parameters))
    return [each.name for each in net.trainable_params() if (each.asnumpy() != before[each.name]).any()]


FLAT = ["scale", "fc.weight", "fc.bias"]


def kinds(name: str) -> Dict[str, Any]:
    options = dict(OPTIMIZERS[name])
    make = getattr(nn, name)
    ways: Dict[str, Callable[[Any], Any]] = {
        "flat": lambda net: make(net.trainable_params(), **options, weight_decay=0.1),
        "one group": lambda net: make([{"params": net.trainable_params()}], **options, weight_decay=0.1),
        "two groups, one with weight_decay": lambda net: make(
            [
                {"params": [p for p in net.trainable_params() if "norm" not in p.name], "weight_decay": 0.1},
                {"params": [p for p in net.trainable_params() if "norm" in p.name]},
            ],
            **options,
            weight_decay=0.1,
        ),
        "two groups, the other with 0": lambda net: make(
            [
                {"params": [p for p in net.trainable_params() if "norm" not in p.name]},
                {"params": [p for p in net.trainable_params() if "norm" in p.name], "weight_decay": 0.0},
            ],
            **options,
            weight_decay=0.1,
        ),
        "two groups, optimizer without weight_decay": lambda net: make(
            [
                {"params": [p for p in net.trainable_params() if "norm" not in p.name], "weight_decay": 0.1},
                {"params": [p for p in net.trainable_params() if "norm" in p.name]},
            ],
            **options,
        ),
    }
    return {way: outcome(lambda build=build: decayed(build)) for way, build in ways.items()}


@claim("706.groups", "groups without weight_decay are decayed whole by the optimizer's; flat lists skip beta and gamma")
def groups() -> Measured:
    every = names(Normed().trainable_params())
    rest = [name for name in every if not name.startswith("norm")]
    wanted = {
        "flat": FLAT,
        "one group": every,
        "two groups, one with weight_decay": every,
        "two groups, the other with 0": rest,
        "two groups, optimizer without weight_decay": rest,
    }
    seen = {}
    holds = True
    for name in NAMES:
        found = kinds(name)
        seen[name] = found if found != wanted else "as claimed"
        holds = holds and found == wanted
    return {**seen, "claimed": wanted}, holds


@claim("706.experimental", "mindspore.experimental.optim decays all parameters, in flat lists and in groups")
def experimental() -> Measured:
    from mindspore.experimental import optim

    every = names(Normed().trainable_params())
    seen = {}
    for name in ("SGD", "Adam", "AdamW"):
        make = getattr(optim, name)
        seen[f"{name}, flat"] = outcome(
            lambda make=make: decayed(lambda net: make(net.trainable_params(), lr=0.1, weight_decay=0.1))
        )
        seen[f"{name}, group"] = outcome(
            lambda make=make: decayed(lambda net: make([{"params": net.trainable_params()}], lr=0.1, weight_decay=0.1))
        )
    return seen, all(found == every for found in seen.values())


@claim("706.learning-rates", "groups with learning rates of their own are decayed whole as well")
def rates() -> Measured:
    def build(net: Any) -> Any:
        parts = [
            {"params": net.fc.trainable_params(), "lr": 0.01},
            {"params": net.norm.trainable_params()},
        ]
        return nn.Momentum(parts, 0.1, 0.9, weight_decay=0.1)

    seen = {"Momentum": outcome(lambda: decayed(build))}
    return seen, seen["Momentum"] == ["fc.weight", "fc.bias", "norm.gamma", "norm.beta"]
