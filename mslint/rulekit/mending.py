"""Turns what a checker says of a fix into edits of the text; where the text does not let it be made, there are none."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Callable, Dict, List, Optional, Tuple

from mslint.model import Edit, Fix, Span
from mslint.rulekit.repairs import (
    CALLEE,
    Ahead,
    Around,
    Assigned,
    Drop,
    Give,
    Hoist,
    Into,
    Keyword,
    Put,
    Repair,
    Repeat,
    Swap,
    Text,
    Value,
)
from mslint.source.text import Source
from mslint.syntax.calltext import Argument, CallText, Point, read_call
from mslint.syntax.parse import tree_of
from mslint.visible import visible

Edits = Optional[List[Edit]]
_QUOTED = re.compile(r"'([^'\"\\\n]*)'")
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
# What a comprehension may not hold, or not everywhere.
_NOT_REPEATED = (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def fix_of(repair: Repair, source: Source, lang: str) -> Optional[Fix]:
    """The fix of a finding in this text; None where it cannot be made here."""
    edits: List[Edit] = []
    for step in repair.steps:
        made = _MAKERS[type(step)](step, source)
        if made is None:
            return None
        edits += made
    edits = [Edit(edit.span, _QUOTED.sub(r'"\1"', edit.text)) for edit in edits] if source.double_quotes else edits
    edits = [edit for edit in edits if edit.text != _written(source, edit.span)]
    edits.sort(key=lambda edit: (edit.span.line, edit.span.column))
    for one, other in zip(edits, edits[1:]):
        if (other.span.line, other.span.column) < (one.span.end_line, one.span.end_column):
            return None
    return Fix(repair.safety, visible(getattr(repair.title, lang)), tuple(edits)) if edits else None


# -- calls


def _give(step: Give, source: Source) -> Edits:
    call = read_call(source, step.call)
    if call is None or any(each.loose or each.keyword == step.name for each in call.arguments):
        return None
    text = f"{step.name}={step.value}"
    if not call.arguments:
        return [_insert(call.opening, text)]
    # `**kwargs` is last by custom, and what stands behind it would be read last.
    for index, each in enumerate(call.arguments):
        if each.star == "**":
            before = call.arguments[index - 1] if index else None
            if before is not None and before.whole.end_line < each.whole.line:
                return [_insert(_start(each.whole), f"{text},\n{_indent(source, each.whole)}")]
            return [_insert(_start(each.whole), f"{text}, ")]
    last = call.arguments[-1]
    end = (last.whole.end_line, last.whole.end_column)
    if _on_own_lines(call, source) and not call.commented(end, (last.whole.end_line + 1, 1)):
        return [_insert(end, f",\n{_indent(source, last.whole)}{text}")]
    return [_insert(end, f", {text}")]


def _on_own_lines(call: CallText, source: Source) -> bool:
    """Whether every argument has a line of its own, and `)` too."""
    lines = [each.whole.line for each in call.arguments]
    alone = all(not source.lines[each.whole.line - 1][: each.whole.column - 1].strip() for each in call.arguments)
    return alone and len(set(lines)) == len(lines) and call.closing[0] > call.arguments[-1].whole.end_line


def _value(step: Value, source: Source) -> Edits:
    found = _argument(step.call, step.which, source)
    if found is None or found[1].commented:
        return None
    return [Edit(found[1].value, step.value)]


def _around(step: Around, source: Source) -> Edits:
    found = _argument(step.call, step.which, source)
    if found is None:
        return None
    value = found[1].value
    return [_insert(_start(value), step.before), *([_insert(_end(value), step.after)] if step.after else [])]


def _keyword(step: Keyword, source: Source) -> Edits:
    found = _argument(step.call, step.which, source)
    if found is None:
        return None
    call, argument = found
    others = [each for each in call.arguments if each is not argument]
    if any(each.keyword == step.keyword for each in others) or (step.value is not None and argument.commented):
        return None
    if argument.keyword:
        name = Edit(argument.word, step.keyword)
        return [name] if step.value is None else [name, Edit(argument.value, step.value)]
    if not call.last_positional(call.arguments.index(argument)):
        return None
    if step.value is not None:
        return [Edit(argument.value, f"{step.keyword}={step.value}")]
    return [_insert(_start(argument.value), f"{step.keyword}=")]


def _drop(step: Drop, source: Source) -> Edits:
    found = _argument(step.call, step.which, source)
    if found is None:
        return None
    call, argument = found
    index = call.arguments.index(argument)
    if not argument.keyword and not call.last_positional(index):
        return None
    if index + 1 < len(call.arguments):
        start, end = _start(argument.whole), _start(call.arguments[index + 1].whole)
    elif index:
        start, end = _end(call.arguments[index - 1].whole), _end(argument.whole)
    else:
        start, end = _start(argument.whole), _end(call.comma if call.comma is not None else argument.whole)
    return None if call.commented(start, end) else [Edit(Span(*start, *end), "")]


def _argument(span: Span, which: object, source: Source) -> Optional[Tuple[CallText, Argument]]:
    call = read_call(source, span)
    index = call.find(which) if call is not None and isinstance(which, (int, str)) else None
    if call is None or index is None or call.arguments[index].loose:
        return None
    return call, call.arguments[index]


# -- stretches


def _put(step: Put, source: Source) -> Edits:
    return [_insert(_start(step.span), step.before), _insert(_end(step.span), step.after)]


def _swap(step: Swap, source: Source) -> Edits:
    word = re.compile((r"(?<![\w.])" if step.old[:1].isalnum() else "") + re.escape(step.old) + r"(?!\w)")
    found: List[Edit] = []
    for number in range(step.span.line, step.span.end_line + 1):
        start = step.span.column - 1 if number == step.span.line else 0
        end = step.span.end_column - 1 if number == step.span.end_line else len(source.lines[number - 1])
        for match in word.finditer(source.lines[number - 1][:end], start):
            found.append(Edit(Span(number, match.start() + 1, number, match.end() + 1), step.new))
    return found if len(found) == 1 else None


def _text(step: Text, source: Source) -> Edits:
    if "#" in _written(source, step.span):
        return None  # a comment, perhaps
    return [Edit(step.span, step.text)]


def _assigned(step: Assigned, source: Source) -> Edits:
    for node in ast.walk(_tree(source)):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _at(source, node)[:2] == _start(step.span):
            if node.value is None or (isinstance(node, ast.Assign) and len(node.targets) != 1):
                return None
            line, column, end_line, end_column = _at(source, node.value)
            # What stands in brackets of its own is wrapped inside of them: they are no part of the value.
            value = Span(line, column, end_line, end_column)
            return [_insert(_start(value), step.before), _insert(_end(value), step.after)]
    return None


def _repeat(step: Repeat, source: Source) -> Edits:
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.BinOp) and Span(*_at(source, node)) == step.span:
            listed, count = node.left, node.right
            if not isinstance(listed, ast.List) or len(listed.elts) != 1 or not isinstance(listed.elts[0], ast.Call):
                return None
            if any(isinstance(each, _NOT_REPEATED) for each in ast.walk(node)):
                return None
            inner, outer = Span(*_at(source, listed.elts[0])), Span(*_at(source, count))
            rest = Span(*_end(inner), *_end(step.span))
            if "#" in _written(source, rest) or "\n" in _written(source, rest):
                return None
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            name = next(each for each in ("_", "index", "_index") if each not in names)
            return [Edit(rest, f" for {name} in range({_written(source, outer)})]")]
    return None


# -- lines


def _ahead(step: Ahead, source: Source) -> Edits:
    text = step.line if CALLEE not in step.line else step.line.replace(CALLEE, _callee(source, step.span))
    if not text[:1].isidentifier():
        return None
    chain = _chain(source, step.span)
    own = next((place for place, node in enumerate(reversed(chain)) if isinstance(node, _FUNCTIONS)), len(chain))
    inner = chain[len(chain) - own :]  # what stands in the innermost function
    if not inner:
        return None
    chosen: ast.stmt = inner[-1]
    if step.loops:
        name = re.match(r"\w+", text)
        for node in inner:
            if isinstance(node, _LOOPS):
                if any(
                    isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and name and each.id == name.group()
                    for each in ast.walk(node)
                ):
                    return None
                chosen = node
                break
    return _line_before(chosen, text, source)


def _callee(source: Source, span: Span) -> str:
    """What is called at a place, where that is a name or an attribute of one."""
    for node in ast.walk(_tree(source)):
        if isinstance(node, ast.Call) and Span(*_at(source, node)) == span:
            text = _written(source, Span(*_at(source, node.func)))
            return text if all(part.isidentifier() for part in text.split(".")) else ""
    return ""


def _hoist(step: Hoist, source: Source) -> Edits:
    for node in ast.walk(_tree(source)):
        if not isinstance(node, _FUNCTIONS) or node.lineno != step.head.line:
            continue
        lines = [each for each in node.body if _written(source, Span(*_at(source, each))) == step.line]
        if len(lines) != 1:
            return None
        line, column, _, end_column = _at(source, lines[0])
        text = source.lines[line - 1]
        if text[: column - 1].strip() or text[end_column - 1 :].strip() or line == len(source.lines):
            return None
        ahead = _into(Into(step.head, step.line), source)
        return [*ahead, Edit(Span(line, 1, line + 1, 1), "")] if ahead is not None else None
    return None


def _into(step: Into, source: Source) -> Edits:
    for node in ast.walk(_tree(source)):
        if isinstance(node, _FUNCTIONS) and node.lineno == step.head.line:
            body = node.body
            if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1:
                body = body[1:]  # the docstring stays first
            return _line_before(body[0], step.line, source)
    return None


def _line_before(statement: ast.stmt, text: str, source: Source) -> Edits:
    """A line before a statement and its decorators, if it begins a line of its own."""
    line, column, _, _ = _at(source, statement)
    decorators: List[ast.expr] = getattr(statement, "decorator_list", [])
    line = min([line, *(each.lineno for each in decorators)])
    indent = source.lines[line - 1][: column - 1]
    if indent.strip() or (line > 1 and source.lines[line - 2].endswith("\\")):
        return None
    if decorators and source.lines[line - 1][column - 1 : column] != "@":
        return None
    return [_insert((line, column), f"{text}\n{indent}")]


def _chain(source: Source, span: Span) -> List[ast.stmt]:
    """The statements that a stretch stands in, from the outside; of an `elif` or a `try`, the whole of it."""
    found: List[ast.stmt] = []
    pending: List[ast.AST] = [_tree(source)]
    while pending:
        node = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                continue
            if isinstance(child, ast.stmt):
                line, column, end_line, end_column = _at(source, child)
                if not (line, column) <= _start(span) <= (end_line, end_column):
                    continue
                # An `elif` is an `if` that has no line of its own.
                if not source.lines[line - 1][column - 1 :].startswith("elif"):
                    found.append(child)
            pending.append(child)
    found.sort(key=lambda each: (each.lineno, each.col_offset))
    return found


@lru_cache(maxsize=2)
def _tree(source: Source) -> ast.Module:
    return tree_of(source.text) or ast.Module([], [])


def _at(source: Source, node: ast.AST) -> Tuple[int, int, int, int]:
    def column(line: int, offset: int) -> int:
        text = source.lines[line - 1] if line <= len(source.lines) else ""
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1

    line, end_line = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    start, end = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
    return line, column(line, start), end_line, column(end_line, end)


def _written(source: Source, span: Span) -> str:
    lines = list(source.lines[span.line - 1 : span.end_line])
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def _indent(source: Source, span: Span) -> str:
    line = source.lines[span.line - 1]
    return line[: len(line) - len(line.lstrip())]


def _insert(at: Point, text: str) -> Edit:
    return Edit(Span(*at, *at), text)


def _start(span: Span) -> Point:
    return span.line, span.column


def _end(span: Span) -> Point:
    return span.end_line, span.end_column


_MAKERS: Dict[type, Callable[..., Edits]] = {
    Give: _give,
    Value: _value,
    Around: _around,
    Keyword: _keyword,
    Drop: _drop,
    Put: _put,
    Swap: _swap,
    Text: _text,
    Assigned: _assigned,
    Repeat: _repeat,
    Ahead: _ahead,
    Into: _into,
    Hoist: _hoist,
}
