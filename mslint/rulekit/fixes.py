"""What a checker says of a fix: its title, how far it may be trusted, and libcst transformations of what stands where.

A transformation is named here and carried out in `mslint.fixing`, if somebody wants the edits. Loads no facts:
those of calls and their arguments are in `arguments`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Mapping, Optional, Tuple, Union

from mslint.model import DISPLAY, EXPRESSION, FUNCTION, LOOP, SAFE, STATEMENT, UNSAFE, Change, Span
from mslint.rulekit.bilingual import Words, worded

if TYPE_CHECKING:
    import libcst as cst

    from mslint.facts.calls import CallSite
    from mslint.program.events import Event


@dataclass(frozen=True)
class Proposal:
    """A fix as a checker means it; whether the code lets it be made is seen when the edits are wanted."""

    safety: str
    title: Words
    changes: Tuple[Change, ...]


def proposal(safety: str, title: Words, *changes: Optional[Change]) -> Optional[Proposal]:
    """All of these changes, or, where one of them cannot be made, nothing."""
    if not isinstance(title, Words):
        raise TypeError(
            f"the title of a fix is writing(...), leaving(...) or Words(en, zh), not {type(title).__name__}"
        )
    for change in changes:
        if change is not None and not isinstance(change, Change):
            raise TypeError(
                f"a fix is made of add_argument(...), replace(...) and the like, not of {type(change).__name__}"
            )
    made = tuple(change for change in changes if change is not None)
    return Proposal(safety, title, made) if made and len(made) == len(changes) else None


def safe(title: Words, *changes: Optional[Change]) -> Optional[Proposal]:
    """A fix after which the code does the same on the target version."""
    return proposal(SAFE, title, *changes)


def unsafe(title: Words, *changes: Optional[Change]) -> Optional[Proposal]:
    """A fix after which the code does what was probably meant."""
    return proposal(UNSAFE, title, *changes)


def shown_only(title: Words, *changes: Optional[Change]) -> Optional[Proposal]:
    """A fix that is shown and never made."""
    return proposal(DISPLAY, title, *changes)


# -- titles


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


# -- what else stands at a place


def call_with(span: Span, function: str) -> Change:
    """The expression at a place, given to a function: `sorted(...)`."""
    return Change(EXPRESSION, span, "call_with", (function,))


def replace_expression(span: Span, text: str) -> Change:
    """Another expression at a place."""
    return Change(EXPRESSION, span, "replace_expression", (text,))


def rename_attribute(span: Span, old: str, new: str) -> Change:
    """Another name for an attribute in the dotted name at a place; without a new one, the name without it."""
    return Change(EXPRESSION, span, "rename_attribute", (old, new))


def repeat_call(span: Span) -> Change:
    """`[call(...)] * n` as a list for which it is called n times."""
    return Change(EXPRESSION, span, "repeat_call")


def call_assigned(span: Span, function: str) -> Change:
    """The value of the assignment at a place, given to a function."""
    return Change(STATEMENT, span, "call_assigned", (function,))


def assign_result(span: Span, target: str) -> Change:
    """What an expression that stands by itself gives, assigned."""
    return Change(STATEMENT, span, "assign_result", (target,))


def remove_trailing_comma(span: Span) -> Change:
    """`x` where `x,` is assigned."""
    return Change(STATEMENT, span, "remove_trailing_comma")


def rename_import(span: Span, old: Tuple[str, str], new: Tuple[str, str]) -> Change:
    """Another module and name in an import, under the name that the code goes on to use."""
    return Change(STATEMENT, span, "rename_import", (*old, *new))


def insert_line(span: Span, line: str) -> Change:
    """A line before the outermost loop of its function that a place is in, or before its statement.

    Not where the loop itself binds the name that the line begins with. CALLEE in the line is what is called there."""
    return Change(LOOP, span, "insert_line", (line,))


def rename_function(head: Span, name: str) -> Change:
    """Another name for the function that is defined at a place."""
    return Change(FUNCTION, head, "rename_function", (name,))


def begin_with(head: Span, line: str) -> Change:
    """A line at the beginning of the body of the function that is defined at a place."""
    return Change(FUNCTION, head, "begin_with", (line,))


def move_to_begin(head: Span, line: str) -> Change:
    """A line of a function's body, moved to its beginning."""
    return Change(FUNCTION, head, "move_to_begin", (line,))


def replace(call: CallSite, better: cst.BaseExpression) -> Change:
    """A libcst node in the place of `call.node`, of which it was made.

    What differs is edited, and nothing else. Where a comment inside would be lost, the fix cannot be made."""
    if not hasattr(call, "code_instead"):
        raise TypeError(f"replace() takes the call that mslint gave, and a node, not {type(call).__name__}")
    return replaced(call.span, EXPRESSION, call.code_instead(better))


def replaced(span: Span, kind: str, code: str) -> Change:
    """Code in the place of an expression or of a statement of one line, of which it was made."""
    return Change(kind, span, "write", (code,))


def transform(place: Union[CallSite, Event, Span], by: Callable[..., object], *given: object) -> Change:
    """A transformation of one's own: a function of the checker that takes a libcst expression, and what is given here.

    It gives the expression that is to stand there, or None. What is given is texts, numbers, or tuples of these."""
    if by.__name__ != by.__qualname__ or not by.__name__.isidentifier():
        raise TypeError(f"transform() takes a function of checker.py by its name, not {by.__qualname__}")
    return Change(EXPRESSION, place if isinstance(place, Span) else place.span, by.__name__, given, own=True)


# -- fixes that rule.toml asks for


@dataclass(frozen=True)
class RowFix:
    """What a row says of its fix: arguments to write, to name, to leave out, and to put text around."""

    safety: str
    write: Mapping[str, str]
    name: Mapping[str, str]
    drop: Tuple[str, ...]
    around: Mapping[str, Tuple[str, str]]
