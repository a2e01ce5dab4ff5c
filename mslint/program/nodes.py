"""What is kept of a module's code for other files to ask about: small, picklable, free of syntax trees."""

from __future__ import annotations

from typing import (
    Any,
    Callable,
    Dict,
    FrozenSet,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
)

Piece = TypeVar("Piece")

# Makes a named tuple out of all its fields at once. To call its class takes twice as long, which is a good part of the
# time where hundreds of thousands are made.
straight = tuple.__new__

# Line, column, end line and end column as in model.Span.
Where = Tuple[int, int, int, int]
NOWHERE = (0, 0, 0, 0)


class Constant(NamedTuple):
    value: Union[str, int, float, bool, None]


class Name(NamedTuple):
    id: str


class Attr(NamedTuple):
    value: Expr
    name: str


class Arg(NamedTuple):
    value: Expr
    name: Optional[str] = None
    star: str = ""  # "*" or "**"


class Call(NamedTuple):
    func: Expr
    args: Tuple[Arg, ...]
    where: Where


class Items(NamedTuple):
    kind: str  # "tuple", "list" or "set"
    items: Tuple[Expr, ...]
    where: Where = NOWHERE  # only of sets


class Star(NamedTuple):
    value: Expr


class Table(NamedTuple):
    keys: Tuple[Optional[Expr], ...]  # None: `**value`
    values: Tuple[Expr, ...]


class Item(NamedTuple):
    """A subscript."""

    value: Expr
    key: Expr


class Cut(NamedTuple):
    """A slice."""

    lower: Optional[Expr]
    upper: Optional[Expr]
    step: Optional[Expr]


class Binary(NamedTuple):
    op: str
    left: Expr
    right: Expr
    where: Where


class Unary(NamedTuple):
    op: str
    value: Expr


class Logic(NamedTuple):
    op: str  # "and" or "or"
    values: Tuple[Expr, ...]


class Compare(NamedTuple):
    left: Expr
    ops: Tuple[str, ...]
    rights: Tuple[Expr, ...]


class Choice(NamedTuple):
    test: Expr
    yes: Expr
    no: Expr


class Clause(NamedTuple):
    target: Expr
    source: Expr
    tests: Tuple[Expr, ...]


class Comprehension(NamedTuple):
    kind: str  # "list", "set", "dict" or "generator"
    elements: Tuple[Expr, ...]
    clauses: Tuple[Clause, ...]
    where: Where = NOWHERE


class Lambda(NamedTuple):
    function: Function


class Bind(NamedTuple):
    """`name := value`."""

    name: str
    value: Expr
    where: Where = NOWHERE


class Yield(NamedTuple):
    """`yield value`; of `yield from`, each of what the value gives."""

    value: Optional[Expr]
    each: bool
    where: Where = NOWHERE


class Other(NamedTuple):
    """Anything else: its parts are looked at, what it gives is not known."""

    parts: Tuple[Expr, ...] = ()


class Param(NamedTuple):
    name: str
    default: Optional[Expr]
    kind: str = ""  # "*": args, "**": kwargs, "keyword": keyword only


CALLEES = "callees"
# What is noted of a function that takes little room: it need not be read again after its code was let go of.
LASTING = frozenset((CALLEES, "odd", "changes", "ways to random", "bound"))
Key = Tuple[Where, str]  # a function's place and name


