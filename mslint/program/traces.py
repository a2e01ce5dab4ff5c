"""Reads functions that run as graphs: what stands in them, and whether the graph is certain to contain it.

A branch that is known not to be taken when the graph is made is not looked at, as MindSpore does not."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Type, Union, cast

from mslint.model import Span
from mslint.program.expressions import compared, truth
from mslint.program.graphs import JIT_CLASS, Traced, leaves, stands_for
from mslint.program.nodes import (
    Assign,
    Attr,
    Augment,
    Bind,
    Call,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Constant,
    Define,
    DefineClass,
    Expr,
    For,
    Function,
    Global,
    If,
    Import,
    ImportFrom,
    Items,
    Leave,
    Logic,
    Name,
    Odd,
    Return,
    Statement,
    Try,
    Unary,
    Where,
    While,
    With,
    Yield,
    names_in,
    root_of,
)
from mslint.program.values import Api, Cls, Obj, Value, join, plain

_KEYWORDS = {Try: "try", With: "with", Import: "import", ImportFrom: "import", Yield: "yield", Bind: "walrus"}
# All that may be of a kind that graphs do not take: see _kind.
_ODD: Tuple[Type[object], ...] = (*_KEYWORDS, DefineClass, For, While, Global, Odd, Items, Comprehension)

_RANDOM = ("numpy.random.", "random.")
_DRAWS = frozenset(
    "rand randn randint random random_sample ranf sample uniform normal standard_normal choice choices permutation "
    "shuffle beta binomial exponential gamma gauss laplace multinomial poisson truncnorm triangular vonmises "
    "betavariate expovariate gammavariate lognormvariate normalvariate paretovariate weibullvariate randrange "
    "getrandbits randbytes bytes lognormal dirichlet geometric gumbel logistic multivariate_normal rayleigh weibull "
    "random_integers chisquare bernoulli".split()
)
_FROM_TENSORS = frozenset("asnumpy item numpy tolist".split())


class Part(NamedTuple):
    """Something that stands in a function."""

    piece: Union[Statement, Expr]
    always: bool  # the graph is certain to contain it


class OddOne(NamedTuple):
    """A statement or expression that MindSpore does not turn into a graph."""

    kind: str  # "try", "with", "yield", "nonlocal", "del", "match", "walrus", "class", "while-else", "for-else",
    # "import", "set", "set comprehension", "two for"
    where: Where
    path: str
    always: bool

    @property
    def span(self) -> Span:
        """Its first line, from where it begins."""
        line, column, end_line, end_column = self.where
        return Span(line, column, line, end_column if end_line == line else column + len(self.kind.split("-")[0]))


def parts(of: Traced) -> Iterator[Part]:
    """The statements of a function and the expressions in them that a graph of it may contain."""
    yield from _Walk(of).block(of.func.node.body, of.always)


def odd_ones(of: Traced) -> List[OddOne]:
    """What graph mode does not take; of what stands inside of one another, the outermost."""
    notes = of.func.node.notes
    if "odd" not in notes:
        notes["odd"] = any(_kind(piece) for kind in _ODD for piece in of.func.node.every(kind))
    found: List[OddOne] = []
    for piece, always in parts(of) if notes["odd"] else ():
        kind = _kind(piece)
        if not kind:
            continue
        known = _taken_managers(piece, of) if isinstance(piece, With) else False
        where = piece.cls.where if isinstance(piece, DefineClass) else cast("Where", piece.where)  # type: ignore[union-attr]
        if known is not True and not any(_inside(where, other.where) for other in found):
            found.append(OddOne(kind, where, of.func.module.path, always and known is False))
    return found


def _kind(piece: object) -> str:
    kind = _KEYWORDS.get(type(piece), "")
    if isinstance(piece, DefineClass):
        return "class"
    if isinstance(piece, (For, While)):
        return ("for-else" if isinstance(piece, For) else "while-else") if piece.orelse else ""
    if isinstance(piece, Global):
        return "nonlocal" if piece.kind == "nonlocal" else ""
    if isinstance(piece, Odd):
        return piece.kind
    if isinstance(piece, Items):
        return "set" if piece.kind == "set" else ""
    if isinstance(piece, Comprehension):
        return "set comprehension" if piece.kind == "set" else "two for" if len(piece.clauses) > 1 else ""
    return kind


def _inside(one: Where, other: Where) -> bool:
    return other[:2] <= one[:2] and one[2:] <= other[2:]


def _taken_managers(node: With, of: Traced) -> Optional[bool]:
    """Whether graph mode takes all managers of a with statement: objects of jit classes; None where nobody knows."""
    verdicts = [_taken(expr, of) for expr, _ in node.items]
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _taken(expr: Expr, of: Traced) -> Optional[bool]:
    target: Optional[object] = stands_for(expr.func if isinstance(expr, Call) else expr, of.func.env)
    if not isinstance(expr, Call):
        value = _Walk(of).value(expr)
        target = value.only if value is not None else target
        target = target.cls if isinstance(target, Obj) else None
    if isinstance(target, Cls):
        # What is derived from a jit class is one, too.
        decorators = [(each, cls.module.env) for cls in target.lineage() for each in cls.node.decorators]
        decorated = (stands_for(each, env) for each, env in decorators)
        if any(isinstance(each, Api) and each.name in JIT_CLASS for each in decorated):
            return True
        outside = any(not _known_outside(name) for name in target.outside())
        return None if decorators or target.open or outside else False
    if isinstance(target, Api) and not _known_outside(target.name):
        return None  # of another package, which may have made it a jit class
    return False if isinstance(expr, Call) and target is not None else None


def _known_outside(name: str) -> bool:
    return name.partition(".")[0] in ("mindspore", "builtins", "contextlib", "torch", "threading", "warnings", "time")


class _Walk:
    """Walks one function."""

    def __init__(self, of: Traced) -> None:
        self._of = of
        params = of.func.node.params
        self._receiver = params[0].name if params and of.func.owner is not None else ""
        self._local = {param.name for param in params}

    def block(self, body: Sequence[Statement], always: bool) -> Iterator[Part]:
        for statement in body:
            if isinstance(statement, If):
                yield from self._expr(statement.test, always)
                verdict = self.truth(statement.test)
                if verdict is not False:
                    yield from self.block(statement.body, always and verdict is True)
                if verdict is not True:
                    yield from self.block(statement.orelse, always and verdict is False)
                taken, other = leaves(statement.body), leaves(statement.orelse)
                if (verdict is True and taken) or (verdict is False and other) or (taken and other):
                    return
                # What follows a condition that may leave is part of the graph unless it leaves.
                always = always and not (verdict is None and (taken or other))
                continue
            yield Part(statement, always)
            yield from self._inside(statement, always)
            if isinstance(statement, (Return, Leave)):
                return

    def _inside(self, statement: Statement, always: bool) -> Iterator[Part]:
        if isinstance(statement, (For, While)):
            head: Tuple[object, ...] = (
                (statement.target, statement.source) if isinstance(statement, For) else (statement.test,)
            )
            yield from self._exprs(head, always)
            yield from self.block(statement.body, always)
            yield from self.block(statement.orelse, always)
        elif isinstance(statement, With):
            yield from self._exprs(tuple(expr for expr, _ in statement.items), always)
            yield from self.block(statement.body, always)
        elif isinstance(statement, Try):
            for body in (statement.body, *statement.handlers, statement.orelse, statement.final):
                yield from self.block(body, always)
        elif isinstance(statement, Define):
            # A function inside is read when it is called, which any mention of its name may be.
            used = statement.function.name in set(self._names())
            yield from self.block(statement.function.body, always and used)
        elif not isinstance(statement, DefineClass):
            yield from self._exprs(tuple(statement), always)

    def _names(self) -> Iterator[str]:
        return (name for statement in self._of.func.node.body for name in names_in(statement))

    def _exprs(self, fields: Tuple[object, ...], always: bool) -> Iterator[Part]:
        for each in fields:
            if isinstance(each, Function):
                yield from self.block(each.body, always)
            elif isinstance(each, tuple) and hasattr(each, "_fields"):
                yield from self._expr(cast("Expr", each), always)
            elif isinstance(each, tuple):
                yield from self._exprs(each, always)

    def _expr(self, expr: Expr, always: bool) -> Iterator[Part]:
        yield Part(expr, always)
        if isinstance(expr, (Choice, Logic)):
            first = expr.test if isinstance(expr, Choice) else expr.values[0]
            yield from self._expr(first, always)
            rest = (expr.yes, expr.no) if isinstance(expr, Choice) else expr.values[1:]
            yield from self._exprs(rest, False)
        else:
            yield from self._exprs(tuple(expr), always)

    # -- what is known when the graph is made

    def truth(self, test: Expr) -> Optional[bool]:
        """Whether a condition holds for certain: constants, attributes of the cell, and what is made of these."""
        if isinstance(test, Unary) and test.op == "not":
            verdict = self.truth(test.value)
            return None if verdict is None else not verdict
        if isinstance(test, Logic):
            verdicts = [self.truth(value) for value in test.values]
            decisive = test.op == "or"
            if decisive in verdicts:
                return decisive
            return None if None in verdicts else not decisive
        if isinstance(test, Compare) and len(test.rights) == 1:
            left, right = self.value(test.left), self.value(test.rights[0])
            if left is None or right is None or not (left.sure and right.sure):
                return None
            return compared(test.ops[0], left, right)
        value = self.value(test)
        return truth(value) if value is not None and value.sure else None

    def value(self, expr: Expr) -> Optional[Value]:
        """What a constant, a name of the module or an attribute of the cell is; None where that is not known."""
        if isinstance(expr, Constant):
            return plain(expr.value)
        if isinstance(expr, Name):
            if self.local(expr.id):
                return None
            value = self._of.func.env.find(expr.id)
            return value if value is not None and value.known else None
        if isinstance(expr, Attr) and isinstance(expr.value, Name) and expr.value.id == self._receiver:
            held = [owner.attrs.get(expr.name) for owner in self._of.owners]
            known = [value for value in held if value is not None and value.known]
            return join(known) if known and len(known) == len(held) else None
        return None

    def local(self, name: str) -> bool:
        """Whether a name is one of the function's own."""
        if name in self._local:
            return True
        notes = self._of.func.node.notes
        if "bound" not in notes:
            notes["bound"] = frozenset(_bound(self._of.func.node))
        return name in cast("frozenset[str]", notes["bound"])


