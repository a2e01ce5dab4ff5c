"""Claims about layers that construct builds (MSL503)."""

from __future__ import annotations

from typing import Any

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

from program_claims.claim import Measured, Seen, claim, graph_mode, is_error, outcome, plain, zeros


class Dense(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.Dense(4, 4)(x)


class Conv(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        conv = nn.Conv2d(1, 2, 3)
        return conv(x)


class Drop(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.Dropout(p=0.5)(x)


class Norm(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.BatchNorm1d(4)(x)


class Layer(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.LayerNorm((4,))(x)


class Plain(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.ReLU()(nn.Flatten()(x))


class Zeros(nn.Cell):
    def construct(self, x: Tensor) -> Tensor:
        return nn.Dense(4, 4, weight_init="ones")(x)


def rows() -> Tensor:
    return Tensor(np.arange(8, dtype=np.float32).reshape(2, 4))


def _twice(net: nn.Cell, x: Tensor) -> Seen:
    first, second = outcome(lambda: plain(net(x))), outcome(lambda: plain(net(x)))
    alike = first == second
    return {"second call alike": alike, "gives": first if is_error(first) else "values",
            "parameters": len(list(net.get_parameters()))}  # fmt: skip


@claim("503.weights", "a layer that construct builds has new weights on each call and no parameters in the network")
def weights() -> Measured:
    image = Tensor(np.ones((1, 1, 4, 4), np.float32))
    cases: Any = (("Dense", Dense, rows()), ("Conv2d", Conv, image), ("LayerNorm", Layer, rows()),
                  ("ReLU", Plain, rows()), ("Dense, ones", Zeros, rows()))  # fmt: skip
    seen: Seen = {name: _twice(kind(), x) for name, kind, x in cases}
    with graph_mode():
        for name, kind, x in cases:
            seen[f"{name}, graph mode"] = _twice(kind(), x)
    new = all(not seen[name]["second call alike"] for name in ("Dense", "Conv2d"))
    return seen, new and all(each["parameters"] == 0 for each in seen.values())


@claim("503.mode", "set_train does not reach Dropout and BatchNorm that construct builds")
def mode() -> Measured:
    x = Tensor(np.random.RandomState(0).randn(8, 4).astype(np.float32) + 5)
    seen: Seen = {"Dropout, zeros": outcome(lambda: zeros(Drop().set_train()(x)))}
    out = Norm().set_train()(x)
    seen["BatchNorm, mean of what it gives"] = round(float(out.asnumpy().mean()), 2)
    with graph_mode():
        seen["Dropout, graph mode"] = outcome(lambda: zeros(Drop().set_train()(x)))
        seen["BatchNorm, graph mode"] = outcome(lambda: round(float(Norm().set_train()(x).asnumpy().mean()), 2))
    return seen, seen["Dropout, zeros"] == 0 and seen["BatchNorm, mean of what it gives"] > 4


@claim("503.training", "training leaves such a layer as it is drawn: the loss has no parameters to step on")
def training() -> Measured:
    seen: Seen = {}
    net = Dense()
    seen["trainable parameters"] = len(net.trainable_params())
    seen["optimizer"] = outcome(lambda: str(nn.SGD(net.trainable_params(), 0.1)))

    def loss(x: Tensor) -> Tensor:
        return ops.sum(net(x))

    seen["gradient of the input"] = outcome(lambda: ms.grad(loss)(rows()).shape)
    return seen, seen["trainable parameters"] == 0 and is_error(seen["optimizer"])