class Function:
    """A function. Its code is let go of with that of its module, and made again where somebody asks for it."""

    __slots__ = (
        *("name", "params", "decorators", "where", "notes", "yields"),
        *("_home", "_body", "_spell", "_text", "_words", "_asked", "_touches", "_every"),
    )

    def __init__(
        self,
        name: str,
        params: Tuple[Param, ...],
        decorators: Tuple[Expr, ...],
        where: Where,  # of its first line
        text: str,
        spell: Callable[[str], FrozenSet[str]],
        body: Tuple[Statement, ...],
        yields: bool,  # it is a generator
    ) -> None:
        self.name = name
        self.params = params
        self.decorators = decorators
        self.where = where
        self.yields = yields
        self._home: Optional[ModuleSummary] = None
        self._text = text
        self._spell = spell
        self._words: Optional[FrozenSet[str]] = None
        self._asked: Optional[FrozenSet[str]] = None
        self._touches = False
        self._body: Optional[Tuple[Statement, ...]] = body
        self._every: Optional[Dict[type, List[object]]] = None
        self.notes: Dict[str, object] = {}  # what was found by reading it, kept for all programs that it belongs to

    @property
    def body(self) -> Tuple[Statement, ...]:
        self._fill()
        return self._body or ()

    def take(self, body: Tuple[Statement, ...], text: str) -> None:
        """Have the code again that was let go of."""
        self._body, self._text = body, text

    def forget(self, home: ModuleSummary) -> None:
        """Let go of the code."""
        self._home = home
        self._body, self._text, self._words, self._every = None, "", None, None
        self.notes = {name: note for name, note in self.notes.items() if name in LASTING or note == ()}

    def _fill(self) -> None:
        if self._body is None and self._home is not None:
            self._home.make()

    @property
    def words(self) -> FrozenSet[str]:
        """The identifiers that occur in it."""
        if self._words is None:
            self._fill()
            self._words = self._spell(self._text)
        return self._words

    def touches(self, words: FrozenSet[str]) -> bool:
        """Whether any of these identifiers of its module occurs in it; every program asks about the same ones."""
        if self._asked is not words:
            if self._words is None:
                self._fill()
            perhaps = self._words is not None or any(word in self._text for word in words)
            self._asked, self._touches = words, perhaps and not self.words.isdisjoint(words)
        return self._touches

    def every(self, kind: Type[Piece]) -> Sequence[Piece]:
        """What there is of a kind anywhere in its body, in no particular order: one walk for all who ask."""
        if self._every is None:
            self._every = sorted_out(tuple(reversed(self.body)))
        return cast("Sequence[Piece]", self._every.get(kind, ()))

    def __reduce__(self) -> Tuple[object, ...]:
        known = (self.name, self.params, self.decorators, self.where, self.words)
        return made_function, (*known, self.body, self.yields)


def made_function(
    name: str,
    params: Tuple[Param, ...],
    decorators: Tuple[Expr, ...],
    where: Where,
    words: FrozenSet[str],
    body: Tuple[Statement, ...],
    yields: bool,
) -> Function:
    """A function whose body is known; how one comes out of a pickle."""
    return Function(name, params, decorators, where, "", lambda _: words, body, yields)


class Class(NamedTuple):
    name: str
    bases: Tuple[Expr, ...]
    body: Tuple[Statement, ...]
    decorators: Tuple[Expr, ...]
    where: Where
    fields: Tuple[str, ...] = ()  # the names that are annotated in it


class Assign(NamedTuple):
    targets: Tuple[Expr, ...]
    value: Expr
    where: Where


class Augment(NamedTuple):
    target: Expr
    op: str
    value: Expr
    where: Where


class Do(NamedTuple):
    """An expression as a statement."""

    value: Expr


class If(NamedTuple):
    test: Expr
    body: Tuple[Statement, ...]
    orelse: Tuple[Statement, ...]
    where: Where


class For(NamedTuple):
    target: Expr
    source: Expr
    body: Tuple[Statement, ...]
    orelse: Tuple[Statement, ...]
    where: Where


class While(NamedTuple):
    test: Expr
    body: Tuple[Statement, ...]
    orelse: Tuple[Statement, ...]
    where: Where


class Try(NamedTuple):
    body: Tuple[Statement, ...]
    handlers: Tuple[Tuple[Statement, ...], ...]
    orelse: Tuple[Statement, ...]
    final: Tuple[Statement, ...]
    where: Where