def _bound(function: Function) -> Iterator[str]:
    """The names that a function may give something to, and some more."""
    yield from (bound for each in function.every(ImportFrom) for _, bound in each.names)
    yield from (imported.name for imported in function.every(Import))
    yield from (bound.name for bound in function.every(Bind))
    targets: List[Optional[Expr]] = [target for piece in function.every(Assign) for target in piece.targets]
    targets += [loop.target for loop in function.every(For)]
    targets += [change.target for change in function.every(Augment)]
    targets += [clause.target for clause in function.every(Clause)]
    targets += [target for block in function.every(With) for _, target in block.items]
    for target in targets:
        if target is not None:
            yield from names_in(target)


class Draw(NamedTuple):
    """A random number that Python or NumPy is asked for."""

    name: str  # numpy.random.rand, random.random
    where: Where
    path: str

    @property
    def span(self) -> Span:
        return Span(*self.where)


def draws(of: Traced) -> List[Draw]:
    """The random numbers that a function asks Python or NumPy for, and not for each value of a tensor."""
    if not _reaches_random(of):
        return []
    walk, found = _Walk(of), []
    for piece, _ in parts(of):
        if isinstance(piece, Call) and isinstance(piece.func, (Name, Attr)):
            root = root_of(piece)
            if root and not walk.local(root):
                target = stands_for(piece.func, of.func.env)
                name = target.name if isinstance(target, Api) else ""
                if name.startswith(_RANDOM) and name.rpartition(".")[2] in _DRAWS and not _of_values(piece):
                    found.append(Draw(name, piece.where, of.func.module.path))
    return found


def _reaches_random(of: Traced) -> bool:
    """Whether a function may ask for random numbers, as far as the names in its calls tell."""
    node = of.func.node
    if "ways to random" not in node.notes:
        asked = (each.name for each in node.every(Attr) if each.name == "random")
        node.notes["ways to random"] = frozenset((*map(root_of, node.every(Call)), *asked))
    ways = cast("FrozenSet[str]", node.notes["ways to random"])
    names = of.func.module.env.vars
    return "random" in ways or any(name in names and _is_random(names[name]) for name in ways)


def _is_random(value: Value) -> bool:
    only = value.only
    return isinstance(only, Api) and f"{only.name}.".startswith(_RANDOM)


def _of_values(call: Call) -> bool:
    """Whether the arguments depend on what a tensor holds: then the call stays in the graph, and is made each time."""
    return any(name in _FROM_TENSORS for arg in call.args for name in names_in(arg.value))
