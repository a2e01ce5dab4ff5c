"""Evaluates expressions on symbols, one plain function for each kind; calls have a module of their own."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, List, Optional, Sequence

from mslint.facts.flow.frame import MAX_UNROLLED, Frame
from mslint.facts.flow.objects import (
    NONE,
    UNKNOWN,
    ApiObj,
    Choice,
    Consumer,
    FunctionObj,
    Instance,
    Obj,
    Seq,
    Tensor,
    either,
    leaves,
)
from mslint.facts.values import read_literal
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.flow.interpreter import Interpreter


def list_(run: Interpreter, node: nodes.Expression, frame: Frame) -> Obj:
    assert isinstance(node, (nodes.List, nodes.Tuple))
    items: List[Obj] = []
    exact = True
    for element in node.elements:
        value = run.evaluate(element.value, frame)
        if isinstance(element, nodes.StarredElement):
            exact = exact and isinstance(value, Seq) and value.exact
            items.extend(value.items if isinstance(value, Seq) else [value])
        else:
            items.append(value)
    run.spend(len(items))
    return Seq("list" if isinstance(node, nodes.List) else "tuple", items, exact, frame.depth)


def dict_(run: Interpreter, node: nodes.Dict, frame: Frame) -> Obj:
    return Seq("dict", [run.evaluate(pair.value, frame) for pair in node.elements], False, frame.depth)


def if_expression(run: Interpreter, node: nodes.IfExp, frame: Frame) -> Obj:
    run.evaluate(node.test, frame)
    return either([run.evaluate(node.body, frame), run.evaluate(node.orelse, frame)])


def boolean(run: Interpreter, node: nodes.BooleanOperation, frame: Frame) -> Obj:
    return either([run.evaluate(node.left, frame), run.evaluate(node.right, frame)])


def unary(run: Interpreter, node: nodes.UnaryOperation, frame: Frame) -> Obj:
    return arithmetic(run, [run.evaluate(node.expression, frame)])


def walrus(run: Interpreter, node: nodes.NamedExpr, frame: Frame) -> Obj:
    value = run.evaluate(node.value, frame)
    run.store(node.target, value, frame)
    return value


def comparison(run: Interpreter, node: nodes.Comparison, frame: Frame) -> Obj:
    run.evaluate(node.left, frame)
    return UNKNOWN


def name(run: Interpreter, node: nodes.Name, frame: Frame) -> Obj:
    name = node.value
    if name == "None":
        return NONE
    if name in frame.env:
        return frame.env[name]
    key = (name, frame.place.scope)
    if key not in run.outer_names:
        refs = run.facts.names.candidates(node, frame.place, 1 << 60)
        run.outer_names[key] = UNKNOWN if not refs else either([run.object(ref) for ref in refs])
    return run.outer_names[key]


def attribute(run: Interpreter, node: nodes.Attribute, frame: Frame) -> Obj:
    return members(run, run.evaluate(node.value, frame), node.attr.value, frame)


def members(run: Interpreter, owner: Obj, name: str, frame: Frame) -> Obj:
    return either([member(run, one, name, frame) for one in (owner.options if isinstance(owner, Choice) else (owner,))])


def member(run: Interpreter, owner: Obj, name: str, frame: Frame) -> Obj:
    if isinstance(owner, Instance):
        if name in owner.attrs:
            return owner.attrs[name]
        method = run.facts.method(owner.cls, name)
        if method is not None:
            if any(
                isinstance(decorator, nodes.Name) and decorator.value == "property" for decorator in method.decorators
            ):
                return run.run(FunctionObj(method, owner), [], {}, frame.calls + 1)
            return FunctionObj(method, owner)
        if name in owner.cls.scope.bindings:
            value = owner.cls.scope.bindings[name][-1].value
            return run.outer(value, owner.cls.place) if value is not None else UNKNOWN
        return UNKNOWN
    if isinstance(owner, ApiObj):
        full = run.facts.tables.canonical(f"{owner.name}.{name}")
        return ApiObj(full, run.facts.tables.get(full))
    if isinstance(owner, Tensor) and name in ("T", "mT", "H"):
        return owner
    return UNKNOWN


def subscript(run: Interpreter, node: nodes.Subscript, frame: Frame) -> Obj:
    owner = run.evaluate(node.value, frame)
    if isinstance(owner, Tensor):
        return owner
    if not isinstance(owner, Seq):
        return UNKNOWN
    index = node.slice[0].slice if len(node.slice) == 1 else None
    if isinstance(index, nodes.Slice):
        return Seq(owner.kind, list(owner.items), False, owner.depth)
    literal = constant(index.value) if isinstance(index, nodes.Index) else None
    if owner.exact and isinstance(literal, int) and -len(owner.items) <= literal < len(owner.items):
        return owner.items[literal]
    return either(owner.items) if owner.items else UNKNOWN


def constant(node: nodes.Expression) -> Optional[object]:
    sign = 1
    if isinstance(node, nodes.UnaryOperation) and isinstance(node.operator, ast.USub):
        node, sign = node.expression, -1
    value = read_literal(node)
    number = value.single if value is not None else None
    return sign * number if isinstance(number, int) else number


def comprehension(run: Interpreter, node: nodes.Node, frame: Frame) -> Obj:
    assert isinstance(node, (nodes.ListComp, nodes.GeneratorExp, nodes.SetComp))
    iterable = run.evaluate(node.for_in.iter, frame)
    rounds: List[Obj] = [UNKNOWN, UNKNOWN]
    exact = False
    if isinstance(iterable, Seq):
        exact = iterable.exact and not node.for_in.ifs and len(iterable.items) <= MAX_UNROLLED
        rounds = list(iterable.items) if exact else [either(iterable.items)] * 2 if iterable.items else []
    elif isinstance(iterable, Tensor):
        rounds = [iterable]
    items: List[Obj] = []
    saved = dict(frame.env)
    for item in rounds:
        run.store(node.for_in.target, item, frame)
        if node.for_in.inner_for_in is not None:
            run.evaluate(node.for_in.inner_for_in.iter, frame)
            run.store(node.for_in.inner_for_in.target, UNKNOWN, frame)
        items.append(run.evaluate(node.elt, frame))
    frame.env.clear()
    frame.env.update(saved)
    return Seq("list", items, exact, frame.depth)


def dict_comprehension(run: Interpreter, node: nodes.DictComp, frame: Frame) -> Obj:
    seq = comprehension(run, nodes.ListComp(node.at, node.value, node.for_in), frame)
    assert isinstance(seq, Seq)
    return Seq("dict", seq.items, False, frame.depth)


def binary(run: Interpreter, node: nodes.BinaryOperation, frame: Frame) -> Obj:
    left, right = run.evaluate(node.left, frame), run.evaluate(node.right, frame)
    if isinstance(node.operator, ast.Add) and isinstance(left, Seq) and isinstance(right, Seq):
        run.spend(len(left.items) + len(right.items))
        return Seq(left.kind, [*left.items, *right.items], left.exact and right.exact, frame.depth)
    if isinstance(node.operator, ast.Mult):
        for seq in (left, right):
            if isinstance(seq, Seq):
                return Seq(seq.kind, seq.items * 2, False, frame.depth)
    return arithmetic(run, [left, right])


def arithmetic(run: Interpreter, operands: Sequence[Obj]) -> Obj:
    tensors = [one for operand in operands for one in leaves(operand) if isinstance(one, Tensor)]
    if not tensors:
        return UNKNOWN
    for tensor in tensors:
        run.edges.feed(tensor, Consumer("other"))
    return Tensor()
