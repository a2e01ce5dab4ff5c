"""Makes our tree of an `ast` tree, which is the cheap way and the usual one; loses nothing that somebody asks for."""

from __future__ import annotations

import ast
import sys
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from mslint.model import computable
from mslint.syntax import nodes

Expr = nodes.Expression


def lower(tree: ast.Module) -> nodes.Module:
    """Raises RecursionError where the tree is deeper than the running Python lets calls nest."""
    return nodes.Module(_statements(tree.body))


def lower_expression(node: ast.expr) -> Expr:
    return _MAKE[node.__class__](node)  # type: ignore[no-any-return]


def _statements(body: Sequence[ast.stmt]) -> Tuple[nodes.Node, ...]:
    make = _MAKE
    return tuple([make.get(each.__class__, _opaque)(each) for each in body])


def _block(body: Sequence[ast.stmt]) -> nodes.Block:
    make = _MAKE
    return nodes.Block(tuple([make.get(each.__class__, _opaque)(each) for each in body]))


def _rest(body: Sequence[ast.stmt]) -> Optional[nodes.Block]:
    return _block(body) if body else None


def _maybe(node: Optional[ast.expr]) -> Optional[Expr]:
    return None if node is None else _MAKE[node.__class__](node)


def _opaque(node: ast.AST) -> nodes.Opaque:
    return nodes.Opaque(node)


# -- expressions


def _name(node: ast.Name) -> Expr:
    return nodes.Name(node, node.id)


def _constant(node: ast.Constant) -> Expr:
    value = node.value
    if value is None or value is True or value is False:
        return nodes.Name(node, repr(value))
    if value is ...:
        return nodes.Ellipsis(node)
    if value.__class__ is complex or value.__class__ is int and not computable(value):
        return nodes.Opaque(node)
    return nodes.Constant(node, value)


def _attribute(node: ast.Attribute) -> Expr:
    value = node.value
    return nodes.Attribute(node, _MAKE[value.__class__](value), nodes.Name(None, node.attr))


def _call(node: ast.Call) -> Expr:
    func = node.func
    return nodes.Call(node, _MAKE[func.__class__](func), _arguments(node.args, node.keywords))


