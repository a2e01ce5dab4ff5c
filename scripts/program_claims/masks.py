"""Claims about constants and masks that float16 cannot hold (MSL406)."""

from __future__ import annotations

from typing import Any, Callable, Dict

import mindspore as ms
import numpy as np
from mindspore import Tensor, amp, nn, ops

from program_claims.claim import Measured, Seen, claim, graph_mode, outcome, plain

LEVELS = ("O0", "O1", "O2", "O3", "auto")


class Masked(nn.Cell):
    def __init__(self, form: Callable[[Tensor, Tensor], Tensor]) -> None:
        super().__init__()
        self.form = form

    def construct(self, scores: Tensor, mask: Tensor) -> Tensor:
        return self.form(scores, mask)


def product(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * -1e9


def inverted(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + (1 - mask) * -1e9


def inverted_float(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + (1.0 - mask) * -10000000.0


def safe_product(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * -10000.0


def lowest_product(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * -65504.0


def filled(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask.bool(), -1e9)


def filled_ops(scores: Tensor, mask: Tensor) -> Tensor:
    return ops.masked_fill(scores, mask.bool(), -1e9)


def filled_lowest(scores: Tensor, mask: Tensor) -> Tensor:
    return scores.masked_fill(mask.bool(), -65504.0)


def chosen(scores: Tensor, mask: Tensor) -> Tensor:
    return ops.where(mask.bool(), -1e9, scores)


def added(scores: Tensor, mask: Tensor) -> Tensor:
    return ops.where(mask.bool(), scores + -1e9, scores)


def subtracted(scores: Tensor, mask: Tensor) -> Tensor:
    return scores - mask * 1e9


def with_float32(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * Tensor(-1e9, ms.float32)


def with_float32_array(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * Tensor([-1e9, -1e9, -1e9], ms.float32)


def with_float32_mask(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask.astype(ms.float32) * -1e9


def with_half_tensor(scores: Tensor, mask: Tensor) -> Tensor:
    return scores + mask * Tensor(-1e9, ms.float16)


FORMS = (product, inverted, inverted_float, subtracted, with_half_tensor, safe_product, lowest_product, with_float32,
         with_float32_array, with_float32_mask, filled, filled_ops, filled_lowest, chosen, added)  # fmt: skip


def masked(form: Callable[[Tensor, Tensor], Tensor], hidden: Any, kind: Any = ms.float16) -> Any:
    mask = np.array([hidden], np.float32)
    if form in (inverted, inverted_float):
        mask = 1 - mask  # here the ones are what stays
    out = Masked(form)(Tensor([[1.0, 2.0, 3.0]], kind), Tensor(mask, kind))
    weights = ops.softmax(out.astype(ms.float32), -1)
    return {
        "type": str(out.dtype),
        "scores": plain(out.astype(ms.float32)[0]),
        "softmax": [round(each, 4) if np.isfinite(each) else str(each) for each in weights.asnumpy()[0].tolist()],
    }


@claim("406.products", "in float16 a mask times -1e9 is NaN wherever the mask is 0; fills are only -inf")
def products() -> Measured:
    seen = {form.__name__: outcome(lambda form=form: masked(form, [0, 0, 1])) for form in FORMS}
    with graph_mode():
        for form in (product, inverted, filled, safe_product):
            name = f"{form.__name__}, graph mode"
            seen[name] = outcome(lambda form=form: masked(form, [0, 0, 1]))
    bad = {name for name, each in seen.items() if isinstance(each, dict) and each["scores"][:2] == ["nan", "nan"]}
    wanted = {"product", "inverted", "inverted_float", "subtracted", "with_half_tensor"}
    return seen, bad == wanted | {"product, graph mode", "inverted, graph mode"}


@claim(
    "406.float32-operands", "a float32 tensor operand makes the result float32 and finite; from 2.10 on not a 0-d one"
)
def float32_operands() -> Measured:
    forms = (with_float32, with_float32_array, with_float32_mask)
    seen = {form.__name__: outcome(lambda form=form: masked(form, [0, 0, 1])) for form in forms}
    kinds = [each["type"] for each in seen.values()]
    old = tuple(map(int, ms.__version__.split(".")[:2])) < (2, 10)
    return seen, kinds == ["Float32" if old else "Float16", "Float32", "Float32"]


@claim(
    "406.whole-rows",
    "softmax of a row that is -inf as a whole is NaN in float16; in float32 on the CPU it is 0 everywhere",
)
def whole_rows() -> Measured:
    forms = (filled, chosen, filled_lowest, safe_product)
    seen: Seen = {form.__name__: outcome(lambda form=form: masked(form, [1, 1, 1])["scores"]) for form in forms}
    for kind in (ms.float16, ms.float32):
        for name, softmax in (("ops.softmax", ops.softmax), ("nn.Softmax", nn.Softmax()), ("exp / sum", by_hand)):
            row = Tensor([[-np.inf] * 3], kind)
            seen[f"{name} of -inf, {kind}"] = outcome(lambda row=row, softmax=softmax: softmax(row)[0])
        seen[f"softmax of -65504 alike, {kind}"] = outcome(
            lambda kind=kind: ops.softmax(Tensor([[-65504.0] * 3], kind))[0]
        )
    softmaxes = [each for name, each in seen.items() if name.startswith(("ops.", "nn."))]
    return seen, softmaxes == 2 * [3 * ["nan"]] + 2 * [[0.0, 0.0, 0.0]]


def by_hand(row: Tensor) -> Tensor:
    raised = ops.exp(row - row.max(axis=-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


@claim("406.other-types", "float32 and bfloat16 hold -1e9: no NaN")
def other_types() -> Measured:
    seen = {}
    for kind in (ms.float32, ms.bfloat16):
        for form in (product, inverted, filled):
            seen[f"{kind}, {form.__name__}"] = outcome(lambda form=form, kind=kind: masked(form, [0, 0, 1], kind))
    ran = [each for each in seen.values() if isinstance(each, dict)]
    return seen, len(ran) >= 3 and not any("nan" in map(str, each["scores"]) for each in ran)


@claim("406.constants", "what constants become in float16: -65504 is the lowest, from -65520 on -inf")
def constants() -> Measured:
    seen = {
        text: plain(Tensor(float(text), ms.float16).astype(ms.float32))
        for text in ("-1e4", "-65504", "-65519", "-65520", "-1e5", "-1e9")
    }
    zero = Tensor([0.0], ms.float16)
    seen["0 (float16) * -1e9"] = plain(zero * -1e9)
    seen["0 (float16) * -65520"] = plain(zero * -65520.0)
    seen["0 (float16) * -65519"] = plain(zero * -65519.0)
    return seen, [seen["-65519"], seen["-65520"]] == [-65504.0, "-inf"] and seen["0 (float16) * -1e9"] == ["nan"]


class Attention(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.query = nn.Dense(3, 3)

    def construct(self, x: Tensor, mask: Tensor) -> Tensor:
        return self.query(x) + mask * -1e9


@claim("406.amp-levels", "under O2, O3 and to_float a mask product in construct runs in float16; under O1 and auto not")
def in_levels() -> Measured:
    x, mask = Tensor([[1.0, 2.0, 3.0]]), Tensor([[0.0, 0.0, 1.0]])
    conversions: Dict[str, Callable[[nn.Cell], Any]] = {
        **{level: lambda net, level=level: amp.auto_mixed_precision(net, level) for level in LEVELS},
        "to_float": lambda net: net.to_float(ms.float16),
        "to_float on a layer only": lambda net: [net.query.to_float(ms.float16), net][1],
    }
    seen = {}
    for name, convert in conversions.items():
        net = convert(Attention())
        out = outcome(lambda net=net: [str(net(x, mask).dtype), int(np.isnan(net(x, mask).asnumpy()).sum())])
        seen[name] = out
    return seen, {name for name, each in seen.items() if each[1]} == {"O2", "O3", "to_float"}
