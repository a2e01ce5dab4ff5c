"""The libcst transformations that fixes are made of: each takes a node and gives what is to stand in its place.

A transformation gives None where it cannot be made; that no comment is lost is seen to by who asks for it. Values come
as the text of an expression. Imported when the first fix is made, as it imports libcst."""

from __future__ import annotations

from typing import FrozenSet, List, Optional, Sequence, Tuple, Union

import libcst as cst

from mslint.syntax.node import expression, walk

Which = Union[int, str]  # an argument: its position, or its keyword
Argument = Tuple[int, cst.Arg]

_EQUAL = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


# -- calls


def add_argument(call: cst.CSTNode, name: str, value: str) -> Optional[cst.Call]:
    """Give a call one more keyword: before `**kwargs`, else last; on a line of its own if the others are."""
    if not isinstance(call, cst.Call) or any(_loose(each) or _is(each, name) for each in call.args):
        return None
    new = _keyword(name, _value(value))
    for index, each in enumerate(call.args):
        if each.star == "**":
            before = call.args[index - 1].comma if index else cst.MaybeSentinel.DEFAULT
            return _with(call, [*call.args[:index], new.with_changes(comma=_comma_like(before)), *call.args[index:]])
    if not call.args:  # what stands between the brackets, a comment perhaps, comes behind it
        new = new.with_changes(whitespace_after_arg=call.whitespace_before_args)
        return call.with_changes(args=[new], whitespace_before_args=_NONE)
    last = call.args[-1]
    if last.comma != cst.MaybeSentinel.DEFAULT:
        new = new.with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    else:
        new = new.with_changes(whitespace_after_arg=last.whitespace_after_arg)
    gap = _own_line(call)
    comma = cst.Comma(whitespace_after=gap if gap is not None else cst.SimpleWhitespace(" "))
    return _with(call, [*call.args[:-1], last.with_changes(comma=comma, whitespace_after_arg=_NONE), new])


def set_value(call: cst.CSTNode, which: Which, value: str) -> Optional[cst.Call]:
    """Give an argument another value."""
    found = _argument(call, which)
    if found is None:
        return None
    return _replaced(call, found[0], found[1].with_changes(value=_value(value)))


def insert_argument(call: cst.CSTNode, which: Which, value: str) -> Optional[cst.Call]:
    """Put a positional argument before another one."""
    found = _argument(call, which)
    if found is None or not isinstance(call, cst.Call) or found[1].keyword is not None:
        return None
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    new = cst.Arg(_value(value), comma=comma)
    return _with(call, [*call.args[: found[0]], new, *call.args[found[0] :]])


def wrap_value(call: cst.CSTNode, which: Which, before: str, after: str) -> Optional[cst.Call]:
    """Put the value of an argument into an expression, whose text before and behind it is given."""
    found = _argument(call, which)
    if found is None:
        return None
    around, value = _value(f"{before}{_HOLE}{after}"), found[1].value
    filled = around.visit(_Fill(value))
    assert isinstance(filled, cst.BaseExpression)
    # Without brackets of its own the value may fall apart among what stands around it.
    if not cst.parse_expression(cst.Module([]).code_for_node(filled)).deep_equals(filled):
        value = value.with_changes(lpar=[cst.LeftParen(), *value.lpar], rpar=[*value.rpar, cst.RightParen()])
    return _replaced(call, found[0], found[1].with_changes(value=around.visit(_Fill(value))))


def rename_argument(call: cst.CSTNode, which: Which, keyword: str, value: str = "") -> Optional[cst.Call]:
    """Give an argument by another keyword, or the last positional one by its first; perhaps with another value."""
    found = _argument(call, which)
    if found is None or not isinstance(call, cst.Call):
        return None
    index, argument = found
    if any(_is(each, keyword) for each in call.args if each is not argument):
        return None
    if argument.keyword is None and not _last_positional(call, index):
        return None
    if value:
        if _commented(argument):
            return None
        argument = argument.with_changes(value=_value(value))
    if argument.keyword is None:
        argument = argument.with_changes(keyword=cst.Name(keyword), equal=_EQUAL)
    else:
        argument = argument.with_changes(keyword=cst.Name(keyword))
    return _replaced(call, index, argument)


