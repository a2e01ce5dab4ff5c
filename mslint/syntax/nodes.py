"""The one tree that everything is worked out from: libcst's names and shapes, and only what bears code.

`lower` makes it of `ast` trees, `newer` of libcst's where the running Python does not know the grammar."""

from __future__ import annotations

import ast
from typing import ClassVar, Optional, Union

from mslint.model import Span

# What says where a node stands: an `ast` node in its way of counting, or a span in ours. None where nobody asks.
At = Union[ast.AST, Span, None]


class Node:
    """Compared by identity; `fields` are the parts that are nodes, or tuples of nodes, in source order."""

    __slots__ = ("at",)
    fields: ClassVar[tuple[str, ...]] = ()
    at: At

    @property
    def children(self) -> list[Node]:
        found: list[Node] = []
        for name in self.fields:
            value = getattr(self, name)
            if value.__class__ is tuple:
                found.extend(value)
            elif value is not None:
                found.append(value)
        return found


class Expression(Node):
    __slots__ = ()


class Opaque(Expression):
    """What nobody looks into: complex numbers, declarations of types."""

    __slots__ = ()

    def __init__(self, at: At) -> None:
        self.at = at


class Name(Expression):
    """Also True, False and None."""

    __slots__ = ("value",)

    def __init__(self, at: At, value: str) -> None:
        self.at = at
        self.value = value


class Constant(Expression):
    """A number or a string, also one that is written in several parts."""

    __slots__ = ("value",)

    def __init__(self, at: At, value: object) -> None:
        self.at = at
        self.value = value


class Ellipsis(Expression):
    __slots__ = ()

    def __init__(self, at: At) -> None:
        self.at = at


class FormattedStringText(Node):
    __slots__ = ("value",)

    def __init__(self, value: str) -> None:
        self.at = None
        self.value = value


class FormattedStringExpression(Node):
    __slots__ = ("expression", "format_spec")
    fields = ("expression", "format_spec")

    def __init__(self, expression: Expression, format_spec: tuple[FormattedStringPart, ...]) -> None:
        self.at = None
        self.expression = expression
        self.format_spec = format_spec


FormattedStringPart = Union[FormattedStringText, FormattedStringExpression]


class FormattedString(Expression):
    __slots__ = ("parts",)
    fields = ("parts",)

    def __init__(self, at: At, parts: tuple[FormattedStringPart, ...]) -> None:
        self.at = at
        self.parts = parts


class Attribute(Expression):
    __slots__ = ("value", "attr")
    fields = ("value", "attr")

    def __init__(self, at: At, value: Expression, attr: Name) -> None:
        self.at = at
        self.value = value
        self.attr = attr


class Arg(Node):
    """An argument of a call or of a class; `star` is empty, "*" or "**"."""

    __slots__ = ("value", "keyword", "star")
    fields = ("keyword", "value")

    def __init__(self, value: Expression, keyword: Optional[Name] = None, star: str = "") -> None:
        self.at = None
        self.value = value
        self.keyword = keyword
        self.star = star


class Call(Expression):
    __slots__ = ("func", "args")
    fields = ("func", "args")

    def __init__(self, at: At, func: Expression, args: tuple[Arg, ...]) -> None:
        self.at = at
        self.func = func
        self.args = args


class Index(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Expression) -> None:
        self.at = None
        self.value = value


class Slice(Node):
    __slots__ = ("lower", "upper", "step")
    fields = ("lower", "upper", "step")

    def __init__(self, lower: Optional[Expression], upper: Optional[Expression], step: Optional[Expression]) -> None:
        self.at = None
        self.lower = lower
        self.upper = upper
        self.step = step


class SubscriptElement(Node):
    __slots__ = ("slice",)
    fields = ("slice",)

    def __init__(self, part: Union[Index, Slice]) -> None:
        self.at = None
        self.slice = part


class Subscript(Expression):
    __slots__ = ("value", "slice")
    fields = ("value", "slice")

    def __init__(self, at: At, value: Expression, parts: tuple[SubscriptElement, ...]) -> None:
        self.at = at
        self.value = value
        self.slice = parts


class UnaryOperation(Expression):
    __slots__ = ("operator", "expression")
    fields = ("expression",)

    def __init__(self, at: At, operator: ast.unaryop, expression: Expression) -> None:
        self.at = at
        self.operator = operator
        self.expression = expression


