"""Decides which rules run on which file and which findings are shown; must not read files or know a rule by name."""

from __future__ import annotations

import enum
import glob
import os
import posixpath
from typing import Dict, Iterable, List, Sequence, Tuple

from mslint.model import Finding, Hidden, Severity
from mslint.source.globs import path_matcher

PerFileIgnores = Sequence[Tuple[str, Sequence[str]]]


class Decision(enum.Enum):
    """Why a rule runs on a file, or why it does not."""

    BY_DEFAULT = "selected by default"
    SELECTED = "selected by name"
    IGNORED = "ignored"
    IGNORED_IN_FILE = "ignored in this file"
    NOT_SELECTED = "not selected"
    PREVIEW = "a preview, which only its full code or its name selects"
    REMOVED = "removed"

    @property
    def runs(self) -> bool:
        return self in (Decision.BY_DEFAULT, Decision.SELECTED)


class Selector:
    """The longest of the codes, prefixes and names that fit a rule decides; of equally long ones, `ignore`.

    Without `select`, all rules are selected that are stable or deprecated. What `per_file_ignores` says of a file is
    final: it was written with that file in mind. Its globs are absolute, as `anchored` makes them.
    """

    def __init__(
        self,
        select: Sequence[str] = (),
        extend_select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        per_file_ignores: PerFileIgnores = (),
    ) -> None:
        self._by_default = not select
        self._select = (*select, *extend_select)
        self._ignore = tuple(ignore)
        self._per_file = [(path_matcher((pattern,)), tuple(codes)) for pattern, codes in per_file_ignores]
        self._decisions: Dict[Tuple[str, str, str], Decision] = {}

    def decide(self, code: str, slug: str, path: str, status: str = "stable") -> Decision:
        """Whether the rule runs on the file, which `path` names from the current directory or absolutely."""
        rule = (code, slug, status)
        if rule not in self._decisions:
            self._decisions[rule] = self._decide(code, slug, status)
        decision = self._decisions[rule]
        if decision.runs and self._per_file and _longest(self._ignored_in(path), code, slug) >= 0:
            return Decision.IGNORED_IN_FILE
        return decision

    def _decide(self, code: str, slug: str, status: str) -> Decision:
        if status == "removed":
            return Decision.REMOVED
        selected = _longest(self._select, code, slug)
        ignored = _longest(self._ignore, code, slug)
        if ignored >= 0 and ignored >= selected:
            return Decision.IGNORED
        if status == "preview" and selected < len(code):
            return Decision.PREVIEW
        if selected >= 0:
            return Decision.SELECTED
        return Decision.BY_DEFAULT if self._by_default else Decision.NOT_SELECTED

    def _ignored_in(self, path: str) -> List[str]:
        absolute = os.path.abspath(path).replace(os.sep, "/")
        return [code for matches, codes in self._per_file if matches(absolute) for code in codes]


def visible(findings: Iterable[Finding], level: Severity) -> Tuple[Tuple[Finding, ...], Hidden]:
    """The findings at or above the level, and what stays hidden; remarks are no findings, and nothing hides them."""
    everything = tuple(findings)
    shown = tuple(finding for finding in everything if finding.severity >= level)
    below = [finding for finding in everything if finding.severity < level and not finding.remark]
    once = frozenset((finding.code, finding.message) for finding in below if finding.once)
    return shown, Hidden(sum(not finding.once for finding in below), once)


def anchored(pattern: str, root: str) -> str:
    """The glob as an absolute one: with a "/" inside it counts from `root`, without one it fits names at any depth."""
    pattern = pattern.replace(os.sep, "/").rstrip("/")
    if os.path.isabs(pattern):
        return pattern
    if "/" not in pattern:
        pattern = "**/" + pattern
    return posixpath.normpath(posixpath.join(glob.escape(root.replace(os.sep, "/")), pattern))


def _longest(written: Sequence[str], code: str, slug: str) -> int:
    """How closely the closest of the written codes, prefixes and names fits the rule; -1 if none does."""
    return max(
        (len(code) if text == slug else len(text) for text in written if text == slug or code.startswith(text)),
        default=-1,
    )
