"""Code as libcst nodes, for rules that want to look at it themselves: parsed when asked for, from its own text.

Knows which call of mslint's a node of libcst is, and where a node stands; imports libcst with the first node."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional, Tuple, Type, TypeVar

from mslint.errors import NodeError, NoNode
from mslint.model import Span
from mslint.syntax import node as libcst_nodes
from mslint.syntax import nodes
from mslint.syntax.statements import span_of, statements_around, whole_span

if TYPE_CHECKING:
    import libcst as cst

    from mslint.facts.module import Facts

Kind = TypeVar("Kind")


class _Owner(NamedTuple):
    """A node that was parsed alone: what it was made of, where that stands, and the module around it in positions."""

    root: cst.CSTNode
    of: Optional[nodes.Node]  # the same in our tree, where that is known
    span: Span
    around: cst.Module
    begin: Tuple[int, int]  # where the root begins in that module


class Shown:
    """The libcst nodes of one module."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._owners: Dict[Tuple[bool, Span], _Owner] = {}  # expressions and others
        self._counted = 0  # how many owners those below are from
        self._owner_by: Dict[int, _Owner] = {}  # by the identity of libcst's node
        self._calls: Dict[int, nodes.Call] = {}  # likewise
        self._positions: Dict[int, Mapping[cst.CSTNode, Any]] = {}  # by the identity of the module around

    def call(self, node: nodes.Call) -> cst.Call:
        import libcst as cst

        return _as(cst.Call, self._expression(node).root)

    def class_definition(self, node: nodes.Node) -> cst.ClassDef:
        import libcst as cst

        return _as(cst.ClassDef, self._definition(node).root)

    def function(self, node: nodes.Node) -> cst.FunctionDef:
        import libcst as cst

        return _as(cst.FunctionDef, self._definition(node).root)

    def statement(self, node: nodes.Node) -> cst.CSTNode:
        """The innermost statement that an expression is part of."""
        around = statements_around(self._facts.source, self._facts.span(node))
        if not around:
            raise NoNode
        return self._statement(whole_span(self._facts.source, around[-1]), None).root

    @cached_property
    def module(self) -> cst.Module:
        parsed = libcst_nodes.module(self._facts.source.text)
        if parsed is None:
            raise NoNode
        span = Span(1, 1, len(self._facts.source.lines) + 1, 1)
        self._owners[False, span] = _Owner(parsed, self._facts.tree, span, parsed, (1, 1))
        return parsed

    def node_of(self, call: cst.Call) -> Optional[nodes.Call]:
        """What a call of libcst's is here; NodeError where it comes from elsewhere."""
        self._owner_of(call)
        return self._calls.get(id(call))

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node of libcst's stands in the file; NodeError where it comes from elsewhere."""
        owner, known = self._owner_of(node), self._calls.get(id(node))
        if known is not None:  # a call, whose place takes no metadata
            return self._facts.span(known)
        at = self._places(owner).get(node)
        if at is None:  # such as a blank, of which libcst keeps no place
            raise NodeError(type(node).__name__)
        start, end = (_moved(each.line, each.column + 1, owner) for each in (at.start, at.end))
        return Span(*start, *end)

    def code(self, node: cst.CSTNode, better: cst.CSTNode) -> str:
        """The code of a node that was made of one, with the indentation of the lines where that one stands."""
        import libcst as cst

        if not isinstance(better, cst.CSTNode):
            raise TypeError(f"what is to stand there is a libcst node, not {type(better).__name__}")
        span = self.span(node)
        # The span leaves out the brackets around the node, so that they must not be written again.
        own = len(getattr(node, "lpar", ()))
        if own and len(getattr(better, "lpar", ())) >= own:
            better = better.with_changes(lpar=better.lpar[own:], rpar=better.rpar[: len(better.rpar) - own])  # type: ignore[attr-defined]
        if isinstance(self._owner_of(node).root, cst.BaseExpression):  # parsed with the indentation that its lines have
            return libcst_nodes.code_of(better)
        around = statements_around(self._facts.source, span)
        line = self._facts.source.lines[whole_span(self._facts.source, around[-1]).line - 1] if around else ""
        return libcst_nodes.code_of(better, line[: len(line) - len(line.lstrip())])

    def _owner_of(self, node: cst.CSTNode) -> _Owner:
        """The owner that a node is in; NodeError where it is in none."""
        import libcst as cst

        for owner in list(self._owners.values())[self._counted :] if id(node) not in self._owner_by else ():
            there = list(libcst_nodes.walk(owner.root))
            self._owner_by.update((id(each), owner) for each in there)
            theirs, ours = [each for each in there if isinstance(each, cst.Call)], self._own_calls(owner)
            if len(theirs) == len(ours):
                self._calls.update((id(one), other) for one, other in zip(theirs, ours))
            self._counted += 1
        if id(node) not in self._owner_by:
            raise NodeError(type(node).__name__)
        return self._owner_by[id(node)]

    def _text(self, span: Span) -> str:
        return libcst_nodes.written(self._facts.source, span)

    def _places(self, owner: _Owner) -> Mapping[cst.CSTNode, Any]:
        from libcst.metadata import MetadataWrapper, PositionProvider

        if id(owner.around) not in self._positions:
            wrapper = MetadataWrapper(owner.around, unsafe_skip_copy=True)
            self._positions[id(owner.around)] = wrapper.resolve(PositionProvider)
        return self._positions[id(owner.around)]

    def _own_calls(self, owner: _Owner) -> List[nodes.Call]:
        """The calls of our tree that are in an owner, in the order of the text."""
        if owner.of is not None:
            return _calls_in(owner.of)
        inside = owner.span
        begin = bisect_left(self._starts, _start(inside))
        end = bisect_right(self._starts, _end(inside))
        there = [self._in_order[at] for at in range(begin, end) if _end(self._in_order[at][1]) <= _end(inside)]
        return [node for _, _, node in sorted(there, key=lambda each: each[0])]

    @cached_property
    def _in_order(self) -> List[Tuple[int, Span, nodes.Call]]:
        """The calls of the file by their places, each with its number in the order of the tree."""
        found = [(number, self._facts.span(each), each) for number, each in enumerate(_calls_in(self._facts.tree))]
        return sorted(found, key=lambda each: _start(each[1]))

    @cached_property
    def _starts(self) -> List[Tuple[int, int]]:
        return [_start(span) for _, span, _ in self._in_order]

    def _expression(self, node: nodes.Expression) -> _Owner:
        span = self._facts.span(node)
        if (True, span) not in self._owners:
            parsed = libcst_nodes.expression(self._text(span))
            if parsed is None:
                raise NoNode
            around = _alone(parsed)
            self._owners[True, span] = _Owner(parsed, node, span, around, (1, 1))
        return self._owners[True, span]

    def _definition(self, node: nodes.Node) -> _Owner:
        """A class or a function, with its decorators."""
        around = statements_around(self._facts.source, self._facts.span(node))
        starting = [each for each in around if span_of(self._facts.source, each) == self._facts.span(node)]
        if not starting:
            raise NoNode
        return self._statement(whole_span(self._facts.source, starting[-1]), node)

    def _statement(self, span: Span, of: Optional[nodes.Node]) -> _Owner:
        if (False, span) not in self._owners:
            indent = self._facts.source.lines[span.line - 1][: span.column - 1]
            parsed = libcst_nodes.statement(self._text(span), "" if indent.strip() else indent)
            if parsed is None:
                raise NoNode
            self._owners[False, span] = _Owner(parsed.node, of, span, parsed.module, parsed.begin)
        return self._owners[False, span]


def _as(kind: Type[Kind], node: object) -> Kind:
    if not isinstance(node, kind):
        raise NoNode
    return node


def _alone(expression: cst.BaseExpression) -> cst.Module:
    import libcst as cst

    return cst.Module([cst.SimpleStatementLine([cst.Expr(expression)])])


def _moved(line: int, column: int, owner: _Owner) -> Tuple[int, int]:
    """A place in the module around an owner, as one in the file."""
    if line == owner.begin[0]:
        column += owner.span.column - owner.begin[1]
    return owner.span.line + line - owner.begin[0], column


def _calls_in(root: nodes.Node) -> List[nodes.Call]:
    """The calls in our tree, which has libcst's shapes and order, from the outside and in the order of the text."""
    found: List[nodes.Call] = []
    pending: List[nodes.Node] = [root]
    while pending:
        each = pending.pop()
        if isinstance(each, nodes.Call):
            found.append(each)
        pending.extend(reversed(each.children))
    return found


def _start(span: Span) -> Tuple[int, int]:
    return span.line, span.column


def _end(span: Span) -> Tuple[int, int]:
    return span.end_line, span.end_column
