"""What a look at the code for one item of the checklist returns: what was seen there, and what that speaks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Mapping, Optional, Tuple, Union

from mslint.facts.calls import CallSite
from mslint.model import Span

if TYPE_CHECKING:
    from mslint.program.events import Event

FINE, ASK, ABSENT = "fine", "ask", "absent"
DATA, SOURCE, DEVICE = "data", "source", "device"


@dataclass(frozen=True)
class Sight:
    """One thing that was seen; `key` names a sentence of the item, which `params` fill.

    `waits` is what can answer the question that it asks: "data", a look at the data of this very "source", a "device",
    or nothing but a person."""

    kind: str
    key: str
    path: str = ""
    span: Optional[Span] = None
    params: Tuple[Tuple[str, object], ...] = ()
    waits: str = ""


Where = Union["Event", CallSite]


def fine(key: str, where: Where, **params: object) -> Sight:
    """Something that was looked at and is right."""
    return _sight(FINE, key, where, params)


def ask(key: str, where: Where, waits: str = "", **params: object) -> Sight:
    """Something that only a person can judge, or what it waits for."""
    return _sight(ASK, key, where, params, waits)


def absent(key: str, **params: object) -> Sight:
    """A script has nothing that the item is about."""
    return Sight(ABSENT, key, params=tuple(params.items()))


def _sight(kind: str, key: str, where: Where, params: Mapping[str, object], waits: str = "") -> Sight:
    """A sight at a call; `{api}` is always filled in. Of a file, the observer knows the path."""
    path = "" if isinstance(where, CallSite) else where.path
    return Sight(kind, key, path, where.span, (("api", where.short), *params.items()), waits)


__all__ = ["ABSENT", "ASK", "FINE", "Sight", "absent", "ask", "fine"]