class BinaryOperation(Expression):
    __slots__ = ("left", "operator", "right")
    fields = ("left", "right")

    def __init__(self, at: At, left: Expression, operator: ast.operator, right: Expression) -> None:
        self.at = at
        self.left = left
        self.operator = operator
        self.right = right


class BooleanOperation(Expression):
    """Of two sides: `a and b and c` is one in another."""

    __slots__ = ("left", "operator", "right")
    fields = ("left", "right")

    def __init__(self, at: At, left: Expression, operator: ast.boolop, right: Expression) -> None:
        self.at = at
        self.left = left
        self.operator = operator
        self.right = right


class ComparisonTarget(Node):
    __slots__ = ("operator", "comparator")
    fields = ("comparator",)

    def __init__(self, operator: ast.cmpop, comparator: Expression) -> None:
        self.at = None
        self.operator = operator
        self.comparator = comparator


class Comparison(Expression):
    __slots__ = ("left", "comparisons")
    fields = ("left", "comparisons")

    def __init__(self, at: At, left: Expression, comparisons: tuple[ComparisonTarget, ...]) -> None:
        self.at = at
        self.left = left
        self.comparisons = comparisons


class IfExp(Expression):
    __slots__ = ("body", "test", "orelse")
    fields = ("body", "test", "orelse")

    def __init__(self, at: At, body: Expression, test: Expression, orelse: Expression) -> None:
        self.at = at
        self.body = body
        self.test = test
        self.orelse = orelse


class NamedExpr(Expression):
    __slots__ = ("target", "value")
    fields = ("target", "value")

    def __init__(self, at: At, target: Expression, value: Expression) -> None:
        self.at = at
        self.target = target
        self.value = value


class Element(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Expression) -> None:
        self.at = None
        self.value = value


class StarredElement(Expression):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, at: At, value: Expression) -> None:
        self.at = at
        self.value = value


Elements = tuple[Union[Element, StarredElement], ...]


class _Sequence(Expression):
    __slots__ = ("elements",)
    fields = ("elements",)

    def __init__(self, at: At, elements: Elements) -> None:
        self.at = at
        self.elements = elements


class List(_Sequence):
    __slots__ = ()


class Tuple(_Sequence):
    __slots__ = ()


class Set(_Sequence):
    __slots__ = ()


class DictElement(Node):
    __slots__ = ("key", "value")
    fields = ("key", "value")

    def __init__(self, key: Expression, value: Expression) -> None:
        self.at = None
        self.key = key
        self.value = value


class StarredDictElement(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Expression) -> None:
        self.at = None
        self.value = value


class Dict(Expression):
    __slots__ = ("elements",)
    fields = ("elements",)

    def __init__(self, at: At, elements: tuple[Union[DictElement, StarredDictElement], ...]) -> None:
        self.at = at
        self.elements = elements


class CompIf(Node):
    __slots__ = ("test",)
    fields = ("test",)

    def __init__(self, test: Expression) -> None:
        self.at = None
        self.test = test


class CompFor(Node):
    __slots__ = ("target", "iter", "ifs", "inner_for_in")
    fields = ("target", "iter", "ifs", "inner_for_in")

    def __init__(
        self, target: Expression, source: Expression, ifs: tuple[CompIf, ...], inner_for_in: Optional[CompFor]
    ) -> None:
        self.at = None
        self.target = target
        self.iter = source
        self.ifs = ifs
        self.inner_for_in = inner_for_in


class _Comprehension(Expression):
    __slots__ = ("elt", "for_in")
    fields = ("elt", "for_in")

    def __init__(self, at: At, elt: Expression, for_in: CompFor) -> None:
        self.at = at
        self.elt = elt
        self.for_in = for_in


class ListComp(_Comprehension):
    __slots__ = ()


class SetComp(_Comprehension):
    __slots__ = ()


class GeneratorExp(_Comprehension):
    __slots__ = ()


class DictComp(Expression):
    __slots__ = ("key", "value", "for_in")
    fields = ("key", "value", "for_in")

    def __init__(self, at: At, key: Expression, value: Expression, for_in: CompFor) -> None:
        self.at = at
        self.key = key
        self.value = value
        self.for_in = for_in


class Param(Node):
    __slots__ = ("name", "annotation", "default")
    fields = ("name", "annotation", "default")

    def __init__(self, name: Name, annotation: Optional[Expression], default: Optional[Expression]) -> None:
        self.at = None
        self.name = name
        self.annotation = annotation
        self.default = default