class With(NamedTuple):
    items: Tuple[Tuple[Expr, Optional[Expr]], ...]
    body: Tuple[Statement, ...]
    where: Where = NOWHERE


class Return(NamedTuple):
    value: Optional[Expr]


class Leave(NamedTuple):
    kind: str  # "raise", "break" or "continue"
    value: Optional[Expr] = None


class Define(NamedTuple):
    function: Function


class DefineClass(NamedTuple):
    cls: Class


class Import(NamedTuple):
    path: str
    name: str  # what it binds
    whole: bool  # whether that is the module itself, and not the first package of its path
    where: Where = NOWHERE


class ImportFrom(NamedTuple):
    module: str
    level: int
    names: Tuple[Tuple[str, str], ...]  # what is imported, what it is bound to; ("*", "*")
    where: Where = NOWHERE


class Global(NamedTuple):
    names: Tuple[str, ...]
    kind: str = "global"  # or "nonlocal"
    where: Where = NOWHERE


class Odd(NamedTuple):
    """A statement that does nothing that programs follow; what it holds stands after it."""

    kind: str  # "del" or "match"
    where: Where


# An expression is one of Constant, Name, Attr, Call, Items, Star, Table, Item, Binary, Unary, Logic, Compare, Choice,
# Comprehension, Lambda, Bind, Yield, Other. For mypy it is anything: it takes minutes to compare the parts of so
# recursive a union.
Expr = Any
Statement = Union[
    Assign,
    Augment,
    Do,
    If,
    For,
    While,
    Try,
    With,
    Return,
    Leave,
    Define,
    DefineClass,
    Import,
    ImportFrom,
    Global,
    Odd,
]


Functions = Dict[Key, Function]


class ModuleSummary:
    """One module: its code as far as programs need it, made when one is followed, and every identifier in it."""

    __slots__ = ("path", "entry", "notes", "_make", "_body", "_words", "_spelled", "_functions")

    def __init__(
        self, path: str, words: FrozenSet[str], entry: bool, make: Callable[[Functions], Tuple[Statement, ...]]
    ) -> None:
        self.path = path  # as findings show it
        self.entry = entry  # whether it is a script: it does something when it is run
        self._words: Optional[FrozenSet[str]] = words
        self._make: Optional[Callable[[Functions], Tuple[Statement, ...]]] = make
        self._functions: Functions = {}  # the same ones, however often their code is made
        self._body: Tuple[Statement, ...] = ()
        self._spelled = ""  # the same as one text, which takes a fifth of the room
        self.notes: Dict[str, object] = {}  # as those of functions

    @property
    def words(self) -> FrozenSet[str]:
        """Its identifiers."""
        return frozenset(self._spelled.split("\n")) if self._words is None else self._words

    def among(self, words: FrozenSet[str]) -> FrozenSet[str]:
        """Those of some words that are its identifiers; every program asks about the same ones."""
        asked, found = cast("Tuple[object, FrozenSet[str]]", self.notes.get("among", (None, words)))
        if asked is not words:
            found = words & self.words
            self.notes["among"] = words, found
        return found

    @property
    def spelled(self) -> str:
        """Its identifiers as one text, to look for parts of them."""
        if not self._spelled:
            self._spelled = "\n".join(self.words)
        return self._spelled

    @property
    def body(self) -> Tuple[Statement, ...]:
        self.make()
        return self._body

    def make(self) -> None:
        """Make the code, if nobody has asked for it: what it is made of takes more room."""
        if self._make is not None:
            make, self._make = self._make, None
            self._body = make(self._functions)

    def code(self, functions: Functions) -> Tuple[Statement, ...]:
        """The code, in which these functions are themselves."""
        return self._body if self._make is None else self._make(functions)

    def forget(self, make: Callable[[Functions], Tuple[Statement, ...]]) -> None:
        """Let go of the code, which takes far more room than all else; who asks for it has it made again."""
        self._make, self._body = make, ()
        for function in self._functions.values():
            function.forget(self)
        self.notes.clear()
        if self.spelled:
            self._words = None

    @classmethod
    def unread(
        cls, path: str, spelled: str, entry: bool, make: Callable[[Functions], Tuple[Statement, ...]]
    ) -> ModuleSummary:
        """One of which only this much is known so far."""
        summary = cls(path, frozenset(), entry, make)
        if spelled:
            summary._spelled, summary._words = spelled, None
        return summary

    def __reduce__(self) -> Tuple[object, ...]:
        return made_summary, (self.path, self.words, self.entry, self.body)


