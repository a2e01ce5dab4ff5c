"""Findings that a project has come to terms with, in a file: only what is new is shown. Knows no rule."""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass
from typing import Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.config import DEFAULT, Settings
from mslint.errors import UserError
from mslint.model import Finding, Severity, together
from mslint.report.marks import LinesOf, Mark, marks, relative
from mslint.source.disk import Refused, lies_in, project_top, read_head
from mslint.source.files import display_path
from mslint.source.text import Source
from mslint.source.writing import replace_file

VERSION = 1
MAX_BYTES = 64_000_000  # some 300,000 entries


class Sifted(NamedTuple):
    """What is left of findings, and how the baseline fared."""

    new: Tuple[Finding, ...]
    known: int
    stale: int  # entries of checked files, and of files that are gone, that nothing was found for


@dataclass(frozen=True)
class Baseline:
    """The entries of one file, each with how often it is there and the severity that it had."""

    folder: str
    entries: Mapping[Mark, int]
    severities: Mapping[Mark, Severity]

    def sift(
        self,
        findings: Sequence[Finding],
        lines_of: LinesOf,
        checked: Iterable[str],
        ran: Callable[[Mark], bool],
        level: Severity,
    ) -> Sifted:
        """Take out what the baseline knows. Only of rules that ran, at levels that are shown, can an entry be stale."""
        left: Counter[Mark] = Counter(dict(self.entries))
        places = [(index, place) for index, finding in enumerate(findings) for place in finding.places]
        new: List[Tuple[int, Finding, Mark]] = []
        for (index, place), mark in zip(places, marks([place for _, place in places], lines_of, self.folder)):
            if left[mark] > 0:
                left[mark] -= 1
            else:
                new.append((index, place, mark))
        gone = self._gone()
        kept = _regrouped(findings, self._moved(new, left, gone))
        seen = gone | {relative(path, self.folder) for path in checked}
        stale = sum(
            count
            for mark, count in left.items()
            if count and mark.path in seen and ran(mark) and self.severities[mark] >= level
        )
        return Sifted(tuple(kept), len(findings) - len(kept), stale)

    def besides(self, checked: Iterable[str], asked: Asked) -> Tuple[Dict[Mark, int], Dict[Mark, Severity]]:
        """What a new baseline takes over: all that nobody looked for, be it for the file, the rule or the level."""
        seen = self._gone() | {relative(path, self.folder) for path in checked}
        kept = {
            mark: count
            for mark, count in self.entries.items()
            if mark.path not in seen or not asked(self, mark, self.severities[mark])
        }
        return kept, {mark: self.severities[mark] for mark in kept}

    def _gone(self) -> Set[str]:
        paths = {mark.path for mark in self.entries}
        return {path for path in paths if not os.path.exists(os.path.join(self.folder, path))}

    def _moved(
        self, new: Sequence[Tuple[int, Finding, Mark]], left: Counter[Mark], gone: Set[str]
    ) -> List[Tuple[int, Finding]]:
        """Findings in files that the baseline does not know may be those of files that are gone: renamed ones."""
        known = {mark.path for mark in self.entries}
        lost: Dict[Tuple[str, str], List[Mark]] = {}
        for mark, count in sorted(left.items()):
            if count and mark.path in gone:
                lost.setdefault((mark.code, mark.text), []).extend([mark] * count)
        kept: List[Tuple[int, Finding]] = []
        for index, place, mark in new:
            former = lost.get((mark.code, mark.text)) if mark.path not in known else None
            if former:
                left[former.pop()] -= 1
            else:
                kept.append((index, place))
        return kept


# Whether an entry would have been found again: its rule was asked about its file, at a level that is shown.
Asked = Callable[[Baseline, Mark, Severity], bool]


def _regrouped(findings: Sequence[Finding], kept: Sequence[Tuple[int, Finding]]) -> List[Finding]:
    """The findings again that have places left, each as it was or with those only."""
    left: Dict[int, List[Finding]] = {}
    for index, place in kept:
        left.setdefault(index, []).append(place)
    return [
        findings[index] if len(places) > findings[index].more else together(places) for index, places in left.items()
    ]


