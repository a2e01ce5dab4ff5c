"""Which method of a cell a call stands in, and by what names that method decides; judges nothing."""

from __future__ import annotations

import ast
from typing import FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple

from mslint.facts.calls import CallSite
from mslint.facts.cells import CellClass
from mslint.facts.collect import RawCall, dotted
from mslint.facts.module import Facts
from mslint.facts.scopes import PARAMETER, Class, Function, Guard, Place
from mslint.facts.values import read_literal
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

    @property
    def unchosen(self) -> str:
        """The argument that decides whether construct comes there, where no cell of this module is built so."""
        guards = [guard for guard in _guards(self._place) if guard.kind == "if" and guard.test is not None]
        return next((name for guard in guards for name in (self._never(guard),) if name), "")

    def _never(self, guard: Guard) -> str:
        """The argument that keeps a condition on an attribute from ever holding; empty where it may hold."""
        test, positive = guard.test, guard.positive
        while isinstance(test, nodes.UnaryOperation) and isinstance(test.operator, ast.Not):
            test, positive = test.expression, not positive
        wanted = None
        if isinstance(test, nodes.Comparison) and len(test.comparisons) == 1:
            step = test.comparisons[0]
            wanted = read_literal(step.comparator)
            if wanted is None or not isinstance(step.operator, (ast.Eq, ast.NotEq)):
                return ""
            test, positive = test.left, positive is isinstance(step.operator, ast.Eq)
        if not (isinstance(test, nodes.Attribute) and dotted(test.value) == self._function.receiver):
            return ""
        name, given = _built_with(self._facts, self._cls, test.attr.value)
        holds = [bool(each) if wanted is None else each == wanted.options[0] for each in given]
        return name if holds and positive not in holds else ""


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


def _built_with(facts: Facts, cls: Class, attribute: str) -> Tuple[str, List[object]]:
    """The argument that an attribute keeps, and the constants that all cells of this class here are built with."""
    init, written = cls.methods.get("__init__"), facts.names.attribute_values(cls, attribute)
    by_classes = sum(len(each.attributes.get(attribute, ())) for each in facts.classes)
    if init is None or written is None or len(written) != 1 or facts.instances.times_set(attribute) > by_classes:
        return "", []
    value, place, order = written[0]
    if not isinstance(value, nodes.Name) or place.guards or facts.instances.set_by_text(attribute):
        return "", []
    bindings = facts.names.reaching(value.value, place, order) or ()
    if [(each.kind, each.function) for each in bindings] != [(PARAMETER, init)] or _handed_on(facts, cls):
        return "", []
    found: List[object] = []
    for given, _, _ in facts.passing.passed(init, value.value) or ():
        expression = given if given is not None else init.defaults.get(value.value)
        constant = read_literal(expression) if expression is not None else None
        if constant is None:
            return "", []
        found += constant.options
    return value.value, found


def _handed_on(facts: Facts, cls: Class) -> bool:
    """Whether something else may build a cell of this class: who derives from it, decorates it, or is given it."""
    calls = (raw.node for raw in facts.raw_calls if dotted(raw.node.func) not in ("super", "isinstance"))
    given = [arg.value for call in calls for arg in call.args]
    given += [each.value for each in facts.assignments if each.value is not None]
    given += [default for each in facts.functions for default in each.defaults.values() if default is not None]
    given += [value for each in facts.functions for value, _, _ in each.returns if value is not None]
    return cls in facts.extended or bool(cls.decorators) or any(cls.name in _bare(each) for each in given)


def _bare(node: nodes.Node) -> Iterator[str]:
    """The names in an expression that stand for themselves: not called, nor asked for an attribute."""
    if isinstance(node, nodes.Name):
        yield node.value
    elif not isinstance(node, (nodes.Call, nodes.Attribute)):
        for child in node.children:
            yield from _bare(child)


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