def split_argument(call: cst.CSTNode, which: Which, *keywords: str) -> Optional[cst.Call]:
    """Give the items of an argument that is a tuple or a list by keywords of their own."""
    found = _argument(call, which)
    if found is None or not isinstance(call, cst.Call):
        return None
    index, argument = found
    pair = argument.value
    if not isinstance(pair, (cst.Tuple, cst.List)) or len(pair.elements) != len(keywords):
        return None
    items = [each.value for each in pair.elements if isinstance(each, cst.Element)]
    if len(items) != len(keywords):
        return None
    others = [each for each in call.args if each is not argument]
    if any(_is(each, keyword) for each in others for keyword in keywords):
        return None
    if (argument.keyword is None and not _last_positional(call, index)) or _commented(argument):
        return None
    comma = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
    made = [_keyword(name, item).with_changes(comma=comma) for name, item in zip(keywords, items)]
    made[-1] = made[-1].with_changes(comma=argument.comma, whitespace_after_arg=argument.whitespace_after_arg)
    return _with(call, [*call.args[:index], *made, *call.args[index + 1 :]])


def remove_argument(call: cst.CSTNode, which: Which) -> Optional[cst.Call]:
    """Take an argument away."""
    found = _argument(call, which)
    if found is None or not isinstance(call, cst.Call):
        return None
    index, argument = found
    if argument.keyword is None and not _last_positional(call, index):
        return None
    if _commented(argument) or (index and _commented(call.args[index - 1].comma)):
        return None
    left = [*call.args[:index], *call.args[index + 1 :]]
    if left and index == len(left):  # it was the last one: what stood behind it stands behind the one before
        left[-1] = left[-1].with_changes(comma=argument.comma, whitespace_after_arg=argument.whitespace_after_arg)
    return _with(call, left)


def call_with(node: cst.CSTNode, function: str) -> Optional[cst.Call]:
    """Give an expression to a function: `sorted(...)`."""
    if not isinstance(node, cst.BaseExpression):
        return None
    return cst.Call(cst.parse_expression(function), [cst.Arg(node)])


# -- other expressions


def replace_expression(node: cst.CSTNode, text: str) -> cst.BaseExpression:
    """Put another expression in its place."""
    return cst.parse_expression(text)


def write(node: cst.CSTNode, text: str) -> Optional[cst.CSTNode]:
    """Put code in its place that was made of it, so that comments in both stay."""
    if isinstance(node, cst.BaseStatement):
        return cst.parse_statement(text)
    return expression(text)


def rename_attribute(node: cst.CSTNode, old: str, new: str) -> Optional[cst.CSTNode]:
    """Give an attribute in a dotted name, or in what is called, another name; without a new one, leave it out."""
    if isinstance(node, cst.Call):
        func = rename_attribute(node.func, old, new)
        return node.with_changes(func=func) if func is not None else None
    if not isinstance(node, cst.Attribute):
        return None
    if node.attr.value != old:
        value = rename_attribute(node.value, old, new)
        return node.with_changes(value=value) if value is not None else None
    return node.with_changes(attr=node.attr.with_changes(value=new)) if new else node.value


def repeat_call(node: cst.CSTNode) -> Optional[cst.ListComp]:
    """Make of `[call(...)] * n` a list for which it is called n times."""
    if not isinstance(node, cst.BinaryOperation) or not isinstance(node.operator, cst.Multiply):
        return None
    if not isinstance(node.left, cst.List) or len(node.left.elements) != 1:
        return None
    element = node.left.elements[0].value
    # What a comprehension may not hold, or not everywhere.
    if not isinstance(element, cst.Call) or any(isinstance(each, _NOT_REPEATED) for each in walk(node)):
        return None
    if _commented(node.with_deep_changes(node.left.elements[0], value=cst.Name("_"))):
        return None
    names = {each.value for each in walk(node) if isinstance(each, cst.Name)}
    name = next(each for each in ("_", "index", "_index") if each not in names)
    loop = cst.CompFor(cst.Name(name), cst.Call(cst.Name("range"), [cst.Arg(_bare(node.right))]))
    return cst.ListComp(element, loop, node.left.lbracket, node.left.rbracket)


