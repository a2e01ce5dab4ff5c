"""What becomes of the result of a call: the names it is given, and whether anybody reads them later."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, AbstractSet, Dict, Iterator, List, Mapping, Optional, Sequence, Set

from mslint.facts.calls import CallSite
from mslint.facts.collect import RawCall, dotted
from mslint.facts.scopes import UNPACK, Assignment
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

CELL_METHODS = frozenset(
    "set_train set_grad trainable_params get_parameters parameters_dict cells construct compile".split()
)

_CLOCKS = ("time.", "timeit.", "mindspore.profiler", "mindspore.runtime.synchronize", "mindspore.hal.synchronize")
_PLAIN = frozenset("len int float bool min max abs sum range tuple list".split())

# What these have has nothing to do with networks.
_NO_NETWORK = ("builtins.", "time.", "os.", "logging.", "pathlib.", "sys.", "pytest.")


class Result:
    """What an assignment does with the result of a call: the names it gets, or how many parts it is unpacked into."""

    def __init__(self, names: Sequence[str], unpacked: Optional[int]) -> None:
        self.names = names
        self.unpacked = unpacked


class Results:
    """Follows the results of calls through one module."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_value: Optional[Dict[nodes.Node, Assignment]] = None
        self._chains: Optional[Dict[nodes.Node, RawCall]] = None
        self._by_name: Optional[Dict[str, List[Assignment]]] = None
        self._read: Optional[Set[str]] = None
        self._places: Optional[Dict[str, List[int]]] = None

    def assignment_of(self, call: CallSite) -> Optional[Assignment]:
        """The assignment whose whole value is this call."""
        return self._assigned_calls().get(call.raw.node)

    def targets_of(self, call: CallSite) -> List[str]:
        """The names that a call, or the end of a chain of methods on it, is assigned to: `a` of `a = f().batch(2)`."""
        node: nodes.Node = call.raw.node
        while node in self._chain_links():
            node = self._chain_links()[node].node
        assignment = self._assigned_calls().get(node)
        return [] if assignment is None else self.names_of(assignment)

    def overwritten(self, call: CallSite, attributes: Sequence[str]) -> bool:
        """Whether what a call made is replaced before anybody reads it, or one of these attributes of it is set."""
        names, there = self.targets_of(call), self._assigned_names()
        if any(f"{name}.{attribute}" in there for name in names for attribute in attributes):
            return True
        return any(
            self._replaced(call, name, each)
            for name in names
            if "." in name
            for each in there.get(name, ())
            if each.value is not call.raw.node
        )

    def left_alone(self, call: CallSite) -> bool:
        """Whether a method keeps what the call made as an attribute whose name nothing in the module reads."""
        names = self.targets_of(call)
        owner = call.function.receiver if call.function is not None else None
        if owner is None or not names or not all(name.startswith(f"{owner}.") for name in names):
            return False
        kept = {name.rpartition(".")[2] for name in names}
        return kept.isdisjoint(self._read_attributes())

    def _replaced(self, call: CallSite, name: str, later: Assignment) -> bool:
        """Whether an attribute of the receiver is set again whatever happens, and not mentioned until then."""
        if later.order < call.order or later.place.scope is not call.place.scope:
            return False
        if not later.place.dominates(call.place):
            return False
        # The attribute is mentioned where it is set, too: that is one of these places.
        mentions = self._mentions().get(name, ())
        return bisect_left(mentions, later.order) == bisect_right(mentions, call.order)

    def names_of(self, assignment: Assignment) -> List[str]:
        return [name for target in assignment.targets for name in _target_names(target)]

    def assigned(self, call: CallSite) -> Optional[Result]:
        """What becomes of the result of a call that is the whole of an assignment."""
        assignment = self.assignment_of(call)
        if assignment is None:
            return None
        unpacked: Optional[int] = None
        for target in assignment.targets:
            if isinstance(target, (nodes.Tuple, nodes.List)):
                if any(isinstance(element, nodes.StarredElement) for element in target.elements):
                    return None
                unpacked = len(target.elements)
        return Result(self.names_of(assignment), unpacked)

    def never_read(self, call: CallSite) -> bool:
        """Whether the result is given to `_`, or to a local name that its function never mentions again."""
        assignment = self.assignment_of(call)
        if assignment is None or len(assignment.targets) != 1 or not isinstance(assignment.targets[0], nodes.Name):
            return False
        name = assignment.targets[0].value
        function = call.function
        if name == "_":
            return True
        if function is None or call.place.scope is not function.scope or name in function.scope.redirected:
            return False
        mentioned = 0
        pending: List[nodes.Node] = [function.node]
        while pending and mentioned < 2:
            node = pending.pop()
            mentioned += isinstance(node, nodes.Name) and node.value == name
            pending.extend(node.children)
        return mentioned < 2

    def for_nobody(self, call: CallSite) -> bool:
        """Whether its function, that of no cell, has nothing else to do than this call: it tries it or times it.

        What it is given, and whatever it builds or calls, could be what the result is meant for."""
        function = call.function
        if function is None or call.place.scope is not function.scope:
            return False
        if function.cls is not None and self._facts.is_cell(function.cls) is not False:
            return False
        own = set(_within(call.raw.node))
        words = {node.value for node in own if isinstance(node, nodes.Name)}
        given = [name for name in function.params if name != function.receiver]
        others = [raw for raw in self._facts.calls_in.get(function, ()) if raw.node not in own]
        if not others and not function.name.startswith("test"):
            return False  # a function that is there to load, and does not
        return words.issuperset(given) and all(self._harmless(raw) for raw in others)

    def tried(self, call: CallSite) -> bool:
        """Whether something is only run here: to time it, to warm up, or to see whether it fails."""
        guards = call.place.guards
        if guards and guards[-1].kind == "try":
            return True
        for raw in self._facts.raw_calls:
            if raw.place.scope is call.place.scope:
                ref = self._facts.names.resolve(raw.node.func, raw.place, raw.order)
                if ref is not None and ref.name is not None and ref.name.startswith(_CLOCKS):
                    return True
        return False

    def shown(self, call: CallSite) -> bool:
        """Whether a notebook shows the result, as it does with what its cell ends with."""
        cells = self._facts.source.cells
        return cells is not None and cells.ends_cell(call.span.end_line)

    def only_computes(self, call: CallSite) -> bool:
        """Whether nothing that stands in a call does more than to compute tensors or numbers."""
        tables = self._facts.tables
        for node in _within(call.raw.node):
            if isinstance(node, (nodes.NamedExpr, nodes.Yield, nodes.Await)):
                return False
            if isinstance(node, nodes.Call) and node is not call.raw.node:
                site = self._facts.call_of(node)
                if site is not None:
                    if not tables.changes_nothing(site.name):
                        return False
                elif dotted(node.func) not in _PLAIN:
                    method = node.func.attr.value if isinstance(node.func, nodes.Attribute) else ""
                    if not tables.changes_nothing(f"mindspore.Tensor.{method}"):
                        return False
        return True

    def _harmless(self, raw: RawCall) -> bool:
        ref = self._facts.names.resolve(raw.node.func, raw.place, raw.order)
        return ref is not None and ref.name is not None and ref.name.startswith(_NO_NETWORK)

    def used_as_cell(self, name: str, after: CallSite) -> bool:
        """Whether a name is, later in the same scope, called or asked for a method of nn.Cell."""
        for raw in self._facts.raw_calls:
            if raw.order > after.order and raw.place.scope is after.place.scope:
                func = raw.node.func
                if dotted(func) == name and "." not in name:
                    return self._still(name, after, raw)
                if isinstance(func, nodes.Attribute) and dotted(func.value) == name and func.attr.value in CELL_METHODS:
                    return self._still(name, after, raw)
        return False

    def _still(self, name: str, after: CallSite, raw: RawCall) -> bool:
        """Whether a name still holds what the call gave it."""
        if "." in name:
            return True
        assignment = self.assignment_of(after)
        bindings = self._facts.names.reaching(name, raw.place, raw.order) or ()
        if len(bindings) != 1 or assignment is None:
            return False
        return bindings[0].value is assignment.value or bindings[0].kind == UNPACK

    def _assigned_names(self) -> Mapping[str, Sequence[Assignment]]:
        """What is assigned to each name, in order."""
        if self._by_name is None:
            self._by_name = {}
            for each in self._facts.assignments:
                for name in self.names_of(each):
                    self._by_name.setdefault(name, []).append(each)
        return self._by_name

    def _read_attributes(self) -> AbstractSet[str]:
        """The names of all attributes that are read anywhere."""
        if self._read is None:
            written = {id(target) for each in self._facts.assignments for target in each.targets}
            self._read = {node.attr.value for node, _, _ in self._facts.attributes if id(node) not in written}
        return self._read

    def _mentions(self) -> Mapping[str, Sequence[int]]:
        """Where each dotted name is mentioned, in order."""
        if self._places is None:
            self._places = {}
            for node, _, order in self._facts.attributes:
                name = dotted(node)
                if name is not None:
                    self._places.setdefault(name, []).append(order)
            for orders in self._places.values():
                orders.sort()
        return self._places

    def _assigned_calls(self) -> Dict[nodes.Node, Assignment]:
        if self._by_value is None:
            self._by_value = {
                each.value: each for each in self._facts.assignments if isinstance(each.value, nodes.Call)
            }
        return self._by_value

    def _chain_links(self) -> Dict[nodes.Node, RawCall]:
        """From a call to the call of a method on its result."""
        if self._chains is None:
            self._chains = {}
            for raw in self._facts.raw_calls:
                if isinstance(raw.node.func, nodes.Attribute) and isinstance(raw.node.func.value, nodes.Call):
                    self._chains[raw.node.func.value] = raw
        return self._chains


def _target_names(target: nodes.Expression) -> List[str]:
    if isinstance(target, (nodes.Tuple, nodes.List)):
        return [name for element in target.elements for name in _target_names(element.value)]
    name = dotted(target)
    return [] if name is None else [name]


def _within(node: nodes.Node) -> Iterator[nodes.Node]:
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        pending.extend(each.children)
