"""A finding and a result to change parts of, for the tests of reports."""

from __future__ import annotations

from typing import Any

from mslint.model import Finding, Severity, Span
from mslint.report import RunResult


def finding(**changes: Any) -> Finding:
    values = {
        "path": "a.py",
        "span": Span(1, 5, 1, 12),
        "code": "MSL101",
        "slug": "some-rule",
        "severity": Severity.WARNING,
        "message": "a message",
        "why": "a reason",
        "how": "a cure",
    }
    return Finding(**{**values, **changes})


def result(*findings: Finding, **changes: Any) -> RunResult:
    values = {"target_version": "2.10", "target_source": "default", "files": 1}
    return RunResult(findings=findings, **{**values, **changes})
