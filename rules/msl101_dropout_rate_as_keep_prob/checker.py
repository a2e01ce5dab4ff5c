"""Tells a drop rate from a keep probability by its value and by its name; without either it says nothing certain."""

from typing import Callable

from mslint.rulekit import Argument, CallSite, Facts, Severity, at_call, words

DROP_WORDS = frozenset("drop dropout rate droprate dropoutrate dropprob pdrop".split())
PRIMITIVE = "mindspore.ops.Dropout"


def check_call(call: CallSite, facts: Facts):
    if call.version_guarded:
        return
    p = call.get("p")
    keep = call.get("keep_prob")
    if p is not None and not p.value.is_just(None):
        yield from _drop_rate(call, p)  # where both are given, p wins
    elif keep is not None and not keep.preset:
        yield from _keep_prob(call, keep)


def _drop_rate(call: CallSite, p: Argument):
    """p= means what it means in PyTorch: look for a keep probability that was put there."""
    value = p.value
    rest = p.complement_of
    if p.preset:
        return
    if _refused(call, p, lambda number: 0 <= number < 1):
        yield at_call(call, "raises", Severity.ERROR, text=f"p={p.text}")
    elif rest is not None:
        if rest.value.known and rest.value.all_at_most(0.3):
            yield at_call(call, "p_complement", text=p.text, value=_first(value), sure=rest.value.sure)
    elif "keep" in words(p.name):
        yield at_call(call, "p_keep_name", text=p.text)
    elif p.literal and value.all_above(0.5):
        yield at_call(call, "p_looks_kept", text=p.text, value=value.single)


def _keep_prob(call: CallSite, keep: Argument):
    value = keep.value
    text = keep.text if keep.positional else f"keep_prob={keep.text}"
    named = words(keep.name)
    if keep.complement_of is not None or "keep" in named:
        return
    if _refused(call, keep, lambda number: type(number) is float and 0 < number <= 1):
        yield at_call(call, "raises_when_run" if call.name == PRIMITIVE else "raises", Severity.ERROR, text=text)
    elif named & DROP_WORDS and (not value.known or _can_be_zero(value)):
        yield from _by_name(call, keep)
    elif value.all_below(0.5) and not _can_be_zero(value):
        variant = "keyword" if not keep.positional else "ops" if call.name == PRIMITIVE else ""
        yield at_call(call, variant, text=keep.text, value=_first(value), sure=value.sure)
    elif keep.positional and call.name != PRIMITIVE and not value.is_just(0.5):
        yield at_call(call, "other_positional", Severity.INFO, text=keep.text)


def _refused(call: CallSite, argument: Argument, accepts: Callable[[float], bool]) -> bool:
    """Whether the one value that this certainly has is none that MindSpore takes; bool is refused everywhere.

    A value with a name is no certain one under a condition: that may be what keeps the call from being made."""
    value = argument.value
    if not value.sure or len(value.options) != 1 or not isinstance(value.single, (int, float)):
        return False
    if not argument.literal and any(guard.kind == "if" for guard in call.place.guards):
        return False
    return isinstance(value.single, bool) or not accepts(value.single)


def _by_name(call: CallSite, keep: Argument):
    if call.name == PRIMITIVE:
        yield at_call(call, "ops", text=keep.text, sure=False)
    elif keep.positional:
        yield at_call(call, "named", text=keep.text, sure=False)
    else:
        yield at_call(call, "named", text=f"keep_prob={keep.text}", sure=False)


def _can_be_zero(value) -> bool:
    """A default of 0.0 is what most ports have; keep_prob does not take it, so it is no share that is kept."""
    return any(number == 0 for number in value.numbers())


def _first(value):
    return value.options[0] if value.known else "?"
