"""Writes the source of a cell anew as JSON, in the style that it had; what did not change stays byte for byte."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import List, NamedTuple, Optional, Sequence, Tuple

# What stands for one character in a JSON string: a pair of surrogates is one.
_UNIT = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL)


@dataclass(frozen=True)
class Place:
    """Where a source stands in the notebook: its string literals, and whether they are the items of a list."""

    start: int
    end: int
    literals: Tuple[Tuple[int, int], ...]
    listed: bool


class _Piece(NamedTuple):
    """The inside of a string literal that is to be written, and which of the present ones it is, or comes from."""

    inner: str
    origin: Optional[int] = None


def rewritten(raw: str, place: Place, before: str, text: str) -> str:
    """The JSON of a source with a new text instead of the one before, in the style that it had."""
    inner = [raw[start + 1 : end - 1] for start, end in place.literals]
    plain = any(ord(char) > 127 for literal in inner for char in literal) or not _escaped(inner, before)
    if not place.listed:
        lines = _split("".join(inner))
        return f'"{"".join(piece.inner for piece in _merged(lines, _lines(text), plain))}"'
    old = [(literal, _said(literal)) for literal in inner]
    # As nbformat splits, which is also at form feeds, or as others do.
    for lines_of in (lambda it: it.splitlines(True), _lines):
        if [said for _, said in old] == lines_of(before):
            return _listed(raw, place, _merged(old, lines_of(text), plain))
    return _listed(raw, place, _kept(old, before, text, plain))


def _listed(raw: str, place: Place, pieces: Sequence[_Piece]) -> str:
    """The pieces as a list; what stands between two literals stays where the first of them does."""
    literals = place.literals
    if not literals:
        return f"[{', '.join(_quoted(pieces))}]"
    if not pieces:
        return "[]"
    before = raw[place.start + 1 : literals[0][0]]
    after = raw[literals[-1][1] : place.end - 1]
    gaps = [raw[one[1] : other[0]] for one, other in zip(literals, literals[1:])]
    usual = gaps[0] if gaps else f",{before or ' '}"
    parts = [before]
    for piece, quoted, following in zip(pieces, _quoted(pieces), [*pieces[1:], None]):
        parts.append(quoted)
        if following is None:
            break
        if piece.origin is not None and piece.origin < len(gaps):
            parts.append(gaps[piece.origin])
        else:
            parts.append(gaps[following.origin - 1] if following.origin else usual)
    return f"[{''.join(parts)}{after}]"


def _quoted(pieces: Sequence[_Piece]) -> List[str]:
    return [f'"{piece.inner}"' for piece in pieces]


def _kept(old: Sequence[Tuple[str, str]], before: str, after: str, plain: bool) -> List[_Piece]:
    """The pieces of a list whose items are no lines: each that lies in what stays is kept, the others are mended."""
    same = _same(before, after)
    found: List[_Piece] = []
    changed: List[int] = []  # items since the last one that is kept
    start = at = 0  # where the text behind that one begins, now and before

    def mend(end: int) -> None:
        said = after[start:end]
        if len(changed) == 1 and said:
            found.append(_Piece(_changed(old[changed[0]][0], said, plain), changed[0]))
        else:
            found.extend(_Piece(_written(line, plain)) for line in _lines(said))
        changed.clear()

    for index, (inner, said) in enumerate(old):
        new = next(
            (b + at - a for a, b, size in same if a <= at and at + len(said) <= a + size and b + at - a >= start), None
        )
        if new is None:
            changed.append(index)
        else:
            mend(new)
            found.append(_Piece(inner, index))
            start = new + len(said)
        at += len(said)
    mend(len(after))
    return found


def _same(before: str, after: str) -> List[Tuple[int, int, int]]:
    """The stretches that two texts have in common, in order: where each begins in both, and how long it is."""
    old, new = _lines(before), _lines(after)
    starts = [[0, *accumulate(map(len, lines))] for lines in (old, new)]
    found: List[Tuple[int, int, int]] = []
    for what, first, last, one, other in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        a, a_end, b, b_end = starts[0][first], starts[0][last], starts[1][one], starts[1][other]
        if what == "equal":
            found.append((a, b, a_end - a))
            continue
        head = len(os.path.commonprefix([before[a:a_end], after[b:b_end]]))
        tail = len(os.path.commonprefix([before[a + head : a_end][::-1], after[b + head : b_end][::-1]]))
        found += [(a, b, head), (a_end - tail, b_end - tail, tail)]
    joined: List[Tuple[int, int, int]] = []
    for a, b, size in found:
        if joined and (joined[-1][0] + joined[-1][2], joined[-1][1] + joined[-1][2]) == (a, b):
            joined[-1] = (joined[-1][0], joined[-1][1], joined[-1][2] + size)
        else:
            joined.append((a, b, size))
    return joined


def _escaped(inner: Sequence[str], text: str) -> bool:
    """Whether the characters beyond ASCII, if there are any, are all written as escapes."""
    return any(ord(char) > 127 for char in text) and all(literal.isascii() for literal in inner)


def _lines(text: str) -> List[str]:
    """At line feeds only, which they keep."""
    found = text.split("\n")
    return [line + "\n" for line in found[:-1]] + ([found[-1]] if found[-1] else [])


def _split(literal: str) -> List[Tuple[str, str]]:
    """The lines of the inside of a JSON string, each as it is written and as what it says."""
    lines: List[Tuple[str, str]] = []
    written: List[str] = []
    for unit in _UNIT.findall(literal):
        written.append(unit)
        if unit == "\\n" or unit.lower() == "\\u000a":
            lines.append(("".join(written), _said("".join(written))))
            written = []
    if written:
        lines.append(("".join(written), _said("".join(written))))
    return lines


def _said(literal: str) -> str:
    return str(json.loads(f'"{literal}"', strict=False))


def _merged(old: Sequence[Tuple[str, str]], new: Sequence[str], plain: bool) -> List[_Piece]:
    """The new lines as JSON writes them; those that were there stay as they were written."""
    found: List[_Piece] = []
    matcher = SequenceMatcher(None, [said for _, said in old], list(new), autojunk=False)
    for what, start, end, first, last in matcher.get_opcodes():
        if what == "equal":
            found += [_Piece(old[index][0], index) for index in range(start, end)]
        elif what == "replace" and end - start == last - first:
            for index, line in zip(range(start, end), new[first:last]):
                found.append(_Piece(_changed(old[index][0], line, plain), index))
        else:
            found += [_Piece(_written(line, plain)) for line in new[first:last]]
    return found


def _changed(written: str, text: str, plain: bool) -> str:
    """A line in JSON with another text: what is the same at its beginning and end stays as it was written."""
    units = [(unit, _said(unit)) for unit in _UNIT.findall(written)]
    first = 0
    while first < min(len(units), len(text)) and units[first][1] == text[first]:
        first += 1
    last = 0
    while last < min(len(units), len(text)) - first and units[-1 - last][1] == text[-1 - last]:
        last += 1
    kept = [unit for unit, _ in units]
    middle = _written(text[first : len(text) - last], plain)
    return "".join(kept[:first]) + middle + "".join(kept[len(kept) - last :])


def _written(text: str, plain: bool) -> str:
    """The inside of a JSON string; `plain` leaves what is not ASCII as it is, but for halves of characters."""
    if not plain:
        return json.dumps(text)[1:-1]
    return "".join(
        json.dumps(char, ensure_ascii="\ud800" <= char <= "\udfff")[1:-1]
        if char < " " or char in '"\\' or char > "\x7e"
        else char
        for char in text
    )
