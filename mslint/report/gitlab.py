"""Write findings as GitLab's Code Quality report; must not read files."""

from __future__ import annotations

import json
from typing import Dict, Mapping

from mslint.model import Finding, Severity
from mslint.report import RunResult
from mslint.report.marks import LinesOf, below, fingerprints, marks

SEVERITIES: Mapping[Severity, str] = {
    Severity.ERROR: "critical",
    Severity.WARNING: "major",
    Severity.INFO: "minor",
}


def document(result: RunResult, lines_of: LinesOf, root: str) -> str:
    """A list of findings; paths count from `root`. A fingerprint survives that lines move."""
    names = fingerprints(marks(result.findings, lines_of, root))
    return json.dumps(
        [
            {
                "description": f"{finding.code} {finding.message}",
                "check_name": finding.slug,
                "fingerprint": name,
                "severity": SEVERITIES[finding.severity],
                "location": {"path": below(finding.path, root), "lines": _lines(finding)},
            }
            for finding, name in zip(result.findings, names)
        ],
        indent=2,
    )


def _lines(finding: Finding) -> Dict[str, int]:
    if finding.cell is not None:  # its lines are those of the cell, and a place has to be given
        return {"begin": 1, "end": 1}
    return {"begin": finding.span.line, "end": max(finding.span.line, finding.span.end_line)}