# -- statements


def call_assigned(node: cst.CSTNode, function: str) -> Optional[cst.CSTNode]:
    """Give the value of an assignment to a function before it is assigned."""
    assignment = _single(node)
    if not isinstance(assignment, (cst.Assign, cst.AnnAssign)) or assignment.value is None:
        return None
    if isinstance(assignment, cst.Assign) and len(assignment.targets) != 1:
        return None
    value = assignment.value
    inner = _bare(value)
    # What stands in brackets of its own is wrapped inside of them: they may bear line ends and comments.
    made = cst.Call(cst.parse_expression(function), [cst.Arg(inner)])
    if inner is not value:
        made = made.with_changes(lpar=value.lpar, rpar=value.rpar)
    return node.with_deep_changes(assignment, value=made)


def assign_result(node: cst.CSTNode, target: str) -> Optional[cst.CSTNode]:
    """Assign what an expression that stands by itself gives: `x.f()` becomes `x = x.f()`."""
    statement = _single(node)
    name = cst.parse_expression(target)
    if not isinstance(statement, cst.Expr) or not isinstance(name, (cst.Name, cst.Attribute)):
        return None
    made = cst.Assign([cst.AssignTarget(name)], statement.value, statement.semicolon)
    return node.with_deep_changes(node, body=[made])


def remove_trailing_comma(node: cst.CSTNode) -> Optional[cst.CSTNode]:
    """Assign `x` where `x,` is assigned."""
    assignment = _single(node)
    value = getattr(assignment, "value", None)
    if not isinstance(value, cst.Tuple) or value.lpar or len(value.elements) != 1:
        return None
    assert assignment is not None
    return node.with_deep_changes(assignment, value=value.elements[0].value)


def rename_function(node: cst.CSTNode, name: str) -> Optional[cst.CSTNode]:
    """Give a function another name where it is defined."""
    return node.with_changes(name=cst.Name(name)) if isinstance(node, cst.FunctionDef) else None


def insert_line(node: cst.CSTNode, line: str) -> Sequence[cst.CSTNode]:
    """Put a line before a statement and the comments right above it."""
    return [cst.parse_statement(line), node]


def begin_with(node: cst.CSTNode, line: str) -> Optional[cst.CSTNode]:
    """Let a function begin with a line, behind its docstring."""
    if not isinstance(node, cst.FunctionDef) or not isinstance(node.body, cst.IndentedBlock):
        return None
    body = list(node.body.body)
    body.insert(_first(body), cst.parse_statement(line))
    return node.with_changes(body=node.body.with_changes(body=body))


def move_to_begin(node: cst.CSTNode, line: str) -> Optional[cst.CSTNode]:
    """Move a line of a function's body to its beginning; comments above it stay where they are."""
    if not isinstance(node, cst.FunctionDef) or not isinstance(node.body, cst.IndentedBlock):
        return None
    body = list(node.body.body)
    wanted = cst.parse_statement(line)
    found = [index for index, each in enumerate(body) if each.with_changes(leading_lines=[]).deep_equals(wanted)]
    if len(found) != 1 or len(body) == 1:
        return None
    moved = body.pop(found[0])
    above, footer = list(getattr(moved, "leading_lines", ())), list(node.body.footer)
    if found[0] == len(body):  # it was the last one
        footer = [*above, *footer]
    else:
        after = body[found[0]]
        body[found[0]] = after.with_changes(leading_lines=[*above, *getattr(after, "leading_lines", ())])
    body.insert(_first(body), moved.with_changes(leading_lines=[]))
    return node.with_changes(body=node.body.with_changes(body=body, footer=footer))


