"""The names that a program uses in code that it may run; what is only imported, defined or offered as an option does
not count."""

from __future__ import annotations

from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Sequence, Set, Tuple, cast

from mslint.facts.context import words
from mslint.program.nodes import (
    NO_CODE,
    Arg,
    Assign,
    Attr,
    Call,
    Constant,
    Function,
    Item,
    Lambda,
    ModuleSummary,
    Name,
    Table,
    Where,
    called,
)
from mslint.program.values import Func

_ASKS = frozenset("getattr hasattr get pop".split())  # they take a name as text


def used_names(
    summaries: Iterable[ModuleSummary], functions: Sequence[Func], reached: Set[Tuple[str, Where]]
) -> FrozenSet[str]:
    """The names in the modules' own code, in the functions that were run, and in those that any of that names."""
    found: Set[str] = set()
    for summary in summaries:
        found |= _noted(summary, summary.body)
    left: List[Func] = []
    for func in functions:
        if (func.module.path, func.node.where) in reached:
            found |= _noted(func.node, func.node.body)
        else:
            left.append(func)
    return closed(found, left, lambda func: _noted(func.node, func.node.body))


def closed(names: Set[str], functions: Sequence[Func], names_of: Callable[[Func], Iterable[str]]) -> FrozenSet[str]:
    """Names, with those in the functions that any of them names, themselves or by their class, and so on."""
    by_name: Dict[str, List[Func]] = {}
    for func in functions:
        for name in {func.node.name, func.owner.node.name if func.owner is not None else func.node.name}:
            by_name.setdefault(name, []).append(func)
    found, pending, seen = set(names), list(names), set()
    while pending:
        for func in by_name.pop(pending.pop(), ()):
            if id(func) not in seen:
                seen.add(id(func))
                new = set(names_of(func)) - found
                found |= new
                pending += new
    return frozenset(found)


def wordings(names: Iterable[str]) -> FrozenSet[FrozenSet[str]]:
    """The words of each name."""
    return frozenset(words(name) for name in names)


def _noted(home: Any, body: object) -> FrozenSet[str]:
    """The names in a body, found once for all programs."""
    if "used" not in home.notes:
        home.notes["used"] = _used(body, type(home) is ModuleSummary)
    return cast("FrozenSet[str]", home.notes["used"])


def _used(body: object, top: bool) -> FrozenSet[str]:
    found: Set[str] = set()
    pending: List[Any] = [body]
    while pending:
        each = pending.pop()
        kind = type(each)
        if kind in NO_CODE:
            continue
        if kind is Name:
            found.add(each.id)
            continue
        if kind is Attr or (kind is Arg and each.name):
            found.add(each.name)
        elif kind is Arg and each.star == "**" and isinstance(each.value, Table):
            found.update(str(key.value) for key in each.value.keys if isinstance(key, Constant))
        elif kind is Item and isinstance(each.key, Constant):
            found.add(str(each.key.value))
        elif kind is Call and called(each) in _ASKS:
            found.update(str(arg.value.value) for arg in each.args if isinstance(arg.value, Constant))
        if kind is Function:
            pending += (each.params, each.decorators, () if top else each.body)
        elif kind is Lambda:
            pending.append(each.function.body)
        elif kind is Assign:
            pending += (each.value, *(target for target in each.targets if type(target) not in (Name, Attr)))
        else:
            pending += each
    return frozenset(found)


__all__ = ["closed", "used_names", "wordings"]
