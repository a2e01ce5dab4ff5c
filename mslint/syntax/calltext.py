"""The text of one call, argument by argument, so that it can be edited without touching the rest; changes nothing."""

from __future__ import annotations

import io
import tokenize
from typing import List, NamedTuple, Optional, Tuple, Union

from mslint.model import Span
from mslint.source.text import Source

Point = Tuple[int, int]  # line and column, from 1
Which = Union[int, str]  # an argument: its position from 0, or its keyword
_LAYOUT = (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


class Argument(NamedTuple):
    """An argument as it is written."""

    keyword: str  # empty for a positional one
    star: str  # "*", "**" or nothing
    whole: Span
    value: Span
    word: Span  # the keyword
    commented: bool  # a comment stands inside
    loose: bool  # a generator or a `:=` without brackets of its own: it bears nothing before it, or beside it


class CallText(NamedTuple):
    """A call as it is written: the end of `(`, the beginning of `)`, and what stands between them."""

    opening: Point
    closing: Point
    arguments: Tuple[Argument, ...]
    comments: Tuple[Span, ...]
    comma: Optional[Span]  # the one behind the last argument

    def find(self, which: Which) -> Optional[int]:
        """The index of an argument among those that are written; None where it is not certain which one it is."""
        if isinstance(which, str):
            return next((index for index, each in enumerate(self.arguments) if each.keyword == which), None)
        for index, each in enumerate(self.arguments):
            if each.star:
                return None
            if index == which:
                return index if not each.keyword else None
        return None

    def last_positional(self, index: int) -> bool:
        """Whether no other positional argument, and nothing that may hold one, stands behind it."""
        return all(each.keyword or each.star == "**" for each in self.arguments[index + 1 :])

    def commented(self, start: Point, end: Point) -> bool:
        """Whether a comment stands in a stretch of the call."""
        return any(start <= (span.line, span.column) < end for span in self.comments)


class _Token(NamedTuple):
    kind: int
    text: str
    start: Point
    end: Point


def read_call(source: Source, span: Span) -> Optional[CallText]:
    """The call that stands at `span`; None where what stands there cannot be read as one."""
    tokens = _tokens(source, span)
    if not tokens:
        return None
    comments = tuple(_span(each, each) for each in tokens if each.kind == tokenize.COMMENT)
    code = [each for each in tokens if each.kind not in _LAYOUT]
    if not code or code[-1].text != ")":
        return None
    opening = _partner(code)
    if not opening:
        return None
    inside = code[opening + 1 : -1]
    arguments: List[Argument] = []
    part: List[_Token] = []
    comma: Optional[Span] = None
    depth = 0
    lambdas = 0  # the commas between a lambda's parameters end no argument
    for token in inside:
        if token.kind == tokenize.OP and token.text in "([{":
            depth += 1
        elif token.kind == tokenize.OP and token.text in ")]}":
            depth -= 1
        elif depth == 0 and token.text == "lambda":
            lambdas += 1
        elif depth == 0 and token.text == ":" and lambdas:
            lambdas -= 1
        if token.text == "," and depth == 0 and not lambdas:
            if not part:
                return None
            arguments.append(_argument(part, comments))
            part, comma = [], _span(token, token)
        else:
            part.append(token)
    if part:
        arguments.append(_argument(part, comments))
        comma = None
    return CallText(code[opening].end, code[-1].start, tuple(arguments), comments, comma)


def _tokens(source: Source, span: Span) -> List[_Token]:
    """The tokens of a stretch of the source at their own places; none where they cannot be told apart."""
    lines = list(source.lines[span.line - 1 : span.end_line])
    if not lines:
        return []
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    shift = span.column - 2  # the bracket that makes line ends harmless stands before the first line
    text = "(" + "\n".join(lines) + "\n)\n"

    def at(place: Tuple[int, int]) -> Point:
        line, column = place
        return span.line + line - 1, column + 1 + (shift if line == 1 else 0)

    found: List[_Token] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            found.append(_Token(token.type, token.string, at(token.start), at(token.end)))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return []
    # Without the bracket in front and what stands behind the call.
    return [each for each in found[1:] if each.start < (span.end_line, span.end_column)]


def _partner(code: List[_Token]) -> int:
    """The index of the bracket that the last token closes; 0 where there is none."""
    depth = 0
    for index in range(len(code) - 1, -1, -1):
        if code[index].kind == tokenize.OP:
            depth += (code[index].text in ")]}") - (code[index].text in "([{")
        if depth == 0:
            return index
    return 0


def _argument(part: List[_Token], comments: Tuple[Span, ...]) -> Argument:
    keyword, star, value = "", "", part
    if len(part) > 2 and part[1].text == "=" and part[0].kind == tokenize.NAME:
        keyword, value = part[0].text, part[2:]
    elif part[0].text in ("*", "**") and len(part) > 1:
        star, value = part[0].text, part[1:]
    whole = _span(part[0], part[-1])
    commented = any((whole.line, whole.column) < (each.line, each.column) < part[-1].end for each in comments)
    return Argument(
        keyword, star, whole, _span(value[0], value[-1]), _span(part[0], part[0]), commented, _is_loose(value)
    )


def _is_loose(value: List[_Token]) -> bool:
    depth = 0
    for token in value:
        if token.kind == tokenize.OP:
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth == 0 and token.text in ("for", ":="):
            return True
    return False


def _span(first: _Token, last: _Token) -> Span:
    return Span(*first.start, *last.end)