def made_summary(path: str, words: FrozenSet[str], entry: bool, body: Tuple[Statement, ...]) -> ModuleSummary:
    """A summary that is complete; how one comes out of a pickle."""
    return ModuleSummary(path, words, entry, lambda _: body)


def calls_of(node: Union[Function, Class, Statement, Expr]) -> Iterator[Call]:
    """The calls in a piece of code, in no particular order."""
    return (each for each in pieces(node) if isinstance(each, Call))


def statements(body: Sequence[object], word: str) -> Iterator[object]:
    """The statements of a block and of all blocks in it; of functions only of those in which this word occurs."""
    # As objects: mypy takes minutes to tell the parts of so recursive a union from each other.
    pending: List[object] = list(body)
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Define):
            pending.extend(node.function.body if word in node.function.words else ())
        elif isinstance(node, DefineClass):
            pending.extend(node.cls.body)
        elif isinstance(node, (If, For, While)):
            pending.extend(node.body)
            pending.extend(node.orelse)
        elif isinstance(node, Try):
            for block in (node.body, *node.handlers, node.orelse, node.final):
                pending.extend(block)
        elif isinstance(node, With):
            pending.extend(node.body)


# Nothing stands in these, and they are most of what code is made of.
LEAVES = frozenset((Name, Constant))
NO_CODE = frozenset((str, int, float, bool, type(None)))
_PLAIN = LEAVES | NO_CODE


def pieces(node: object) -> Iterator[object]:
    """A piece of code and everything in it."""
    pending: List[Any] = [node]
    while pending:
        each = pending.pop()
        kind = type(each)  # asked by type: this is where program rules spend their time
        if kind is Function:
            pending.extend((each.params, each.decorators, each.body))
        elif kind not in NO_CODE:
            yield each
            if kind not in LEAVES:
                pending.extend([part for part in each if type(part) not in NO_CODE])


def sorted_out(node: object) -> Dict[type, List[object]]:
    """The same by their kinds; without names and constants, which nobody asks for."""
    found: Dict[type, List[object]] = {}
    pending: List[Any] = [node]
    while pending:
        each = pending.pop()
        kind = type(each)
        if kind is Function:
            parts = (each.params, each.decorators, each.body)
        else:
            parts = each
            if kind in found:
                found[kind].append(each)
            else:
                found[kind] = [each]
        pending.extend([part for part in parts if type(part) not in _PLAIN])
    return found


def called(call: Call) -> str:
    """The last name of what is called: `shuffle` of `np.random.shuffle(x)`; empty for anything else."""
    func = call.func
    return func.name if isinstance(func, Attr) else func.id if isinstance(func, Name) else ""


def root_of(call: Call) -> str:
    """The first name of what is called: `np` of `np.random.shuffle(x)`; empty where that is no name."""
    root = call.func
    while isinstance(root, Attr):
        root = root.value
    return root.id if isinstance(root, Name) else ""


def names_in(node: Union[Statement, Expr]) -> Iterator[str]:
    """The identifiers in a piece of code, in the order in which they are written."""
    pending: List[object] = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, Name):
            yield each.id
        elif isinstance(each, Function):
            pending.extend((each.body, each.decorators, each.params))
        elif isinstance(each, tuple):
            if isinstance(each, Attr):
                yield from names_in(each.value)
                yield each.name
                continue
            pending.extend(part for part in reversed(each) if isinstance(part, (tuple, Function)))
