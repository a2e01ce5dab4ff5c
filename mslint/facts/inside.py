"""Which method of a cell a call stands in, and by what names that method decides; judges nothing."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, Optional, Sequence, Set

from mslint.facts.calls import CallSite
from mslint.facts.cells import CellClass
from mslint.facts.collect import RawCall
from mslint.facts.module import Facts
from mslint.facts.scopes import Class, Function, Guard, Place
from mslint.syntax import nodes


class Inside:
    """A place in a method of a cell; what a question needs is worked out when it is asked."""

    def __init__(self, facts: Facts, cls: Class, function: Function, place: Place) -> None:
        self._facts = facts
        self._cls = cls
        self._function = function
        self._place = place

    @property
    def cell(self) -> CellClass:
        return CellClass(self._facts, self._cls)

    @property
    def method(self) -> str:
        return self._function.name

    @property
    def runs(self) -> bool:
        """Whether construct comes there: it is construct, or calls the method by name."""
        return self.method != "__init__" and self.method in _run_by(self._facts, self._cls)

    @property
    def names(self) -> FrozenSet[str]:
        """Every identifier in the method."""
        return frozenset(_identifiers([self._function.node]))

    @property
    def set_up(self) -> FrozenSet[str]:
        """Every identifier in the __init__ of its class."""
        init = self._facts.method(self._cls, "__init__")
        return frozenset(_identifiers([init.node] if init is not None else []))

    @property
    def tests(self) -> FrozenSet[str]:
        """The identifiers in the conditions around the place."""
        return frozenset(_identifiers([guard.test for guard in _guards(self._place) if guard.test is not None]))


def inside(call: CallSite, facts: Facts) -> Optional[Inside]:
    """Where a call stands, if that is in a method of what certainly is a cell."""
    return _inside(call.place, facts)


def places_called(call: CallSite, facts: Facts) -> List[Inside]:
    """Where what a method keeps in `self.name = call` is called: `self.name(...)` in the methods of the same cell."""
    owner = _method_of(call.place)
    assignment = facts.results.assignment_of(call)
    names = (
        {name.rpartition(".")[2] for name in facts.results.names_of(assignment)} if assignment is not None else set()
    )
    if owner is None or owner.cls is None or not names:
        return []
    found = (_inside(raw.place, facts) for raw in _calls_on_self(facts, owner.cls) if _called(raw) in names)
    return [each for each in found if each is not None]


def _inside(place: Place, facts: Facts) -> Optional[Inside]:
    method = _method_of(place)
    if method is None or method.cls is None or facts.is_cell(method.cls) is not True:
        return None
    return Inside(facts, method.cls, method, place)


def _method_of(place: Place) -> Optional[Function]:
    scope = place.scope
    while scope.parent is not None:
        if scope.function is not None and scope.function.cls is not None:
            return scope.function
        scope = scope.parent
    return None


def _guards(place: Place) -> Iterator[Guard]:
    here: Optional[Place] = place
    while here is not None:
        yield from here.guards
        function = here.scope.function
        here = function.place if function is not None and function.cls is None else None


def _calls_on_self(facts: Facts, cls: Class) -> Iterator[RawCall]:
    for raw in facts.raw_calls:
        func = raw.node.func
        if isinstance(func, nodes.Attribute) and isinstance(func.value, nodes.Name):
            method = _method_of(raw.place)
            if method is not None and method.cls is cls and func.value.value == method.receiver:
                yield raw


def _called(raw: RawCall) -> str:
    return raw.node.func.attr.value if isinstance(raw.node.func, nodes.Attribute) else ""


def _run_by(facts: Facts, cls: Class) -> Set[str]:
    """construct, and the methods of the same class that are called from there."""
    calls = [(method.name, _called(raw)) for raw in _calls_on_self(facts, cls) if (method := _method_of(raw.place))]
    found = {"construct"}
    size = 0
    while size < len(found):
        size = len(found)
        found |= {called for caller, called in calls if caller in found}
    return found


def _identifiers(roots: Sequence[nodes.Node]) -> Iterator[str]:
    pending = list(roots)
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Name):
            yield node.value
        pending.extend(node.children)
