"""Makes the summary of a module out of its `ast` tree; resolves nothing and asks no other file."""

from __future__ import annotations

import ast
import contextlib
import re
from collections import defaultdict
from typing import Any, Callable, Container, DefaultDict, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple, cast

from mslint.model import computable
from mslint.program.nodes import (
    NOWHERE,
    Arg,
    Assign,
    Attr,
    Augment,
    Binary,
    Bind,
    Call,
    Choice,
    Class,
    Clause,
    Compare,
    Comprehension,
    Constant,
    Cut,
    Define,
    DefineClass,
    Do,
    Expr,
    For,
    Function,
    Functions,
    Global,
    If,
    Import,
    ImportFrom,
    Item,
    Items,
    Key,
    Lambda,
    Leave,
    Logic,
    ModuleSummary,
    Name,
    Odd,
    Other,
    Param,
    Return,
    Star,
    Statement,
    Table,
    Try,
    Unary,
    Where,
    While,
    With,
    Yield,
    made_function,
    straight,
)
from mslint.source.code import TEXTS, code_in
from mslint.source.text import Source

_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>",
    ast.UAdd: "+", ast.USub: "-", ast.Not: "not", ast.Invert: "~", ast.And: "and", ast.Or: "or",
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip
IDENTIFIER = re.compile(r"[^\W\d]\w*")
_GAPS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
# Comments and texts; what is left over at odd places only makes rules more cautious.
_PIECES = re.compile(rf"(#[^\r\n]*|{TEXTS})")
_QUOTED = re.compile(r"""["']([^\W\d]\w*)["']""")
_SET_UP = frozenset("sys os logging warnings logger random np numpy".split())
_LONG = 200  # a text longer than this is no value that anybody compares


def summarize(source: Source, tree: ast.Module) -> ModuleSummary:
    """The summary of a module."""
    text = source.text
    words = words_of(text)
    return ModuleSummary(source.path, words, is_entry(words, tree), lambda known: _body(source, tree, known))


def is_entry(words: Container[str], tree: ast.Module) -> bool:
    """Whether a module is a script: it does something when it is run."""
    return "__main__" in words or any(_acts(node) for node in tree.body)


def words_of(text: str) -> FrozenSet[str]:
    """The identifiers in a piece of code, and texts that could be one."""
    parts = _PIECES.split(text)
    code = " ".join(parts[::2])
    if code.isascii():  # as nearly all code is: then this takes half the time
        found = {word for word in set(code.translate(_GAPS).split()) if not word[0].isdigit()}
    else:
        found = set(IDENTIFIER.findall(code))
    return frozenset(found.union(_QUOTED.findall(" ".join(part for part in parts[1::2] if part[0] != "#"))))


def _body(source: Source, tree: ast.Module, known: Functions) -> Tuple[Statement, ...]:
    maker = _Maker(source.lines, known)
    found: List[Statement] = []
    for node in tree.body:
        # A statement too deep to walk is nothing that a person wrote.
        with contextlib.suppress(RecursionError):
            found.extend(maker.block([node]))
    return tuple(found)


def _acts(node: ast.stmt) -> bool:
    """Whether a statement at module level is more than setting up what the module needs."""
    if isinstance(node, (ast.For, ast.While, ast.With)):
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Constant) and node.test.value == 1:  # True, too
        return any(map(_acts, node.body))
    call = node.value if isinstance(node, ast.Expr) else None
    root: Optional[ast.AST] = call if isinstance(call, ast.Call) else None
    while isinstance(root, (ast.Call, ast.Attribute)):
        root = root.func if isinstance(root, ast.Call) else root.value
    return isinstance(call, ast.Call) and not (isinstance(root, ast.Name) and root.id in _SET_UP)