def rename_import(
    node: cst.CSTNode, owner: str, old: str, new_owner: str, new: str
) -> Union[cst.CSTNode, Sequence[cst.CSTNode], None]:
    """Import a name or a module from elsewhere, or another one, which the code goes on to call as before.

    Where other names come in the same statement, it gets a statement of its own unless its module stays the same."""
    statement = _single(node)
    if isinstance(statement, cst.Import):
        return _module_in_import(node, statement, f"{owner}.{old}", f"{new_owner}.{new}")
    if not isinstance(statement, cst.ImportFrom) or statement.relative or statement.module is None:
        return None
    module = _dotted(statement.module)
    if _below(module, f"{owner}.{old}"):  # names are imported from it
        moved = _name_of(f"{new_owner}.{new}{module[len(owner) + 1 + len(old) :]}")
        return node.with_deep_changes(statement, module=moved)
    if isinstance(statement.names, cst.ImportStar) or module != owner:
        return None
    found = [each for each in statement.names if _dotted(each.name) == old]
    if len(found) != 1:
        return None
    (alias,) = found
    given = alias.asname if alias.asname or new == old else cst.AsName(cst.Name(old))
    changed = alias.with_changes(name=cst.Name(new), asname=given)
    if new_owner == owner:
        return node.with_deep_changes(alias, name=changed.name, asname=given)
    elsewhere = _name_of(new_owner)
    if len(statement.names) == 1:
        return node.with_deep_changes(statement, module=elsewhere, names=[changed])
    if _commented(alias):  # it would speak of another name
        return None
    left = [each for each in statement.names if each is not alias]
    left[-1] = left[-1].with_changes(comma=statement.names[-1].comma)
    own = changed.with_changes(comma=cst.MaybeSentinel.DEFAULT)
    line = cst.SimpleStatementLine([cst.ImportFrom(elsewhere, [own])])
    return [line, node.with_deep_changes(statement, names=left)]


def _module_in_import(node: cst.CSTNode, statement: cst.Import, old: str, new: str) -> Optional[cst.CSTNode]:
    found = [each for each in statement.names if _below(_dotted(each.name), old)]
    if len(found) != 1:
        return None
    return node.with_deep_changes(found[0], name=_name_of(f"{new}{_dotted(found[0].name)[len(old) :]}"))


def _below(name: str, module: str) -> bool:
    return f"{name}.".startswith(f"{module}.")


def _name_of(dotted: str) -> Union[cst.Name, cst.Attribute]:
    node = cst.parse_expression(dotted)
    assert isinstance(node, (cst.Name, cst.Attribute))
    return node


# -- strings


def in_double_quotes(node: cst.CSTNode, old: FrozenSet[str]) -> cst.CSTNode:
    """Write strings in double quotes, but those that are written so already, and none inside of an f-string."""
    made = node.visit(_DoubleQuotes(old))
    assert isinstance(made, cst.CSTNode)
    return made


class _DoubleQuotes(cst.CSTTransformer):
    def __init__(self, old: FrozenSet[str]) -> None:
        self._old = old

    def visit_FormattedString(self, node: cst.FormattedString) -> bool:
        return False

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.SimpleString:
        text = original_node.value
        if text in self._old or text[0] != "'" or set(text[1:-1]) & set("\"'\\"):
            return updated_node
        return updated_node.with_changes(value=f'"{text[1:-1]}"')


# -- parts

_NONE = cst.SimpleWhitespace("")
_NOT_REPEATED = (cst.NamedExpr, cst.Yield, cst.Await)
_HOLE = "_mslint_value_"


class _Fill(cst.CSTTransformer):
    """Put an expression where its place is kept."""

    def __init__(self, value: cst.BaseExpression) -> None:
        self._value = value

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if original_node.value != _HOLE:
            return updated_node
        lpar, rpar = [*updated_node.lpar, *self._value.lpar], [*self._value.rpar, *updated_node.rpar]
        return self._value.with_changes(lpar=lpar, rpar=rpar)


def _value(text: str) -> cst.BaseExpression:
    """An expression that can be the value of an argument."""
    node = cst.parse_expression(text)
    if isinstance(node, (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)) and not node.lpar:
        return node.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return node


def _keyword(name: str, value: cst.BaseExpression) -> cst.Arg:
    return cst.Arg(value, cst.Name(name), equal=_EQUAL)


def _with(call: cst.Call, arguments: Sequence[cst.Arg]) -> cst.Call:
    return call.with_changes(args=arguments)


