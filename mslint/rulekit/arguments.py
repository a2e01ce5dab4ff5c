"""Transformations of calls, argument by argument; None where it is known before that they cannot be made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

from mslint.facts.calls import Argument, CallSite, Handed
from mslint.model import EXPRESSION, Change
from mslint.rulekit.bilingual import Words
from mslint.rulekit.fixes import Proposal, RowFix, leaving, proposal, writing

if TYPE_CHECKING:
    from mslint.program.events import Event

Call = Union[CallSite, "Event"]


def add_argument(call: Call, name: str, value: str) -> Optional[Change]:
    """The argument with this value: one more, or the value of the one that is there, where that is written out."""
    if call.missing(name):
        wanted = _takes(call, name) and not _shared(call) and not _has_stars(call)
        return Change(EXPRESSION, call.span, "add_argument", (name, value)) if wanted else None
    return set_value(call, name, value) if _literal(call, name) else None


def set_value(call: Call, name: str, value: str) -> Optional[Change]:
    """Another value for an argument, however the present one is written."""
    return _of_argument(call, name, "set_value", value)


def insert_argument(call: Call, name: str, value: str) -> Optional[Change]:
    """A positional argument before another one."""
    return _of_argument(call, name, "insert_argument", value)


def wrap_value(call: Call, name: str, before: str, after: str) -> Optional[Change]:
    """The value of an argument inside of another expression."""
    return _of_argument(call, name, "wrap_value", before, after)


def rename_argument(call: Call, name: str, keyword: str, value: str = "") -> Optional[Change]:
    """A keyword for an argument: its first, if none is positional behind it, or another one; perhaps another value."""
    return _of_argument(call, name, "rename_argument", keyword, value)


def split_argument(call: Call, name: str, *keywords: str) -> Optional[Change]:
    """The items of an argument that is a tuple or a list, by keywords of their own."""
    return _of_argument(call, name, "split_argument", *keywords)


def remove_argument(call: Call, name: str) -> Optional[Change]:
    """The call without the argument."""
    return _of_argument(call, name, "remove_argument")


def _of_argument(call: Call, name: str, by: str, *given: str) -> Optional[Change]:
    which = place_of(call, name)
    return Change(EXPRESSION, call.span, by, (which, *given)) if which is not None else None


def place_of(call: Call, name: str) -> Union[int, str, None]:
    """Where an argument is written at the call itself; None where another call gives it, or that is not known."""
    if not isinstance(call, CallSite):
        return _place_in_event(call, name)
    argument = call.get(name) or call.unknown.get(name)
    if argument is None or argument.preset or isinstance(argument, Handed) or _shared(call):
        return None
    return argument.position if argument.position is not None else name


def _place_in_event(event: Event, name: str) -> Union[int, str, None]:
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


def _has_stars(call: Call) -> bool:
    """Whether callers may hand on arguments of their own."""
    return isinstance(call, CallSite) and any(each.star for each in call.raw.node.args)


def _takes(call: Call, name: str) -> bool:
    """Whether a parameter can be given by keyword."""
    if isinstance(call, CallSite):
        signature = call.api.signature(call.version) if call.api is not None else None
    else:
        signature = call.signature
    if signature is None:
        return True
    return any(each.name == name and each.keyword for each in signature.parameters) or signature.kwargs


# -- fixes that rule.toml asks for


def row_fix(fix: RowFix, call: CallSite) -> Optional[Proposal]:
    """What a row says of its fix, at a call."""
    changes = [
        *(add_argument(call, name, value) for name, value in fix.write.items()),
        *(wrap_value(call, name, *texts) for name, texts in fix.around.items()),
        *(rename_argument(call, name, keyword) for name, keyword in fix.name.items()),
        *(remove_argument(call, name) for name in fix.drop),
    ]
    return proposal(fix.safety, _title(fix, call), *changes)


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