def _arguments(args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Tuple[nodes.Arg, ...]:
    make = _MAKE
    starred = False
    found: List[nodes.Arg] = []
    for arg in args:
        if arg.__class__ is ast.Starred:
            starred = True
            value = arg.value
            found.append(nodes.Arg(make[value.__class__](value), None, "*"))
        else:
            found.append(nodes.Arg(make[arg.__class__](arg)))
    if keywords:
        for keyword in keywords:
            value = keyword.value
            if keyword.arg is None:
                found.append(nodes.Arg(make[value.__class__](value), None, "**"))
            else:
                found.append(nodes.Arg(make[value.__class__](value), nodes.Name(None, keyword.arg)))
        if starred:  # `*args` may stand behind a keyword
            places = [*args, *(keyword.value for keyword in keywords)]
            order = sorted(range(len(found)), key=lambda index: (places[index].lineno, places[index].col_offset))
            found = [found[index] for index in order]
    return tuple(found)


def _subscript(node: ast.Subscript) -> Expr:
    inside = node.slice
    # `x[a, b]` has several, `x[()]` one that is empty.
    parts = inside.elts if inside.__class__ is ast.Tuple and inside.elts else (inside,)
    return nodes.Subscript(
        node, lower_expression(node.value), tuple([nodes.SubscriptElement(_index(part)) for part in parts])
    )


def _index(part: ast.expr) -> Any:
    if isinstance(part, ast.Slice):
        return nodes.Slice(_maybe(part.lower), _maybe(part.upper), _maybe(part.step))
    if isinstance(part, ast.Starred):
        part = part.value
    return nodes.Index(lower_expression(part))


def _unary(node: ast.UnaryOp) -> Expr:
    return nodes.UnaryOperation(node, node.op, lower_expression(node.operand))


def _binary(node: ast.BinOp) -> Expr:
    left, right = node.left, node.right
    return nodes.BinaryOperation(node, _MAKE[left.__class__](left), node.op, _MAKE[right.__class__](right))


def _logic(node: ast.BoolOp) -> Expr:
    last = len(node.values) - 1
    return nodes.BooleanOperation(node, _up_to(node, last - 1), node.op, lower_expression(node.values[last]))


def _up_to(node: ast.BoolOp, last: int) -> Expr:
    """`a and b and c` is `(a and b) and c`: as deep as it has parts, which is why this calls itself."""
    value = lower_expression(node.values[last])
    return value if last == 0 else nodes.BooleanOperation(None, _up_to(node, last - 1), node.op, value)


def _comparison(node: ast.Compare) -> Expr:
    targets = [
        nodes.ComparisonTarget(operator, lower_expression(each)) for operator, each in zip(node.ops, node.comparators)
    ]
    return nodes.Comparison(node, lower_expression(node.left), tuple(targets))


def _if_expression(node: ast.IfExp) -> Expr:
    return nodes.IfExp(node, lower_expression(node.body), lower_expression(node.test), lower_expression(node.orelse))


def _walrus(node: ast.NamedExpr) -> Expr:
    return nodes.NamedExpr(node, lower_expression(node.target), lower_expression(node.value))


def _starred(node: ast.Starred) -> Expr:
    return nodes.StarredElement(node, lower_expression(node.value))


def _elements(elts: Sequence[ast.expr]) -> nodes.Elements:
    make = _MAKE
    return tuple(
        [
            make[each.__class__](each) if each.__class__ is ast.Starred else nodes.Element(make[each.__class__](each))
            for each in elts
        ]
    )


def _tuple(node: ast.Tuple) -> Expr:
    return nodes.Tuple(node, _elements(node.elts))


def _list(node: ast.List) -> Expr:
    return nodes.List(node, _elements(node.elts))


def _set(node: ast.Set) -> Expr:
    return nodes.Set(node, _elements(node.elts))


def _dict(node: ast.Dict) -> Expr:
    return nodes.Dict(
        node,
        tuple(
            [
                nodes.StarredDictElement(lower_expression(value))
                if key is None
                else nodes.DictElement(lower_expression(key), lower_expression(value))
                for key, value in zip(node.keys, node.values)
            ]
        ),
    )


def _clauses(generators: Sequence[ast.comprehension]) -> nodes.CompFor:
    made: Optional[nodes.CompFor] = None
    for clause in reversed(generators):
        tests = tuple([nodes.CompIf(lower_expression(test)) for test in clause.ifs])
        made = nodes.CompFor(lower_expression(clause.target), lower_expression(clause.iter), tests, made)
    assert made is not None
    return made


def _list_comprehension(node: ast.ListComp) -> Expr:
    return nodes.ListComp(node, lower_expression(node.elt), _clauses(node.generators))


def _set_comprehension(node: ast.SetComp) -> Expr:
    return nodes.SetComp(node, lower_expression(node.elt), _clauses(node.generators))


def _generator(node: ast.GeneratorExp) -> Expr:
    return nodes.GeneratorExp(node, lower_expression(node.elt), _clauses(node.generators))


def _dict_comprehension(node: ast.DictComp) -> Expr:
    return nodes.DictComp(node, lower_expression(node.key), lower_expression(node.value), _clauses(node.generators))


def _lambda(node: ast.Lambda) -> Expr:
    return nodes.Lambda(node, _parameters(node.args), lower_expression(node.body))


def _await(node: ast.Await) -> Expr:
    return nodes.Await(node, lower_expression(node.value))


def _yield(node: Any) -> Expr:
    return nodes.Yield(node, _maybe(node.value))


_PLACES_WRONG = sys.version_info < (3, 11)


def _formatted(node: ast.JoinedStr) -> Expr:
    # Before 3.11, places in a text of several lines are wrong.
    return nodes.FormattedString(node, _parts(node.values, _PLACES_WRONG and node.end_lineno != node.lineno))


def _parts(values: Sequence[ast.expr], hidden: bool) -> Tuple[nodes.FormattedStringPart, ...]:
    found: List[nodes.FormattedStringPart] = []
    for value in values:
        if isinstance(value, ast.FormattedValue):
            spec = value.format_spec
            inside = _parts(spec.values, hidden) if isinstance(spec, ast.JoinedStr) else ()
            inner = nodes.Opaque(value) if hidden else lower_expression(value.value)
            found.append(nodes.FormattedStringExpression(inner, inside))
        elif isinstance(value, ast.Constant):
            found.append(nodes.FormattedStringText(str(value.value)))
    return tuple(found)


# -- statements


def _expression(node: ast.Expr) -> nodes.Node:
    return nodes.Expr(_MAKE[node.value.__class__](node.value))


def _assign(node: ast.Assign) -> nodes.Node:
    make = _MAKE
    targets = tuple([nodes.AssignTarget(make[each.__class__](each)) for each in node.targets])
    return nodes.Assign(node, targets, make[node.value.__class__](node.value))


def _annotated(node: ast.AnnAssign) -> nodes.Node:
    return nodes.AnnAssign(node, lower_expression(node.target), lower_expression(node.annotation), _maybe(node.value))


def _augmented(node: ast.AugAssign) -> nodes.Node:
    return nodes.AugAssign(node, lower_expression(node.target), node.op, lower_expression(node.value))


def _assert(node: ast.Assert) -> nodes.Node:
    return nodes.Assert(lower_expression(node.test), _maybe(node.msg))


def _raise(node: ast.Raise) -> nodes.Node:
    return nodes.Raise(_maybe(node.exc), _maybe(node.cause))


def _return(node: ast.Return) -> nodes.Node:
    return nodes.Return(_maybe(node.value))


def _delete(node: ast.Delete) -> nodes.Node:
    if len(node.targets) == 1:
        return nodes.Del(lower_expression(node.targets[0]))
    return nodes.Del(nodes.Tuple(None, _elements(node.targets)))


def _pass(node: ast.Pass) -> nodes.Node:
    return nodes.Pass()


def _break(node: ast.Break) -> nodes.Node:
    return nodes.Break()


def _continue(node: ast.Continue) -> nodes.Node:
    return nodes.Continue()


def _redirection(node: Any) -> nodes.Node:
    return nodes.Redirection(tuple(node.names))


def _aliases(names: Sequence[ast.alias]) -> Tuple[nodes.Alias, ...]:
    return tuple([nodes.Alias(each.name, each.asname) for each in names])


def _import(node: ast.Import) -> nodes.Node:
    return nodes.Import(node, _aliases(node.names))


def _import_from(node: ast.ImportFrom) -> nodes.Node:
    names = () if node.names[0].name == "*" else _aliases(node.names)
    return nodes.ImportFrom(node, "." * node.level + (node.module or ""), names)


def _if(node: ast.If) -> nodes.Node:
    orelse = node.orelse
    if len(orelse) == 1 and isinstance(orelse[0], ast.If):  # elif, or what comes to the same
        rest: Any = _if(orelse[0])
    else:
        rest = _rest(orelse)
    return nodes.If(lower_expression(node.test), _block(node.body), rest)


def _while(node: ast.While) -> nodes.Node:
    return nodes.While(lower_expression(node.test), _block(node.body), _rest(node.orelse))


def _for(node: Any) -> nodes.Node:
    return nodes.For(lower_expression(node.target), lower_expression(node.iter), _block(node.body), _rest(node.orelse))


def _with(node: Any) -> nodes.Node:
    items = [nodes.WithItem(lower_expression(item.context_expr), _maybe(item.optional_vars)) for item in node.items]
    return nodes.With(tuple(items), _block(node.body))


def _try(node: Any) -> nodes.Node:
    handlers = [
        nodes.ExceptHandler(
            _maybe(handler.type),
            None if handler.name is None else nodes.Name(None, handler.name),
            _block(handler.body),
        )
        for handler in node.handlers
    ]
    return nodes.Try(_block(node.body), tuple(handlers), _rest(node.orelse), _rest(node.finalbody))


def _match(node: Any) -> nodes.Node:
    cases = [nodes.MatchCase(_pattern(case.pattern), _maybe(case.guard), _block(case.body)) for case in node.cases]
    return nodes.Match(lower_expression(node.subject), tuple(cases))


def _pattern(node: Any) -> nodes.Node:
    kind = node.__class__.__name__  # Python 3.9 does not have these classes
    if kind == "MatchValue":
        return nodes.MatchValue(lower_expression(node.value))
    if kind == "MatchAs" and node.name is not None:
        return nodes.MatchCapture(None if node.pattern is None else _pattern(node.pattern), nodes.Name(None, node.name))
    if kind == "MatchStar" and node.name is not None:
        return nodes.MatchCapture(None, nodes.Name(None, node.name))
    if kind in ("MatchSequence", "MatchOr"):
        return nodes.MatchParts(tuple([_pattern(each) for each in node.patterns]))
    if kind == "MatchMapping":
        parts: List[nodes.Node] = []
        for key, each in zip(node.keys, node.patterns):
            parts += [lower_expression(key), _pattern(each)]
        if node.rest is not None:
            parts.append(nodes.MatchCapture(None, nodes.Name(None, node.rest)))
        return nodes.MatchParts(tuple(parts))
    if kind == "MatchClass":
        inside = [*node.patterns, *node.kwd_patterns]
        return nodes.MatchParts((lower_expression(node.cls), *[_pattern(each) for each in inside]))
    return nodes.MatchParts(())


def _parameters(args: ast.arguments) -> nodes.Parameters:
    positional = [*args.posonlyargs, *args.args]
    bare = len(positional) - len(args.defaults)
    made = [_param(arg, args.defaults[index - bare] if index >= bare else None) for index, arg in enumerate(positional)]
    split = len(args.posonlyargs)
    return nodes.Parameters(
        tuple(made[:split]),
        tuple(made[split:]),
        None if args.vararg is None else _param(args.vararg, None),
        tuple([_param(arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults)]),
        None if args.kwarg is None else _param(args.kwarg, None),
    )


def _param(arg: ast.arg, default: Optional[ast.expr]) -> nodes.Param:
    annotation = arg.annotation
    return nodes.Param(nodes.Name(None, arg.arg), None if annotation is None else _maybe(annotation), _maybe(default))


def _decorators(node: Any) -> Tuple[Expr, ...]:
    return tuple([lower_expression(each) for each in node.decorator_list])


def _function(node: Any) -> nodes.Node:
    return nodes.FunctionDef(
        node,
        nodes.Name(None, node.name),
        _parameters(node.args),
        _block(node.body),
        _decorators(node),
        _maybe(node.returns),
        node.__class__ is ast.AsyncFunctionDef,
    )


def _class(node: ast.ClassDef) -> nodes.Node:
    arguments = _arguments(node.bases, node.keywords)
    return nodes.ClassDef(
        node,
        nodes.Name(None, node.name),
        tuple([each for each in arguments if each.keyword is None and each.star != "**"]),
        tuple([each for each in arguments if each.keyword is not None or each.star == "**"]),
        _block(node.body),
        _decorators(node),
    )


_MAKE: Dict[type, Callable[[Any], Any]] = {
    ast.Name: _name,
    ast.Constant: _constant,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _logic,
    ast.Compare: _comparison,
    ast.IfExp: _if_expression,
    ast.NamedExpr: _walrus,
    ast.Starred: _starred,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Set: _set,
    ast.Dict: _dict,
    ast.ListComp: _list_comprehension,
    ast.SetComp: _set_comprehension,
    ast.GeneratorExp: _generator,
    ast.DictComp: _dict_comprehension,
    ast.Lambda: _lambda,
    ast.Await: _await,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.JoinedStr: _formatted,
    ast.Expr: _expression,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Assert: _assert,
    ast.Raise: _raise,
    ast.Return: _return,
    ast.Delete: _delete,
    ast.Pass: _pass,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.Global: _redirection,
    ast.Nonlocal: _redirection,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.If: _if,
    ast.While: _while,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Try: _try,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
}
# What not every Python has.
_MAKE.update({getattr(ast, name): make for name, make in (("TryStar", _try), ("Match", _match)) if hasattr(ast, name)})