def _replaced(call: cst.CSTNode, index: int, argument: cst.Arg) -> cst.Call:
    assert isinstance(call, cst.Call)
    return _with(call, [*call.args[:index], argument, *call.args[index + 1 :]])


def _is(argument: cst.Arg, keyword: str) -> bool:
    return argument.keyword is not None and argument.keyword.value == keyword


def _argument(call: cst.CSTNode, which: Which) -> Optional[Argument]:
    """Find an argument of a call and its index; None where it is not certain which one it is."""
    if not isinstance(call, cst.Call):
        return None
    for index, each in enumerate(call.args):
        if isinstance(which, str):
            if _is(each, which):
                return None if _loose(each) else (index, each)
        elif each.star:
            return None
        elif index == which:
            return (index, each) if each.keyword is None and not _loose(each) else None
    return None


def _last_positional(call: cst.Call, index: int) -> bool:
    """Whether no other positional argument, and nothing that may hold one, stands behind it."""
    return all(each.keyword is not None or each.star == "**" for each in call.args[index + 1 :])


def _loose(argument: cst.Arg) -> bool:
    """Whether it is a generator or a `:=` without brackets of its own: it bears nothing beside it."""
    return isinstance(argument.value, (cst.GeneratorExp, cst.NamedExpr)) and not argument.value.lpar


def _own_line(call: cst.Call) -> Optional[cst.BaseParenthesizableWhitespace]:
    """What stands between two arguments where each has a line of its own and `)` too; None where that is not so."""
    last = call.args[-1]
    behind = last.comma.whitespace_after if isinstance(last.comma, cst.Comma) else last.whitespace_after_arg
    gaps = [call.whitespace_before_args, *(_after(each) for each in call.args[:-1])]
    if not isinstance(behind, cst.ParenthesizedWhitespace):
        return None
    # A comment in the last line speaks of the last argument.
    if behind.first_line.comment is not None or behind.empty_lines:
        return None
    if not all(isinstance(each, cst.ParenthesizedWhitespace) for each in gaps):
        return None
    return _plain(gaps[-1])


def _after(argument: cst.Arg) -> Optional[cst.BaseParenthesizableWhitespace]:
    return argument.comma.whitespace_after if isinstance(argument.comma, cst.Comma) else None


def _plain(gap: object) -> cst.BaseParenthesizableWhitespace:
    """A gap without its comments and empty lines."""
    if not isinstance(gap, cst.ParenthesizedWhitespace):
        return cst.SimpleWhitespace(" ")
    return cst.ParenthesizedWhitespace(cst.TrailingWhitespace(), (), gap.indent, gap.last_line)


def _comma_like(comma: object) -> cst.Comma:
    """A comma with a line end behind it, if the other one has one."""
    return cst.Comma(whitespace_after=_plain(comma.whitespace_after if isinstance(comma, cst.Comma) else None))


def _commented(node: object) -> bool:
    return isinstance(node, cst.CSTNode) and bool(comments_in(node))


def comments_in(node: cst.CSTNode) -> List[str]:
    """Return the comments in a node, in no particular order."""
    return [each.value for each in walk(node) if isinstance(each, cst.Comment)]


def _bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """An expression without the brackets around it, where they are no part of it."""
    own = (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)
    return node.with_changes(lpar=[], rpar=[]) if node.lpar and not isinstance(node, own) else node


def _single(node: cst.CSTNode) -> Optional[cst.BaseSmallStatement]:
    """The one small statement of a line."""
    return node.body[0] if isinstance(node, cst.SimpleStatementLine) and len(node.body) == 1 else None


def _first(body: Sequence[cst.CSTNode]) -> int:
    """Where a function's code begins, behind a docstring that is not all there is."""
    first = _single(body[0])
    texts = (cst.SimpleString, cst.ConcatenatedString)
    return 1 if isinstance(first, cst.Expr) and isinstance(first.value, texts) and len(body) > 1 else 0


def _dotted(node: cst.CSTNode) -> str:
    parts: List[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    return ".".join([node.value, *reversed(parts)]) if isinstance(node, cst.Name) else ""
