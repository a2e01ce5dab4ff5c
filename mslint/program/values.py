"""What names hold while a program is followed: constants, objects with the call that made them, or nothing known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

from mslint.program.nodes import Class, Constant, Expr, Function, Table

if TYPE_CHECKING:
    from mslint.program.events import Event, Guard
    from mslint.program.shared import Shared

MAX_CLASSES = 64  # a class that inherits from more is left unknown rather than made slow
MAX_ATOMS = 8  # a name that may hold more things than this may hold anything

Plain = Union[str, int, float, bool, None]
CONSTANTS = frozenset((str, int, float, bool, type(None)))


class Api:
    """A name outside the program: of MindSpore, of another package, or a builtin."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Changing:
    """What a program may change. Where it belongs to modules that programs share, that is its `home`."""

    __slots__ = ("home",)

    home: Optional[Shared]

    def touch(self) -> None:
        """It is about to change."""
        if self.home is not None:
            self.home.touch(self)


class Env(Changing):
    """The names of a module, or of one run of a function."""

    __slots__ = ("vars", "parent")

    def __init__(self, parent: Optional[Env] = None) -> None:
        self.home = None
        self.vars: Dict[str, Value] = {}
        self.parent = parent

    def find(self, name: str) -> Optional[Value]:
        env: Optional[Env] = self
        while env is not None:
            value = env.vars.get(name)
            if value is not None and value is not ELSEWHERE:
                return value
            env = env.parent
        return None


class Module:
    """A module of the program, as far as it has been run."""

    __slots__ = ("name", "path", "file", "package", "env", "stars", "defined", "running")

    def __init__(self, name: str, path: str, file: str, package: str) -> None:
        self.name = name
        self.path = path  # as findings show it
        self.file = file
        self.package = package
        self.env = Env()
        self.stars: List[str] = []  # the modules of others from which it imports everything
        self.defined: List[Func] = []  # its functions and methods, in order
        self.running = False  # it may hold more names later


class Func:
    """A function of the program; a method where it has a receiver."""

    __slots__ = ("node", "module", "env", "owner", "receiver")

    def __init__(
        self, node: Function, module: Module, env: Env, owner: Optional[Cls] = None, receiver: Optional[Value] = None
    ) -> None:
        self.node = node
        self.module = module
        self.env = env
        self.owner = owner
        self.receiver = receiver

    def bound(self, receiver: Value) -> Func:
        return Func(self.node, self.module, self.env, self.owner, receiver)


class Cls(Changing):
    """A class of the program."""

    __slots__ = ("node", "module", "bases", "members", "record", "_lineage")

    def __init__(self, node: Class, module: Module, bases: List[Value]) -> None:
        self.home = None
        self.node = node
        self.module = module
        self.bases = bases
        self.members: Dict[str, Value] = {}
        self.record = False  # a dataclass or the like: its constructor takes the names that it annotates
        self._lineage: Optional[List[Cls]] = None

    def lineage(self) -> List[Cls]:
        """The class and those of its bases that the program defines, nearest first."""
        if self._lineage is None:
            found: Dict[Cls, None] = {self: None}
            pending: List[Cls] = [self]
            for cls in pending:  # which grows meanwhile
                if len(found) < MAX_CLASSES:
                    above = [atom for base in cls.bases for atom in base.atoms if isinstance(atom, Cls)]
                    pending += [each for each in dict.fromkeys(above) if each not in found]
                    found.update(dict.fromkeys(above))
            self._lineage = list(found)
            if self.home is not None:
                self.home.resolved(self)
        return self._lineage

    def reset(self) -> Callable[[], None]:
        """Have its bases looked at again: for the next program that is what imports their modules."""
        lineage, self._lineage = self._lineage, None

        def again() -> None:
            self._lineage = lineage

        return again

    def outside(self) -> List[str]:
        """The names of the bases that the program does not define."""
        return [
            atom.name for cls in self.lineage() for base in cls.bases for atom in base.atoms if isinstance(atom, Api)
        ]

    @property
    def open(self) -> bool:
        """Whether some base is not known."""
        return len(self.lineage()) >= MAX_CLASSES or any(base.open for cls in self.lineage() for base in cls.bases)


def member_of(cls: Cls, name: str) -> Optional[Value]:
    """A member of a class or of the nearest of its bases that has it."""
    for each in cls.lineage():
        value = each.members.get(name)
        if value is not None:
            return value
    return None


class Obj(Changing):
    """A thing that a call made: of an API, under its name, or of a class of the program."""

    __slots__ = ("cls", "made", "guards", "attrs", "escaped", "parent", "base")

    def __init__(
        self, cls: Union[str, Cls], made: Optional[Event], guards: Tuple[Guard, ...], parent: Optional[Value] = None
    ) -> None:
        self.home = None
        self.cls = cls
        self.made = made
        self.guards = guards
        self.attrs: Dict[str, Value] = {}
        self.escaped = False  # handed to code that is not known
        self.base: List[Event] = []  # calls of the constructor of a base outside the program
        self.parent = parent  # what the method that made it was called on

    @property
    def api(self) -> str:
        """The API's name; empty for an object of the program's own class."""
        return self.cls if isinstance(self.cls, str) else ""


