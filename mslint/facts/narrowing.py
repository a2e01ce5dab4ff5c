"""What a value can still be where the conditions around a place have looked at it; says nothing of unknown values."""

from __future__ import annotations

import ast
import operator
from typing import Optional

from mslint.facts.collect import dotted
from mslint.facts.guards import COMPARES
from mslint.facts.names import Names
from mslint.facts.scopes import Guard, Place
from mslint.facts.values import UNKNOWN, Value, read_literal
from mslint.syntax import nodes

_COMPARES = {**COMPARES, ast.Is: operator.is_, ast.IsNot: operator.is_not}
_MIRRORED = {ast.Lt: ast.Gt, ast.LtE: ast.GtE, ast.Gt: ast.Lt, ast.GtE: ast.LtE}


def narrowed(value: Value, node: nodes.Expression, place: Place, order: int, names: Names) -> Value:
    """The options of a name's value that every condition around the place lets pass; unknown where none does."""
    if not value.known or not place.guards or not isinstance(node, (nodes.Name, nodes.Attribute)):
        return value
    name = dotted(node)
    if name is None:
        return value
    options = value.options
    for guard in place.guards:
        if guard.kind == "if" and guard.test is not None and not _bound_behind(guard, node, place, order, names):
            options = tuple(each for each in options if _passes(guard.test, name, each) is not (not guard.positive))
    if len(options) == len(value.options) or value.is_just(None):  # not given, by default: that says what it says
        return value
    return Value(options, value.sure) if options else UNKNOWN


def _bound_behind(guard: Guard, node: nodes.Expression, place: Place, order: int, names: Names) -> bool:
    """Whether the name gets its value only behind the condition."""
    if not isinstance(node, nodes.Name):
        return False
    bindings = names.reaching(node.value, place, order) or ()
    return any(mine.owner is guard.owner for binding in bindings for mine in binding.place.guards)


def _passes(test: nodes.Expression, name: str, option: object) -> Optional[bool]:
    """What a condition says of one option; None where it asks for something else."""
    if isinstance(test, (nodes.Name, nodes.Attribute)):
        return bool(option) if dotted(test) == name else None
    if isinstance(test, nodes.UnaryOperation) and isinstance(test.operator, ast.Not):
        inner = _passes(test.expression, name, option)
        return None if inner is None else not inner
    if isinstance(test, nodes.BooleanOperation):
        sides = (_passes(test.left, name, option), _passes(test.right, name, option))
        decisive = isinstance(test.operator, ast.Or)
        if decisive in sides:
            return decisive
        return None if None in sides else not decisive
    if isinstance(test, nodes.Comparison) and len(test.comparisons) == 1:
        return _compared(test, name, option)
    return None


def _compared(test: nodes.Comparison, name: str, option: object) -> Optional[bool]:
    kind, left, right = type(test.comparisons[0].operator), test.left, test.comparisons[0].comparator
    if dotted(right) == name:
        kind, left, right = _MIRRORED.get(kind, kind), right, left
    compare = _COMPARES.get(kind)
    limit = read_literal(right)
    if compare is None or limit is None or dotted(left) != name:
        return None
    try:
        return bool(compare(option, limit.options[0]))
    except TypeError:  # None and a number
        return None
