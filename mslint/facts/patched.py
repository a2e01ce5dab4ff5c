"""The attributes of other modules and classes that a module sets: calling one of those is calling nobody knows what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Set

from mslint.api.tables import is_mindspore
from mslint.facts.collect import RawCall, dotted
from mslint.facts.scopes import Assignment, Place
from mslint.facts.values import read_literal
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

_NAMESPACE = "__dict__"


class Patched:
    """`name in patched` asks whether the module sets a dotted name, or a part that it begins with."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._names: Set[str] = set()
        self._owners: Set[str] = set()  # of which it sets what cannot be told
        for assignment in facts.assignments:
            self._assigned(assignment)
        for raw in facts.raw_calls:
            self._called(raw)

    def __contains__(self, name: object) -> bool:
        if not (self._names or self._owners) or not isinstance(name, str):
            return False
        part = name
        while part:
            owner = part.rpartition(".")[0]
            if part in self._names:
                return True
            # What sets all kinds of names on mindspore hardly replaces mindspore.nn, of which it sets nothing then.
            if owner in self._owners and (part == name or self._facts.tables.get(part) is not None):
                return True
            part = owner
        return False

    def _assigned(self, assignment: Assignment) -> None:
        place, order = assignment.place, assignment.order
        for target in assignment.targets:
            if isinstance(target, nodes.Attribute):
                self._set(target.value, target.attr.value, place, order)
            elif isinstance(target, nodes.Subscript):
                index = target.slice[0].slice
                key = _text(index.value) if isinstance(index, nodes.Index) else None
                if dotted(target.value) == "sys.modules":
                    self._add(key)
                else:
                    owner = _of_namespace(target.value)
                    if owner is not None:
                        self._set(owner, key, place, order)

    def _called(self, raw: RawCall) -> None:
        node, place, order = raw.node, raw.place, raw.order
        name = dotted(node.func) or ""
        positional = [each.value for each in node.args if each.keyword is None and not each.star]
        if name == "setattr" and len(positional) == 3 or name.endswith("patch.object") and len(positional) > 1:
            self._set(positional[0], _text(positional[1]), place, order)
        elif name.rpartition(".")[2] == "patch" and positional:  # unittest.mock: patch("mindspore.nn.Dense", Fake)
            self._add(_text(positional[0]))
        elif isinstance(node.func, nodes.Attribute) and node.func.attr.value == "update":
            owner = _of_namespace(node.func.value)
            if owner is not None:
                self._set(owner, None, place, order)

    def _set(self, owner: nodes.Expression, name: Optional[str], place: Place, order: int) -> None:
        ref = self._facts.names.resolve(owner, place, order)
        if ref is None or ref.name is None or ref.instance:
            return
        if name is None:
            self._owners.add(ref.name)
        else:
            self._add(f"{ref.name}.{name}")

    def _add(self, name: Optional[str]) -> None:
        if is_mindspore(name):
            self._names |= {str(name), self._facts.tables.canonical(str(name))}


def _of_namespace(node: nodes.Expression) -> Optional[nodes.Expression]:
    """x of `x.__dict__` and of `vars(x)`."""
    if isinstance(node, nodes.Attribute) and node.attr.value == _NAMESPACE:
        return node.value
    if isinstance(node, nodes.Call) and dotted(node.func) == "vars" and len(node.args) == 1:
        return node.args[0].value
    return None


def _text(node: nodes.Expression) -> Optional[str]:
    value = read_literal(node)
    return value.single if value is not None and isinstance(value.single, str) else None