# A longer list holds data. What stands further behind is left out: a line that doubles one would fill the memory.
MAX_ITEMS = 1000


class Seq(Changing):
    """A list, tuple or set, as far as its items are known."""

    __slots__ = ("kind", "items", "open", "settled", "source", "ordered")

    def __init__(self, kind: str, items: List[Value], is_open: bool = False) -> None:
        self.home = None
        self.kind = kind
        self.items = items if len(items) <= MAX_ITEMS else items[:MAX_ITEMS]
        self.open = is_open or len(items) > MAX_ITEMS  # there may be more, or in another order
        self.settled = False  # only the name that is being changed holds it: see changes.py
        self.source: Optional[Value] = None  # what it was made from, item by item and in that order, unless `ordered`
        self.ordered = False  # sorted or shuffled since

    def put(self, values: Sequence[Value], place: Optional[int] = None) -> None:
        """Put values at the end, or at a place, as far as there is room."""
        self.touch()
        at = len(self.items) if place is None else place
        room = MAX_ITEMS - len(self.items)
        self.open = self.open or len(values) > room
        self.items[at:at] = values[:room]


class Map(Changing):
    """A dictionary, as far as its keys are known."""

    __slots__ = ("items", "open", "table")

    def __init__(self, items: Dict[Plain, Value], is_open: bool = False) -> None:
        self.home = None
        self.items = items
        self.open = is_open
        self.table: Optional[Table] = None  # where it is written out as {...}

    def written(self, key: Plain) -> Optional[Expr]:
        """The expression that a key is given where the dictionary is written out."""
        table = self.table
        for name, value in zip(table.keys, table.values) if table is not None else ():
            if isinstance(name, Constant) and name.value == key:
                return value
        return None


class Method:
    """A method of something that the program does not define, not yet called."""

    __slots__ = ("owner", "name")

    def __init__(self, owner: Value, name: str) -> None:
        self.owner = owner
        self.name = name


class Part:
    """functools.partial."""

    __slots__ = ("target", "args", "named")

    def __init__(self, target: Value, args: List[Value], named: Dict[str, Value]) -> None:
        self.target = target
        self.args = args
        self.named = named


Atom = Union[str, int, float, bool, None, Api, Module, Func, Cls, Obj, Seq, Map, Method, Part]


class Value:
    """What an expression may be: any of its atoms, or, where it is open, something else. Not `sure`: a default."""

    __slots__ = ("atoms", "open", "sure")

    def __init__(self, atoms: Tuple[Atom, ...] = (), is_open: bool = False, sure: bool = True) -> None:
        self.atoms = atoms
        self.open = is_open
        self.sure = sure

    def look(self) -> Value:
        """What it is, worked out if an import has left that for later."""
        return self

    @property
    def known(self) -> bool:
        return bool(self.atoms) and not self.open

    @property
    def only(self) -> Optional[Atom]:
        """The one atom that it is; None also where that atom is None."""
        return self.atoms[0] if len(self.atoms) == 1 and not self.open else None

    def is_just(self, wanted: Plain) -> bool:
        """Whether it certainly is this constant; True is not 1."""
        if not self.known:
            return False
        return all(type(atom) is type(wanted) and atom == wanted for atom in self.atoms)

    def may_be(self, wanted: Plain) -> bool:
        return self.open or any(type(atom) is type(wanted) and atom == wanted for atom in self.atoms)

    @property
    def number(self) -> Optional[float]:
        """The number that it certainly is."""
        atom = self.only
        return atom if isinstance(atom, (int, float)) and not isinstance(atom, bool) else None

    @property
    def text(self) -> Optional[str]:
        """The string that it certainly is."""
        atom = self.only
        return atom if isinstance(atom, str) else None

    def objects(self) -> List[Obj]:
        return [atom for atom in self.atoms if isinstance(atom, Obj)]

    def items(self) -> Optional[List[Value]]:
        """The items of the one list or tuple that it is; None where they are not all known."""
        atom = self.only
        return atom.items if isinstance(atom, Seq) and not atom.open else None

    def likely(self) -> Value:
        return Value(self.atoms, self.open, False) if self.sure else self


class Option(Value):
    """The default of an option of the command line, which the user may only replace by one of these."""

    __slots__ = ("choices",)

    def __init__(self, default: Value, choices: Sequence[Plain]) -> None:
        super().__init__(default.atoms, False, False)
        self.choices = choices


