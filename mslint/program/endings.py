"""What a cell of the program certainly does last in its construct; whether that is wise is not asked."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple

from mslint.model import Span
from mslint.program.expressions import member_of
from mslint.program.nodes import Assign, Attr, Call, Expr, Name, Return, Statement
from mslint.program.values import Api, Cls, Func, Obj, Value

CHAIN = "mindspore.nn.SequentialCell"
TENSOR = "mindspore.Tensor"


class Ending(NamedTuple):
    """A call of something of MindSpore's whose result a construct returns."""

    name: str  # of the function, or of the class of the layer that is called
    path: str
    span: Span


def ending(cell: Obj) -> Optional[Ending]:
    """The last call of a construct with one return and no condition around it; None where that is not certain."""
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
    name = _called(expr.func, cell, func)
    return Ending(name, func.module.path, Span(*expr.where)) if name else None


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
    obj = value.only if value is not None else None
    if not isinstance(obj, Obj):
        return obj.name if isinstance(obj, Api) else ""
    if obj.api != CHAIN:
        return obj.api
    given: Tuple[Value, ...] = tuple(each.value for each in obj.made.given) if obj.made is not None else ()
    items = given[0].items() if len(given) == 1 else None
    last = items[-1] if items else given[-1] if given else None
    return _layer(last)


def _global(expr: Expr, func: Func) -> str:
    """The dotted name of a function that a module has imported."""
    parts: List[str] = []
    while isinstance(expr, Attr):
        parts.append(expr.name)
        expr = expr.value
    value = func.env.find(expr.id) if isinstance(expr, Name) else None
    atom = value.only if value is not None else None
    return ".".join([atom.name, *reversed(parts)]) if isinstance(atom, Api) else ""
