"""Gradients of a loss that is scaled, and what a function computes of them by name before it unscales them."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, NamedTuple, Set

from mslint.facts.context import words
from mslint.model import Span
from mslint.program.events import Event
from mslint.program.nodes import (
    Assign,
    Augment,
    Binary,
    Call,
    Expr,
    Function,
    Items,
    Return,
    called,
    names_in,
    pieces,
)
from mslint.program.program import Program
from mslint.program.values import Func

GRADIENTS = frozenset("mindspore.grad mindspore.ops.grad mindspore.value_and_grad mindspore.ops.value_and_grad".split())
OPERATION = "mindspore.ops.GradOperation.__call__.__call__"
SCALES = frozenset("scale scaler scaling sens lossscale scaled".split())
# A scale may be that of anything; with one of these in a name it is that of a loss.
OF_LOSS = frozenset("loss lossscale sens scaler".split())
UNSCALES = frozenset("unscale unscaled inv inverse recip reciprocal".split())


class ScaledGradient(NamedTuple):
    """A call that gives gradients of a scaled loss, and the sums that something made of them goes into."""

    event: Event
    of_loss: bool  # whether some name says that what it is scaled with is the scale of a loss
    names: FrozenSet[str]  # of everything that is made of the gradients and was not unscaled
    sums: List[Sum]


class Sum(NamedTuple):
    """An addition: the names on the side that is made of gradients, and on the other."""

    of_gradients: FrozenSet[str]
    other: FrozenSet[str]
    calls: FrozenSet[str]  # the functions and operators that made it out of the gradients
    path: str
    span: Span


def scaled_gradients(program: Program) -> Iterator[ScaledGradient]:
    """Every place that differentiates a scaled loss and keeps the gradients under a name."""
    seen: Set[object] = set()
    for event in program.named(_differentiates):
        if (event.path, event.span) in seen or event.frame.func is None:
            continue
        if not event.site.targets or not _scaled(event):
            continue
        seen.add((event.path, event.span))
        pair = "value_and_grad" in event.name and len(event.site.targets) > 1
        yield _followed(event, event.frame.func.node, set(event.site.targets[-1:] if pair else event.site.targets))


def _differentiates(name: str) -> bool:
    return name == OPERATION or (name.endswith(".__call__") and name.removesuffix(".__call__") in GRADIENTS)


def _scaled(event: Event) -> bool:
    """Whether a call gives gradients of a loss that is scaled for certain."""
    made = event.receiver.objects() if event.receiver is not None else []
    if event.name == OPERATION:
        return bool(event.given) and _says(event.given[-1].expr, SCALES)
    if len(made) != 1 or made[0].made is None:
        return False
    given = made[0].made.given
    functions = given[0].value.atoms if given else ()
    return bool(functions) and all(isinstance(each, Func) and _scales(each.node) for each in functions)


def _scales(function: Function) -> bool:
    """Whether what a function gives is multiplied with a scale, and nothing in it is unscaled."""
    if any(isinstance(each, Call) and words(called(each)) & UNSCALES for each in pieces(function)):
        return False
    held: Set[str] = set()
    for each in pieces(function):
        if isinstance(each, Assign) and _multiplied(each.value):
            held |= {name for target in each.targets for name in names_in(target)}
    returned = [each.value for each in pieces(function) if isinstance(each, Return) and each.value is not None]
    firsts = [each.items[0] if isinstance(each, Items) and each.items else each for each in returned]
    return bool(firsts) and all(_multiplied(each) or set(names_in(each)) & held for each in firsts)


def _multiplied(expr: Expr) -> bool:
    """`loss * scale`, `scaler.scale(loss)`."""
    if isinstance(expr, Binary) and expr.op == "*":
        return _says(expr.left, SCALES) or _says(expr.right, SCALES)
    return isinstance(expr, Call) and called(expr) in ("scale", "scale_loss")


def _says(expr: object, wanted: FrozenSet[str]) -> bool:
    return any(words(name) & wanted for name in names_in(expr)) if expr is not None else False


def _unscales(expr: Expr) -> bool:
    """Whether anything in an expression divides by a scale or is called after that."""
    return any(
        (isinstance(each, Binary) and each.op == "/" and _says(each.right, SCALES))
        or (isinstance(each, Call) and bool(words(called(each)) & UNSCALES))
        or (isinstance(each, Binary) and each.op == "*" and _says(each, UNSCALES))
        for each in pieces(expr)
    )


def _followed(event: Event, function: Function, names: Set[str]) -> ScaledGradient:
    """Follow names through the statements of a function, in their order, twice for those of loops."""
    calls: Set[str] = set()
    sums: List[Sum] = []
    statements = sorted((each for each in pieces(function) if isinstance(each, (Assign, Augment, Return))), key=_line)
    after = [each for each in statements if _line(each) >= event.span.line]
    tainted = set(names)
    for each in after:
        if each.value is None:
            continue
        inside = set(names_in(each.value))
        targets = {name for target in _targets(each) for name in names_in(target)}
        if isinstance(each, Assign) and _line(each) <= event.span.line <= each.where[2]:
            tainted -= targets if _unscales(each.value) else set()
            continue  # the call of the gradients itself
        if not inside & tainted:
            tainted -= targets if isinstance(each, Assign) else set()
            continue
        if _unscales(each.value):
            tainted -= targets
            continue
        calls |= _made_by(each.value)
        sums.extend(_sums(each, tainted, frozenset(calls), event.path))
        tainted |= targets
    return ScaledGradient(event, _of_loss(event), frozenset(tainted), sums)


def _of_loss(event: Event) -> bool:
    made = event.receiver.objects() if event.receiver is not None else []
    given = [each for obj in made if obj.made is not None for each in obj.made.given]
    names = {name for each in event.given if each.expr is not None for name in names_in(each.expr)}
    for each in given:
        for func in each.value.atoms:
            names |= {name for line in func.node.body for name in names_in(line)} if isinstance(func, Func) else set()
    return any(words(name) & SCALES and words(name) & OF_LOSS for name in names)


def _line(each: object) -> int:
    where = getattr(each, "where", None)
    return where[0] if where is not None else 1 << 60


def _targets(each: object) -> List[Expr]:
    if isinstance(each, Assign):
        return list(each.targets)
    return [each.target] if isinstance(each, Augment) else []


def _made_by(expr: Expr) -> Set[str]:
    made = {called(each) for each in pieces(expr) if isinstance(each, Call)}
    return made | {each.op for each in pieces(expr) if isinstance(each, Binary)}


def _sums(each: object, tainted: Set[str], calls: FrozenSet[str], path: str) -> Iterator[Sum]:
    if isinstance(each, Augment) and each.op == "+":
        yield Sum(frozenset(names_in(each.value)), frozenset(names_in(each.target)), calls, path, Span(*each.where))
    for part in pieces(each):
        if isinstance(part, Binary) and part.op == "+":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                mine, theirs = frozenset(names_in(one)), frozenset(names_in(other))
                if mine & tainted and not theirs & tainted:
                    yield Sum(mine, theirs, calls, path, Span(*part.where))


__all__ = ["ScaledGradient", "Sum", "scaled_gradients"]
