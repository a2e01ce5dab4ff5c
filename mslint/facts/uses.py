"""What consumes the value that a call gives: operators, methods, calls; follows one name or attribute, no further."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, Iterator, List, Mapping, NamedTuple, Optional

from mslint.facts.collect import RawCall
from mslint.facts.scopes import ASSIGN, Assignment, Scope
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.calls import CallSite
    from mslint.facts.module import Facts

OPERAND, SUBSCRIPT, METHOD, ATTRIBUTE, ARGUMENT, OTHER = (
    "operand",
    "subscript",
    "method",
    "attribute",
    "argument",
    "other",
)


class Use(NamedTuple):
    """One place that reads a value."""

    kind: str
    text: str  # the expression that it is a part of, on one line
    name: str = ""  # of a method or an attribute: its name; of an argument: what is called
    made: bool = False  # of an argument: whether what is called is an instance of `name`
    parameter: str = ""  # of an argument: its keyword, or its position
    listed: bool = False  # of an argument: whether it is an item of a list or tuple that is given
    method: str = ""  # of an argument: the method that gets it, where nobody knows of what


class Uses:
    """Answers for the calls of one module."""

    def __init__(self, facts: Facts, tree: nodes.Module) -> None:
        self._facts = facts
        self._tree = tree
        self._parents: Dict[nodes.Node, Dict[nodes.Node, nodes.Node]] = {}
        self._raws: Optional[Dict[nodes.Node, RawCall]] = None
        self._given: Dict[nodes.Node, nodes.Call] = {}

    def receiver_of(self, call: CallSite) -> str:
        """The last name of the call that has this one as an argument; empty where it stands anywhere else."""
        self._index()
        outer = self._given.get(call.raw.node)
        func = outer.func if outer is not None else None
        return (
            func.attr.value if isinstance(func, nodes.Attribute) else func.value if isinstance(func, nodes.Name) else ""
        )

    def of(self, call: CallSite) -> Optional[List[Use]]:
        """Where the result of a call is read; None where that cannot be told."""
        assignment = self._facts.results.assignment_of(call)
        if assignment is None:
            parents = self._within(self._root(call.place.scope))
            return [self._use(call.raw.node, parents)] if call.raw.node in parents else None
        if len(assignment.targets) != 1:
            return None
        target = assignment.targets[0]
        if isinstance(target, nodes.Name):
            return self._of_name(target, call.place.scope)
        if isinstance(target, nodes.Attribute):
            return self._of_attribute(target, assignment)
        return None

    def _of_name(self, target: nodes.Name, scope: Scope) -> Optional[List[Use]]:
        """The uses of a name that is bound once, and in no function inside."""
        name = target.value
        bindings = scope.bindings.get(name, ())
        if scope.kind not in ("function", "module") or len(bindings) != 1 or bindings[0].kind != ASSIGN:
            return None
        if name in scope.redirected or name in scope.foreign:
            return None
        if any(other is not scope and name in other.bindings and _inside(other, scope) for other in self._facts.scopes):
            return None
        parents = self._within(self._root(scope))
        return [self._use(node, parents) for node in parents if _reads(node, name, target, parents)]

    def _of_attribute(self, target: nodes.Attribute, assignment: Assignment) -> Optional[List[Use]]:
        """The uses of `self.name` that is set once in its module and read in its own class only."""
        function = assignment.place.scope.function
        cls = function.cls if function is not None else None
        name = target.attr.value
        if function is None or cls is None or not isinstance(target.value, nodes.Name):
            return None
        if target.value.value != function.receiver or self._facts.instances.times_set(name) != 1:
            return None
        if self._facts.instances.set_by_text(name):
            return None
        found: List[Use] = []
        for whole, place, _ in self._facts.attributes:
            node = link(whole, name)
            if node is None or node is target:
                continue
            method = place.scope.function
            if method is None or method.cls is not cls or not isinstance(node.value, nodes.Name):
                return None
            if node.value.value != method.receiver:
                return None
            parents = self._within(method.node)
            found.append(self._use(node, parents) if node in parents else Use(OTHER, name))
        return found

    def _use(self, node: nodes.Node, parents: Dict[nodes.Node, nodes.Node]) -> Use:
        """How an expression is read by what is around it."""
        listed = False
        parent = parents[node]
        while isinstance(parent, (nodes.IfExp, nodes.Element, nodes.Tuple, nodes.List)):
            if isinstance(parent, nodes.IfExp) and parent.test is node:
                return Use(OTHER, "")
            listed = listed or isinstance(parent, nodes.Element)
            node, parent = parent, parents[parent]
        text = self._text(parent)
        if isinstance(parent, nodes.Arg):
            return self._argument(parent, parents[parent], listed)
        if listed:
            return Use(OTHER, text)
        if isinstance(parent, nodes.BinaryOperation):
            return Use(OPERAND, text)
        if isinstance(parent, nodes.UnaryOperation) and not isinstance(parent.operator, ast.Not):
            return Use(OPERAND, text)
        if isinstance(parent, nodes.AugAssign) and parent.value is node:
            return Use(OPERAND, text)
        if isinstance(parent, nodes.Subscript) and parent.value is node:
            return Use(SUBSCRIPT, text)
        if isinstance(parent, nodes.Attribute) and parent.value is node:
            around = parents[parent]
            called = isinstance(around, nodes.Call) and around.func is parent
            return Use(METHOD if called else ATTRIBUTE, self._text(around) if called else text, parent.attr.value)
        return Use(OTHER, text)

    def _argument(self, arg: nodes.Arg, call: nodes.Node, listed: bool) -> Use:
        raw = self._raw(call)
        if raw is None or not isinstance(call, nodes.Call) or arg.star:
            return Use(OTHER, "")
        parameter = arg.keyword.value if arg.keyword is not None else str(call.args.index(arg))
        ref = self._facts.names.resolve(call.func, raw.place, raw.order)
        if ref is None or not ref.sure:
            ref = self._facts.instances.of(call.func, raw.place, raw.order)
        known = ref is not None and ref.name is not None and ref.name not in self._facts.patched
        name = ref.name or "" if ref is not None and known else ""
        method = call.func.attr.value if isinstance(call.func, nodes.Attribute) and not known else ""
        made = ref is not None and ref.instance
        return Use(ARGUMENT, self._text(call), name, made, parameter, listed, method)

    # -- where things stand

    def parents(self, scope: Scope) -> Mapping[nodes.Node, nodes.Node]:
        """From each node of the function that a scope is in, or of the module, to the one around it."""
        return self._within(self._root(scope))

    def _root(self, scope: Scope) -> Optional[nodes.Node]:
        """The function around a scope; None for the module."""
        each: Optional[Scope] = scope
        while each is not None and each.kind != "function":
            each = each.parent
        return each.function.node if each is not None and each.function is not None else None

    def _within(self, root: Optional[nodes.Node]) -> Dict[nodes.Node, nodes.Node]:
        """From each node of a function, or of the module, to the one around it."""
        tree = root if root is not None else self._tree
        if tree not in self._parents:
            parents: Dict[nodes.Node, nodes.Node] = {}
            pending: List[nodes.Node] = [tree]
            while pending:
                node = pending.pop()
                children = node.children
                parents.update((child, node) for child in children)
                pending.extend(children)
            self._parents[tree] = parents
        return self._parents[tree]

    def _index(self) -> Dict[nodes.Node, RawCall]:
        if self._raws is None:
            self._raws = {raw.node: raw for raw in self._facts.raw_calls}
            self._given = {arg.value: raw.node for raw in self._facts.raw_calls for arg in raw.node.args}
        return self._raws

    def _raw(self, node: nodes.Node) -> Optional[RawCall]:
        return self._index().get(node)

    def _text(self, node: nodes.Node) -> str:
        if not isinstance(node, (nodes.Expression, nodes.AugAssign)):
            return ""
        text = self._facts.code(node)
        return text if len(text) <= 60 else f"{text[:57]}..."


def _reads(node: nodes.Node, name: str, target: nodes.Name, parents: Dict[nodes.Node, nodes.Node]) -> bool:
    """Whether a node is this name as an expression, and not the name of an attribute or of a keyword."""
    if not isinstance(node, nodes.Name) or node.value != name or node is target:
        return False
    around = parents[node]
    return not (isinstance(around, nodes.Attribute) and around.attr is node) and not (
        isinstance(around, nodes.Arg) and around.keyword is node
    )


def link(chain: nodes.Attribute, name: str) -> Optional[nodes.Attribute]:
    """`self.name` of `self.name.shape`: the part of a chain of attributes that ends in a name."""
    node: nodes.Expression = chain
    while isinstance(node, nodes.Attribute):
        if node.attr.value == name:
            return node
        node = node.value
    return None


def _inside(scope: Scope, outer: Scope) -> bool:
    return outer in _around(scope)


def _around(scope: Scope) -> Iterator[Scope]:
    each = scope.parent
    while each is not None:
        yield each
        each = each.parent
