"""What happened while a program was followed: the calls, in order, with what was given and under what conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional, Tuple

from mslint.api.tables import Signature
from mslint.model import Span
from mslint.program.nodes import Expr, Where
from mslint.program.values import UNKNOWN, Obj, Value

if TYPE_CHECKING:
    from mslint.program.values import Func, Module


class Guard(NamedTuple):
    """A condition that could not be decided, and which way it went; `test` is None for try, except and the like."""

    key: Tuple[str, Where]
    way: int  # 1: the test held, 0: it did not; 2 and more: the handlers of a try
    test: Optional[Expr]
    likely: Optional[bool]  # what the test is by default


class Given(NamedTuple):
    """An argument as written: by position where it has no name."""

    value: Value
    name: Optional[str]
    expr: Optional[Expr]


class Frame:
    """One run of a function, or of a module's body."""

    __slots__ = (
        "func",
        "module",
        "caller",
        "site",
        "guards",
        "loops",
        "targets",
        "discards",
        "given",
        "returned",
        "yielded",
        "exits",
        "repeats",
        "alone",
    )

    def __init__(self, func: Optional[Func], module: Module, caller: Optional[Frame], site: Optional[Site]) -> None:
        self.func = func
        self.module = module
        self.caller = caller
        self.site = site  # the call that started it; None where nobody called it
        self.guards: Tuple[Guard, ...] = caller.guards if caller is not None else ()
        self.loops: Tuple[Tuple[str, Where, int], ...] = caller.loops if caller is not None else ()
        self.targets: Tuple[str, ...] = ()  # the names that the current statement assigns to
        self.discards: Optional[Where] = None  # the call that the last statement of nothing but a call consists of
        self.given: Dict[str, Value] = {}  # what it was called with, by parameter
        self.returned: List[Value] = []
        self.yielded: List[Value] = []
        self.exits: List[Dict[str, Value]] = []  # what names held where a loop was left
        # How many of the loops around are not run round by round.
        self.repeats: int = caller.repeats if caller is not None else 0
        self.alone: bool = (
            caller is not None and caller.alone
        )  # nobody in the program calls it: it was run to be looked at

    @property
    def name(self) -> str:
        return self.func.node.name if self.func is not None else ""


class Site(NamedTuple):
    """A place in the program, and the names that the result of the call there is assigned to."""

    path: str
    where: Where
    targets: Tuple[str, ...]
    func: Optional[Expr] = None  # what is called, as it is written

    @property
    def span(self) -> Span:
        return Span(*self.where)


class Event:
    """One call. `name` is the dotted name of what is called: of an API, or of a method by the class it belongs to
    (`mindspore.train.Model.train`, `mindspore.nn.Cell.set_train`, `mindspore.nn.Momentum.__call__`); `?.method` where
    the receiver is not known, the plain name of a class of the program where that is built."""

    __slots__ = (
        "name",
        "given",
        "receiver",
        "result",
        "site",
        "frame",
        "guards",
        "loops",
        "order",
        "open",
        "signature",
        "discarded",
        "shared",
    )

    def __init__(
        self,
        name: str,
        given: List[Given],
        receiver: Optional[Value],
        site: Site,
        frame: Frame,
        order: int,
        is_open: bool,
        signature: Optional[Signature],
    ) -> None:
        self.name = name
        self.given = given
        self.receiver = receiver
        self.result = UNKNOWN
        self.site = site
        self.frame = frame
        self.guards = frame.guards
        self.loops = frame.loops
        self.order = order
        self.open = is_open  # more may be given than is known: by *args or **kwargs
        self.signature = signature
        # The call is a statement of its own: nobody takes what it gives.
        self.discarded = site.where == frame.discards
        self.shared = False  # it happens when a module is imported that several programs share

    @property
    def short(self) -> str:
        """How messages name it: nn.Momentum, Model.train."""
        parts = self.name.removesuffix(".__call__").split(".")
        return ".".join(parts[-2:]) if len(parts) > 2 and parts[-2][:1].isupper() else self._module_name(parts)

    @staticmethod
    def _module_name(parts: List[str]) -> str:
        if parts[0] != "mindspore" or len(parts) == 2:
            return ".".join(parts[1:] if parts[0] == "mindspore" else parts)
        return ".".join(parts[1:])

    @property
    def alone(self) -> bool:
        """Whether it was only met because a function that nobody calls was looked at."""
        return self.frame.alone

    @property
    def path(self) -> str:
        return self.site.path

    @property
    def span(self) -> Span:
        return self.site.span

    @property
    def made(self) -> Optional[Obj]:
        """The object that the call made."""
        atoms = self.result.atoms
        if len(atoms) == 1:  # as nearly always
            return atoms[0] if isinstance(atoms[0], Obj) else None
        objects = self.result.objects()
        return objects[0] if len(objects) == 1 else None

    def given_as(self, *names: str) -> Optional[Given]:
        """The argument of the first of these parameters that is given."""
        positions = [p.name for p in self.signature.parameters if p.positional] if self.signature is not None else []
        for name in names:
            index = 0
            for given in self.given:
                if given.name == name:
                    return given
                if given.name is None:
                    if index < len(positions) and positions[index] == name:
                        return given
                    index += 1
        return None

    def get(self, *names: str) -> Optional[Value]:
        """What is given for the first of these parameters that is given."""
        given = self.given_as(*names)
        return given.value if given is not None else None

    def missing(self, *names: str) -> bool:
        """Whether none of these is given, for certain."""
        if self.signature is None and any(given.name is None for given in self.given):  # it may be one of these
            return False
        return not self.open and self.given_as(*names) is None

    def parallel(self, other: Event) -> bool:
        """Whether the two never happen in one run: they stand in different branches."""
        ways: Dict[object, int] = {}
        for guard in self.guards:
            ways[guard.key] = guard.way
            if guard.test is not None:  # the same condition once more goes the same way
                ways[guard.key[0], guard.test] = guard.way
        return any(
            ways.get(guard.key, guard.way) != guard.way
            or (guard.test is not None and ways.get((guard.key[0], guard.test), guard.way) != guard.way)
            for guard in other.guards
        ) and not (set(self.loops) & set(other.loops))
