"""Write findings as GitLab's Code Quality report; must not read files."""

from __future__ import annotations

import json
from typing import Mapping

from mslint.model import Severity
from mslint.report import RunResult
from mslint.report.marks import LinesOf, below, fingerprints, marks
from mslint.report.rows import RowOf, message, rows

SEVERITIES: Mapping[Severity, str] = {
    Severity.ERROR: "critical",
    Severity.WARNING: "major",
    Severity.INFO: "minor",
}


def document(result: RunResult, lang: str, lines_of: LinesOf, row_of: RowOf, root: str) -> str:
    """A list of findings; paths count from `root`. A fingerprint survives that lines move."""
    names = fingerprints(marks(result.findings, lines_of, root))
    places = [rows(finding, row_of) for finding in result.findings]
    return json.dumps(
        [
            {
                "description": f"{finding.code} {message(finding, lang)}",
                "check_name": finding.slug,
                "fingerprint": name,
                "severity": SEVERITIES[finding.severity],
                "location": {"path": below(finding.path, root), "lines": {"begin": first, "end": last}},
            }
            for finding, name, (first, last) in zip(result.findings, names, places)
        ],
        indent=2,
    )
