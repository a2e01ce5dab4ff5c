"""Steps of fixes at the arguments of calls; decides no edit and reads no text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from mslint.facts.calls import Argument, CallSite
from mslint.rulekit.bilingual import Words
from mslint.rulekit.repairs import (
    Around,
    Drop,
    Give,
    Keyword,
    Repair,
    RowFix,
    Step,
    Value,
    Which,
    leaving,
    repair,
    writing,
)

if TYPE_CHECKING:
    from mslint.program.events import Event

Call = Union[CallSite, "Event"]


def giving(call: Call, name: str, value: str) -> Optional[Step]:
    """The argument with this value: one more, or the value of the one that is there, where that is written out."""
    if call.missing(name):
        return Give(call.span, name, value) if _takes(call, name) and not _shared(call) else None
    which = place_of(call, name)
    return Value(call.span, which, value) if which is not None and _literal(call, name) else None


def valued(call: Call, name: str, value: str) -> Optional[Step]:
    """Another value for an argument, however the present one is written."""
    which = place_of(call, name)
    return Value(call.span, which, value) if which is not None else None


def around(call: Call, name: str, before: str, after: str = "") -> Optional[Step]:
    """Text around the value of an argument."""
    which = place_of(call, name)
    return Around(call.span, which, before, after) if which is not None else None


def named(call: Call, name: str, keyword: str, value: Optional[str] = None) -> Optional[Step]:
    """A keyword for an argument: its first, if none is positional behind it, or another one."""
    which = place_of(call, name)
    return Keyword(call.span, which, keyword, value) if which is not None else None


def dropped(call: Call, name: str) -> Optional[Step]:
    """The call without the argument."""
    which = place_of(call, name)
    return Drop(call.span, which) if which is not None else None


def place_of(call: Call, name: str) -> Optional[Which]:
    """Where an argument is written at the call itself; None where another call gives it, or that is not known."""
    if not isinstance(call, CallSite):
        return _place_in_event(call, name)
    argument = call.get(name) or call.unknown.get(name)
    if argument is None or argument.preset or _shared(call):
        return None
    return argument.position if argument.position is not None else name


def _place_in_event(event: Event, name: str) -> Optional[Which]:
    found = event.given_as(name)
    if found is None:
        return None
    if found.name is not None:
        return found.name
    return [each for each in event.given if each.name is None].index(found)


def _literal(call: Call, name: str) -> bool:
    """Whether the value of an argument is written out at the call."""
    if isinstance(call, CallSite):
        argument: Optional[Argument] = call.get(name)
        return argument is not None and argument.literal
    from mslint.program.nodes import Constant, Items, Unary

    found = call.given_as(name)
    expr = found.expr if found is not None else None
    if isinstance(expr, Unary):
        expr = expr.value
    if isinstance(expr, Items):
        return all(isinstance(item, Constant) for item in expr.items)
    return isinstance(expr, Constant)


def _shared(call: Call) -> bool:
    """Whether something else has a say in what is called or given: a partial, or who gives another callee."""
    return isinstance(call, CallSite) and (call.partial or bool(call.ref.preset) or not call.sure)


def _takes(call: Call, name: str) -> bool:
    """Whether a parameter can be given by keyword."""
    if isinstance(call, CallSite):
        signature = call.api.signature(call.version) if call.api is not None else None
    else:
        signature = call.signature
    if signature is None:
        return True
    return any(each.name == name and each.keyword for each in signature.parameters) or signature.kwargs


# -- steps that rule.toml asks for


def row_repair(fix: RowFix, call: CallSite) -> Optional[Repair]:
    """What a row says of its fix, at a call."""
    steps = [
        *(giving(call, name, value) for name, value in fix.write.items()),
        *(named(call, name, keyword) for name, keyword in fix.name.items()),
        *(dropped(call, name) for name in fix.drop),
        *(around(call, name, *texts) for name, texts in fix.around.items()),
    ]
    return repair(fix.safety, _title(fix, call), *steps)


def _title(fix: RowFix, call: CallSite) -> Words:
    def text(name: str) -> str:
        argument = call.get(name)
        return argument.text if argument is not None else ""

    if fix.drop and not (fix.write or fix.name or fix.around):
        found = ", ".join(text(name) if _positional(call, name) else f"{name}={text(name)}" for name in fix.drop)
        return leaving(found)
    parts = [f"{name}={value}" for name, value in fix.write.items()]
    parts += [f"{before}{text(name)}{after}" for name, (before, after) in fix.around.items()]
    parts += [f"{keyword}={text(name)}" for name, keyword in fix.name.items()]
    return writing(", ".join(parts))


def _positional(call: CallSite, name: str) -> bool:
    argument = call.get(name)
    return argument is not None and argument.positional
