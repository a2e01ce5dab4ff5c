"""Where a function leaves tensors for NumPy or Python numbers, and whether what comes of that reaches its result."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Sequence, Set, Tuple

from mslint.model import Span
from mslint.program.calls import CELL
from mslint.program.graphs import Traced, stands_for
from mslint.program.nodes import (
    Assign,
    Attr,
    Augment,
    Binary,
    Call,
    Choice,
    Expr,
    For,
    If,
    Item,
    Items,
    Name,
    Return,
    Star,
    Statement,
    Try,
    Unary,
    Where,
    While,
    With,
    called,
    names_in,
    root_of,
)
from mslint.program.program import Program
from mslint.program.values import Api, Obj, Value

_LEAVES = frozenset(("asnumpy", "item"))
_NUMPY = frozenset(("np", "numpy"))
# What they give has no gradient anyway, or they take numbers for shapes and places.
_NO_PATH = frozenset(
    "int len range print isinstance shape size argmax argmin argsort zeros ones full arange eye rand randn equal "
    "greater less stop_gradient zeros_like ones_like full_like one_hot info debug warning bool str".split()
)
_NO_VALUE = frozenset("shape dtype ndim size itemsize nbytes".split())
# Under a condition on one of these, what happens in training is not what is looked at.
_MODES = frozenset("training is_training train export deploy debug verbose eval infer inference".split())
_WEIGHTS = frozenset("conv conv_transpose dense embedding rnn attention".split())


class Copy(NamedTuple):
    """A call that gives NumPy's or Python's copy of a tensor."""

    name: str  # asnumpy or item, np.tanh
    where: Where
    path: str
    cuts: bool  # layers computed the tensor, and what is made of the copy is part of the result

    @property
    def span(self) -> Span:
        return Span(*self.where)


class _Flow(NamedTuple):
    layers: bool = False  # layers of the cell computed it
    copies: FrozenSet[Where] = frozenset()  # it was made from these copies of what layers computed


_NONE = _Flow()


def copies(of: Traced, program: Program) -> List[Copy]:
    """The calls of a function that leave tensors."""
    notes = of.func.node.notes
    if "leaves" not in notes:
        found = of.func.node.every(Call)
        notes["leaves"] = tuple(each for each in found if _leaving(each) or root_of(each) in _NUMPY)
    calls: Tuple[Call, ...] = notes["leaves"]  # type: ignore[assignment]
    if not calls:
        return []
    reader = _Reader(of, program)
    names: Dict[str, _Flow] = {}
    reader.block(of.func.node.body, names, True)
    path = of.func.module.path
    shown = [each for each in calls if _leaving(each) or each.where in reader.numpy]
    return sorted({Copy(_shown(each), each.where, path, each.where in reader.cut) for each in shown})


def _shown(call: Call) -> str:
    return called(call) if _leaving(call) else f"np.{called(call)}"


def _leaving(call: Call) -> bool:
    return isinstance(call.func, Attr) and call.func.name in _LEAVES and not call.args


class _Reader:
    def __init__(self, of: Traced, program: Program) -> None:
        self._of = of
        self._program = program
        params = of.func.node.params
        self._receiver = params[0].name if params and of.func.owner is not None else ""
        self.cut: Set[Where] = set()
        self.numpy: Set[Where] = set()  # calls of NumPy on what layers computed

    def block(self, body: Sequence[Statement], names: Dict[str, _Flow], counts: bool) -> None:
        for statement in body:
            if isinstance(statement, Assign):
                flow = self._flow(statement.value, names)
                for name in (name for target in statement.targets for name in _targets(target)):
                    names[name] = flow
            elif isinstance(statement, Augment) and isinstance(statement.target, Name):
                names[statement.target.id] = _both(
                    [names.get(statement.target.id, _NONE), self._flow(statement.value, names)]
                )
            elif isinstance(statement, Return) and statement.value is not None and counts:
                self.cut |= self._flow(statement.value, names).copies
            elif isinstance(statement, If):
                inside = counts and _MODES.isdisjoint(names_in(statement.test))
                self._ways((statement.body, statement.orelse), names, inside)
            elif isinstance(statement, (For, While)):
                self._ways((statement.body, ()), names, counts)
            elif isinstance(statement, With):
                self.block(statement.body, names, counts)
            elif isinstance(statement, Try):
                self._ways((statement.body, *statement.handlers), names, counts)

    def _ways(self, ways: Sequence[Sequence[Statement]], names: Dict[str, _Flow], counts: bool) -> None:
        ended = []
        for body in ways:
            inside = dict(names)
            self.block(body, inside, counts)
            # What is only done in another mode does not reach the result of training.
            ended.append(inside if counts else dict(names))
        for name in {name for each in ended for name in each}:
            names[name] = _both([each[name] for each in ended if name in each])

    def _flow(self, expr: Expr, names: Dict[str, _Flow]) -> _Flow:
        if isinstance(expr, Name):
            return names.get(expr.id, _NONE)
        if isinstance(expr, Attr):
            return _NONE if expr.name in _NO_VALUE else self._flow(expr.value, names)
        if isinstance(expr, (Item, Unary, Star)):
            return self._flow(expr.value, names)
        if isinstance(expr, Binary):
            return _both([self._flow(expr.left, names), self._flow(expr.right, names)])
        if isinstance(expr, Choice):
            return _both([self._flow(expr.yes, names), self._flow(expr.no, names)])
        if isinstance(expr, Items):
            return _both([self._flow(each, names) for each in expr.items])
        return self._of_call(expr, names) if isinstance(expr, Call) else _NONE

    def _of_call(self, call: Call, names: Dict[str, _Flow]) -> _Flow:
        func = call.func
        if _leaving(call) and isinstance(func, Attr):
            flow = self._flow(func.value, names)
            return _Flow(False, flow.copies | {call.where}) if flow.layers else _Flow(False, flow.copies)
        if called(call) in _NO_PATH:
            return _NONE
        parts = [self._flow(arg.value, names) for arg in call.args if arg.name not in ("axis", "shape", "size", "dim")]
        on_self = isinstance(func, Attr) and isinstance(func.value, Name) and func.value.id == self._receiver
        if isinstance(func, Attr) and not on_self:
            parts.append(self._flow(func.value, names))
        flow = _both(parts)
        if flow.layers and root_of(call) in _NUMPY:
            target = stands_for(func, self._of.func.env)
            if isinstance(target, Api) and target.name.startswith("numpy."):
                self.numpy.add(call.where)
                return _Flow(False, flow.copies | {call.where})
        return _Flow(True, flow.copies) if on_self and self._is_layer(call) else flow

    def _is_layer(self, call: Call) -> bool:
        """Whether what is called is an attribute that holds a cell with weights."""
        held = (owner.attrs.get(called(call)) for owner in self._of.owners)
        cells = [obj for value in held if value is not None for obj in value.objects()]
        return any(self._weighs(obj) for obj in cells)

    def _weighs(self, obj: Obj) -> bool:
        if not self._program.derives(obj, CELL):
            return False
        found = (self._program.api(part) for part in self._program.parts(Value((obj,))))
        return any(api is not None and api.role in _WEIGHTS for api in found)


def _both(flows: Sequence[_Flow]) -> _Flow:
    copies = frozenset(where for each in flows for where in each.copies)
    return _Flow(any(each.layers for each in flows), copies)


def _targets(target: Expr) -> Iterator[str]:
    if isinstance(target, Name):
        yield target.id
    elif isinstance(target, Items):
        for each in target.items:
            yield from _targets(each)
