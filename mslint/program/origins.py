"""Where a number that reaches a call is written: at the call, in a constant, an option, a table, a configuration file.

Values do not remember where they come from, so that following a program costs nothing more; whoever reports one asks
here. The names that lead to it and the number itself must both fit: a number that is computed has no such place."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple, Union, cast

from mslint.model import Span
from mslint.program.context import flagged
from mslint.program.events import Event, Frame
from mslint.program.expressions import truth
from mslint.program.nodes import (
    LEAVES,
    Arg,
    Assign,
    Attr,
    Augment,
    Binary,
    Call,
    Class,
    Clause,
    Constant,
    Expr,
    For,
    Function,
    If,
    Item,
    Items,
    ModuleSummary,
    Name,
    Param,
    Table,
    Unary,
    Where,
    While,
    called,
    names_in,
    pieces,
)
from mslint.program.pipelines import Origin
from mslint.program.program import Program
from mslint.program.spoken import closed
from mslint.program.values import Value

MAX_NAMES = 12
_PUTS = frozenset("append extend insert update add".split())
Wanted = Union[float, Tuple[float, ...]]


class _Pair(NamedTuple):
    """A name, what it is given, and the place of that."""

    name: str
    value: Expr
    where: Where


def origin(program: Program, event: Event, *names: str) -> Optional[Origin]:
    """Where the number, or the numbers, that an argument certainly is stand; None where nobody knows.

    Of a call without known parameters, such as those of Python itself, the first argument is meant."""
    given = event.given_as(*names)
    if given is None and event.signature is None and event.given and event.given[0].name is None:
        given = event.given[0]
    wanted = _known(given.value) if given is not None else None
    if given is None or given.expr is None or wanted is None:
        return None
    expr, frame, place = _handed_on(program, given.expr, event.frame, Origin(event.path, event.span))
    if _literal(expr) is not None:
        return place if _literal(expr) == wanted else None
    name = _last(expr)
    return _search(program, name, wanted, frame) if name else None


def flag_says(program: Program, event: Event, name: str) -> Optional[str]:
    """What the flag behind an argument that is certainly on or off says of the data: train, eval, or nothing."""
    given = event.given_as(name)
    on = truth(given.value) if given is not None else None
    if given is None or given.expr is None or on is None:
        return None
    expr, frame, _ = _handed_on(program, given.expr, event.frame, Origin(event.path, event.span))
    return flagged(expr, frame, on)


def numbers_in(program: Program, operands: bool = False) -> Iterator[float]:
    """Every number that is written out anywhere in the program, or those only that arithmetic is done with."""
    for summary in program.summaries():
        for each in _walk(summary.body):
            for part in (each.left, each.right) if operands and isinstance(each, Binary) else (each,):
                number = _number(part) if isinstance(part, (Constant, Unary)) else None
                if number is not None and operands == (part is not each):
                    yield number


def names_behind(program: Program, event: Event) -> FrozenSet[str]:
    """The names that lead to what a call is given, and those in its conditions, as far as names tell: of its arguments,
    of what these are assigned, of what is put into them, in its function and in those that call it, and in the
    functions and classes that any of it names."""
    found: Set[str] = set()
    frame: Optional[Frame] = event.frame
    path, where = event.path, event.site.where
    while frame is not None:
        call = _call_at(program, path, where)
        found |= _led_by(set(_spoken(call)) if call is not None else set(), program.body_of(frame))
        if frame.site is None:
            break
        path, where, frame = frame.site.path, frame.site.where, frame.caller
    tests = (guard.test for guard in event.guards if guard.test is not None)
    found.update(*map(_spoken, tests))
    return closed(found, program.defined, lambda func: _spoken(func.node))


def _led_by(spoken: Set[str], body: Sequence[object]) -> Set[str]:
    """Names, with those in what a body assigns to them or puts into them, and in the conditions of that."""
    given: List[Tuple[Set[str], Set[str]]] = []
    pending: List[Tuple[object, FrozenSet[str]]] = [(each, frozenset()) for each in body]
    for statement, around in pending:  # which grows meanwhile
        if isinstance(statement, (If, While)):
            inside = around | frozenset(_spoken(statement.test))
            pending += [(each, inside) for each in (*statement.body, *statement.orelse)]
            continue
        for each in pieces(statement):
            if isinstance(each, Assign):
                given += [(set(names_in(target)), {*_spoken(each.value), *around}) for target in each.targets]
            elif isinstance(each, (For, Clause)):
                given.append((set(names_in(each.target)), {*_spoken(each.source), *around}))
            elif isinstance(each, Augment):
                given.append((set(names_in(each.target)), {*_spoken(each.value), *around}))
            elif isinstance(each, If):
                inside_names = {name for part in (*each.body, *each.orelse) for name in names_in(part)}
                given.append((inside_names, set(_spoken(each.test))))
            elif isinstance(each, Call) and isinstance(each.func, Attr) and called(each) in _PUTS:
                given.append((set(names_in(each.func.value)), {*_spoken(each), *around}))
    while True:
        more = [value for target, value in given if target & spoken and not value <= spoken]
        if not more:
            return spoken
        spoken.update(*more)


def _spoken(node: object) -> Iterator[str]:
    """The names in a piece of code, and the texts that may be names, as in `os.getenv("RANK_ID")`."""
    for each in pieces(node.body if isinstance(node, Function) else node):
        if isinstance(each, Name):
            yield each.id
        elif isinstance(each, Attr):
            yield each.name
        elif isinstance(each, Constant) and isinstance(each.value, str) and each.value.isidentifier():
            yield each.value


def _handed_on(program: Program, expr: Expr, frame: Frame, place: Origin) -> Tuple[Expr, Frame, Origin]:
    """The expression behind a parameter, as far as the callers of its function wrote it there."""
    while isinstance(expr, Name) and expr.id in frame.given and frame.site is not None and frame.caller is not None:
        func = frame.func
        call = _call_at(program, frame.site.path, frame.site.where)
        handed = _argument(call, func.node, expr.id, func.receiver is not None) if call and func else None
        if handed is None:
            break
        expr, place = handed, Origin(frame.site.path, frame.site.span)
        frame = frame.caller
    return expr, frame, place


def _call_at(program: Program, path: str, where: Where) -> Optional[Call]:
    for summary in program.summaries():
        if summary.path == path:
            return next((each for each in _walk(summary.body) if isinstance(each, Call) and each.where == where), None)
    return None


def _argument(call: Call, function: Function, name: str, bound: bool) -> Optional[Expr]:
    places = [param.name for param in function.params if param.kind == ""][bool(bound) :]
    if any(arg.star for arg in call.args):
        return None
    positional = [arg.value for arg in call.args if arg.name is None]
    given = {arg.name: arg.value for arg in call.args if arg.name is not None}
    return given.get(name) or next((value for place, value in zip(places, positional) if place == name), None)


def _search(program: Program, name: str, wanted: Wanted, frame: Frame) -> Optional[Origin]:
    """The place, nearest first, where the name, or one that it is set from, is given the number."""
    nearest = {frame.module.path: 0, program.path: 1}
    summaries = sorted(program.summaries(), key=lambda each: (nearest.get(each.path, 2), each.path))
    known: Dict[str, List[_Pair]] = {}
    names, before = {name}, 0
    while before < len(names) < MAX_NAMES:
        before = len(names)
        for summary in summaries:
            if summary.path not in known and not summary.words.isdisjoint(names):
                known[summary.path] = _pairs_of(summary)
            for pair in known.get(summary.path, ()):
                if pair.name in names and _literal(pair.value) is None and (last := _last(pair.value)):
                    names.add(last)
    for summary in summaries:
        for pair in known.get(summary.path, ()):
            if pair.name in names and _literal(pair.value) == wanted:
                return Origin(summary.path, Span(*pair.where))
    if isinstance(wanted, tuple):
        return None
    found = next((place for each in sorted(names) if (place := program.settings.place(each, wanted))), None)
    return Origin(*found) if found is not None else None


def _pairs_of(summary: ModuleSummary) -> List[_Pair]:
    if "pairs" not in summary.notes:
        summary.notes["pairs"] = list(_pairs(summary.body))
    return cast("List[_Pair]", summary.notes["pairs"])


def _pairs(body: object) -> Iterator[_Pair]:
    """Whatever is given to a name: by assignments, options, keywords, defaults and tables."""
    for where, each in _placed(body):
        if isinstance(each, Assign):
            yield from (_Pair(name, each.value, each.where) for name in map(_last, each.targets) if name)
        elif isinstance(each, Call) and called(each) == "add_argument":
            default = next((arg.value for arg in each.args if arg.name == "default"), None)
            for arg in each.args:
                if default is None:
                    break
                if isinstance(arg.value, Constant) and isinstance(arg.value.value, str) and arg.name in (None, "dest"):
                    yield _Pair(arg.value.value.lstrip("-").replace("-", "_"), default, each.where)
        elif isinstance(each, Arg) and each.name is not None and where is not None:
            yield _Pair(each.name, each.value, where)
        elif isinstance(each, Param) and each.default is not None and where is not None:
            yield _Pair(each.name, each.default, where)
        elif isinstance(each, Table) and where is not None:
            for key, value in zip(each.keys, each.values):
                if isinstance(key, Constant) and isinstance(key.value, str):
                    yield _Pair(key.value, value, where)


def _placed(body: object) -> Iterator[Tuple[Optional[Where], object]]:
    """Everything in a piece of code in its order, with the place of the nearest thing around it that has one."""
    pending: List[Tuple[Optional[Where], object]] = [(None, body)]
    while pending:
        where, each = pending.pop()
        if isinstance(each, Function):
            inside: Tuple[object, ...] = (each.decorators, each.params, each.body)
            pending.extend((each.where, part) for part in reversed(inside))
        elif isinstance(each, tuple):
            yield where, each
            if type(each) in LEAVES:
                continue
            own = each.where if isinstance(each, (Assign, Call, Class)) else where
            pending.extend([(own, part) for part in reversed(each) if isinstance(part, (tuple, Function))])


def _walk(body: object) -> Iterator[object]:
    return (each for _, each in _placed(body))


def _last(expr: Expr) -> str:
    """The last name: `lr` of `lr`, of `config.lr`, of `config["lr"]`, and of `float(config.lr)`."""
    if isinstance(expr, Name):
        return expr.id
    if isinstance(expr, Attr):
        return expr.name
    if isinstance(expr, Item) and isinstance(expr.key, Constant):
        return expr.key.value if isinstance(expr.key.value, str) else ""
    if isinstance(expr, Call) and called(expr) in ("float", "int", "list", "tuple") and len(expr.args) == 1:
        return _last(expr.args[0].value)
    key = expr.args[0].value if isinstance(expr, Call) and called(expr) == "get" and expr.args else None
    return key.value if isinstance(key, Constant) and isinstance(key.value, str) else ""


def _known(value: Value) -> Optional[Wanted]:
    """The number, or the numbers, that a value certainly is."""
    items = value.items()
    if items is None:
        return value.number
    numbers = tuple([number for item in items if (number := item.number) is not None])
    return numbers if len(numbers) == len(items) and numbers else None


def _literal(expr: Expr) -> Optional[Wanted]:
    """The number, or the numbers, that are written out; of a list, products and quotients too: `[0.5 * 255] * 3`."""
    if isinstance(expr, Binary) and expr.op == "*" and isinstance(expr.left, Items):
        items, times = _literal(expr.left), _number(expr.right)
        return items * int(times) if isinstance(items, tuple) and times in (1, 2, 3, 4) and times else None
    if not isinstance(expr, Items):
        return _number(expr)
    numbers = [_number(each) if not isinstance(each, Binary) else _worked_out(each) for each in expr.items]
    return tuple([each for each in numbers if each is not None]) if numbers and None not in numbers else None


def _worked_out(expr: Binary) -> Optional[float]:
    left, right = _number(expr.left), _number(expr.right)
    if left is None or right is None or expr.op not in "*/" or (expr.op == "/" and not right):
        return None
    return float(f"{left * right if expr.op == '*' else left / right:.12g}")


def _number(expr: Expr) -> Optional[float]:
    """The number that is written out; in quotes, too, as options may be."""
    if isinstance(expr, Unary) and expr.op == "-":
        inner = _number(expr.value)
        return None if inner is None else -inner
    if not isinstance(expr, Constant) or isinstance(expr.value, bool) or expr.value is None:
        return None
    try:
        return float(expr.value)
    except ValueError:
        return None


__all__ = ["Origin", "flag_says", "names_behind", "numbers_in", "origin"]
