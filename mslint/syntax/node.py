"""libcst nodes of a piece of code, parsed from its own text when somebody asks for them.

Nothing else imports libcst for the code of rules and fixes; it is loaded with the first node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from mslint.model import Span
from mslint.source.text import Source
from mslint.syntax.parse import MAX_NEWER, Made, roomy, too_deep

if TYPE_CHECKING:
    import libcst as cst

SHALLOW = 50  # operators in a chain, or brackets in each other
_HEAD = "if 1:\n"  # what an indented statement is put under, to be parsed alone


def expression(text: str) -> Optional[cst.BaseExpression]:
    """Parse an expression; None where libcst cannot read it or it is too deep for it."""
    deep = _is_deep(text)
    if deep is None:
        return None
    import libcst as cst

    try:
        if "\n" not in text:
            return _parsed(cst.parse_expression, text, deep)
        # Brackets around it bear the line ends, as those around it in the file do.
        node = _parsed(cst.parse_expression, f"({text})", deep)
        return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, ValueError):
        return None


def _is_deep(text: str) -> Optional[bool]:
    """Whether parsing a text takes more of a stack than any has; None where it takes too much for libcst."""
    if too_deep(text, SHALLOW, SHALLOW) is None:
        return False
    return True if too_deep(text) is None else None


def _parsed(parse: Callable[[str], Made], text: str, deep: bool) -> Made:
    """Parse on this thread, or, what is deep, on one with a large stack."""
    try:
        return roomy(lambda: parse(text)) if deep else parse(text)
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # of libcst's native parser, and no Exception
            raise ValueError(str(error)) from None
        raise


class Statement(NamedTuple):
    """A statement that was parsed alone, with the module that it was parsed in."""

    node: cst.CSTNode
    module: cst.Module
    indent: str

    @property
    def begin(self) -> Tuple[int, int]:
        """The line and the column in that module where it begins."""
        return (2, len(self.indent) + 1) if self.indent else (1, 1)


def statement(text: str, indent: str = "") -> Optional[Statement]:
    """Parse one statement, whose lines but the first begin with the indentation that it has in its file."""
    parsed = module(f"{_HEAD}{indent}{text}" if indent else text)
    if parsed is None or len(parsed.body) != 1:
        return None
    if parsed.header:  # of a whole file those would be lines of its own; here they belong to what follows
        (first,) = parsed.body
        lines = [*parsed.header, *getattr(first, "leading_lines", ())]
        parsed = parsed.with_changes(header=(), body=[first.with_changes(leading_lines=lines)])
    body = _block(parsed, indent).body
    return Statement(body[0], parsed, indent) if len(body) == 1 else None


def _block(parsed: cst.Module, indent: str) -> Union[cst.Module, cst.BaseSuite]:
    """What holds the statement."""
    import libcst as cst

    (first,) = parsed.body
    return first.body if indent and isinstance(first, cst.If) else parsed


def module(text: str) -> Optional[cst.Module]:
    """Parse a whole text; None as of an expression."""
    deep = _is_deep(text) if len(text) <= MAX_NEWER else None
    if deep is None:
        return None
    import libcst as cst

    try:
        return _parsed(cst.parse_module, text, deep)
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, ValueError):
        return None


def code_of(node: cst.CSTNode, indent: str = "") -> str:
    """Return the code of an expression or of a statement of one line, as it is written at an indentation."""
    import libcst as cst

    if not indent:
        return cst.Module([]).code_for_node(node).rstrip("\n")
    line = node if isinstance(node, cst.SimpleStatementLine) else cst.SimpleStatementLine([cst.Expr(node)])  # type: ignore[arg-type]
    block = cst.IndentedBlock([line], indent=indent)
    return cst.Module([cst.If(cst.Integer("1"), block)]).code[len(_HEAD) + len(indent) :].rstrip("\n")


def code_of_statements(nodes: Sequence[cst.CSTNode], of: Statement) -> str:
    """Return the code of what stands in the place of a statement, from its begin to the end of its last line."""
    block = _block(of.module, of.indent)
    made = block.with_changes(body=nodes) if block is of.module else of.module.with_deep_changes(block, body=nodes)
    return made.code[len(_HEAD) + len(of.indent) if of.indent else 0 :].rstrip("\n")


def walk(root: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Yield the nodes of a tree, from the outside and in the order of the text."""
    pending: List[cst.CSTNode] = [root]
    while pending:
        each = pending.pop()
        yield each
        pending.extend(reversed(each.children))


def written(source: Source, span: Span) -> str:
    """Return the text of a span, with line feeds between its lines."""
    lines = list(source.lines[span.line - 1 : span.end_line])
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)
