"""What a cell of the program certainly does last in its construct; whether that is wise is not asked."""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from mslint.model import Span
from mslint.program.networks import CHAIN
from mslint.program.nodes import Assign, Attr, Call, Expr, Name, Return, Statement
from mslint.program.values import (
    Api,
    Cls,
    Func,
    Obj,
    Value,
    member_of,
)

MAX_CELLS = 6  # in cells
TENSOR = "mindspore.Tensor"


class Ending(NamedTuple):
    """A call of something of MindSpore's whose result a construct returns."""

    name: str  # of the function, or of the class of the layer that is called
    path: str
    span: Span


def ending(cell: Obj) -> Optional[Ending]:
    """The last call of a construct with one return and no condition around it; None where that is not certain.

    A chain of layers ends as its last one does, and so does a construct that ends with a cell of the program."""
    return _ending(cell, MAX_CELLS)


def _ending(cell: Obj, room: int) -> Optional[Ending]:
    if cell.api == CHAIN:
        layer = _chained(cell)
        if layer is None or isinstance(layer.cls, Cls):
            return _ending(layer, room - 1) if layer is not None and room else None
        made = layer.made
        return Ending(layer.api, made.path, made.span) if made is not None else None
    member = member_of(cell.cls, "construct") if isinstance(cell.cls, Cls) else None
    func = member.only if member is not None else None
    if not isinstance(func, Func) or not func.node.body:
        return None
    *before, last = func.node.body
    if not isinstance(last, Return) or any(_returns(each) for each in before):
        return None
    expr = last.value
    if isinstance(expr, Name):
        line = before[-1] if before else None
        if not isinstance(line, Assign) or line.targets != (expr,):
            return None
        expr = line.value
    if not isinstance(expr, Call):
        return None
    kept = cell.attrs.get(expr.func.name) if _is_on_layer(expr.func, func) else None
    inner = _chained(kept.only) if kept is not None else None
    if inner is not None and isinstance(inner.cls, Cls):
        return _ending(inner, room - 1) if room else None
    name = _called(expr.func, cell, func)
    return Ending(name, func.module.path, Span(*expr.where)) if name else None


def _is_on_layer(callee: Expr, func: Func) -> bool:
    return bool(func.node.params) and _on_layer(callee, func.node.params[0].name)


def _chained(atom: object) -> Optional[Obj]:
    """A layer; of a chain, or of chains in chains, the last one."""
    for _ in range(MAX_CELLS):
        if not isinstance(atom, Obj) or atom.api != CHAIN:
            break
        atom = _last_of(atom)
    return atom if isinstance(atom, Obj) and atom.api != CHAIN else None


def _last_of(chain: Obj) -> Optional[Obj]:
    """The last layer of a chain, if that is known."""
    given = [each.value for each in chain.made.given] if chain.made is not None else []
    items = given[0].items() if len(given) == 1 else None
    if len(given) == 1 and items is None and not isinstance(given[0].only, Obj):
        return None
    last = items[-1] if items else given[-1] if given else None
    only = last.only if last is not None else None
    return only if isinstance(only, Obj) else None


def _returns(statement: Statement) -> bool:
    """Whether a return may stand inside; a condition without one leads to the end all the same."""
    pending: List[object] = [statement]
    while pending:
        each = pending.pop()
        if isinstance(each, Return):
            return True
        if isinstance(each, tuple):
            pending.extend(part for part in each if isinstance(part, tuple))
    return False


def _called(callee: Expr, cell: Obj, func: Func) -> str:
    receiver = func.node.params[0].name if func.node.params else ""
    if _on_layer(callee, receiver):
        return _layer(cell.attrs.get(callee.name))
    if isinstance(callee, Attr) and isinstance(callee.value, Call) and _on_layer(callee.value.func, receiver):
        return f"{TENSOR}.{callee.name}"  # self.fc(x).softmax(-1)
    if isinstance(callee, Call):  # nn.Softmax()(x)
        return _global(callee.func, func)
    return _global(callee, func)


def _on_layer(callee: Expr, receiver: str) -> bool:
    return isinstance(callee, Attr) and callee.value == Name(receiver)


def _layer(value: Optional[Value]) -> str:
    """What is called where an attribute is: the last of a chain of layers, or the layer itself."""
    atom = value.only if value is not None else None
    obj = _chained(atom)
    return obj.api if obj is not None else atom.name if isinstance(atom, Api) else ""


def _global(expr: Expr, func: Func) -> str:
    """The dotted name of a function that a module has imported."""
    parts: List[str] = []
    while isinstance(expr, Attr):
        parts.append(expr.name)
        expr = expr.value
    value = func.env.find(expr.id) if isinstance(expr, Name) else None
    atom = value.only if value is not None else None
    return ".".join([atom.name, *reversed(parts)]) if isinstance(atom, Api) else ""
