"""Arithmetic in what a cell computes: constants that meet something else, and what type that was cast to."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

from mslint.model import Span
from mslint.program.nodes import (
    Assign,
    Attr,
    Augment,
    Binary,
    Call,
    Constant,
    Expr,
    Item,
    Name,
    Unary,
    called,
    names_in,
    pieces,
)
from mslint.program.values import (
    Cls,
    Func,
    Obj,
    member_of,
)

HALF, FULL, ALIKE = "float16", "float32", "alike"  # ALIKE: cast to the type of something else
_CASTS = frozenset("astype cast to Cast type_as".split())
_TYPES = {"float16": HALF, "half": HALF, "float32": FULL, "float": FULL, "float64": FULL, "int32": FULL, "int64": FULL}
_ASKS_TYPE = frozenset("dtype get_dtype DType".split())
# They give something of the type of their first argument, or of what they are called on.
_SHAPES = frozenset(
    "expand_dims reshape tile broadcast_to squeeze unsqueeze transpose view repeat repeat_interleave permute swapaxes "
    "ExpandDims Reshape Tile Squeeze Transpose triu tril".split()
)
_DEPTH = 6


class Formula(NamedTuple):
    """A constant that meets something else."""

    op: str  # "*", "+", "-", or the name of a call: "masked_fill", "where"
    number: float
    kind: str  # of what it meets: HALF, FULL or ALIKE; empty where that is not known
    path: str
    span: Span


def formulas(cell: Obj) -> Iterator[Formula]:
    """The constants in the construct of a cell of the program; arithmetic in whatever it calls is not looked at."""
    member = member_of(cell.cls, "construct") if isinstance(cell.cls, Cls) else None
    for atom in member.atoms if member is not None else ():
        if isinstance(atom, Func):
            yield from _Reader(atom, cell).found()


class _Reader:
    """Reads one function."""

    def __init__(self, func: Func, owner: Obj) -> None:
        self._func = func
        self._owner = owner
        self._locals: Dict[str, List[Expr]] = {}
        for piece in pieces(func.node):
            if isinstance(piece, Assign):
                for target in piece.targets:
                    if isinstance(target, Name):
                        self._locals.setdefault(target.id, []).append(piece.value)

    def found(self) -> Iterator[Formula]:
        for piece in pieces(self._func.node):
            if isinstance(piece, (Binary, Augment)) and piece.op in ("*", "+", "-"):
                left, right = (piece.left, piece.right) if isinstance(piece, Binary) else (piece.target, piece.value)
                for one, other in ((left, right), (right, left)):
                    number = self.number(one)
                    if number is not None:
                        yield self._formula(piece.op, number, other, piece)
            elif isinstance(piece, Call) and called(piece) in ("masked_fill", "where", "select"):
                for arg in piece.args:
                    number = self.number(arg.value)
                    if number is not None:
                        yield self._formula(called(piece), number, piece.args[0].value, piece)

    def _formula(self, op: str, number: float, other: Expr, piece: Union[Binary, Augment, Call]) -> Formula:
        return Formula(op, number, self.kind(other), self._func.module.path, Span(*piece.where))

    def number(self, expr: Expr, depth: int = 0) -> Optional[float]:
        """The number that an operand certainly is: written out, or a constant of the cell or of its module."""
        if isinstance(expr, Constant):
            value = expr.value
            return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
        if isinstance(expr, Unary) and expr.op == "-":
            inner = self.number(expr.value, depth)
            return None if inner is None else -inner
        if isinstance(expr, Name) and depth < _DEPTH:
            values = self._locals.get(expr.id)
            if values is not None:
                return self.number(values[0], depth + 1) if len(values) == 1 else None
            if any(param.name == expr.id for param in self._func.node.params):
                return None
            known = self._func.module.env.vars.get(expr.id)
            return known.number if known is not None else None
        if isinstance(expr, Attr) and self._is_self(expr.value):
            attribute = self._owner.attrs.get(expr.name)
            return attribute.number if attribute is not None else None
        return None

    def _is_self(self, expr: Expr) -> bool:
        params = self._func.node.params
        return isinstance(expr, Name) and bool(params) and expr.id == params[0].name

    def kind(self, expr: Expr, depth: int = 0) -> str:
        """The type that something was cast to."""
        if depth > _DEPTH:
            return ""
        if isinstance(expr, Name):
            kinds = {self.kind(value, depth + 1) for value in self._locals.get(expr.id, ()) if not _same(value, expr)}
            return kinds.pop() if len(kinds) == 1 else FULL if FULL in kinds else ""
        if isinstance(expr, Binary):
            # A number has no type of its own; of two things the wider one counts.
            parts = [self.kind(part, depth + 1) for part in (expr.left, expr.right) if self.number(part) is None]
            return FULL if FULL in parts else parts[0] if parts and len(set(parts)) == 1 else ""
        if isinstance(expr, Unary):
            return self.kind(expr.value, depth + 1)
        if isinstance(expr, Item):
            return self.kind(expr.value, depth + 1)
        return self._of_call(expr, depth) if isinstance(expr, Call) else ""

    def _of_call(self, call: Call, depth: int) -> str:
        name = called(call)
        if name in _CASTS and call.args:
            kind = _cast_to(call.args[-1].value)
            # Cast to the type of something that is in float32 itself.
            named = (
                [self.kind(Name(each), depth + 1) for each in names_in(call.args[-1].value)] if kind == ALIKE else []
            )
            return FULL if FULL in named else kind
        if name in _SHAPES:
            on = call.func.value if isinstance(call.func, Attr) else None
            tried: Tuple[Optional[Expr], ...] = (on, call.args[0].value if call.args else None)
            kinds = [self.kind(each, depth + 1) for each in tried if each is not None]
            return next((kind for kind in kinds if kind), "")
        return ""


def _cast_to(expr: Expr) -> str:
    names = list(names_in(expr))
    if isinstance(expr, Constant):
        return _TYPES.get(str(expr.value), "")
    if not names:
        return ""
    if names[-1] in _TYPES:
        return _TYPES[names[-1]]
    return ALIKE if _ASKS_TYPE & set(names) else ""


def _same(value: Expr, name: Name) -> bool:
    return isinstance(value, Name) and value.id == name.id
