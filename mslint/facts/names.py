"""Resolves names and attributes to what they stand for, with certainty; what cannot be known stays unknown."""

from __future__ import annotations

import builtins
from bisect import bisect_left
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from mslint.api.tables import ApiTables, is_mindspore
from mslint.facts.scopes import (
    ASSIGN,
    CLASS,
    FUNCTION,
    IMPORT,
    PARAMETER,
    Assignment,
    Binding,
    Class,
    Function,
    Place,
    Scope,
)
from mslint.syntax import nodes

MAX_DEPTH = 12
MAX_CLASSES = 64  # a class that inherits from more is left unknown rather than made slow
MAX_LOOKS = 200  # bindings of one name; only generated code has more, and each read would look at all of them
MAX_WAYS = 100  # a name that is bound in more places than this could hold anything

_BUILTINS = frozenset(dir(builtins))


class Ref:
    """What an expression stands for: a dotted name, or a function or class of this module; or an instance of it."""

    __slots__ = ("name", "function", "cls", "instance", "sure", "preset")

    def __init__(
        self,
        name: Optional[str] = None,
        function: Optional[Function] = None,
        cls: Optional[Class] = None,
        instance: bool = False,
        sure: bool = True,
        preset: Tuple[Tuple[nodes.Arg, Place, int], ...] = (),
    ) -> None:
        self.name = name
        self.function = function
        self.cls = cls
        self.instance = instance
        self.sure = sure
        self.preset = preset  # arguments that functools.partial has filled in

    @property
    def key(self) -> Tuple[object, ...]:
        return (self.name, id(self.function), id(self.cls), self.instance)

    def but(
        self, instance: Optional[bool] = None, sure: bool = True, preset: Tuple[Tuple[nodes.Arg, Place, int], ...] = ()
    ) -> Ref:
        """A copy that is at most as sure as this one."""
        kind = self.instance if instance is None else instance
        return Ref(self.name, self.function, self.cls, kind, self.sure and sure, (*self.preset, *preset))


Refs = Tuple[Ref, ...]


