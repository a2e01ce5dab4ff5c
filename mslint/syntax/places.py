"""Where nodes stand, in lines and in characters, and their text; works out nothing before it is asked."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Callable, FrozenSet, Iterable, List, Optional, Sequence, Tuple

from mslint.model import Span
from mslint.source.code import on_one_line
from mslint.source.text import LINE_END, Source
from mslint.syntax import nodes

# What may stand between an expression and the brackets around it.
_BEHIND = re.compile(r"(?:[ \t\f\r\n]|\\(?:\r\n|\r|\n)|#[^\r\n]*)*")
_BEFORE = " \t\f\r\n\\"
_CLASS = re.compile(r"class[\s\\]+\w+[\s\\]*\(")


class Places:
    """Answers for the nodes of one text; `bearers` gives all of its calls and classes, which have brackets too."""

    def __init__(self, source: Source, bearers: Callable[[], Iterable[nodes.Node]]) -> None:
        self._source = source
        self._bearers = bearers
        self.verbatim = False  # whether something was given out that comments may be a part of, or have a say in

    def span(self, node: nodes.Node) -> Span:
        at: Any = node.at
        if isinstance(at, Span):
            return at
        start = self._characters(at.lineno, at.col_offset)
        return Span(at.lineno, start, at.end_lineno, self._characters(at.end_lineno, at.end_col_offset))

    def code(self, node: nodes.Node) -> str:
        """The text of an expression with the brackets that are its own, on one line and without comments."""
        if node.at is None and isinstance(node, nodes.Name):
            return node.value
        begin, end = self._extent(node)
        text = self._source.text[begin:end]
        line = on_one_line(text)
        if line is None:
            self.verbatim = True
            return " ".join(text.split())
        return line

    def lines(self, first: int, last: Optional[int] = None) -> Sequence[str]:
        """Lines as they are written, comments too; of all that follow, where no last one is named."""
        self.verbatim = True
        return self._source.lines[first - 1 : last]

    def _extent(self, node: nodes.Node) -> Tuple[int, int]:
        if node.at is None and isinstance(node, nodes.BooleanOperation):  # a part of `a and b and c`
            return self._extent(node.left)[0], self._extent(node.right)[1]
        begin, end = self._bare(node)
        text = self._source.text
        while True:
            before = begin
            while before and text[before - 1] in _BEFORE:
                before -= 1
            behind = _BEHIND.match(text, end)
            after = behind.end() if behind is not None else end
            if text[after : after + 1] != ")" or after in self._theirs:
                return begin, end
            # What ends before a comment is not looked for behind it.
            self.verbatim = self.verbatim or "\n" in text[before:begin] or "\r" in text[before:begin]
            if text[before - 1 : before] != "(" or before - 1 in self._theirs:
                return begin, end
            begin, end = before - 1, after + 1

    def _characters(self, line: int, offset: int) -> int:
        """The column in characters, from 1, of a byte offset as `ast` counts it."""
        lines = self._source.lines
        text = lines[line - 1] if line <= len(lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1

    def _bare(self, node: nodes.Node) -> Tuple[int, int]:
        span = self.span(node)
        return self._starts[span.line - 1] + span.column - 1, self._starts[span.end_line - 1] + span.end_column - 1

    @cached_property
    def _starts(self) -> List[int]:
        return [0, *(end.end() for end in LINE_END.finditer(self._source.text))]

    @cached_property
    def _theirs(self) -> FrozenSet[int]:
        """Where the brackets of calls close and those of classes open: they belong to no expression inside."""
        found = set()
        for node in self._bearers():
            begin, end = self._bare(node)
            if isinstance(node, nodes.ClassDef):
                head = _CLASS.match(self._source.text, begin)
                found.add(head.end() - 1 if head is not None else -1)
            else:
                found.add(end - 1)
        return frozenset(found)
