"""Where a module sets requires_grad, or what looks like it, and on what; whether that was meant is not asked."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING, Iterator, List, NamedTuple, Optional, Tuple

from mslint.api.tables import CELL
from mslint.facts.collect import dotted
from mslint.facts.flow.objects import ASKED
from mslint.facts.kinds import TENSOR
from mslint.facts.names import Ref
from mslint.facts.scopes import Assignment, Place
from mslint.facts.values import read_literal
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.calls import CallSite
    from mslint.facts.module import Facts

_OPTIMIZER = "mindspore.nn.Optimizer"
_LOADS = "mindspore.load_param_into_net"
_CELLS = frozenset(("cells", "cells_and_names"))
_CONTAINERS = frozenset(("mindspore.nn.CellList", "mindspore.nn.SequentialCell"))


class Setting(NamedTuple):
    """One assignment of True or False to an attribute."""

    attribute: str
    value: bool
    owner: str  # the source text of what has the attribute
    cell: bool  # whether that certainly is a cell
    optimizer: bool  # whether that certainly is an optimizer, which is a cell, too
    tensor: bool  # whether that certainly is a Tensor, and no Parameter
    own: bool  # whether it is the receiver of a method: `self`
    source: str  # of a loop's variable: what begins the expression that is looped over, such as `net`
    span: Span
    place: Place
    order: int


def settings_of_attribute(facts: Facts, begins: str) -> Iterator[Setting]:
    """The assignments of a bool to attributes whose names begin so, in source order."""
    for assignment in facts.assignments:
        for target in assignment.targets:
            if isinstance(target, nodes.Attribute) and target.attr.value.startswith(begins):
                value = read_literal(assignment.value) if assignment.value is not None else None
                if value is not None and isinstance(value.single, bool):
                    yield _setting(facts, assignment, target, value.single)


def used_after(facts: Facts, call: CallSite, setting: Setting) -> bool:
    """Whether what a call made is mentioned after a setting."""
    names = facts.results.targets_of(call)
    if not names:
        return True  # nobody knows who has it
    if len(setting.place.loops) > 1:
        return True  # an outer loop comes around again
    later = facts.lines_after(setting.span.line)
    if setting.place.scope.function is not None:  # to the end of the function, or of what stands around it
        later = list(takewhile(lambda line: not line.strip() or line[0].isspace(), later))
    return any(re.search(rf"\b{re.escape(name)}\b", line) for line in later for name in names)


def stopped_layers(facts: Facts) -> Iterator[Tuple[CallSite, str]]:
    """The calls of stop_gradient right around a call of a layer that certainly has weights, and what is called."""
    for call in facts.calls:
        given = call.get("value") if call.name == "mindspore.ops.stop_gradient" else None
        if given is not None and isinstance(given.node, nodes.Call):
            layer = facts.instances.of(given.node.func, given.place, given.order)
            api = facts.tables.get(layer.name) if layer is not None else None
            if api is not None and api.name != CELL and api.parameters and facts.tables.is_a(api, CELL):
                yield call, facts.code(given.node.func)


def _setting(facts: Facts, assignment: Assignment, target: nodes.Attribute, value: bool) -> Setting:
    owner, function = target.value, assignment.place.scope.function
    name = owner.value if isinstance(owner, nodes.Name) else ""
    looped = _looped(name, assignment.place) if name else None
    source = _root(looped) if looped is not None else _root(owner)
    kind = facts.instances.of(owner, assignment.place, assignment.order)
    return Setting(
        target.attr.value,
        value,
        facts.code(owner),
        _is_cell(facts, owner, assignment) or (looped is not None and _gives_cells(looped)),
        kind is not None and kind.instance and _is_optimizer(facts, kind),
        kind is not None and kind.name == TENSOR,
        function is not None and bool(name) and name == function.receiver,
        source,
        facts.assignment_span(assignment),
        assignment.place,
        assignment.order,
    )


def _is_cell(facts: Facts, owner: nodes.Expression, assignment: Assignment) -> bool:
    if isinstance(owner, nodes.Subscript):
        held = facts.instances.of(owner.value, assignment.place, assignment.order)
        return held is not None and held.name in _CONTAINERS
    ref = facts.instances.of(owner, assignment.place, assignment.order)
    if ref is None or not ref.instance:
        return ref is None and _treated_as_cell(facts, owner, assignment.place)
    if ref.cls is not None:
        return facts.is_cell(ref.cls) is True and not _has(facts, ref.cls.name)
    return facts.tables.is_a(facts.tables.get(ref.name), CELL)


def _is_optimizer(facts: Facts, kind: Ref) -> bool:
    names = facts.base_apis(kind.cls) if kind.cls is not None else [kind.name]
    return any(facts.tables.is_a(facts.tables.get(name), _OPTIMIZER) for name in names)


def _treated_as_cell(facts: Facts, owner: nodes.Expression, place: Place) -> bool:
    """Whether the same function asks a name, or the same class an attribute, for what only cells have."""
    name, function = dotted(owner), place.scope.function
    cls = function.cls if function is not None and "." in (name or "") else None
    if name is None or function is None:
        return False
    for raw in facts.raw_calls:
        other = raw.place.scope.function
        if not (raw.place.scope is place.scope or (cls is not None and other is not None and other.cls is cls)):
            continue
        func = raw.node.func
        if isinstance(func, nodes.Attribute) and func.attr.value in ASKED and dotted(func.value) == name:
            return True
        if raw.node.args and dotted(raw.node.args[0].value) == name and raw.node.args[0].keyword is None:
            site = facts.call_of(raw.node)
            if site is not None and site.name == _LOADS:
                return True
    return False


def _has(facts: Facts, name: str) -> bool:
    """Whether a class of this module defines requires_grad itself."""
    return any(cls.name == name and "requires_grad" in cls.methods for cls in facts.classes)


def _looped(name: str, place: Place) -> Optional[nodes.Expression]:
    """What the innermost loop goes over that binds a name."""
    for loop in reversed(place.loops):
        if isinstance(loop, nodes.For):
            targets: List[nodes.Expression] = [loop.target]
            if isinstance(loop.target, (nodes.Tuple, nodes.List)):
                targets = [element.value for element in loop.target.elements]
            if any(isinstance(each, nodes.Name) and each.value == name for each in targets):
                # In `for name, cell in ...` the last is the cell, the first its name.
                last = targets[-1]
                return loop.iter if isinstance(last, nodes.Name) and last.value == name else None
    return None


def _gives_cells(source: nodes.Expression) -> bool:
    return isinstance(source, nodes.Call) and (dotted(source.func) or "").rpartition(".")[2] in _CELLS


def _root(node: nodes.Expression) -> str:
    """`net` of `net.head.trainable_params()[0]`."""
    while not isinstance(node, nodes.Name):
        if isinstance(node, nodes.Call):
            node = node.func
        elif isinstance(node, (nodes.Attribute, nodes.Subscript)):
            node = node.value
        else:
            return ""
    return node.value