class Names:
    """Answers what the names of one module stand for."""

    def __init__(self, module: Scope, tables: ApiTables) -> None:
        self._module = module
        self._tables = tables
        self._bases: Dict[Class, Sequence[Class]] = {}
        self._ancestries: Dict[Class, Sequence[Class]] = {}

    # -- questions

    def resolve(self, expression: nodes.Expression, place: Place, order: int) -> Optional[Ref]:
        """The one thing that the expression can stand for, or None."""
        refs = self.candidates(expression, place, order)
        if not refs:
            return None
        first = refs[0]
        if len(refs) == 1:
            return first
        if any(ref.key != first.key for ref in refs):
            return None
        return first if all(ref.sure for ref in refs) else first.but(sure=False)

    def candidates(self, expression: nodes.Expression, place: Place, order: int, depth: int = 0) -> Optional[Refs]:
        """All that the expression can stand for; None where some of it is unknown."""
        if depth > MAX_DEPTH:
            return None
        if isinstance(expression, nodes.Name):
            return self._name(expression.value, place, order, depth)
        if isinstance(expression, nodes.Attribute):
            owners = self.candidates(expression.value, place, order, depth + 1)
            if owners is None:
                return None
            if len(owners) == 1:
                return self._attribute(owners[0], expression.attr.value, depth)
            return self._join(self._attribute(ref, expression.attr.value, depth) for ref in owners)
        if isinstance(expression, nodes.Call):
            return self._call(expression, place, order, depth)
        if isinstance(expression, nodes.IfExp):
            return self._either((expression.body, expression.orelse), place, order, depth)
        if isinstance(expression, nodes.BooleanOperation):
            return self._either((expression.left, expression.right), place, order, depth)
        if isinstance(expression, nodes.NamedExpr):
            return self.candidates(expression.value, place, order, depth + 1)
        return None

    def reaching(self, name: str, place: Place, order: int) -> Optional[List[Binding]]:
        """The bindings that a name may hold at a place, latest first; None where the module does not bind it.

        There is no end to what generated code binds: of more than MAX_WAYS, the rest is left out."""
        scope = self._scope_of(name, place.scope)
        if scope is None:
            return None
        bindings = scope.bindings[name]
        if len(bindings) == 1:  # whatever the place: nearly every name
            return bindings[:]
        below = _child_towards(scope, place.scope)
        if below is not None:
            return _last_of(bindings, scope, below)
        found: List[Binding] = []
        known = bisect_left(scope.orders[name], order)
        later = range(len(bindings) - 1, known - 1, -1) if place.loops or name in scope.foreign else range(0)
        if len(later) > MAX_LOOKS:
            return bindings[-MAX_WAYS - 1 :]
        for binding in (bindings[index] for index in later):
            # Later in the text, but earlier in time: both stand in one loop, or a global statement binds the name.
            if binding.place.scope is not scope or any(loop in place.loops for loop in binding.place.loops):
                found.append(binding)
        for binding in (bindings[index] for index in range(known - 1, max(known - MAX_LOOKS, 0) - 1, -1)):
            if binding.place.scope is not scope:
                found.append(binding)
            elif not binding.place.excludes(place):
                found.append(binding)
                if binding.place.dominates(place):
                    break
            if len(found) > MAX_WAYS:
                break
        return found or bindings[-MAX_WAYS - 1 :]

    # -- parts

    def _scope_of(self, name: str, start: Scope) -> Optional[Scope]:
        scope: Optional[Scope] = start
        while scope is not None:
            if name in scope.bindings and (scope is start or scope.kind != "class"):
                return scope
            scope = scope.parent
        return None

    def _name(self, name: str, place: Place, order: int, depth: int) -> Optional[Refs]:
        bindings = self.reaching(name, place, order)
        if bindings is None:
            return self._unbound(name, place)
        if len(bindings) == 1:
            return self._bound(bindings[0], depth)
        if len(bindings) > MAX_WAYS:
            return None
        return self._join(self._bound(binding, depth) for binding in bindings)

    def _unbound(self, name: str, place: Place) -> Optional[Refs]:
        """A name that nothing binds: out of a star import, or a builtin."""
        for star in reversed(self._module.stars):
            module = self._tables.canonical(star.path)
            if self._tables.get(f"{module}.{name}") is not None:
                return (Ref(f"{module}.{name}", sure=False),)
            if not is_mindspore(module):
                return None if name not in _BUILTINS else (Ref(f"builtins.{name}", sure=False),)
        return (Ref(f"builtins.{name}"),) if name in _BUILTINS else None

    def _bound(self, binding: Binding, depth: int) -> Optional[Refs]:
        if binding.kind == IMPORT:
            return (Ref(self._tables.canonical(binding.path)),)
        if binding.kind == FUNCTION:
            return (Ref(function=binding.function),)
        if binding.kind == CLASS:
            return (Ref(cls=binding.cls),)
        if binding.kind == ASSIGN and binding.value is not None:
            if _is_none(binding.value):
                return ()
            return self.candidates(binding.value, binding.place, binding.order, depth + 1)
        if binding.kind == PARAMETER and binding.function is not None:
            function = binding.function
            if function.cls is not None and binding.name == function.receiver:
                is_class = any(
                    isinstance(decorator, nodes.Name) and decorator.value == "classmethod"
                    for decorator in function.decorators
                )
                return (Ref(cls=function.cls, instance=not is_class),)
            if binding.value is not None and _is_none(binding.value):
                return ()  # what `if norm is None: norm = nn.BatchNorm2d` puts in its place is likely
            if binding.value is not None:
                found = self.candidates(binding.value, function.place, function.order, depth + 1)
                return None if found is None else tuple(ref.but(sure=False) for ref in found)
        return None

    def _attribute(self, owner: Ref, attribute: str, depth: int) -> Optional[Refs]:
        if owner.cls is not None:
            return self._of_class(owner.cls, attribute, depth)
        if owner.name is None or owner.instance:
            return None
        return (Ref(self._tables.canonical(f"{owner.name}.{attribute}"), sure=owner.sure),)

    def _of_class(self, cls: Class, attribute: str, depth: int) -> Optional[Refs]:
        """What Class.attribute or self.attribute stands for."""
        if depth > MAX_DEPTH:
            return None
        assigned = self.attribute_values(cls, attribute)
        if assigned is None:
            return None
        if assigned:
            return self._join(
                () if _is_none(value) else self.candidates(value, place, order, depth + 1)
                for value, place, order in assigned
            )
        if attribute in cls.scope.bindings:
            return self._join(
                self._bound(binding, depth + 1) for binding in _last_of(cls.scope.bindings[attribute], cls.scope, None)
            )
        for base in self.local_bases(cls):
            return self._of_class(base, attribute, depth + 1)
        return None

    def attribute_values(self, cls: Class, attribute: str) -> Optional[List[Tuple[nodes.Expression, Place, int]]]:
        """The expressions that methods assign to self.attribute; None where one of them cannot be told."""
        values = []
        if len(cls.attributes.get(attribute, ())) > MAX_WAYS:
            return None
        for assignment in cls.attributes.get(attribute, ()):
            value = assigned_value(assignment, attribute)
            if value is None:
                return None
            values.append((value, assignment.place, assignment.order))
        return values

    def local_bases(self, cls: Class) -> Sequence[Class]:
        """The base classes that are defined in this module."""
        known = self._bases.get(cls)
        if known is None:
            self._bases[cls] = ()  # what is asked meanwhile of a class that is written as its own base: class R(R.Base)
            refs = [self.resolve(base.value, cls.place, cls.order) for base in cls.bases]
            known = tuple(ref.cls for ref in refs if ref and ref.cls and ref.cls is not cls and not ref.instance)
            self._bases[cls] = known
        return known

    def ancestry(self, cls: Class) -> Sequence[Class]:
        """A class and its bases of this module with theirs, nearest first, each once; no more than MAX_CLASSES."""
        known = self._ancestries.get(cls)
        if known is None:
            found: Dict[Class, None] = {}
            pending = [cls]
            while pending and len(found) < MAX_CLASSES:
                each = pending.pop()
                if each not in found:
                    found[each] = None
                    pending += reversed(self.local_bases(each))
            known = self._ancestries[cls] = tuple(found)
        return known

    def _call(self, call: nodes.Call, place: Place, order: int, depth: int) -> Optional[Refs]:
        callees = self.candidates(call.func, place, order, depth + 1)
        if callees is None:
            return None
        found: List[Ref] = []
        for callee in callees:
            if callee.name == "functools.partial":
                if not call.args or call.args[0].star or call.args[0].keyword is not None:
                    return None
                inner = self.candidates(call.args[0].value, place, order, depth + 1)
                if inner is None:
                    return None
                preset = tuple((argument, place, order) for argument in call.args[1:])
                found.extend(ref.but(preset=preset) for ref in inner)
            elif callee.cls is not None and not callee.instance or callee.name is not None and not callee.instance:
                found.append(callee.but(instance=True))
            else:
                return None
        return tuple(found)

    def _either(self, parts: Sequence[nodes.Expression], place: Place, order: int, depth: int) -> Optional[Refs]:
        return self._join(() if _is_none(part) else self.candidates(part, place, order, depth + 1) for part in parts)

    @staticmethod
    def _join(parts: Iterable[Optional[Refs]]) -> Optional[Refs]:
        """All parts together. An alternative that is None (`nn = None` after a failed import) only costs certainty."""
        found: List[Ref] = []
        dropped = False
        for refs in parts:
            if refs is None:
                return None
            dropped = dropped or not refs
            found.extend(refs)
        return tuple(ref.but(sure=False) for ref in found) if dropped else tuple(found)


