"""Claims about the levels of mixed precision: which bring a loss scale, and what they change (MSL401, 407)."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict

import mindspore as ms
import numpy as np
from mindspore import Model, Tensor, amp, nn, ops

from program_claims.claim import (
    Measured,
    Seen,
    claim,
    is_error,
    outcome,
    pairs,
    plain,
    random_batch,
    told,
)

LEVELS = ("O0", "O1", "O2", "O3", "auto")
X = random_batch(8, 4)


class Typed(nn.Cell):
    """A Dense layer and operators of its own; it keeps what they give, to see in which precision they ran."""

    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Dense(4, 4)
        self.norm = nn.BatchNorm1d(4)
        self.out = nn.Dense(4, 4)
        self.matmul = ops.MatMul()
        self.given: Dict[str, Tensor] = {}

    def construct(self, x: Tensor) -> Tensor:
        layer = self.fc(x)
        norm = self.norm(layer)
        operator = self.matmul(x, x.T)
        self.keep(layer=layer, norm=norm, operator=operator)
        return self.out(norm)

    def keep(self, **values: Tensor) -> None:
        self.given.update(values)


def precision(net: nn.Cell, inner: Typed) -> Seen:
    """Type and precision of the parts: "half" where the numbers are those of float16, whatever their type."""
    inner.given.clear()
    out = net(X)
    x = X.asnumpy()
    weight, bias = inner.fc.weight.asnumpy(), inner.fc.bias.asnumpy()
    exact = {"layer": x @ weight.T + bias, "operator": x @ x.T}
    given = inner.given or net.given
    seen: Seen = {"result": str(out.dtype), "norm": str(given["norm"].dtype)}
    for name, values in exact.items():
        error = np.abs(given[name].asnumpy().astype(np.float32) - values).max()
        seen[name] = f"{given[name].dtype}, computed in {'half' if error > 1e-5 else 'full'} precision"
    return seen


@claim(
    "401.which-levels-scale", "only O2 of Model and build_train_network brings a loss scale; O0, O1, O3 and auto none"
)
def levels() -> Measured:
    from mindspore.train.amp import _config_level

    seen: Seen = {
        f"{level}, table of the levels": type(_config_level[level]["loss_scale_manager"]).__name__ for level in LEVELS
    }
    for level in LEVELS:
        net = nn.Dense(64, 64)
        optimizer = nn.SGD(net.trainable_params(), 0.001)
        seen[f"{level}, Model.train"] = outcome(
            lambda net=net, optimizer=optimizer, level=level: (
                type(_trained(Model(net, nn.MSELoss(), optimizer, amp_level=level))).__name__
            )
        )
        net = nn.Dense(64, 64)
        optimizer = nn.SGD(net.trainable_params(), 0.001)
        seen[f"{level}, build_train_network"] = outcome(
            lambda net=net, optimizer=optimizer, level=level: _step(
                amp.build_train_network(net, optimizer, nn.MSELoss(), level=level)
            )
        )
    scaled = [level for level in LEVELS if seen[f"{level}, table of the levels"] != "NoneType"]
    holds = scaled == ["O2"] and all(
        is_error(seen[f"O2, {way}"], "ValueError") for way in ("Model.train", "build_train_network")
    )
    return seen, holds and all(
        "'TrainOneStepCell', 1" in str(seen[f"{each}, build_train_network"]) for each in LEVELS if each != "O2"
    )


def _trained(model: Model) -> Any:
    model.train(1, pairs(1))
    return model.train_network


def _step(cell: Any) -> Any:
    return f"{type(cell).__name__!r}, {cell.sens}"


@claim("401.o2-without-manager", "O2 with loss_scale_manager=None trains without a loss scale")
def without_manager() -> Measured:
    seen = {}
    for level in ("O0", "O2", "O3"):
        for text, manager in (("None", None), ("Fixed(1024, False)", ms.FixedLossScaleManager(1024, False))):
            net = nn.Dense(64, 64)
            optimizer = nn.SGD(net.trainable_params(), 0.001)
            seen[f"{level}, loss_scale_manager={text}"] = outcome(
                lambda net=net, optimizer=optimizer, manager=manager, level=level: _step(
                    _trained(Model(net, nn.MSELoss(), optimizer, amp_level=level, loss_scale_manager=manager))
                )
            )
    ones = [each for name, each in seen.items() if name.endswith("None")]
    return seen, all("'TrainOneStepCell', 1" in each for each in ones)


@claim("401.managers-on-cpu", "managers that unscale by themselves are refused on the CPU")
def managers() -> Measured:
    def run(manager: Any) -> Any:
        net = nn.Dense(64, 64)
        return _step(_trained(Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()), loss_scale_manager=manager)))

    seen = {
        "DynamicLossScaleManager()": outcome(lambda: run(ms.DynamicLossScaleManager())),
        "FixedLossScaleManager()": outcome(lambda: run(ms.FixedLossScaleManager())),
        "FixedLossScaleManager(1024, True)": outcome(lambda: run(ms.FixedLossScaleManager(1024, True))),
        "FixedLossScaleManager(1024, False)": outcome(lambda: run(ms.FixedLossScaleManager(1024, False))),
    }
    defaults = inspect.signature(ms.FixedLossScaleManager.__init__).parameters
    seen["FixedLossScaleManager, defaults"] = {name: plain(each.default) for name, each in defaults.items()}
    seen["FixedLossScaleManager, defaults"].pop("self")
    defaults = inspect.signature(ms.DynamicLossScaleManager.__init__).parameters
    seen["DynamicLossScaleManager, defaults"] = {name: plain(each.default) for name, each in defaults.items()}
    seen["DynamicLossScaleManager, defaults"].pop("self")
    return seen, [is_error(each) for each in list(seen.values())[:4]] == [True, True, True, False]


@claim("401.small-gradients-vanish", "gradients below 3e-8 are 0 in float16; scaled by 1024 they are not")
def vanish() -> Measured:
    net = nn.Dense(1, 1, weight_init="ones", has_bias=False).to_float(ms.float16)
    x = Tensor([[1.0]], ms.float32)

    def gradient(factor: float, scale: float) -> Any:
        def forward(data: Tensor) -> Tensor:
            return (net(data) * Tensor(factor * scale, ms.float16)).sum()

        return ms.grad(forward, None, net.trainable_params())(x)[0].asnumpy().item() / scale

    seen = {
        f"true gradient {factor:g}, scale {scale:g}": outcome(
            lambda factor=factor, scale=scale: gradient(factor, scale)
        )
        for factor in (1e-5, 1e-6, 1e-7, 2e-8)
        for scale in (1.0, 1024.0)
    }
    return seen, seen["true gradient 2e-08, scale 1"] == 0 and seen["true gradient 2e-08, scale 1024"] > 0


@claim("407.ignored-result", "what the net that was given does, when the result of auto_mixed_precision is thrown away")
def ignored() -> Measured:
    conversions: Dict[str, Callable[[nn.Cell], Any]] = {
        "no level": amp.auto_mixed_precision,
        **{level: lambda net, level=level: amp.auto_mixed_precision(net, level) for level in LEVELS},
        "white list": lambda net: amp.custom_mixed_precision(net, white_list=amp.get_white_list()),
        "black list": lambda net: amp.custom_mixed_precision(net, black_list=amp.get_black_list()),
        "to_float": lambda net: net.to_float(ms.float16),
    }
    seen: Seen = {}
    for name, convert in conversions.items():
        net = Typed()
        made: Dict[str, Any] = {}
        _, warnings = told(lambda net=net, convert=convert, made=made: made.update(new=convert(net)))
        new = made["new"]
        seen[name] = {
            "same object": new is net,
            "old": outcome(lambda net=net: precision(net, net)),
            "new": outcome(lambda new=new, net=net: precision(new, net)),
        }
        if warnings:
            seen[name]["warned"] = warnings
    half = {name for name, each in seen.items() if each["old"]["result"] == "Float16"}
    full = {name for name, each in seen.items() if each["new"]["result"] == "Float32"}
    same = {name for name, each in seen.items() if each["same object"]}
    holds = half == {"O2", "O3", "black list", "to_float"} and same == {"no level", "O0", "auto", "to_float"}
    return seen, holds and full == set(seen) - {"to_float"}


@claim(
    "407.own-operators", "layers are converted in place at every level but O0; own operators at O1 only in the result"
)
def own_operators() -> Measured:
    seen: Seen = {}
    for level in LEVELS:
        net = Typed()
        new = amp.auto_mixed_precision(net, level)
        for name, cell in (("old", net), ("new", new)):
            found = precision(cell, net)
            seen[f"{level}, {name}"] = ["half" if "half" in found[part] else "full" for part in ("layer", "operator")]
    seen["(order)"] = ["layer", "operator"]
    wanted = {"O0": ["full", "full"], "O1": ["half", "full"]}
    holds = all(seen[f"{level}, old"] == wanted.get(level, ["half", "half"]) for level in LEVELS)
    return seen, holds and seen["O1, new"] == ["half", "half"]


@claim("407.loss-in-half", "with the result thrown away at O2 and O3 the loss is computed in float16")
def loss() -> Measured:
    def type_of(level: str, use: bool) -> Any:
        net = nn.Dense(4, 4)
        new = amp.auto_mixed_precision(net, level)
        return str(nn.L1Loss()((new if use else net)(X), Tensor(np.zeros((8, 4), np.float16))).dtype)

    seen = {
        f"{level}, {'used' if use else 'thrown away'}": outcome(lambda level=level, use=use: type_of(level, use))
        for level in ("O1", "O2", "O3", "auto")
        for use in (False, True)
    }
    return seen, seen["O2, thrown away"] == seen["O3, thrown away"] == "Float16" and seen["O2, used"] == "Float32"


@claim("407.functions", "for a function the level auto gives a new one and leaves the old one as it was")
def functions() -> Measured:
    net = nn.Dense(4, 4)

    def forward(x: Tensor) -> Tensor:
        return ops.matmul(net(x), net(x).T)

    seen: Seen = {}
    for level in ("auto", "O1", "O2"):
        kept: Dict[str, Any] = {}
        error = outcome(lambda level=level, kept=kept: kept.update(new=amp.auto_mixed_precision(forward, level)))
        if is_error(error):
            seen[level] = error
        else:
            seen[level] = {
                "same object": kept["new"] is forward,
                "old": str(forward(X).dtype),
                "new": str(kept["new"](X).dtype),
            }
    return seen, seen["auto"] == {"same object": False, "old": "Float32", "new": "Float16"} and is_error(seen["O2"])


@claim("407.default-level", "auto_mixed_precision without a level is O0: nothing changes")
def default_level() -> Measured:
    seen = {"default": str(inspect.signature(amp.auto_mixed_precision).parameters["amp_level"].default)}
    return seen, seen["default"] == "O0"
