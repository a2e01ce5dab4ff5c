"""Makes our tree of libcst's: for grammar that is newer than the running Python. The same text gives the same tree."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from mslint.model import Span, computable
from mslint.syntax import nodes


def lowered(tree: cst.Module) -> nodes.Module:
    """Raises RecursionError where the tree is deeper than the running Python lets calls nest."""
    places = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)
    return Lowering(places).module(tree)


def read(text: str) -> nodes.Module:
    """The tree of a text; raises libcst.ParserSyntaxError."""
    return lowered(cst.parse_module(text))


_OPERATORS: Dict[str, Callable[[], Any]] = {
    "Add": ast.Add, "Subtract": ast.Sub, "Multiply": ast.Mult, "Divide": ast.Div, "FloorDivide": ast.FloorDiv,
    "Modulo": ast.Mod, "Power": ast.Pow, "MatrixMultiply": ast.MatMult, "LeftShift": ast.LShift,
    "RightShift": ast.RShift, "BitAnd": ast.BitAnd, "BitOr": ast.BitOr, "BitXor": ast.BitXor,
    "And": ast.And, "Or": ast.Or, "Not": ast.Not, "Minus": ast.USub, "Plus": ast.UAdd, "BitInvert": ast.Invert,
    "Equal": ast.Eq, "NotEqual": ast.NotEq, "LessThan": ast.Lt, "LessThanEqual": ast.LtE, "GreaterThan": ast.Gt,
    "GreaterThanEqual": ast.GtE, "In": ast.In, "NotIn": ast.NotIn, "Is": ast.Is, "IsNot": ast.IsNot,
}  # fmt: skip


def _operator(node: cst.CSTNode) -> Any:
    name = node.__class__.__name__
    return _OPERATORS[name if name in _OPERATORS else name[: -len("Assign")]]()


def _dotted(node: Any) -> str:
    parts: List[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    parts.append(node.value)
    return ".".join(reversed(parts))


class Lowering:
    """The nodes of libcst, each by the method of its name."""

    def __init__(self, places: Mapping[cst.CSTNode, CodeRange]) -> None:
        self._places = places

    def module(self, tree: cst.Module) -> nodes.Module:
        return nodes.Module(self._statements(tree.body))

    def _at(self, node: cst.CSTNode) -> Span:
        place = self._places[node]
        return Span(place.start.line, place.start.column + 1, place.end.line, place.end.column + 1)

    def _statements(self, body: Sequence[Any]) -> Tuple[nodes.Node, ...]:
        found: List[nodes.Node] = []
        for each in body:
            inside = each.body if isinstance(each, cst.SimpleStatementLine) else (each,)
            found.extend(self._node(part) for part in inside)
        return tuple(found)

    def _block(self, body: Any) -> nodes.Block:
        return nodes.Block(self._statements(body.body))

    def _rest(self, orelse: Any) -> Any:
        """The block of an `else`, or the `if` of an `elif`; of `else: if` the same."""
        if orelse is None:
            return None
        if isinstance(orelse, cst.If):
            return self._node(orelse)
        return self._block(orelse.body)

    def _node(self, node: Any) -> Any:
        make = getattr(self, f"_{node.__class__.__name__}", None)
        return make(node) if make is not None else nodes.Opaque(self._at(node))

    def _maybe(self, node: Any) -> Any:
        return None if node is None else self._node(node)

    def _all(self, values: Sequence[Any]) -> Tuple[Any, ...]:
        return tuple([self._node(each) for each in values])

    # -- expressions

    def _Name(self, node: cst.Name) -> nodes.Expression:
        return nodes.Name(self._at(node), node.value)

    def _Integer(self, node: Any) -> nodes.Expression:
        try:
            value = ast.literal_eval(node.value)
        except (ValueError, SyntaxError):  # more digits than this Python takes
            value = None
        return nodes.Constant(self._at(node), value) if computable(value) else nodes.Opaque(self._at(node))

    _Float = _Integer

    def _Ellipsis(self, node: cst.Ellipsis) -> nodes.Expression:
        return nodes.Ellipsis(self._at(node))

    def _SimpleString(self, node: cst.SimpleString) -> nodes.Expression:
        return nodes.Constant(self._at(node), node.evaluated_value)

    def _ConcatenatedString(self, node: cst.ConcatenatedString) -> nodes.Expression:
        written: List[Any] = []
        pending: List[Any] = [node]
        while pending:
            each = pending.pop()
            if isinstance(each, cst.ConcatenatedString):
                pending += [each.right, each.left]
            else:
                written.append(each)
        if all(isinstance(each, cst.SimpleString) for each in written):
            values = [each.evaluated_value for each in written]
            return nodes.Constant(self._at(node), values[0][:0].join(values))
        parts: List[nodes.FormattedStringPart] = []
        for each in written:
            if isinstance(each, cst.SimpleString):
                parts.append(nodes.FormattedStringText(str(each.evaluated_value)))
            else:
                parts.extend(self._parts(getattr(each, "parts", ())))
        return nodes.FormattedString(self._at(node), _joined(parts))

    def _FormattedString(self, node: cst.FormattedString) -> nodes.Expression:
        return nodes.FormattedString(self._at(node), _joined(self._parts(node.parts)))

    def _parts(self, parts: Sequence[Any]) -> List[nodes.FormattedStringPart]:
        found: List[nodes.FormattedStringPart] = []
        for part in parts:
            if isinstance(part, cst.FormattedStringText):
                found.append(nodes.FormattedStringText(part.value.replace("{{", "{").replace("}}", "}")))
            else:
                inside = _joined(self._parts(part.format_spec or ()))
                if part.equal is not None:
                    found.append(nodes.FormattedStringText("="))
                found.append(nodes.FormattedStringExpression(self._node(part.expression), inside))
        return found

    def _Attribute(self, node: cst.Attribute) -> nodes.Expression:
        return nodes.Attribute(self._at(node), self._node(node.value), nodes.Name(None, node.attr.value))

    def _Arg(self, node: cst.Arg) -> nodes.Arg:
        keyword = None if node.keyword is None else nodes.Name(None, node.keyword.value)
        return nodes.Arg(self._node(node.value), keyword, node.star)

    def _Call(self, node: cst.Call) -> nodes.Expression:
        return nodes.Call(self._at(node), self._node(node.func), self._all(node.args))

    def _Subscript(self, node: cst.Subscript) -> nodes.Expression:
        parts = [each.slice for each in node.slice]
        written = parts[0].value if len(parts) == 1 and isinstance(parts[0], cst.Index) else None
        if isinstance(written, cst.Tuple) and written.elements:
            # `x[(a, b)]` is `x[a, b]`
            inside = [nodes.Index(self._node(each.value)) for each in written.elements]
        else:
            inside = [self._node(part) for part in parts]
        elements = tuple([nodes.SubscriptElement(part) for part in inside])
        return nodes.Subscript(self._at(node), self._node(node.value), elements)

    def _Index(self, node: cst.Index) -> nodes.Index:
        return nodes.Index(self._node(node.value))

    def _Slice(self, node: cst.Slice) -> nodes.Slice:
        return nodes.Slice(self._maybe(node.lower), self._maybe(node.upper), self._maybe(node.step))

    def _UnaryOperation(self, node: cst.UnaryOperation) -> nodes.Expression:
        return nodes.UnaryOperation(self._at(node), _operator(node.operator), self._node(node.expression))

    def _BinaryOperation(self, node: cst.BinaryOperation) -> nodes.Expression:
        left, right = self._node(node.left), self._node(node.right)
        return nodes.BinaryOperation(self._at(node), left, _operator(node.operator), right)

    def _BooleanOperation(self, node: cst.BooleanOperation) -> nodes.Expression:
        left, right = self._node(node.left), self._node(node.right)
        return nodes.BooleanOperation(self._at(node), left, _operator(node.operator), right)

    def _Comparison(self, node: cst.Comparison) -> nodes.Expression:
        targets = [
            nodes.ComparisonTarget(_operator(each.operator), self._node(each.comparator)) for each in node.comparisons
        ]
        return nodes.Comparison(self._at(node), self._node(node.left), tuple(targets))

    def _IfExp(self, node: cst.IfExp) -> nodes.Expression:
        return nodes.IfExp(self._at(node), self._node(node.body), self._node(node.test), self._node(node.orelse))

    def _NamedExpr(self, node: cst.NamedExpr) -> nodes.Expression:
        return nodes.NamedExpr(self._at(node), self._node(node.target), self._node(node.value))

    def _Element(self, node: cst.Element) -> nodes.Element:
        return nodes.Element(self._node(node.value))

    def _StarredElement(self, node: cst.StarredElement) -> nodes.StarredElement:
        return nodes.StarredElement(self._at(node), self._node(node.value))

    def _Tuple(self, node: cst.Tuple) -> nodes.Expression:
        return nodes.Tuple(self._at(node), self._all(node.elements))

    def _List(self, node: cst.List) -> nodes.Expression:
        return nodes.List(self._at(node), self._all(node.elements))

    def _Set(self, node: cst.Set) -> nodes.Expression:
        return nodes.Set(self._at(node), self._all(node.elements))

    def _DictElement(self, node: cst.DictElement) -> nodes.DictElement:
        return nodes.DictElement(self._node(node.key), self._node(node.value))

    def _StarredDictElement(self, node: cst.StarredDictElement) -> nodes.StarredDictElement:
        return nodes.StarredDictElement(self._node(node.value))

    def _Dict(self, node: cst.Dict) -> nodes.Expression:
        return nodes.Dict(self._at(node), self._all(node.elements))

    def _CompFor(self, node: cst.CompFor) -> nodes.CompFor:
        tests = tuple([nodes.CompIf(self._node(each.test)) for each in node.ifs])
        inner = None if node.inner_for_in is None else self._CompFor(node.inner_for_in)
        return nodes.CompFor(self._node(node.target), self._node(node.iter), tests, inner)

    def _ListComp(self, node: cst.ListComp) -> nodes.Expression:
        return nodes.ListComp(self._at(node), self._node(node.elt), self._CompFor(node.for_in))

    def _SetComp(self, node: cst.SetComp) -> nodes.Expression:
        return nodes.SetComp(self._at(node), self._node(node.elt), self._CompFor(node.for_in))

    def _GeneratorExp(self, node: cst.GeneratorExp) -> nodes.Expression:
        return nodes.GeneratorExp(self._at(node), self._node(node.elt), self._CompFor(node.for_in))

    def _DictComp(self, node: cst.DictComp) -> nodes.Expression:
        key, value = self._node(node.key), self._node(node.value)
        return nodes.DictComp(self._at(node), key, value, self._CompFor(node.for_in))

    def _Param(self, node: cst.Param) -> nodes.Param:
        annotation = None if node.annotation is None else self._node(node.annotation.annotation)
        return nodes.Param(nodes.Name(None, node.name.value), annotation, self._maybe(node.default))

    def _Parameters(self, node: cst.Parameters) -> nodes.Parameters:
        return nodes.Parameters(
            self._all(node.posonly_params),
            self._all(node.params),
            self._Param(node.star_arg) if isinstance(node.star_arg, cst.Param) else None,
            self._all(node.kwonly_params),
            self._maybe(node.star_kwarg),
        )

    def _Lambda(self, node: cst.Lambda) -> nodes.Expression:
        return nodes.Lambda(self._at(node), self._Parameters(node.params), self._node(node.body))

    def _Await(self, node: cst.Await) -> nodes.Expression:
        return nodes.Await(self._at(node), self._node(node.expression))

    def _Yield(self, node: cst.Yield) -> nodes.Expression:
        value = node.value.item if isinstance(node.value, cst.From) else node.value
        return nodes.Yield(self._at(node), self._maybe(value))

    # -- statements

    def _Expr(self, node: cst.Expr) -> nodes.Node:
        return nodes.Expr(self._node(node.value))

    def _Assign(self, node: cst.Assign) -> nodes.Node:
        targets = tuple([nodes.AssignTarget(self._node(each.target)) for each in node.targets])
        return nodes.Assign(self._at(node), targets, self._node(node.value))

    def _AnnAssign(self, node: cst.AnnAssign) -> nodes.Node:
        target, annotation = self._node(node.target), self._node(node.annotation.annotation)
        return nodes.AnnAssign(self._at(node), target, annotation, self._maybe(node.value))

    def _AugAssign(self, node: cst.AugAssign) -> nodes.Node:
        target = self._node(node.target)
        return nodes.AugAssign(self._at(node), target, _operator(node.operator), self._node(node.value))

    def _Assert(self, node: cst.Assert) -> nodes.Node:
        return nodes.Assert(self._node(node.test), self._maybe(node.msg))

    def _Raise(self, node: cst.Raise) -> nodes.Node:
        return nodes.Raise(self._maybe(node.exc), None if node.cause is None else self._node(node.cause.item))

    def _Return(self, node: cst.Return) -> nodes.Node:
        return nodes.Return(self._maybe(node.value))

    def _Del(self, node: cst.Del) -> nodes.Node:
        return nodes.Del(self._node(node.target))

    def _Pass(self, node: cst.Pass) -> nodes.Node:
        return nodes.Pass()

    def _Break(self, node: cst.Break) -> nodes.Node:
        return nodes.Break()

    def _Continue(self, node: cst.Continue) -> nodes.Node:
        return nodes.Continue()

    def _Global(self, node: Any) -> nodes.Node:
        return nodes.Redirection(tuple([each.name.value for each in node.names]))

    _Nonlocal = _Global

    def _aliases(self, names: Sequence[cst.ImportAlias]) -> Tuple[nodes.Alias, ...]:
        return tuple(
            [
                nodes.Alias(_dotted(each.name), None if each.asname is None else _dotted(each.asname.name))
                for each in names
            ]
        )

    def _Import(self, node: cst.Import) -> nodes.Node:
        return nodes.Import(self._at(node), self._aliases(node.names))

    def _ImportFrom(self, node: cst.ImportFrom) -> nodes.Node:
        module = "." * len(node.relative) + ("" if node.module is None else _dotted(node.module))
        names = () if isinstance(node.names, cst.ImportStar) else self._aliases(node.names)
        return nodes.ImportFrom(self._at(node), module, names)

    def _If(self, node: cst.If) -> nodes.Node:
        rest = self._rest(node.orelse)
        if isinstance(rest, nodes.Block) and len(rest.body) == 1 and isinstance(rest.body[0], nodes.If):
            rest = rest.body[0]
        return nodes.If(self._node(node.test), self._block(node.body), rest)

    def _While(self, node: cst.While) -> nodes.Node:
        return nodes.While(self._node(node.test), self._block(node.body), self._rest(node.orelse))

    def _For(self, node: cst.For) -> nodes.Node:
        target, source = self._node(node.target), self._node(node.iter)
        return nodes.For(target, source, self._block(node.body), self._rest(node.orelse))

    def _With(self, node: cst.With) -> nodes.Node:
        items = [
            nodes.WithItem(self._node(each.item), None if each.asname is None else self._node(each.asname.name))
            for each in node.items
        ]
        return nodes.With(tuple(items), self._block(node.body))

    def _Try(self, node: Any) -> nodes.Node:
        handlers = [
            nodes.ExceptHandler(
                self._maybe(each.type),
                None if each.name is None else nodes.Name(None, each.name.name.value),
                self._block(each.body),
            )
            for each in node.handlers
        ]
        final = None if node.finalbody is None else self._block(node.finalbody.body)
        return nodes.Try(self._block(node.body), tuple(handlers), self._rest(node.orelse), final)

    _TryStar = _Try

    def _Match(self, node: cst.Match) -> nodes.Node:
        cases = [
            nodes.MatchCase(self._pattern(each.pattern), self._maybe(each.guard), self._block(each.body))
            for each in node.cases
        ]
        return nodes.Match(self._node(node.subject), tuple(cases))

    def _pattern(self, node: Any) -> nodes.Node:
        kind = node.__class__.__name__
        if kind == "MatchValue":
            return nodes.MatchValue(self._node(node.value))
        if kind == "MatchAs" and node.name is not None:
            inside = None if node.pattern is None else self._pattern(node.pattern)
            return nodes.MatchCapture(inside, nodes.Name(None, node.name.value))
        if kind == "MatchStar" and node.name is not None:
            return nodes.MatchCapture(None, nodes.Name(None, node.name.value))
        if kind in ("MatchList", "MatchTuple"):
            values = [getattr(each, "value", each) if _wraps(each) else each for each in node.patterns]
            return nodes.MatchParts(tuple([self._pattern(each) for each in values]))
        if kind == "MatchOr":
            return nodes.MatchParts(tuple([self._pattern(each.pattern) for each in node.patterns]))
        if kind == "MatchMapping":
            parts: List[nodes.Node] = []
            for element in node.elements:
                parts += [self._node(element.key), self._pattern(element.pattern)]
            if node.rest is not None:
                parts.append(nodes.MatchCapture(None, nodes.Name(None, node.rest.value)))
            return nodes.MatchParts(tuple(parts))
        if kind == "MatchClass":
            patterns = [each.value for each in node.patterns] + [each.pattern for each in node.kwds]
            return nodes.MatchParts((self._node(node.cls), *[self._pattern(each) for each in patterns]))
        return nodes.MatchParts(())

    # -- definitions

    def _decorators(self, node: Any) -> Tuple[Any, ...]:
        return tuple([self._node(each.decorator) for each in node.decorators])

    def _head(self, node: Any) -> Span:
        """Where a definition begins without its decorators, as `ast` counts it."""
        at = self._at(node)
        if not node.decorators:
            return at
        first = self._at(node.asynchronous if getattr(node, "asynchronous", None) else node.name)
        column = self._at(node.decorators[0]).column
        return Span(first.line, column, at.end_line, at.end_column)

    def _FunctionDef(self, node: cst.FunctionDef) -> nodes.Node:
        return nodes.FunctionDef(
            self._head(node),
            nodes.Name(None, node.name.value),
            self._Parameters(node.params),
            self._block(node.body),
            self._decorators(node),
            None if node.returns is None else self._node(node.returns.annotation),
            node.asynchronous is not None,
        )

    def _ClassDef(self, node: cst.ClassDef) -> nodes.Node:
        return nodes.ClassDef(
            self._head(node),
            nodes.Name(None, node.name.value),
            self._all(node.bases),
            self._all(node.keywords),
            self._block(node.body),
            self._decorators(node),
        )


def _wraps(element: Any) -> bool:
    return bool(element.__class__.__name__ == "MatchSequenceElement")


def _joined(parts: Sequence[nodes.FormattedStringPart]) -> Tuple[nodes.FormattedStringPart, ...]:
    """Pieces of text beside each other as one, and none that are empty."""
    found: List[nodes.FormattedStringPart] = []
    for part in parts:
        last: Optional[nodes.FormattedStringPart] = found[-1] if found else None
        if isinstance(part, nodes.FormattedStringText):
            if isinstance(last, nodes.FormattedStringText):
                found[-1] = nodes.FormattedStringText(last.value + part.value)
                continue
            if not part.value:
                continue
        found.append(part)
    return tuple(found)
