"""Layers that a method builds, calls and lets go of; what is kept anywhere is none of them."""

from __future__ import annotations

from mslint.facts.calls import CallSite
from mslint.facts.module import Facts
from mslint.syntax import nodes

# What a layer is asked for without its weights or its mode being touched.
_AS_IT_IS = frozenset(("construct", "to_float"))


def called_at_once(call: CallSite, facts: Facts) -> bool:
    """Whether what a call makes is called where it is made, by itself or under a local name that nobody keeps."""
    if any(raw.node.func is call.raw.node for raw in facts.raw_calls):
        return True
    assignment = facts.results.assignment_of(call)
    names = facts.results.names_of(assignment) if assignment is not None else []
    if len(names) != 1 or "." in names[0] or assignment is None or assignment.value is not call.raw.node:
        return False
    name = names[0]
    here = call.place.scope
    used = False
    for raw in facts.raw_calls:
        if raw.place.scope is not here:
            continue
        used = used or (isinstance(raw.node.func, nodes.Name) and raw.node.func.value == name)
        if any(isinstance(arg.value, nodes.Name) and arg.value.value == name for arg in raw.node.args):
            return False  # somebody else may keep it
    if any(_set_up(node, name) for node, place, _ in facts.attributes if place.scope is here):
        return False  # its weights or its mode may be given to it before it is called
    kept = any(
        isinstance(each.value, nodes.Name) and each.value.value == name and each.place.scope is here
        for each in facts.assignments
    )
    return used and not kept


def _set_up(chain: nodes.Attribute, name: str) -> bool:
    """Whether `name.weight`, or anything else but the choice of a precision, is read or set."""
    node: nodes.Expression = chain
    while isinstance(node, nodes.Attribute):
        attribute, node = node.attr.value, node.value
    return isinstance(node, nodes.Name) and node.value == name and attribute not in _AS_IT_IS
