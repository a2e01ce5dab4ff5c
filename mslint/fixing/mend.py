"""Makes the edits of a fix: parses what is to be changed, applies its libcst transformations, compares the two texts.

Where a transformation cannot be made there are no edits. Finds statements with `ast`; knows no rule."""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.fixing.edits import apply, behind
from mslint.model import CALLEE, EXPRESSION, FUNCTION, LOOP, STATEMENT, Change, Edit, Span
from mslint.source.text import Source
from mslint.syntax.node import Statement, code_of, code_of_statements, expression, statement, walk, written
from mslint.syntax.statements import span_of, statements_around, tree, whole_span

if TYPE_CHECKING:
    import libcst as cst

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# What two texts are compared by: strings and numbers change as a whole.
_PIECES = re.compile(r"""'[^'\n]*'|"[^"\n]*"|\d[\w.]*|\w+|[ \t]+|.""", re.DOTALL)

MOST_COMPARED = 1_000_000  # pairs of lines, or of pieces

Transform = Callable[..., object]
_Stretch = Tuple[int, int, int, int]  # of the old sequence, and of the new one


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
    """Return the text of a part after its changes; None where one cannot be made or a comment would be lost."""
    import libcst as cst

    try:
        nodes = _changed(part, changes, source, own)
        if nodes is None or not _keeps_comments(part.node, nodes):
            return None
        if part.statement is not None:
            return code_of_statements(nodes, part.statement)
        text = _in_its_place(nodes[0], part, source)
        return None if text is None or _ends_string(code_of(part.node), text, part.span, source) else text
    except RecursionError:
        return None
    except (cst.ParserSyntaxError, cst.CSTValidationError):
        if any(change.own for change in changes):  # its author must hear of it
            raise
        return None


def _changed(
    part: _Part, changes: Sequence[Change], source: Source, own: Callable[[str], Transform]
) -> Optional[List[cst.CSTNode]]:
    """Return what is to stand in the place of a part's node."""
    import libcst as cst

    from mslint.fixing import transforms

    nodes: List[cst.CSTNode] = [part.node]
    for change in changes:
        function = getattr(transforms, change.by) if not change.own else own(change.by)
        made: Any = function(nodes[-1], *_given(change, source))
        if made is None:
            return None
        if part.statement is None and not isinstance(made, cst.BaseExpression):
            raise TypeError(f"{change.by}() gives a libcst expression or None, not {type(made).__name__}")
        nodes = [*nodes[:-1], *([made] if isinstance(made, cst.CSTNode) else made)]
    written = any(change.own or change.by == "write" for change in changes)  # as its author wants it
    if source.double_quotes and not written and any("'" in str(change.given) for change in changes):
        old = frozenset(each.value for each in walk(part.node) if isinstance(each, cst.SimpleString))
        nodes = [transforms.in_double_quotes(node, old) for node in nodes]
    return nodes


def _keeps_comments(before: cst.CSTNode, after: Sequence[cst.CSTNode]) -> bool:
    from mslint.fixing.transforms import comments_in

    return not Counter(comments_in(before)) - Counter(comment for node in after for comment in comments_in(node))


def _in_its_place(node: cst.CSTNode, part: _Part, source: Source) -> Optional[str]:
    """The code of an expression, in brackets where it would fall apart without them among what stands around it."""
    code = code_of(node)
    if not _is_loose(node) or type(node) is type(part.node):
        return code
    for text, indent in ((code, 0), (f"({code})", 1)):
        changed = apply(source, [Edit(part.span, text)])
        line, column = behind((part.span.line, part.span.column + indent), code)
        wanted = Span(part.span.line, part.span.column + indent, line, column)
        if any(isinstance(each, ast.expr) and span_of(changed, each) == wanted for each in ast.walk(tree(changed))):
            return text
    return None


def _ends_string(old: str, new: str, span: Span, source: Source) -> bool:
    """Whether an expression of an f-string gets quotes: before Python 3.12 they may end it."""
    if all(new.count(mark) <= old.count(mark) for mark in "\"'\\"):
        return False
    strings = (span_of(source, each) for each in ast.walk(tree(source)) if isinstance(each, ast.JoinedStr))
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return any((at.line, at.column) <= start and end <= (at.end_line, at.end_column) for at in strings)


