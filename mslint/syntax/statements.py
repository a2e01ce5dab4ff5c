"""The statements around a place of a text, as `ast` sees them; makes a tree of the text when first asked."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import List

from mslint.model import Span
from mslint.source.text import Source
from mslint.syntax.parse import tree_of


def statements_around(source: Source, span: Span) -> List[ast.stmt]:
    """Return the statements that a place is in, from the outside; of an `elif`, the `if` that it belongs to."""
    found: List[ast.stmt] = []
    pending: List[ast.AST] = [tree(source)]
    while pending:
        node = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                continue
            if isinstance(child, ast.stmt):
                at = span_of(source, child)
                if not (at.line, at.column) <= (span.line, span.column) <= (at.end_line, at.end_column):
                    continue
                # An `elif` is an `if` that has no line of its own.
                text = source.lines[at.line - 1][at.column - 1 :]
                if not (isinstance(child, ast.If) and re.match(r"elif\b", text)):
                    found.append(child)
            pending.append(child)
    found.sort(key=lambda each: (each.lineno, each.col_offset))
    return found


@lru_cache(maxsize=2)
def tree(source: Source) -> ast.Module:
    """Return the tree of a text; an empty one where the running Python refuses it."""
    return tree_of(source.text) or ast.Module([], [])


def span_of(source: Source, node: ast.AST) -> Span:
    """Return where a node stands, in characters."""

    def column(line: int, offset: int) -> int:
        text = source.lines[line - 1] if line <= len(source.lines) else ""
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1

    line, end_line = node.lineno, node.end_lineno  # type: ignore[attr-defined]
    start, end = node.col_offset, node.end_col_offset  # type: ignore[attr-defined]
    return Span(line, column(line, start), end_line, column(end_line, end))


def whole_span(source: Source, node: ast.stmt) -> Span:
    """Return where a statement stands, with its decorators."""
    at = span_of(source, node)
    decorators: List[ast.expr] = getattr(node, "decorator_list", [])
    return Span(min([at.line, *(each.lineno for each in decorators)]), at.column, at.end_line, at.end_column)