class Parameters(Node):
    __slots__ = ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg")
    fields = ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg")

    def __init__(
        self,
        posonly_params: tuple[Param, ...],
        params: tuple[Param, ...],
        star_arg: Optional[Param],
        kwonly_params: tuple[Param, ...],
        star_kwarg: Optional[Param],
    ) -> None:
        self.at = None
        self.posonly_params = posonly_params
        self.params = params
        self.star_arg = star_arg
        self.kwonly_params = kwonly_params
        self.star_kwarg = star_kwarg


class Lambda(Expression):
    __slots__ = ("params", "body")
    fields = ("params", "body")

    def __init__(self, at: At, params: Parameters, body: Expression) -> None:
        self.at = at
        self.params = params
        self.body = body


class Await(Expression):
    __slots__ = ("expression",)
    fields = ("expression",)

    def __init__(self, at: At, expression: Expression) -> None:
        self.at = at
        self.expression = expression


class Yield(Expression):
    """Also `yield from`."""

    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, at: At, value: Optional[Expression]) -> None:
        self.at = at
        self.value = value


# -- statements: those of one line stand beside the others, and a block is a node of its own


class Block(Node):
    __slots__ = ("body",)
    fields = ("body",)

    def __init__(self, body: tuple[Node, ...]) -> None:
        self.at = None
        self.body = body


class Module(Block):
    __slots__ = ()


class Expr(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Expression) -> None:
        self.at = None
        self.value = value


class AssignTarget(Node):
    __slots__ = ("target",)
    fields = ("target",)

    def __init__(self, target: Expression) -> None:
        self.at = None
        self.target = target


class Assign(Node):
    __slots__ = ("targets", "value")
    fields = ("targets", "value")

    def __init__(self, at: At, targets: tuple[AssignTarget, ...], value: Expression) -> None:
        self.at = at
        self.targets = targets
        self.value = value


class AnnAssign(Node):
    __slots__ = ("target", "annotation", "value")
    fields = ("target", "annotation", "value")

    def __init__(self, at: At, target: Expression, annotation: Expression, value: Optional[Expression]) -> None:
        self.at = at
        self.target = target
        self.annotation = annotation
        self.value = value


class AugAssign(Node):
    __slots__ = ("target", "operator", "value")
    fields = ("target", "value")

    def __init__(self, at: At, target: Expression, operator: ast.operator, value: Expression) -> None:
        self.at = at
        self.target = target
        self.operator = operator
        self.value = value


class Assert(Node):
    __slots__ = ("test", "msg")
    fields = ("test", "msg")

    def __init__(self, test: Expression, msg: Optional[Expression]) -> None:
        self.at = None
        self.test = test
        self.msg = msg


class Raise(Node):
    __slots__ = ("exc", "cause")
    fields = ("exc", "cause")

    def __init__(self, exc: Optional[Expression], cause: Optional[Expression]) -> None:
        self.at = None
        self.exc = exc
        self.cause = cause


class Return(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Optional[Expression]) -> None:
        self.at = None
        self.value = value


class Del(Node):
    __slots__ = ("target",)
    fields = ("target",)

    def __init__(self, target: Expression) -> None:
        self.at = None
        self.target = target


