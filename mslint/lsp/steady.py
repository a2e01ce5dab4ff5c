"""What is shown of a text until the project has been looked at: what was known before of what has not changed.

A check of the open file with what it imports takes a moment, one with the files that lead to it a second. Shown by
turns, findings would come and go with each key."""

from __future__ import annotations

from dataclasses import replace
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from mslint.model import Finding

# A finding, whatever line it stands on: its code, its words, and the text of its line.
_Key = Tuple[str, str, str]


class Known(NamedTuple):
    """What was found in a text: at once, and with the whole project."""

    lines: Sequence[str]
    quick: Tuple[Finding, ...]
    whole: Tuple[Finding, ...]


def steady(quick: Tuple[Finding, ...], lines: Sequence[str], before: Optional[Known]) -> Tuple[Finding, ...]:
    """What is found at once in a text, without what the project took back before, and with what it added."""
    if before is None:
        return quick
    whole = {_key(each, before.lines) for each in before.whole}
    at_once = {_key(each, before.lines) for each in before.quick}
    shown = [each for each in quick if _key(each, lines) in whole or _key(each, lines) not in at_once]
    places = _places(lines)
    there = {(_key(each, lines), each.span.line) for each in shown}
    for each in before.whole:
        key = _key(each, before.lines)
        if key not in at_once:
            near = sorted(places.get(key[2], ()), key=lambda at: abs(at - each.span.line))  # noqa: B023
            line = next((at for at in near if (key, at) not in there), None)
            if line is not None:
                there.add((key, line))
                shown.append(_moved(each, line))
    return tuple(sorted(shown, key=lambda finding: finding.sort_key))


def _key(finding: Finding, lines: Sequence[str]) -> _Key:
    line = finding.span.line
    return finding.code, finding.message, lines[line - 1] if 1 <= line <= len(lines) else ""


def _places(lines: Sequence[str]) -> Dict[str, List[int]]:
    found: Dict[str, List[int]] = {}
    for number, line in enumerate(lines, 1):
        found.setdefault(line, []).append(number)
    return found


def _moved(finding: Finding, line: int) -> Finding:
    """A finding on another line; its fix was made for another text."""
    span = finding.span
    down = line - span.line
    return replace(finding, span=replace(span, line=line, end_line=span.end_line + down), fix=None)