def unknown(findings: Tuple[Finding, ...], level: Severity, source: Source, baseline: Baseline) -> Tuple[Finding, ...]:
    """Those of one file that a baseline does not know."""

    def lines_of(path: str, cell: Optional[int] = None) -> Sequence[str]:
        return source.lines if source.cells is None else source.cells.lines_of(cell)

    return baseline.sift(findings, lines_of, (), lambda mark: False, level).new


def configured(settings: Settings) -> Optional[Baseline]:
    """The baseline that settings name; where it cannot be read, whoever named it is told where they did."""
    if settings.baseline is None:
        return None
    where = dict(settings.origins).get("baseline", DEFAULT)
    if where in (DEFAULT, "--baseline"):
        return read_baseline(settings.baseline)
    # A configuration can come from anybody: it names what is in the project.
    if not lies_in(settings.baseline, project_top(settings.root)):
        raise UserError("baseline-outside", where=where, path=display_path(settings.baseline))
    return read_baseline(settings.baseline, where)


def read_baseline(path: str, where: str = "") -> Baseline:
    """Raise UserError where it is none; `where` is the place that names it."""
    try:
        data = read_head(path, MAX_BYTES)
        if len(data) > MAX_BYTES:
            raise UserError("file-too-large", path=display_path(path))
        document = json.loads(data.decode("utf-8"))
    except Refused as error:
        raise UserError(error.key, path=display_path(path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        if where:
            raise UserError("baseline-named-unreadable", where=where, path=display_path(path), reason=reason) from None
        raise UserError("baseline-unreadable", path=display_path(path), reason=reason) from None
    except (ValueError, RecursionError):
        raise UserError("baseline-damaged", path=display_path(path)) from None
    entries: Dict[Mark, int] = {}
    severities: Dict[Mark, Severity] = {}
    try:
        version = document["version"]
        if isinstance(version, int) and version > VERSION:
            raise UserError("baseline-newer", path=display_path(path))
        if version != VERSION:
            raise ValueError(version)
        for row in document["findings"]:
            mark = Mark(*(_text(row[name]) for name in Mark._fields))
            count = row.get("count", 1)
            if not isinstance(count, int) or count < 1:
                raise ValueError(count)
            entries[mark] = entries.get(mark, 0) + count
            severities[mark] = max(severities.get(mark, Severity.INFO), Severity.from_label(row["severity"]))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise UserError("baseline-damaged", path=display_path(path)) from None
    return Baseline(os.path.dirname(os.path.realpath(path)), entries, severities)


def write_baseline(
    path: str, findings: Sequence[Finding], lines_of: LinesOf, checked: Iterable[str], asked: Asked
) -> None:
    """Write what was found, one entry per line; UserError where that fails, or where something else is there."""
    folder = os.path.dirname(os.path.realpath(path))
    former = _former(path) if os.path.lexists(path) and _holds(path) else None
    kept, severities = former.besides(checked, asked) if former is not None else ({}, {})
    counts: Counter[Mark] = Counter()
    places = [place for finding in findings for place in finding.places]
    for place, mark in zip(places, marks(places, lines_of, folder)):
        counts[mark] += 1
        severities[mark] = max(severities.get(mark, Severity.INFO), place.severity)
    counts |= Counter(kept)  # of what is there by another level, as often as it is in either
    rows = [json.dumps(_row(mark, counts[mark], severities[mark]), ensure_ascii=False) for mark in sorted(counts)]
    head = f'{{"version": {VERSION}, "findings": ['
    text = head + ("\n" + ",\n".join(rows) + "\n" if rows else "") + "]}\n"
    try:
        replace_file(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UserError("cannot-write", path=display_path(path), reason=error.strerror or str(error)) from None


def _former(path: str) -> Baseline:
    """What is there already, which must be a baseline: a slip of the pen must not cost a script."""
    try:
        return read_baseline(path)
    except UserError as error:
        if error.key == "baseline-damaged":
            raise UserError("baseline-in-the-way", path=display_path(path)) from None
        raise


def _holds(path: str) -> bool:
    """Whether there is anything in a file: an empty one, as mktemp makes it, may be written."""
    try:
        return not os.path.isfile(path) or os.path.getsize(path) > 0
    except OSError:
        return True


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _row(mark: Mark, count: int, severity: Severity) -> Mapping[str, object]:
    row = {"path": mark.path, "code": mark.code, "severity": severity.label, "text": mark.text}
    return {**row, **({"count": count} if count > 1 else {})}
