"""The values that travel between the parts of mslint: frozen, picklable, and free of syntax nodes."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

# What code may have been ported from.
FRAMEWORKS = ("pytorch", "tensorflow")


class Severity(enum.IntEnum):
    """How bad a finding is; the order is the order of `--level`."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        return self.name.lower()

    @classmethod
    def from_label(cls, label: str) -> Severity:
        """Raise KeyError for anything but error, warning or info."""
        if not label.islower():
            raise KeyError(label)
        return cls[label.upper()]


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of source: lines and columns from 1, in characters; the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Related:
    """Another place that a finding speaks of."""

    path: str
    span: Span
    message: str


@dataclass(frozen=True)
class Edit:
    """Replace the text of a span by another text."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """Edits that cure a finding; `safety` is safe, unsafe or display."""

    safety: str
    title: str
    edits: Tuple[Edit, ...]


@dataclass(frozen=True)
class Evidence:
    """What a run on a device showed of a finding; `verdict` is confirmed, refuted or inconclusive."""

    verdict: str
    summary: str
    measured: Mapping[str, object]
    device: str
    versions: Mapping[str, str]


@dataclass(frozen=True)
class Finding:
    """One place where the user should act, in the words of one rule and one language."""

    path: str
    span: Span
    code: str
    slug: str
    severity: Severity
    message: str
    why: str = ""
    how: str = ""
    checklist: Optional[str] = None
    certainty: str = "sure"
    cell: Optional[int] = None
    related: Tuple[Related, ...] = ()
    fix: Optional[Fix] = None
    evidence: Optional[Evidence] = None

    @property
    def sort_key(self) -> Tuple[object, ...]:
        return (self.path, self.cell or 0, self.span.line, self.span.column, self.code, self.message)


@dataclass(frozen=True)
class RunError:
    """What went wrong outside of any file's text: an unreadable folder, a vanished file, a defect of mslint."""

    path: str
    message: str
    kind: str = "file"  # what could not be read: "file" or "folder"; "failure" where mslint itself failed
    named: bool = False  # the user named it, so that the run did not do what was asked for


@dataclass(frozen=True)
class FileResult:
    """All that one file yielded, before levels hide anything; `suppressed` are silenced by a comment."""

    path: str
    findings: Tuple[Finding, ...] = ()
    suppressed: Tuple[Finding, ...] = field(default=())
    crashed: bool = False