def _is_loose(node: cst.CSTNode) -> bool:
    """Whether what stands beside an expression may bind more than its own parts do."""
    import libcst as cst

    loose = (
        cst.BinaryOperation, cst.BooleanOperation, cst.UnaryOperation, cst.Comparison, cst.IfExp, cst.Lambda, cst.Await,
        cst.NamedExpr, cst.Yield, cst.Tuple, cst.GeneratorExp, cst.BaseNumber, cst.ConcatenatedString,
    )  # fmt: skip
    return isinstance(node, loose) and not node.lpar


def _given(change: Change, source: Source) -> Tuple[object, ...]:
    """What a transformation is given, with what is called at its place where it asks for that."""
    if not any(isinstance(each, str) and CALLEE in each for each in change.given):
        return change.given
    callee = _callee(source, change.span)
    return tuple(each.replace(CALLEE, callee) if isinstance(each, str) else each for each in change.given)


def smallest(before: str, after: str, start: Tuple[int, int]) -> Iterator[Edit]:
    """Yield small edits that make one text of another, which begins at a line and column."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    at = start
    done = 0
    for begin, end, new_begin, new_end in _differing(old, new):
        at = behind(at, "".join(old[done:begin]))
        pieces = [_PIECES.findall("".join(lines)) for lines in (old[begin:end], new[new_begin:new_end])]
        place, first = at, 0
        for one, other, new_one, new_other in _joined(_differing(*pieces), pieces[0]):
            place = behind(place, "".join(pieces[0][first:one]))
            to = behind(place, "".join(pieces[0][one:other]))
            yield Edit(Span(*place, *to), "".join(pieces[1][new_one:new_other]))
            place, first = to, other
        at, done = behind(at, "".join(old[begin:end])), end


def _differing(old: Sequence[str], new: Sequence[str]) -> List[_Stretch]:
    """Where two sequences differ; of long ones that differ in many places, the whole of it."""
    from difflib import SequenceMatcher

    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    ones, others = old[first : len(old) - last], new[first : len(new) - last]
    if len(ones) * len(others) > MOST_COMPARED:
        return [(first, first + len(ones), first, first + len(others))]
    codes = SequenceMatcher(None, ones, others, autojunk=False).get_opcodes()
    return [(first + a, first + b, first + c, first + d) for kind, a, b, c, d in codes if kind != "equal"]


def _joined(stretches: Sequence[_Stretch], old: Sequence[str]) -> List[_Stretch]:
    """Make one of two changes with nothing but blanks between them."""
    found: List[_Stretch] = []
    for each in stretches:
        if found and not "".join(old[found[-1][1] : each[0]]).strip():
            found[-1] = (found[-1][0], each[1], found[-1][2], each[3])
        else:
            found.append(each)
    return found


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
    chosen = loop or inner[-1]
    if name.group() in _bound_inside(chosen):
        return None
    return _part_of(chosen, source, above=True)


def _bound(loop: ast.stmt) -> Set[str]:
    """The names that a loop binds."""
    return {each.id for each in ast.walk(loop) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _bound_inside(statement: ast.stmt) -> Set[str]:
    """The names that comprehensions and lambdas in a statement bind."""
    found: Set[str] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.comprehension):
            found |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        elif isinstance(node, ast.Lambda):
            found |= {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    return found


def _function(span: Span, source: Source, change: Change) -> Optional[_Part]:
    """The function whose `def` stands in a line."""
    found = [node for node in ast.walk(tree(source)) if isinstance(node, _FUNCTIONS) and node.lineno == span.line]
    return _part_of(found[0], source, comment=True) if len(found) == 1 else None


_PARTS: Dict[str, Callable[[Span, Source, Change], Optional[_Part]]] = {
    EXPRESSION: _expression,
    STATEMENT: _statement,
    LOOP: _loop,
    FUNCTION: _function,
}


def _part_of(node: ast.stmt, source: Source, above: bool = False, comment: bool = False) -> Optional[_Part]:
    """A statement with its decorators; None where it shares its line with what stands before it.

    Also with the comments right above it, or with the one behind its last line."""
    span = whole_span(source, node)
    indent = source.lines[span.line - 1][: span.column - 1]
    if indent.strip() or (span.line > 1 and source.lines[span.line - 2].endswith("\\")):
        return None
    if getattr(node, "decorator_list", ()) and source.lines[span.line - 1][span.column - 1 : span.column] != "@":
        return None
    first, end = span.line, span.end_column
    while above and first > 1 and source.lines[first - 2].startswith(f"{indent}#"):
        first -= 1
    if comment and source.lines[span.end_line - 1][end - 1 :].lstrip().startswith("#"):
        end = len(source.lines[span.end_line - 1]) + 1
    span = Span(first, span.column, span.end_line, end)
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