class _Maker:
    def __init__(self, lines: Sequence[str], known: Functions) -> None:
        self._lines = lines
        self._known = known  # the functions that were made before
        self._met: Set[Key] = set()
        self._wide = frozenset([number for number, line in enumerate(lines, 1) if not line.isascii()])
        self._names: Dict[str, Name] = {}  # the same name again and again is most of what code is made of
        self._yields: List[bool] = [False]

    # -- places

    def _where(self, node: Any) -> Where:
        line, end_line = node.lineno, node.end_lineno
        if self._wide:
            return line, self._column(line, node.col_offset), end_line, self._column(end_line, node.end_col_offset)
        return line, node.col_offset + 1, end_line, node.end_col_offset + 1

    def _column(self, line: int, column: int) -> int:
        """The column in characters, from 1, of an offset in bytes."""
        if line not in self._wide:
            return column + 1
        text = self._lines[line - 1]
        return len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace")) + 1

    def _head(self, node: ast.AST) -> Where:
        """The first line of a definition."""
        line, column, _, _ = self._where(node)
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if "#" in text:  # no comment is part of it
            text = code_in(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
        return line, column, line, max(len(text.rstrip()) + 1, column + 1)

    # -- statements

    def block(self, body: Sequence[ast.stmt]) -> Tuple[Statement, ...]:
        found: List[Statement] = []
        for node in body:
            make = _STATEMENTS.get(type(node), _Maker._unknown)  # match, assert and the like: what they call may matter
            found += make(self, node)
        return tuple(found)

    def _match(self, node: Any) -> List[Statement]:
        """One case after the other, as conditions that nobody can decide; what a pattern binds is not known."""
        rest: List[Statement] = []
        for case in reversed(node.cases):
            inside: List[Any] = list(ast.walk(case.pattern))
            names = [getattr(each, "name", None) or getattr(each, "rest", None) for each in inside]
            bound = [Assign((Name(name),), Other(), self._where(case.pattern)) for name in names if name]
            body = (*bound, *self.block(case.body))
            asked = [each.value for each in inside if type(each).__name__ == "MatchValue"]
            asked += [] if case.guard is None else [case.guard]
            if type(case.pattern).__name__ == "MatchAs" and case.pattern.pattern is None and case.guard is None:
                rest = list(body)  # it takes whatever there is
            else:
                test = Other(tuple([self.expr(each) for each in asked]))
                rest = [If(test, body, tuple(rest), self._where(case.pattern))]
        return [Odd("match", self._where(node)), Do(Other((self.expr(node.subject),))), *rest]

    def _unknown(self, node: ast.stmt) -> List[Statement]:
        if type(node).__name__ == "Match":
            return self._match(node)
        parts: List[Expr] = []
        inner: List[Statement] = []
        pending: List[ast.AST] = [node]
        while pending:
            each = pending.pop()
            for child in ast.iter_child_nodes(each):
                if isinstance(child, ast.expr):
                    parts.append(self.expr(child))
                elif isinstance(child, ast.stmt):
                    inner.extend(self.block([child]))
                else:
                    pending.append(child)
        found: List[Statement] = []
        if parts:
            found.append(Do(Other(tuple(parts))))
        if inner:
            found.append(If(Other(), tuple(inner), (), self._where(node)))
        return found

    def _expr_statement(self, node: ast.Expr) -> List[Statement]:
        return [] if isinstance(node.value, ast.Constant) else [Do(self.expr(node.value))]

    def _assign(self, node: ast.Assign) -> List[Statement]:
        targets = tuple([self.expr(target) for target in node.targets])
        return [straight(Assign, (targets, self.expr(node.value), self._where(node)))]

    def _annotated(self, node: ast.AnnAssign) -> List[Statement]:
        if node.value is None:
            return []
        return [Assign((self.expr(node.target),), self.expr(node.value), self._where(node))]

    def _augmented(self, node: ast.AugAssign) -> List[Statement]:
        op = _OPERATORS[type(node.op)]
        return [Augment(self.expr(node.target), op, self.expr(node.value), self._where(node))]

    def _if(self, node: ast.If) -> List[Statement]:
        return [If(self.expr(node.test), self.block(node.body), self.block(node.orelse), self._where(node))]

    def _for(self, node: ast.For) -> List[Statement]:
        source = self.expr(node.iter)
        return [For(self.expr(node.target), source, self.block(node.body), self.block(node.orelse), self._where(node))]

    def _while(self, node: ast.While) -> List[Statement]:
        return [While(self.expr(node.test), self.block(node.body), self.block(node.orelse), self._where(node))]

    def _try(self, node: ast.Try) -> List[Statement]:
        handlers = tuple([self.block(handler.body) for handler in node.handlers])
        return [
            Try(self.block(node.body), handlers, self.block(node.orelse), self.block(node.finalbody), self._where(node))
        ]

    def _with(self, node: ast.With) -> List[Statement]:
        items = tuple(
            (self.expr(item.context_expr), None if item.optional_vars is None else self.expr(item.optional_vars))
            for item in node.items
        )
        return [With(items, self.block(node.body), self._where(node))]

    def _return(self, node: ast.Return) -> List[Statement]:
        return [Return(None if node.value is None else self.expr(node.value))]

    def _raise(self, node: ast.Raise) -> List[Statement]:
        return [Leave("raise", None if node.exc is None else self.expr(node.exc))]

    def _leave(self, node: ast.stmt) -> List[Statement]:
        return [Leave("break" if isinstance(node, ast.Break) else "continue")]

    def _nothing(self, node: ast.stmt) -> List[Statement]:
        return []

    def _delete(self, node: ast.stmt) -> List[Statement]:
        return [Odd("del", self._where(node))]

    def _global(self, node: ast.Global) -> List[Statement]:
        kind = "nonlocal" if isinstance(node, ast.Nonlocal) else "global"
        return [Global(tuple(node.names), kind, self._where(node))]

    def _import(self, node: ast.Import) -> List[Statement]:
        found: List[Statement] = []
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            whole = alias.asname is not None or "." not in alias.name
            found.append(Import(alias.name, name, whole, self._where(node)))
        return found

    def _import_from(self, node: ast.ImportFrom) -> List[Statement]:
        names = tuple((alias.name, alias.asname or alias.name) for alias in node.names)
        return [ImportFrom(node.module or "", node.level, names, self._where(node))]

    def _function(self, node: ast.FunctionDef) -> List[Statement]:
        decorators = tuple([self.expr(each) for each in node.decorator_list])
        params = self._params(node.args)
        text = "\n".join(self._lines[node.lineno - 1 : node.end_lineno or node.lineno])
        body, yields = self._inside(node)
        key = (self._head(node), node.name)
        known = self._known.get(key)
        if known is not None and key not in self._met:
            known.take(body, text)
        else:
            known = Function(node.name, params, decorators, key[0], text, words_of, body, yields)
            self._known.setdefault(key, known)
        self._met.add(key)
        return [Define(known)]

    def _inside(self, node: ast.FunctionDef) -> Tuple[Tuple[Statement, ...], bool]:
        """The body of a function, and whether it yields."""
        before = self._yields
        self._yields = [False]
        try:
            return self.block(node.body), self._yields[0]
        except RecursionError:
            return (), False
        finally:
            self._yields = before

    def _class(self, node: ast.ClassDef) -> List[Statement]:
        bases = tuple([self.expr(each) for each in node.bases])
        decorators = tuple([self.expr(each) for each in node.decorator_list])
        fields = tuple(
            each.target.id
            for each in node.body
            if isinstance(each, ast.AnnAssign)
            and isinstance(each.target, ast.Name)
            and "ClassVar" not in ast.dump(each.annotation)
        )
        body = self.block(node.body)
        return [DefineClass(Class(node.name, bases, body, decorators, self._head(node), fields))]

    def _params(self, args: ast.arguments) -> Tuple[Param, ...]:
        places = [*args.posonlyargs, *args.args]
        without = len(places) - len(args.defaults)
        found = [
            Param(arg.arg, self.expr(args.defaults[index - without]) if index >= without else None)
            for index, arg in enumerate(places)
        ]
        if args.vararg is not None:
            found.append(Param(args.vararg.arg, None, "*"))
        for arg, default in zip(args.kwonlyargs, args.kw_defaults):
            found.append(Param(arg.arg, None if default is None else self.expr(default), "keyword"))
        if args.kwarg is not None:
            found.append(Param(args.kwarg.arg, None, "**"))
        return tuple(found)

    # -- expressions

    def expr(self, node: ast.expr) -> Expr:
        return _EXPRESSIONS[type(node)](self, node)

    def _yield(self, node: ast.Yield) -> Expr:
        self._yields[-1] = True
        value = None if node.value is None else self.expr(node.value)
        return Yield(value, isinstance(node, ast.YieldFrom), self._where(node))

    def _other(self, node: ast.AST) -> Expr:
        parts: List[Expr] = []
        for child in ast.iter_child_nodes(node):
            part = self.expr(child) if isinstance(child, ast.expr) else self._other(child)
            if not isinstance(part, Constant) and part != Other():
                parts.append(part)
        return Other(tuple(parts))

    def _constant(self, node: ast.Constant) -> Expr:
        value = node.value
        if isinstance(value, str):
            return straight(Constant, (value,)) if len(value) <= _LONG else Other()
        return straight(Constant, (value,)) if value is None or computable(value) else Other()

    def _name(self, node: ast.Name) -> Expr:
        name = self._names.get(node.id)
        if name is None:
            name = self._names[node.id] = straight(Name, (node.id,))
        return name

    def _attribute(self, node: ast.Attribute) -> Expr:
        return straight(Attr, (_EXPRESSIONS[type(node.value)](self, node.value), node.attr))

    def _call(self, node: ast.Call) -> Expr:
        make = _EXPRESSIONS
        func = make[type(node.func)](self, node.func)
        args = [
            straight(Arg, (make[type(each)](self, each), None, ""))
            if type(each) is not ast.Starred
            else Arg(self.expr(each.value), None, "*")
            for each in node.args
        ]
        for keyword in node.keywords:
            value, name = keyword.value, keyword.arg
            args.append(straight(Arg, (make[type(value)](self, value), name, "" if name is not None else "**")))
        return straight(Call, (func, tuple(args), self._where(node)))

    def _items(self, node: ast.List) -> Expr:
        kind = "list" if isinstance(node, ast.List) else "tuple" if isinstance(node, ast.Tuple) else "set"
        where = self._where(node) if kind == "set" else NOWHERE
        return Items(kind, tuple([self.expr(each) for each in node.elts]), where)

    def _star(self, node: ast.Starred) -> Expr:
        return Star(self.expr(node.value))

    def _dict(self, node: ast.Dict) -> Expr:
        keys = tuple(None if key is None else self.expr(key) for key in node.keys)
        return Table(keys, tuple([self.expr(value) for value in node.values]))

    def _subscript(self, node: ast.Subscript) -> Expr:
        return Item(self.expr(node.value), self.expr(node.slice))

    def _slice(self, node: ast.Slice) -> Expr:
        parts = (None if each is None else self.expr(each) for each in (node.lower, node.upper, node.step))
        return Cut(*parts)

    def _binary(self, node: ast.BinOp) -> Expr:
        return Binary(_OPERATORS[type(node.op)], self.expr(node.left), self.expr(node.right), self._where(node))

    def _unary(self, node: ast.UnaryOp) -> Expr:
        return Unary(_OPERATORS[type(node.op)], self.expr(node.operand))

    def _logic(self, node: ast.BoolOp) -> Expr:
        return Logic(_OPERATORS[type(node.op)], tuple([self.expr(value) for value in node.values]))

    def _compare(self, node: ast.Compare) -> Expr:
        ops = tuple(_OPERATORS[type(op)] for op in node.ops)
        return Compare(self.expr(node.left), ops, tuple([self.expr(each) for each in node.comparators]))

    def _choice(self, node: ast.IfExp) -> Expr:
        return Choice(self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _comprehension(self, node: ast.ListComp) -> Expr:
        clauses = tuple(
            Clause(self.expr(each.target), self.expr(each.iter), tuple([self.expr(test) for test in each.ifs]))
            for each in node.generators
        )
        kinds = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator"}
        return Comprehension(kinds[type(node)], (self.expr(node.elt),), clauses, self._where(node))

    def _dict_comprehension(self, node: ast.DictComp) -> Expr:
        clauses = tuple(
            Clause(self.expr(each.target), self.expr(each.iter), tuple([self.expr(test) for test in each.ifs]))
            for each in node.generators
        )
        elements = (self.expr(node.key), self.expr(node.value))
        return Comprehension("dict", elements, clauses, self._where(node))

    def _lambda(self, node: ast.Lambda) -> Expr:
        params = self._params(node.args)
        body = (Return(self.expr(node.body)),)
        return Lambda(made_function("<lambda>", params, (), self._where(node), frozenset(), body, False))

    def _walrus(self, node: ast.NamedExpr) -> Expr:
        return Bind(node.target.id, self.expr(node.value), self._where(node))


_MAKE_STATEMENT = Callable[[_Maker, ast.AST], List[Statement]]
_STATEMENTS: Dict[type, _MAKE_STATEMENT] = cast(
    "Dict[type, _MAKE_STATEMENT]",
    {
        ast.Expr: _Maker._expr_statement,
        ast.Assign: _Maker._assign,
        ast.AnnAssign: _Maker._annotated,
        ast.AugAssign: _Maker._augmented,
        ast.If: _Maker._if,
        ast.For: _Maker._for,
        ast.AsyncFor: _Maker._for,
        ast.While: _Maker._while,
        ast.Try: _Maker._try,
        getattr(ast, "TryStar", ast.Try): _Maker._try,
        ast.With: _Maker._with,
        ast.AsyncWith: _Maker._with,
        ast.Return: _Maker._return,
        ast.Raise: _Maker._raise,
        ast.Break: _Maker._leave,
        ast.Continue: _Maker._leave,
        ast.Pass: _Maker._nothing,
        ast.Delete: _Maker._delete,
        ast.Global: _Maker._global,
        ast.Nonlocal: _Maker._global,
        ast.Import: _Maker._import,
        ast.ImportFrom: _Maker._import_from,
        ast.FunctionDef: _Maker._function,
        ast.AsyncFunctionDef: _Maker._function,
        ast.ClassDef: _Maker._class,
    },
)
_MAKE_EXPRESSION = Callable[[_Maker, ast.AST], Expr]
_EXPRESSIONS: DefaultDict[type, _MAKE_EXPRESSION] = defaultdict(lambda: _Maker._other)
_EXPRESSIONS.update(
    cast(
        "Dict[type, _MAKE_EXPRESSION]",
        {
            ast.Constant: _Maker._constant,
            ast.Name: _Maker._name,
            ast.Attribute: _Maker._attribute,
            ast.Call: _Maker._call,
            ast.List: _Maker._items,
            ast.Tuple: _Maker._items,
            ast.Set: _Maker._items,
            ast.Starred: _Maker._star,
            ast.Dict: _Maker._dict,
            ast.Subscript: _Maker._subscript,
            ast.Slice: _Maker._slice,
            ast.BinOp: _Maker._binary,
            ast.UnaryOp: _Maker._unary,
            ast.BoolOp: _Maker._logic,
            ast.Compare: _Maker._compare,
            ast.IfExp: _Maker._choice,
            ast.ListComp: _Maker._comprehension,
            ast.SetComp: _Maker._comprehension,
            ast.GeneratorExp: _Maker._comprehension,
            ast.DictComp: _Maker._dict_comprehension,
            ast.Lambda: _Maker._lambda,
            ast.NamedExpr: _Maker._walrus,
            ast.Yield: _Maker._yield,
            ast.YieldFrom: _Maker._yield,
        },
    )
)
