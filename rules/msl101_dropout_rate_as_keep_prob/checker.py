"""Tells a drop rate from a keep probability by its value and by its name; without either it says nothing certain."""

from typing import Callable, Optional

from mslint.rulekit import (
    Argument,
    CallSite,
    Facts,
    Proposal,
    Severity,
    at_call,
    one_minus,
    rename_argument,
    safe,
    set_value,
    shown_only,
    unsafe,
    words,
    writing,
)

DROP_WORDS = frozenset("drop dropout rate droprate dropoutrate dropprob pdrop".split())
PRIMITIVE = "mindspore.ops.Dropout"
P_SINCE = (2, 0)
LIKELY_KEPT = 0.8  # published networks drop 0.6 (GAT) and 0.75; few drop more


def check_call(call: CallSite, facts: Facts):
    if call.version_guarded or facts.results.overwritten(call, ("p", "keep_prob")):
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
        yield at_call(call, "raises", Severity.ERROR, text=f"p={p.text}")  # nobody knows what was meant
    elif rest is not None:
        if rest.value.known and rest.value.all_at_most(0.3):
            fix = (
                None
                if p.text.startswith("float")
                else unsafe(writing(f"p={rest.text}"), set_value(call, "p", rest.text))
            )
            yield at_call(call, "p_complement", text=p.text, value=_first(value), sure=rest.value.sure, fix=fix)
    elif "keep" in words(p.name):
        yield at_call(call, "p_keep_name", text=p.text, fix=_complement(call, p, "p"))
    elif p.literal and value.all_above(0.5):
        # So much may well be meant, less than LIKELY_KEPT above all: whoever reads the code decides.
        fix = _complement(call, p, "p")
        shown = shown_only(fix.title, *fix.changes) if fix is not None else None
        severity = None if value.all_at_least(LIKELY_KEPT) else Severity.INFO
        yield at_call(call, "p_looks_kept", severity, text=p.text, value=value.single, fix=shown)


def _keep_prob(call: CallSite, keep: Argument):
    value = keep.value
    text = keep.text if keep.positional else f"keep_prob={keep.text}"
    named = words(keep.name)
    if keep.complement_of is not None or "keep" in named:
        return
    if _refused(call, keep, lambda number: type(number) is float and 0 < number <= 1):
        variant = "raises_when_run" if call.name == PRIMITIVE else "raises"
        yield at_call(call, variant, Severity.ERROR, text=text, fix=_nothing_dropped(call, keep))
    elif named & DROP_WORDS and (not value.known or _can_be_zero(value)):
        yield from _by_name(call, keep)
    elif value.all_below(0.5) and not _can_be_zero(value):
        variant = "keyword" if not keep.positional else "ops" if call.name == PRIMITIVE else ""
        fix = _as_rate(call, keep) if value.sure else None
        yield at_call(call, variant, text=keep.text, value=_first(value), sure=value.sure, fix=fix)
    elif keep.positional and call.name != PRIMITIVE and not value.is_just(0.5):
        yield at_call(call, "other_positional", Severity.INFO, text=keep.text, fix=_same_meaning(call, keep))


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
    fix = _as_rate(call, keep)
    if call.name == PRIMITIVE:
        yield at_call(call, "ops", text=keep.text, sure=False, fix=fix)
    elif keep.positional:
        yield at_call(call, "named", text=keep.text, sure=False, fix=fix)
    else:
        yield at_call(call, "named", text=f"keep_prob={keep.text}", sure=False, fix=fix)


def _as_rate(call: CallSite, keep: Argument) -> Optional[Proposal]:
    """The rate that was meant, as p; the primitive only has its complement."""
    if call.name == PRIMITIVE:
        return _complement(call, keep, "keep_prob")
    if call.version < P_SINCE or call.get("p") is not None:
        return None
    return unsafe(writing(f"p={keep.text}"), rename_argument(call, "keep_prob", "p"))


def _complement(call: CallSite, argument: Argument, keyword: str) -> Optional[Proposal]:
    """One minus the value, worked out where it is written here."""
    number = argument.value.single
    if argument.literal and isinstance(number, float):
        rest = one_minus(number)
        return unsafe(writing(f"{keyword}={rest}"), rename_argument(call, keyword, keyword, rest))
    if not argument.text.replace(".", "").replace("_", "").isalnum():
        return None  # an operator may bind less than the minus
    return unsafe(
        writing(f"{keyword}=1 - {argument.text}"), rename_argument(call, keyword, keyword, f"1 - {argument.text}")
    )


def _same_meaning(call: CallSite, keep: Argument) -> Optional[Proposal]:
    """The share to drop that equals the share to keep, in exact arithmetic; of other values only the name is known."""
    number = keep.value.single
    if not call.sure or call.version < P_SINCE or call.get("p") is not None:
        return None
    if keep.literal and isinstance(number, float):
        rest = one_minus(number)
        return safe(writing(f"p={rest}"), rename_argument(call, "keep_prob", "p", rest))
    return safe(writing(f"keep_prob={keep.text}"), rename_argument(call, "keep_prob", "keep_prob"))


def _nothing_dropped(call: CallSite, keep: Argument) -> Optional[Proposal]:
    """0 as keep_prob is PyTorch's way to drop nothing."""
    if not keep.literal or keep.value.single not in (0, 0.0) or keep.value.is_just(False):
        return None
    if call.name == PRIMITIVE:
        return unsafe(writing("keep_prob=1.0"), rename_argument(call, "keep_prob", "keep_prob", "1.0"))
    if call.version < P_SINCE or call.get("p") is not None:
        return None
    return unsafe(writing("p=0.0"), rename_argument(call, "keep_prob", "p", "0.0"))


def _can_be_zero(value) -> bool:
    """A default of 0.0 is what most ports have; keep_prob does not take it, so it is no share that is kept."""
    return any(number == 0 for number in value.numbers())


def _first(value):
    return value.options[0] if value.known else "?"
