"""Whether all that a class does with a list works with nn.CellList too; says nothing of what is in the list."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Mapping, Optional

from mslint.facts.scopes import Assignment, Class, Place, Scope
from mslint.facts.uses import link
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# The methods of a list that CellList has, but for extend, which takes nothing but a list.
METHODS = frozenset(("append", "insert"))
# Builtins that only go through what they are given, or count it.
READERS = frozenset(("enumerate", "iter", "len", "list", "map", "reversed", "tuple", "zip"))

Parents = Mapping[nodes.Node, nodes.Node]


def works_as_cell_list(facts: Facts, cls: Class, name: str, assignment: Assignment) -> bool:
    """Whether the list that is assigned to `self.name` could be a CellList, as far as the module shows."""
    if isinstance(assignment.value, nodes.Name) and _changed_later(facts, assignment.value.value, assignment):
        return False  # what is added to the list afterwards would not be in the CellList
    for whole, place, _ in facts.attributes:
        node = link(whole, name)
        if node is None or of_another_class(facts, cls, node, place):
            continue
        parents = facts.uses.parents(place.scope)
        if node not in parents or not _fits(node, parents):
            return False
    return True


def _fits(node: nodes.Expression, parents: Parents) -> bool:
    parent = parents[node]
    if isinstance(parent, nodes.Arg):
        call = parents[parent]
        readers = isinstance(call, nodes.Call) and isinstance(call.func, nodes.Name) and call.func.value in READERS
        return parent.star == "*" or readers
    if isinstance(parent, nodes.Subscript):  # a slice of a CellList gives the weights in it other names
        return parent.value is node and len(parent.slice) == 1 and isinstance(parent.slice[0].slice, nodes.Index)
    if isinstance(parent, nodes.Attribute):
        return _is_known_method(parent, parents)
    if isinstance(parent, (nodes.For, nodes.CompFor)):
        return parent.iter is node
    if isinstance(parent, (nodes.If, nodes.IfExp)):
        return parent.test is node
    if isinstance(parent, nodes.ComparisonTarget):
        return isinstance(parent.operator, (ast.In, ast.NotIn))
    if isinstance(parent, nodes.UnaryOperation):
        return isinstance(parent.operator, ast.Not)
    return isinstance(parent, (nodes.AssignTarget, nodes.AnnAssign, nodes.StarredElement))


def _is_known_method(attribute: nodes.Attribute, parents: Parents) -> bool:
    call = parents[attribute]
    if not isinstance(call, nodes.Call) or call.func is not attribute:
        return False
    if attribute.attr.value == "extend":
        return len(call.args) == 1 and isinstance(call.args[0].value, (nodes.List, nodes.ListComp))
    return attribute.attr.value in METHODS


def _changed_later(facts: Facts, name: str, assignment: Assignment) -> bool:
    """Whether a method of a list is called by its other name, after it was assigned or in a loop around that."""
    return any(
        isinstance(raw.node.func, nodes.Attribute)
        and isinstance(raw.node.func.value, nodes.Name)
        and raw.node.func.value.value == name
        and raw.place.scope is assignment.place.scope
        and (raw.order > assignment.order or bool(assignment.place.loops))
        for raw in facts.raw_calls
    )


def of_another_class(facts: Facts, cls: Class, node: nodes.Attribute, place: Place) -> bool:
    """Whether it is an attribute of `self` in a class that has nothing to do with this one."""
    scope: Optional[Scope] = place.scope
    while scope is not None and (scope.function is None or scope.function.cls is None):
        scope = scope.parent
    function = scope.function if scope is not None else None
    if function is None or function.cls is None or not isinstance(node.value, nodes.Name):
        return False
    own = function.cls
    related = _derives(facts, own, cls) or _derives(facts, cls, own)
    return node.value.value == function.receiver and not related


def _derives(facts: Facts, cls: Class, base: Class) -> bool:
    return base in facts.names.ancestry(cls)
