"""Claims about dropout that no mode reaches (MSL119)."""

from __future__ import annotations

from typing import Any, Callable, Dict

import numpy as np
from mindspore import Tensor, nn, ops

from program_claims.claim import Measured, claim, graph_mode, outcome, zeros

X = Tensor(np.ones((4, 8, 8, 8, 8), np.float32))


class Dropping(nn.Cell):
    """Calls something in its construct; primitives for whole channels give the mask as well."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.cell = nn.Dropout(p=0.5)
        self.primitive = ops.Dropout(keep_prob=0.5)
        self.maps = ops.Dropout2D(keep_prob=0.5)
        self.volumes = ops.Dropout3D(keep_prob=0.5)

    def construct(self, x: Tensor) -> Tensor:
        if self.kind == "ops.dropout":
            return ops.dropout(x, 0.5)
        if self.kind == "training=self.training":
            return ops.dropout(x, 0.5, self.training)
        if self.kind == "ops.dropout1d":
            return ops.dropout1d(x[0, 0], 0.5)
        if self.kind == "ops.dropout2d":
            return ops.dropout2d(x[0], 0.5)
        if self.kind == "ops.dropout3d":
            return ops.dropout3d(x, 0.5)
        if self.kind == "ops.Dropout":
            return self.primitive(x)[0]
        if self.kind == "ops.Dropout2D":
            return self.maps(x[0])[0]
        if self.kind == "ops.Dropout3D":
            return self.volumes(x)[0]
        return self.cell(x)


ALWAYS = "ops.dropout ops.dropout1d ops.dropout2d ops.dropout3d ops.Dropout ops.Dropout2D ops.Dropout3D".split()
SWITCHED = ("nn.Dropout", "training=self.training")


def shares(run: Callable[[Callable[[], Any]], Any]) -> Dict[str, Any]:
    seen = {}
    for kind in (*ALWAYS, *SWITCHED):
        for mode in (True, False):
            net = Dropping(kind).set_train(mode)
            # Whole channels are few: the mean of several calls.
            seen[f"{kind}, set_train({mode})"] = run(lambda net=net: float(np.mean([zeros(net(X)) for _ in range(8)])))
    return seen


@claim("119.inference", "functions and primitives drop after set_train(False), too; nn.Dropout and training= do not")
def inference() -> Measured:
    seen = shares(outcome)
    with graph_mode():
        seen.update({f"graph: {name}": value for name, value in shares(outcome).items()})
    drops = [value for name, value in seen.items() if any(f"{kind}," in name for kind in ALWAYS)]
    rests = [value for name, value in seen.items() if any(f"{kind}, set_train(False)" in name for kind in SWITCHED)]
    known = all(isinstance(value, float) for value in (*drops, *rests))
    return seen, known and all(0.3 < value < 0.7 for value in drops) and not any(rests)