def assigned_value(assignment: Assignment, attribute: str) -> Optional[nodes.Expression]:
    """The expression that an assignment gives to self.attribute; None where it takes more than pairing to tell."""
    if assignment.kind == "AugAssign" or assignment.value is None:
        return None
    for target in assignment.targets:
        if isinstance(target, nodes.Attribute) and target.attr.value == attribute:
            return assignment.value
        if isinstance(target, nodes.Tuple) and isinstance(assignment.value, nodes.Tuple):
            parts = target.elements
            if len(parts) == len(assignment.value.elements):
                for part, value in zip(parts, assignment.value.elements):
                    if isinstance(part.value, nodes.Attribute) and part.value.attr.value == attribute:
                        return value.value
    return None


def _child_towards(scope: Scope, inner: Scope) -> Optional[Scope]:
    """The scope directly inside `scope` around `inner` that runs at a time of its own; None where nothing does."""
    below: Optional[Scope] = None
    current: Optional[Scope] = inner
    while current is not None and current is not scope:
        if current.kind != "comprehension":
            below = current
        current = current.parent
    return below


def _last_of(bindings: List[Binding], scope: Scope, below: Optional[Scope]) -> List[Binding]:
    """What code that runs later than the scope's own may find: all that is bound after its definition, and what was
    bound last before it."""
    definition = (below.function or below.cls) if below is not None else None
    start = definition.order if definition is not None else 1 << 60
    everywhere = Place(scope)
    found: List[Binding] = []
    for binding in reversed(bindings):
        found.append(binding)
        sure = binding.order < start and binding.place.scope is scope and binding.place.dominates(everywhere)
        if sure or len(found) > MAX_WAYS:
            break
    return found


def _is_none(expression: nodes.Expression) -> bool:
    return isinstance(expression, nodes.Name) and expression.value == "None"
