"""Makes the edits of a fix: parses what is to be changed, applies its libcst transformations, compares the two texts.

Where a transformation cannot be made there are no edits. Finds statements with `ast`; knows no rule."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.model import CALLEE, EXPRESSION, FUNCTION, LOOP, STATEMENT, Change, Edit, Span
from mslint.source.text import Source
from mslint.syntax.node import Statement, code_of, code_of_statements, expression, statement, written
from mslint.syntax.statements import span_of, statements_around, tree, whole_span

if TYPE_CHECKING:
    import libcst as cst

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# What two texts are compared by: strings and numbers change as a whole.
_PIECES = re.compile(r"""'[^'\n]*'|"[^"\n]*"|\d[\w.]*|\w+|[ \t]+|.""", re.DOTALL)

Transform = Callable[..., object]


class _Part(NamedTuple):
    """What is changed: its place, its text and its node."""

    span: Span
    text: str
    node: cst.CSTNode
    statement: Optional[Statement] = None  # where it is one


def edits_of(changes: Sequence[Change], source: Source, own: Callable[[str], Transform]) -> Optional[Tuple[Edit, ...]]:
    """Return the edits that these changes come to, in order; `own` finds a transformation of the rule's unit."""
    parts: Dict[Tuple[str, Span], List[Change]] = {}
    for change in changes:
        parts.setdefault((change.node, change.span), []).append(change)
    edits: List[Edit] = []
    for (kind, span), mine in parts.items():
        part = _PARTS[kind](span, source, mine[0])
        made = _transformed(part, mine, source, own) if part is not None else None
        if part is None or made is None:
            return None
        edits += smallest(part.text, made, (part.span.line, part.span.column))
    edits.sort(key=lambda edit: (edit.span.line, edit.span.column))
    for one, other in zip(edits, edits[1:]):
        if (other.span.line, other.span.column) < (one.span.end_line, one.span.end_column):
            return None
    return tuple(edits)


def _transformed(
    part: _Part, changes: Sequence[Change], source: Source, own: Callable[[str], Transform]
) -> Optional[str]:
    """Return the text of a part after its changes; None where one of them cannot be made."""
    import libcst as cst

    from mslint.fixing import transforms

    nodes: List[cst.CSTNode] = [part.node]
    for change in changes:
        function = getattr(transforms, change.by) if not change.own else own(change.by)
        try:
            made: Any = function(nodes[-1], *_given(change, source))
        except RecursionError:
            return None
        except (cst.ParserSyntaxError, cst.CSTValidationError):
            if change.own:  # its author must hear of it
                raise
            return None
        if made is None:
            return None
        nodes = [*nodes[:-1], *([made] if isinstance(made, cst.CSTNode) else made)]
    if source.double_quotes and any(change.own or "'" in "".join(map(str, change.given)) for change in changes):
        old = frozenset(id(each) for each in transforms.walk(part.node) if isinstance(each, cst.SimpleString))
        nodes = [transforms.in_double_quotes(node, old) for node in nodes]
    try:
        return code_of(nodes[0]) if part.statement is None else code_of_statements(nodes, part.statement)
    except RecursionError:
        return None


def _given(change: Change, source: Source) -> Tuple[object, ...]:
    """What a transformation is given, with what is called at its place where it asks for that."""
    if not any(isinstance(each, str) and CALLEE in each for each in change.given):
        return change.given
    callee = _callee(source, change.span)
    return tuple(each.replace(CALLEE, callee) if isinstance(each, str) else each for each in change.given)


def smallest(before: str, after: str, start: Tuple[int, int]) -> Iterator[Edit]:
    """Yield small edits that make one text of another, which begins at a line and column."""
    from difflib import SequenceMatcher

    old, new = _PIECES.findall(before), _PIECES.findall(after)
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    middle = SequenceMatcher(None, old[first : len(old) - last], new[first : len(new) - last], autojunk=False)
    for _, begin, end, new_begin, new_end in _joined(middle.get_opcodes(), old[first:]):
        at = _moved(start, "".join(old[: first + begin]))
        to = _moved(at, "".join(old[first + begin : first + end]))
        yield Edit(Span(*at, *to), "".join(new[first + new_begin : first + new_end]))


Opcode = Tuple[str, int, int, int, int]


def _joined(opcodes: Sequence[Opcode], old: Sequence[str]) -> List[Opcode]:
    """Leave out what stays; two changes with nothing but blanks between them are one."""
    found: List[Opcode] = []
    for code in opcodes:
        if code[0] == "equal":
            continue
        if found and not "".join(old[found[-1][2] : code[1]]).strip():
            found[-1] = ("replace", found[-1][1], code[2], found[-1][3], code[4])
        else:
            found.append(code)
    return found


def _moved(at: Tuple[int, int], text: str) -> Tuple[int, int]:
    """The place behind a text that begins at a place."""
    lines = text.count("\n")
    return at[0] + lines, len(text) - text.rfind("\n") if lines else at[1] + len(text)


# -- what is changed


def _expression(span: Span, source: Source, change: Change) -> Optional[_Part]:
    text = written(source, span)
    node = expression(text)
    return _Part(span, text, node) if node is not None else None


def _statement(span: Span, source: Source, change: Change) -> Optional[_Part]:
    """The innermost statement around a place."""
    chain = statements_around(source, span)
    return _part_of(chain[-1], source) if chain else None


def _loop(span: Span, source: Source, change: Change) -> Optional[_Part]:
    """The outermost loop of its function that a place is in, or its statement; not a loop that binds the name with
    which the inserted line begins."""
    chain = statements_around(source, span)
    own = next((place for place, node in enumerate(reversed(chain)) if isinstance(node, _FUNCTIONS)), len(chain))
    inner = chain[len(chain) - own :]  # what stands in the innermost function
    name = re.match(r"[^\W\d]\w*", str(next(iter(_given(change, source)), "")))
    if not inner or name is None:
        return None
    loop = next((node for node in inner if isinstance(node, _LOOPS)), None)
    if loop is not None and name.group() in _bound(loop):
        return None
    return _part_of(loop or inner[-1], source)


def _bound(loop: ast.stmt) -> Set[str]:
    """The names that a loop binds."""
    return {each.id for each in ast.walk(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _function(span: Span, source: Source, change: Change) -> Optional[_Part]:
    """The function whose `def` stands in a line."""
    found = [node for node in ast.walk(tree(source)) if isinstance(node, _FUNCTIONS) and node.lineno == span.line]
    return _part_of(found[0], source) if len(found) == 1 else None


_PARTS: Dict[str, Callable[[Span, Source, Change], Optional[_Part]]] = {
    EXPRESSION: _expression,
    STATEMENT: _statement,
    LOOP: _loop,
    FUNCTION: _function,
}


def _part_of(node: ast.stmt, source: Source) -> Optional[_Part]:
    """A statement with its decorators; None where it shares its line with what stands before it."""
    span = whole_span(source, node)
    indent = source.lines[span.line - 1][: span.column - 1]
    if indent.strip() or (span.line > 1 and source.lines[span.line - 2].endswith("\\")):
        return None
    if getattr(node, "decorator_list", ()) and source.lines[span.line - 1][span.column - 1 : span.column] != "@":
        return None
    text = written(source, span)
    parsed = statement(text, indent)
    return _Part(span, text, parsed.node, parsed) if parsed is not None else None


def _callee(source: Source, span: Span) -> str:
    """What is called at a place, where that is a name or an attribute of one."""
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Call) and span_of(source, node) == span:
            text = written(source, span_of(source, node.func))
            return text if all(part.isidentifier() for part in text.split(".")) else ""
    return ""
