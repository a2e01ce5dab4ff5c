"""What a run yielded, for the formats in this package to write; nothing here decides what is reported."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import List, Mapping, Tuple, Union

from mslint.model import Analysis, Finding, Related, RunError, Severity, once_per_run


@dataclass(frozen=True)
class RunResult:
    """The outcome of one run.

    `findings` are those shown, sorted, `hidden` counts those below the level, and `files` those that were checked.
    `known` counts what a baseline hides, `stale` what it knows and nobody finds any more, and `elsewhere` what lies on
    lines that nobody changed.
    """

    findings: Tuple[Finding, ...]
    target_version: str
    target_source: str
    hidden: int = 0
    suppressed: Tuple[Finding, ...] = ()  # silenced by comments
    errors: Tuple[RunError, ...] = ()
    files: int = 0
    seconds: float = 0.0
    crashed: bool = False
    known: int = 0
    stale: int = 0
    elsewhere: int = 0
    analysis: Analysis = Analysis()
    remarks: Tuple[Finding, ...] = ()  # what asks for nothing, and is told in a line at the end; see `gathered`

    def gathered(self) -> RunResult:
        """The same as it is shown: what a run tells once as one finding, and remarks apart from the findings."""
        every = once_per_run(self.findings)
        remarks = tuple(each for each in every if each.remark)
        return replace(self, findings=tuple(each for each in every if not each.remark), remarks=remarks)

    @property
    def failed(self) -> bool:
        """Whether the run did not do what was asked for: exit status 2."""
        return self.crashed or any(error.named for error in self.errors)

    def counts(self) -> Mapping[Severity, int]:
        """How many findings of each severity are shown, the worst first, zeros included."""
        found = Counter(finding.severity for finding in self.findings)
        return {severity: found[severity] for severity in sorted(Severity, reverse=True)}

    def by_rule(self) -> List[Tuple[str, str, int]]:
        """Code and name of each rule that is reported, and how often, the most frequent first."""
        found = Counter((finding.code, finding.slug) for finding in self.findings)
        return [(*rule, count) for rule, count in sorted(found.items(), key=lambda item: (-item[1], item[0]))]


def place_of(found: Union[Finding, Related]) -> str:
    """Where something was found, as people and editors read it: path, cell of a notebook, line and column."""
    cell = "" if found.cell is None else f"cell {found.cell}:"
    return f"{found.path}:{cell}{found.span.line}:{found.span.column}"