class Pass(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.at = None


class Break(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.at = None


class Continue(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.at = None


class Redirection(Node):
    """`global` or `nonlocal`."""

    __slots__ = ("names",)

    def __init__(self, names: tuple[str, ...]) -> None:
        self.at = None
        self.names = names


class Alias(Node):
    __slots__ = ("name", "asname")

    def __init__(self, name: str, asname: Optional[str]) -> None:
        self.at = None
        self.name = name
        self.asname = asname


class Import(Node):
    __slots__ = ("names",)

    def __init__(self, at: At, names: tuple[Alias, ...]) -> None:
        self.at = at
        self.names = names


class ImportFrom(Node):
    """`module` begins with the dots; of `import *` there are no names."""

    __slots__ = ("module", "names")

    def __init__(self, at: At, module: str, names: tuple[Alias, ...]) -> None:
        self.at = at
        self.module = module
        self.names = names


class If(Node):
    __slots__ = ("test", "body", "orelse")
    fields = ("test", "body", "orelse")

    def __init__(self, test: Expression, body: Block, orelse: Union[Block, If, None]) -> None:
        self.at = None
        self.test = test
        self.body = body
        self.orelse = orelse


class While(Node):
    __slots__ = ("test", "body", "orelse")
    fields = ("test", "body", "orelse")

    def __init__(self, test: Expression, body: Block, orelse: Optional[Block]) -> None:
        self.at = None
        self.test = test
        self.body = body
        self.orelse = orelse


class For(Node):
    __slots__ = ("target", "iter", "body", "orelse")
    fields = ("target", "iter", "body", "orelse")

    def __init__(self, target: Expression, source: Expression, body: Block, orelse: Optional[Block]) -> None:
        self.at = None
        self.target = target
        self.iter = source
        self.body = body
        self.orelse = orelse


class WithItem(Node):
    __slots__ = ("item", "target")
    fields = ("item", "target")

    def __init__(self, item: Expression, target: Optional[Expression]) -> None:
        self.at = None
        self.item = item
        self.target = target


class With(Node):
    __slots__ = ("items", "body")
    fields = ("items", "body")

    def __init__(self, items: tuple[WithItem, ...], body: Block) -> None:
        self.at = None
        self.items = items
        self.body = body


class ExceptHandler(Node):
    __slots__ = ("type", "name", "body")
    fields = ("type", "name", "body")

    def __init__(self, kind: Optional[Expression], name: Optional[Name], body: Block) -> None:
        self.at = None
        self.type = kind
        self.name = name
        self.body = body


class Try(Node):
    """Also with `except*`."""

    __slots__ = ("body", "handlers", "orelse", "finalbody")
    fields = ("body", "handlers", "orelse", "finalbody")

    def __init__(
        self, body: Block, handlers: tuple[ExceptHandler, ...], orelse: Optional[Block], finalbody: Optional[Block]
    ) -> None:
        self.at = None
        self.body = body
        self.handlers = handlers
        self.orelse = orelse
        self.finalbody = finalbody


class MatchValue(Node):
    __slots__ = ("value",)
    fields = ("value",)

    def __init__(self, value: Expression) -> None:
        self.at = None
        self.value = value


class MatchCapture(Node):
    """A pattern that binds a name: `x`, `... as x`, `*x`, `**x`; `_` binds none."""

    __slots__ = ("pattern", "name")
    fields = ("pattern", "name")

    def __init__(self, pattern: Optional[Node], name: Name) -> None:
        self.at = None
        self.pattern = pattern
        self.name = name


class MatchParts(Node):
    """Any other pattern, with what is in it."""

    __slots__ = ("parts",)
    fields = ("parts",)

    def __init__(self, parts: tuple[Node, ...]) -> None:
        self.at = None
        self.parts = parts


class MatchCase(Node):
    __slots__ = ("pattern", "guard", "body")
    fields = ("pattern", "guard", "body")

    def __init__(self, pattern: Node, guard: Optional[Expression], body: Block) -> None:
        self.at = None
        self.pattern = pattern
        self.guard = guard
        self.body = body


class Match(Node):
    __slots__ = ("subject", "cases")
    fields = ("subject", "cases")

    def __init__(self, subject: Expression, cases: tuple[MatchCase, ...]) -> None:
        self.at = None
        self.subject = subject
        self.cases = cases


class FunctionDef(Node):
    __slots__ = ("name", "params", "body", "decorators", "returns", "asynchronous")
    fields = ("decorators", "name", "params", "returns", "body")

    def __init__(
        self,
        at: At,
        name: Name,
        params: Parameters,
        body: Block,
        decorators: tuple[Expression, ...],
        returns: Optional[Expression],
        asynchronous: bool,
    ) -> None:
        self.at = at
        self.name = name
        self.params = params
        self.body = body
        self.decorators = decorators
        self.returns = returns
        self.asynchronous = asynchronous


class ClassDef(Node):
    __slots__ = ("name", "bases", "keywords", "body", "decorators")
    fields = ("decorators", "name", "bases", "keywords", "body")

    def __init__(
        self,
        at: At,
        name: Name,
        bases: tuple[Arg, ...],
        keywords: tuple[Arg, ...],
        body: Block,
        decorators: tuple[Expression, ...],
    ) -> None:
        self.at = at
        self.name = name
        self.bases = bases
        self.keywords = keywords
        self.body = body
        self.decorators = decorators