class Later(Value):
    """What an import binds: worked out when somebody looks at it for the first time, as most of it nobody ever does.

    `load` gives the value, and whether that is the last word: a module that is still being run may hold more later."""

    __slots__ = ("home", "pending", "_load", "_busy", "_value")

    def __init__(self, home: Shared, load: Callable[[], Tuple[Value, bool]]) -> None:
        self.home = home
        self.pending = True  # nobody has looked at it yet
        self._load = load
        self._busy = False
        self._value: Value = self

    def look(self) -> Value:
        if not self.pending:
            return self._value
        if self._busy:  # it leads to itself
            return UNKNOWN
        self._busy = True
        try:
            value, final = self.home.looked_at(self._load)
        finally:
            self._busy = False
        if final:
            self._take(value)
            self.home.resolved(self)
        return value

    def _take(self, value: Value) -> None:
        self.pending, self._value = False, value
        self.atoms, self.open, self.sure = value.atoms, value.open, value.sure

    def __getattr__(self, name: str) -> Any:
        if name not in Value.__slots__:
            raise AttributeError(name)
        return getattr(self.look(), name)

    def reset(self) -> Callable[[], None]:
        """The program that has looked at it is done, or rests: then what is returned brings the answer back."""
        value = self._value
        if not self.pending:
            self.pending, self._value = True, self
            del self.atoms, self.open, self.sure
        return lambda: self._take(value)


def pending(value: Value) -> bool:
    """Whether it is bound by an import that nobody has looked at yet."""
    return type(value) is Later and value.pending


# The attribute under which a generator keeps what it yields.
ELEMENT = "*"
UNKNOWN = Value((), True)
# Stands among a function's names for those that a `global` or `nonlocal` statement sends elsewhere.
ELSEWHERE = Value((), True)
NONE = Value((None,))


def plain(value: Plain) -> Value:
    return Value((value,))


def join(values: Iterable[Value]) -> Value:
    """Any of these."""
    every = values if isinstance(values, list) else list(values)
    if len(every) < 2:
        return every[0] if every else UNKNOWN
    first = every[0]
    for value in every:
        if value is not first:
            break
    else:
        return first
    late = next(filter(pending, every), None)
    if late is not None:
        kept = list(every)
        return Later(late.home, lambda: (_joined(kept), True))
    return _joined(every)


def _joined(every: Sequence[Value]) -> Value:
    first = every[0]
    atoms = list(first.atoms)
    is_open, sure = first.open, first.sure
    for value in every[1:]:
        is_open = is_open or value.open
        sure = sure and value.sure
        for atom in value.atoms if len(atoms) <= MAX_ATOMS else ():  # else there are too many already
            kind = type(atom)
            for known in atoms:
                if atom is known or (type(known) is kind and kind in _EQUALS and _equal(atom, known)):
                    break
            else:
                atoms.append(atom)
    if len(atoms) > MAX_ATOMS:
        return Value(tuple(atoms[:MAX_ATOMS]), True, sure)
    return Value(tuple(atoms), is_open, sure)


_EQUALS = CONSTANTS | {Api}  # of all other atoms, each is only the same as itself


def _equal(one: Atom, other: Atom) -> bool:
    if type(one) in CONSTANTS:
        return one == other
    return isinstance(one, Api) and isinstance(other, Api) and one.name == other.name


def reachable(value: Value, limit: int = 2000) -> Iterator[Atom]:
    """The atoms of a value and everything that they hold: attributes, items, what they were made with."""
    seen: Set[int] = set()
    left: List[Value] = [value]
    while left and limit:
        for atom in left.pop().atoms:
            if type(atom) in CONSTANTS or id(atom) in seen:
                continue
            seen.add(id(atom))
            limit -= 1
            yield atom
            left.extend(held(atom))


def escape(value: Value, limit: int = 200) -> None:
    """Mark the objects in a value, and in whatever it holds, as handed to code that nobody knows. What was marked
    before is not looked into again: what it held then is marked as well."""
    left: List[Value] = [value]
    seen: Set[int] = set()
    while left and limit:
        for atom in left.pop().atoms:
            if type(atom) in CONSTANTS or type(atom) is Api or id(atom) in seen:
                continue
            seen.add(id(atom))
            limit -= 1
            if isinstance(atom, Obj):
                if atom.escaped:
                    continue
                atom.touch()
                atom.escaped = True
            elif isinstance(atom, Map) or (isinstance(atom, Seq) and atom.kind == "list"):
                atom.touch()
                atom.open = True
            left.extend(held(atom))


def held(atom: Atom) -> Iterable[Value]:
    """What an atom holds: attributes, items, what it was made with."""
    if isinstance(atom, Obj):
        found = list(atom.attrs.values())
        if atom.made is not None:
            found.extend([given.value for given in atom.made.given])
        for event in atom.base:
            found.extend([given.value for given in event.given])
        if atom.parent is not None:
            found.append(atom.parent)
        return found
    if isinstance(atom, Seq):
        return atom.items
    if isinstance(atom, Map):
        return atom.items.values()
    if isinstance(atom, Method):
        return (atom.owner,)
    if isinstance(atom, Part):
        return (atom.target, *atom.args, *atom.named.values())
    return ()
