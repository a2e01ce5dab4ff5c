"""Carries out statements, one plain function for each kind; True means that the block is left for certain."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

from mslint.facts.flow import expressions
from mslint.facts.flow.frame import MAX_UNROLLED, Frame
from mslint.facts.flow.objects import (
    NONE,
    SKIP,
    UNKNOWN,
    FunctionObj,
    Seq,
    Tensor,
    either,
)
from mslint.facts.scopes import Function
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.flow.interpreter import Interpreter


def expression_statement(run: Interpreter, node: nodes.Expr, frame: Frame) -> bool:
    run.evaluate(node.value, frame)
    return False


def assign(run: Interpreter, node: nodes.Assign, frame: Frame) -> bool:
    value = run.evaluate(node.value, frame)
    for target in node.targets:
        run.store(target.target, value, frame)
    return False


def annotated(run: Interpreter, node: nodes.AnnAssign, frame: Frame) -> bool:
    if node.value is not None:
        run.store(node.target, run.evaluate(node.value, frame), frame)
    return False


def return_(run: Interpreter, node: nodes.Return, frame: Frame) -> bool:
    frame.results.append(NONE if node.value is None else run.evaluate(node.value, frame))
    return True


def leave(run: Interpreter, node: nodes.Node, frame: Frame) -> bool:
    return True


def while_(run: Interpreter, node: nodes.While, frame: Frame) -> bool:
    run.evaluate(node.test, frame)
    run.repeat(node.body.body, frame)
    return False


def with_(run: Interpreter, node: nodes.With, frame: Frame) -> bool:
    for item in node.items:
        value = run.evaluate(item.item, frame)
        if item.target is not None:
            run.store(item.target, UNKNOWN if isinstance(value, Tensor) else value, frame)
    return run.block(node.body.body, frame)


def define(run: Interpreter, node: nodes.FunctionDef, frame: Frame) -> bool:
    function = function_of(run, node, frame)
    if function is not None and frame.function is not None:
        frame.env[function.name] = FunctionObj(function, None, frame.env)
    return False


def assert_(run: Interpreter, node: nodes.Assert, frame: Frame) -> bool:
    run.evaluate(node.test, frame)
    return False


def function_of(run: Interpreter, node: nodes.FunctionDef, frame: Frame) -> Optional[Function]:
    for binding in frame.place.scope.bindings.get(node.name.value, ()):
        if binding.function is not None and binding.function.node is node:
            return binding.function
    return None


def if_(run: Interpreter, node: nodes.If, frame: Frame) -> bool:
    run.evaluate(node.test, frame)
    branches: List[Callable[[], bool]] = [lambda: run.block(node.body.body, frame)]
    if isinstance(node.orelse, nodes.If):
        otherwise = node.orelse
        branches.append(lambda: if_(run, otherwise, frame))
    elif node.orelse is not None:
        body = node.orelse.body
        branches.append(lambda: run.block(body, frame))
    else:
        branches.append(lambda: False)
    return run.branch(branches, frame)


def try_(run: Interpreter, node: nodes.Node, frame: Frame) -> bool:
    assert isinstance(node, nodes.Try)
    branches: List[Callable[[], bool]] = [lambda: run.block(node.body.body, frame)]
    for handler in node.handlers:
        body = handler.body.body
        branches.append(lambda body=body: run.block(body, frame))  # type: ignore[misc]
    run.branch(branches, frame)
    if node.orelse is not None:
        run.block(node.orelse.body, frame)
    if node.finalbody is not None:
        run.block(node.finalbody.body, frame)
    return False


def for_(run: Interpreter, node: nodes.For, frame: Frame) -> bool:
    iterable = run.evaluate(node.iter, frame)
    if isinstance(iterable, Seq) and iterable.exact and 0 < len(iterable.items) <= MAX_UNROLLED:
        for item in list(iterable.items):
            if item is not SKIP:
                run.store(node.target, item, frame)
                run.branch([lambda: run.block(node.body.body, frame)], frame)
        return False
    item = either(iterable.items) if isinstance(iterable, Seq) and iterable.items else UNKNOWN
    if isinstance(iterable, Tensor):
        item = iterable
    run.store(node.target, item, frame)
    run.repeat(node.body.body, frame)
    return False


def augment(run: Interpreter, node: nodes.AugAssign, frame: Frame) -> bool:
    old = run.evaluate(node.target, frame)
    value = run.evaluate(node.value, frame)
    if isinstance(old, Seq) and isinstance(node.operator, ast.Add):
        for item in list(value.items) if isinstance(value, Seq) else [UNKNOWN]:  # it may be extended by itself
            run.append(old, item, frame)
    else:
        run.store(node.target, expressions.arithmetic(run, [old, value]), frame)
    return False


STATEMENTS: Dict[type, Callable[[Interpreter, Any, Frame], bool]] = {
    nodes.Expr: expression_statement,
    nodes.Assign: assign,
    nodes.AnnAssign: annotated,
    nodes.AugAssign: augment,
    nodes.Return: return_,
    nodes.Raise: leave,
    nodes.Continue: leave,
    nodes.Break: leave,
    nodes.If: if_,
    nodes.For: for_,
    nodes.While: while_,
    nodes.Try: try_,
    nodes.With: with_,
    nodes.FunctionDef: define,
    nodes.Assert: assert_,
}
