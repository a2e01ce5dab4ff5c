"""Claims about weights: how they begin, what freezes them, what a checkpoint brings (MSL505 to 508, 601, 604 on)."""

from __future__ import annotations

from typing import Any, Callable

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops
from mindspore.common.initializer import initializer

from program_claims.claim import Measured, claim, graph_mode, is_error, outcome

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
