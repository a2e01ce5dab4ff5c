"""What a finding is known by wherever its line has moved to; must not read files."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import Callable, Dict, List, NamedTuple, Sequence

from mslint.model import Finding
from mslint.source.files import to_posix

# By the path of a finding and, in a notebook, its cell.
LinesOf = Callable[..., Sequence[str]]


class Mark(NamedTuple):
    """No line number, which moves, and no message, which depends on version and language."""

    path: str  # from some folder, with /
    code: str
    text: str  # the first line of the finding, without the space around it


def marks(findings: Sequence[Finding], lines_of: LinesOf, folder: str) -> List[Mark]:
    """The mark of each finding, with paths from a folder."""
    places: Dict[str, str] = {}
    found: List[Mark] = []
    for finding in findings:
        lines = lines_of(finding.path) if finding.cell is None else lines_of(finding.path, finding.cell)
        line = finding.span.line
        text = lines[line - 1].strip() if 1 <= line <= len(lines) else ""
        if finding.path not in places:
            places[finding.path] = relative(finding.path, folder)
        found.append(Mark(places[finding.path], finding.code, text))
    return found


def fingerprints(found: Sequence[Mark]) -> List[str]:
    """A name for each finding, unlike all others: equal marks are counted in their order."""
    counts: Dict[Mark, int] = {}
    names: List[str] = []
    for mark in found:
        counts[mark] = counts.get(mark, 0) + 1
        told = "\0".join((*mark, str(counts[mark])))
        names.append(sha256(told.encode("utf-8", "backslashreplace")).hexdigest())
    return names


def relative(path: str, folder: str) -> str:
    """The path of a file from a folder, with / and wherever links lead; absolute where it lies on another drive."""
    real = os.path.realpath(path)
    try:
        return to_posix(os.path.relpath(real, os.path.realpath(folder)))
    except ValueError:
        return to_posix(real)


def below(path: str, folder: str) -> str:
    """A path from a folder if it lies there, else absolute, with /."""
    absolute = os.path.abspath(path)
    try:
        from_there = to_posix(os.path.relpath(absolute, folder))
    except ValueError:
        return to_posix(absolute)
    return to_posix(absolute) if from_there.split("/")[0] == ".." else from_there
