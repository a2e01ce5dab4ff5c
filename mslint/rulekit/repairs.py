"""What a checker says of a fix: steps, each at a place, free of syntax nodes; decides no edit and reads no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping, NamedTuple, Optional, Tuple, Union

from mslint.facts.calls import Argument, CallSite
from mslint.model import DISPLAY as DISPLAY
from mslint.model import SAFE as SAFE
from mslint.model import SAFETIES as SAFETIES
from mslint.model import UNSAFE as UNSAFE
from mslint.model import Span
from mslint.rulekit.bilingual import Words, worded

if TYPE_CHECKING:
    from mslint.program.events import Event

CALLEE = "{callee}"

Which = Union[int, str]
Call = Union[CallSite, "Event"]


class Give(NamedTuple):
    """One more keyword argument for the call at a place."""

    call: Span
    name: str
    value: str


class Value(NamedTuple):
    """Another text for the value of an argument."""

    call: Span
    which: Which
    value: str


class Around(NamedTuple):
    """Text before and behind the value of an argument."""

    call: Span
    which: Which
    before: str
    after: str = ""


class Keyword(NamedTuple):
    """Another keyword for an argument that has one, or one for the last positional argument."""

    call: Span
    which: Which
    keyword: str
    value: Optional[str] = None  # another value as well


class Drop(NamedTuple):
    """An argument less."""

    call: Span
    which: Which


class Put(NamedTuple):
    """Text at the two ends of a stretch."""

    span: Span
    before: str
    after: str


class Swap(NamedTuple):
    """Another text for a word, or for a short stretch of code, that stands exactly once in a stretch."""

    span: Span
    old: str
    new: str


class Text(NamedTuple):
    """Another text for a whole stretch."""

    span: Span
    text: str


class Assigned(NamedTuple):
    """Text around the value of the assignment at a place."""

    span: Span
    before: str
    after: str


class Repeat(NamedTuple):
    """`[call(...)] * n` as a list that calls n times."""

    span: Span


class Ahead(NamedTuple):
    """A line before the statement, or the outermost loop of its function, that a stretch stands in.

    Not where the loop itself binds the name that the line begins with. CALLEE in the line is what is called there."""

    span: Span
    line: str
    loops: bool


class Into(NamedTuple):
    """A line at the beginning of the body of the function whose first line this is."""

    head: Span
    line: str


class Hoist(NamedTuple):
    """A line of a function's body, moved to its beginning."""

    head: Span
    line: str


Step = Union[Give, Value, Around, Keyword, Drop, Put, Swap, Text, Assigned, Repeat, Ahead, Into, Hoist]


@dataclass(frozen=True)
class Repair:
    """A fix as a checker means it; whether the text lets it be made is seen when it is looked at."""

    safety: str
    title: Words
    steps: Tuple[Step, ...]


def repair(safety: str, title: Words, *steps: Optional[Step]) -> Optional[Repair]:
    """All of these steps, or, where one of them cannot be made, nothing."""
    made = tuple(step for step in steps if step is not None)
    return Repair(safety, title, made) if made and len(made) == len(steps) else None


def safe(title: Words, *steps: Optional[Step]) -> Optional[Repair]:
    """A fix after which the code does the same on the target version."""
    return repair(SAFE, title, *steps)


def unsafe(title: Words, *steps: Optional[Step]) -> Optional[Repair]:
    """A fix after which the code does what was probably meant."""
    return repair(UNSAFE, title, *steps)


def shown_only(title: Words, *steps: Optional[Step]) -> Optional[Repair]:
    """A fix that is shown and never made."""
    return repair(DISPLAY, title, *steps)


def writing(text: str) -> Words:
    """The title of a fix that writes something down."""
    return worded("fix-write", text=text)


def instead(old: str, new: str) -> Words:
    """The title of a fix that writes something else."""
    return worded("fix-instead", old=old, new=new)


def leaving(text: str) -> Words:
    """The title of a fix that takes something away."""
    return worded("fix-drop", text=text)


def inserting(text: str) -> Words:
    """The title of a fix that puts a line before a statement or its loop."""
    return worded("fix-insert", text=text)


def beginning(text: str) -> Words:
    """The title of a fix that lets a function begin with a line."""
    return worded("fix-into", text=text)


# -- steps at calls


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


@dataclass(frozen=True)
class RowFix:
    """What a row says of its fix: arguments to write, to name, to leave out, and to put text around."""

    safety: str
    write: Mapping[str, str]
    name: Mapping[str, str]
    drop: Tuple[str, ...]
    around: Mapping[str, Tuple[str, str]]

    def repair(self, call: CallSite) -> Optional[Repair]:
        steps = [
            *(giving(call, name, value) for name, value in self.write.items()),
            *(named(call, name, keyword) for name, keyword in self.name.items()),
            *(dropped(call, name) for name in self.drop),
            *(around(call, name, *texts) for name, texts in self.around.items()),
        ]
        return repair(self.safety, self._title(call), *steps)

    def _title(self, call: CallSite) -> Words:
        def text(name: str) -> str:
            argument = call.get(name)
            return argument.text if argument is not None else ""

        if self.drop and not (self.write or self.name or self.around):
            found = ", ".join(text(name) if _positional(call, name) else f"{name}={text(name)}" for name in self.drop)
            return leaving(found)
        parts = [f"{name}={value}" for name, value in self.write.items()]
        parts += [f"{before}{text(name)}{after}" for name, (before, after) in self.around.items()]
        parts += [f"{keyword}={text(name)}" for name, keyword in self.name.items()]
        return writing(", ".join(parts))


def _positional(call: CallSite, name: str) -> bool:
    argument = call.get(name)
    return argument is not None and argument.positional
