"""Weights that begin as zeros; of two such layers in a row neither ever learns unless a bias lets something through."""

from dataclasses import replace
from typing import Iterator, List, Optional

from mslint.rulekit import Argument, CallSite, Facts, Note, Severity, Words, at_call

ROLES = ("dense", "conv", "conv_transpose")
# What gives zero where it is given zeros; Sigmoid and the like do not.
KEEPS_ZERO = frozenset(
    "relu relu6 leakyrelu leaky_relu gelu fastgelu fast_gelu silu tanh elu celu selu mish hswish hardswish softsign "
    "prelu tanhshrink hardtanh hshrink softshrink".split()
)
# What may give weights other values afterwards.
CHANGES = ("set_data", "load_param_into_net", "load_checkpoint")
RELU = ("relu", "relu6")
ZERO_BIAS_UNTIL = (2, 1)  # until then a bias that nothing was said of began as zeros


def check_call(call: CallSite, facts: Facts):
    weight = call.get("weight_init")
    kind = _kind(weight, facts)
    if weight is None or not kind or call.partial or _single(call):
        return
    stays = kind == "zeros" and weight.value.sure and _silent_bias(call, facts) and not facts.calls_any(*CHANGES)
    following = _dead(call, facts) if stays else None
    if stays and _into_relu(call, facts):
        yield at_call(call, "relu", about="weight_init")
    elif following is not None:
        there = Note(following.span, Words("the next layer, which begins as zeros, too", "下一层的权重同样全为 0"))
        yield replace(at_call(call, about="weight_init"), related=(there,))
    elif not _meant(call, kind, facts) and not _added(call, facts) and not _behind_a_dead_one(call, facts):
        yield at_call(call, kind, Severity.INFO, about="weight_init", value=weight.text)


def _into_relu(call: CallSite, facts: Facts) -> bool:
    """Whether ReLU takes the output, and nothing else does: what it passes back at zero is zero."""
    after = facts.layers.followers(call.raw)
    activation = call.get("activation")
    if activation is not None and activation.value.single in RELU:
        return True
    return bool(after.consumers) and all(_short(one.name) in RELU for one in after.consumers)


def _kind(given: Optional[Argument], facts: Facts) -> str:
    """ "zeros", "constant", or nothing where that is not certain."""
    if given is None:
        return ""
    value = given.value.single if given.value.known else None
    if isinstance(value, str):
        return {"zeros": "zeros", "ones": "constant"}.get(value.lower(), "")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "constant" if value else "zeros"
    made = facts.call_of(given.node)
    short = made.name.rpartition(".")[2] if made is not None else ""
    if made is None or short not in ("Zero", "One", "Constant", "initializer"):
        return ""
    inner = made.get("value", "init")
    return _kind(inner, facts) if inner is not None else {"Zero": "zeros", "One": "constant"}.get(short, "")


def _single(call: CallSite) -> bool:
    """Whether there is one unit, or each has inputs of its own: nothing can be alike."""
    units, group = call.get("out_channels"), call.get("group")
    return units is not None and units.value.is_just(1) or group is not None and not group.value.is_just(1)


def _dead(call: CallSite, facts: Facts) -> Optional[CallSite]:
    """The next layer, where that also begins as zeros and zeros are all that it gets."""
    found = _next(call, facts)
    behind = found[0] if len(found) == 1 else None
    weight = behind.get("weight_init") if behind is not None and behind.role in ROLES else None
    certain = weight is not None and weight.value.sure and _kind(weight, facts) == "zeros"
    return behind if certain else None


def _next(call: CallSite, facts: Facts, depth: int = 0) -> List[CallSite]:
    """The layers with weights behind a layer; nothing where its output, which is zero, goes anywhere else."""
    after = facts.layers.followers(call.raw)
    kinds = {consumer.kind for consumer in after.consumers}
    functions = [one for one in after.consumers if one.kind == "function"]
    if depth > 4 or not kinds <= {"layer", "function"} or not all(_keeps(one.name) for one in functions):
        return []
    raws = [*after.into, *(raw for _, raw in after.beyond)]
    if len(raws) != 1 or bool(functions) == bool(after.into):
        return []
    site = facts.call_of(raws[0].node)
    if site is None or site.role in ROLES:
        return [site] if site is not None else []
    keeps = site.role in ("norm", "dropout", "pool") or _keeps(site.name)
    return _next(site, facts, depth + 1) if keeps else []


def _keeps(name: str) -> bool:
    return _short(name) in KEEPS_ZERO


def _short(name: str) -> str:
    return name.rpartition(".")[2].lower()


def _silent_bias(call: CallSite, facts: Facts) -> bool:
    """Whether the layer certainly gives zeros: no bias, or one of zeros, and an activation that keeps them."""
    activation = call.get("activation")
    if activation is not None and not activation.value.is_just(None):
        name = activation.value.single if activation.value.known else None
        if not isinstance(name, str) or not _keeps(name):
            return False
    if call.open or call.value("has_bias").is_just(False):
        return not call.open
    bias = call.get("bias_init")
    return facts.version < ZERO_BIAS_UNTIL if bias is None else _kind(bias, facts) == "zeros"


def _meant(call: CallSite, kind: str, facts: Facts) -> bool:
    """Whether the layer is written to give nothing but zeros at first, the bias too, and ends what it is a part of:
    so begin the gates of adaLN-Zero, zero convolutions and last layers."""
    bias = call.get("bias_init")
    if kind != "zeros" or bias is None or _kind(bias, facts) != "zeros":
        return False
    after = facts.layers.followers(call.raw)
    return not after.into and not after.beyond


def _added(call: CallSite, facts: Facts) -> bool:
    """Whether the output is added to something, or leaves the module's sight: the end of a branch, zero on purpose."""
    after = facts.layers.followers(call.raw)
    return any(one.kind == "other" or one.name.lower().endswith(("add", "addn")) for one in after.consumers)


def _behind_a_dead_one(call: CallSite, facts: Facts) -> bool:
    return any(
        _silent_bias(other, facts) and _dead(other, facts) is call for other in _zeros(facts) if other is not call
    )


def _zeros(facts: Facts) -> Iterator[CallSite]:
    for call in facts.calls:
        if call.role in ROLES and not call.partial and _kind(call.get("weight_init"), facts) == "zeros":
            yield call
