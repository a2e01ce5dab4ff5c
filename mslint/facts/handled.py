"""Whether a module itself looks after what an attribute holds: registers it later, or asks it for its weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, FrozenSet, Iterator

from mslint.facts.flow.objects import ASKED
from mslint.facts.listuse import of_another_class
from mslint.facts.scopes import Class, Place
from mslint.facts.uses import link
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# What may register, keep or load the cell or parameter that it is given.
_TAKES = frozenset(
    "setattr __setattr__ insert_child_to_cell insert_param_to_cell append load_param_into_net load_checkpoint".split()
)
_REGISTERS = ("mindspore.ParameterTuple",)
_ROUND = (nodes.Arg, nodes.Call, nodes.Attribute, nodes.StarredElement, nodes.Element, nodes.List, nodes.Tuple)


def looked_after(facts: Facts, cls: Class, name: str) -> bool:
    """Whether anything in the module registers the items of `self.name`, or goes through them for their weights."""
    for whole, place, _ in facts.attributes:
        node = link(whole, name)
        if node is not None and not of_another_class(facts, cls, node, place) and _looks_after(facts, node, place):
            return True
    return False


def _looks_after(facts: Facts, node: nodes.Node, place: Place) -> bool:
    parents = facts.uses.parents(place.scope)
    while node in parents:
        parent = parents[node]
        if isinstance(parent, (nodes.For, nodes.CompFor)):
            around = parents[parent] if isinstance(parent, nodes.CompFor) else parent
            while isinstance(around, nodes.CompFor):
                around = parents[around]
            return parent.iter is node and _does(around, frozenset(_names(parent.target)))
        if isinstance(parent, nodes.Subscript) and parent.value is node:
            reader = parents[parent]
            if isinstance(reader, nodes.Attribute):
                return reader.attr.value in ASKED
            return isinstance(reader, nodes.Arg) and _takes(parents[reader])
        if isinstance(parent, nodes.Call) and node is not parent.func and _registers(facts, parent):
            return True
        if not isinstance(parent, _ROUND):
            return False
        node = parent
    return False


def _registers(facts: Facts, call: nodes.Call) -> bool:
    site = facts.call_of(call)
    return site is not None and (site.role == "container" or site.name in _REGISTERS)


def _takes(call: nodes.Node) -> bool:
    func = call.func if isinstance(call, nodes.Call) else None
    name = func.attr.value if isinstance(func, nodes.Attribute) else func.value if isinstance(func, nodes.Name) else ""
    return name in _TAKES


def _does(root: nodes.Node, names: FrozenSet[str]) -> bool:
    """Whether code asks one of the names for its weights, or gives it to what may register it."""
    pending = [root]
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Attribute) and _is(node.value, names) and node.attr.value in ASKED:
            return True
        if isinstance(node, nodes.Call) and any(_is(arg.value, names) for arg in node.args) and _takes(node):
            return True
        pending.extend(node.children)
    return False


def _is(node: nodes.Expression, names: FrozenSet[str]) -> bool:
    return isinstance(node, nodes.Name) and node.value in names


def _names(target: nodes.Node) -> Iterator[str]:
    """The names that a loop binds."""
    pending = [target]
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Name):
            yield node.value
        pending.extend(node.children)
