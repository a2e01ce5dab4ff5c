"""Scopes, bindings and places: what the walk writes down and the resolver reads. Holds no logic of its own."""

from __future__ import annotations

from typing import Dict, List, Optional, Set, Tuple

from mslint.syntax import nodes

# Kinds of bindings
IMPORT, STAR, ASSIGN, UNPACK, AUGMENTED, PARAMETER, LOOP, CLASS, FUNCTION, OTHER = (
    "import", "star", "assign", "unpack", "augmented", "parameter", "loop", "class", "function", "other",
)  # fmt: skip


class Guard:
    """A condition under which code runs: the test of an `if` or `while` with its polarity, or a part of a `try`."""

    __slots__ = ("kind", "owner", "test", "positive", "aside")

    def __init__(
        self,
        kind: str,
        owner: nodes.Node,
        test: Optional[nodes.Expression],
        positive: bool,
        aside: bool = False,
    ) -> None:
        self.aside = aside  # the other side only raises: this side is all that there is
        self.kind = kind  # "if", "while", "match", "with", "try" (the body), "except", "else" (of a try)
        self.owner = owner
        self.test = test
        self.positive = positive

    def excludes(self, other: Guard) -> bool:
        """Whether code under both guards can never run in one pass."""
        if self.owner is not other.owner:
            return False
        if self.kind == "if":
            return self.positive != other.positive
        return {self.kind, other.kind} == {"except", "else"}


class Place:
    """Where code stands: its scope, the conditions around it inside that scope, and the loops."""

    __slots__ = ("scope", "guards", "loops")

    def __init__(self, scope: Scope, guards: Tuple[Guard, ...] = (), loops: Tuple[nodes.Node, ...] = ()) -> None:
        self.scope = scope
        self.guards = guards
        self.loops = loops

    def under(self, guard: Guard) -> Place:
        return Place(self.scope, (*self.guards, guard), self.loops)

    def within_loop(self, loop: nodes.Node) -> Place:
        return Place(self.scope, self.guards, (*self.loops, loop))

    def dominates(self, other: Place) -> bool:
        """Whether code here runs whenever code at `other`, later in the same scope, runs."""
        if not self.guards and not self.loops:
            return True
        theirs = {(guard.owner, guard.kind, guard.positive) for guard in other.guards}
        mine = all(
            (guard.owner, guard.kind, guard.positive) in theirs
            for guard in self.guards
            if guard.kind not in ("try", "with")
        )
        return mine and all(loop in other.loops for loop in self.loops)

    def excludes(self, other: Place) -> bool:
        return any(mine.excludes(theirs) for mine in self.guards for theirs in other.guards)


class Binding:
    """One way in which a name gets its value."""

    __slots__ = ("name", "kind", "value", "path", "place", "order", "function", "cls", "whole", "steps")

    def __init__(
        self,
        name: str,
        kind: str,
        place: Place,
        order: int,
        value: Optional[nodes.Expression] = None,
        path: str = "",
        function: Optional[Function] = None,
        cls: Optional[Class] = None,
        whole: Optional[nodes.Expression] = None,
        steps: Tuple[Optional[int], ...] = (),
    ) -> None:
        # Of an UNPACK, what it is a part of, where that is one expression; of a LOOP, what the loop goes over.
        self.whole = whole
        self.steps = steps  # the positions that lead to it in there, or in an item; None for some position
        self.name = name
        self.kind = kind
        self.value = value  # the expression, where one expression says what the name holds
        self.path = path  # the dotted path of an import; relative imports keep their dots
        self.place = place
        self.order = order
        self.function = function
        self.cls = cls


class Scope:
    """A module, class, function, lambda or comprehension with the names bound in it."""

    __slots__ = ("kind", "name", "parent", "bindings", "function", "cls", "redirected", "stars", "orders", "foreign")

    def __init__(self, kind: str, name: str, parent: Optional[Scope]) -> None:
        self.kind = kind
        self.name = name
        self.parent = parent
        self.bindings: Dict[str, List[Binding]] = {}
        self.foreign: Set[str] = set()  # names that a global or nonlocal statement elsewhere binds here
        self.orders: Dict[str, List[int]] = {}  # of the bindings, which come in this order
        self.function: Optional[Function] = None
        self.cls: Optional[Class] = None
        self.redirected: Set[str] = set()  # names declared global or nonlocal
        self.stars: List[Binding] = []

    def release(self) -> None:
        """Let go of what knows this scope in turn."""
        self.parent = self.function = self.cls = None
        self.bindings.clear()
        self.stars.clear()

    def bind(self, binding: Binding) -> None:
        scope = self
        while scope.kind == "comprehension" and binding.kind not in (LOOP, UNPACK) and scope.parent is not None:
            scope = scope.parent  # a walrus binds outside of its comprehension
        if binding.name in scope.redirected:
            outer = scope.parent
            while outer is not None and outer.parent is not None and binding.name not in outer.bindings:
                outer = outer.parent
            scope = outer or scope
            scope.foreign.add(binding.name)
        scope.bindings.setdefault(binding.name, []).append(binding)
        scope.orders.setdefault(binding.name, []).append(binding.order)


class Function:
    """A function definition or lambda."""

    __slots__ = (
        "name",
        "node",
        "place",
        "order",
        "scope",
        "cls",
        "params",
        "defaults",
        "returns",
        "decorators",
        "yields",
    )

    def __init__(self, name: str, node: nodes.Node, place: Place, order: int, scope: Scope) -> None:
        self.name = name
        self.node = node
        self.place = place  # where the definition stands
        self.order = order
        self.scope = scope  # the function's own scope
        self.cls: Optional[Class] = place.scope.cls if place.scope.kind == "class" else None
        self.params: List[str] = []  # by position
        self.defaults: Dict[str, Optional[nodes.Expression]] = {}  # all parameters
        self.returns: List[Tuple[Optional[nodes.Expression], Place, int]] = []
        self.decorators: Tuple[nodes.Expression, ...] = ()
        self.yields = False

    @property
    def receiver(self) -> Optional[str]:
        """The name of the first parameter of a method: usually `self`."""
        if self.cls is None or not self.params:
            return None
        names = {decorator.value for decorator in self.decorators if isinstance(decorator, nodes.Name)}
        return None if "staticmethod" in names else self.params[0]


class Assignment:
    """A statement that assigns: `targets` are all of its target expressions."""

    __slots__ = ("kind", "node", "targets", "value", "place", "order")

    def __init__(
        self,
        kind: str,
        node: nodes.Node,
        targets: Tuple[nodes.Expression, ...],
        value: Optional[nodes.Expression],
        place: Place,
        order: int,
    ) -> None:
        self.kind = kind  # Assign, AnnAssign, AugAssign
        self.node = node
        self.targets = targets
        self.value = value
        self.place = place
        self.order = order


class Class:
    """A class definition with its methods and with what it assigns to its instances."""

    __slots__ = ("name", "node", "place", "order", "scope", "bases", "methods", "attributes", "decorators")

    def __init__(self, name: str, node: nodes.ClassDef, place: Place, order: int, scope: Scope) -> None:
        self.name = name
        self.node = node
        self.place = place
        self.order = order
        self.scope = scope
        self.bases: Tuple[nodes.Arg, ...] = node.bases
        self.methods: Dict[str, Function] = {}
        self.attributes: Dict[str, List[Assignment]] = {}  # assignments to self.NAME in any method
        self.decorators: Tuple[nodes.Expression, ...] = ()
