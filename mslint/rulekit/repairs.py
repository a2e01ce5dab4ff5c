"""What a checker says of a fix: steps, each at a place, free of syntax nodes; decides no edit and reads no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, NamedTuple, Optional, Tuple, Union

from mslint.model import DISPLAY as DISPLAY
from mslint.model import SAFE as SAFE
from mslint.model import SAFETIES as SAFETIES
from mslint.model import UNSAFE as UNSAFE
from mslint.model import Span
from mslint.rulekit.bilingual import Words, worded

CALLEE = "{callee}"

Which = Union[int, str]


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


@dataclass(frozen=True)
class RowFix:
    """What a row says of its fix: arguments to write, to name, to leave out, and to put text around."""

    safety: str
    write: Mapping[str, str]
    name: Mapping[str, str]
    drop: Tuple[str, ...]
    around: Mapping[str, Tuple[str, str]]
