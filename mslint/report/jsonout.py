"""Write findings for programs: the JSON document that schema.json describes, or one finding per line."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator

import mslint
from mslint.model import Finding, Fix, Related, Span
from mslint.report import RunResult

VERSION = 1


def document(result: RunResult, statistics: bool = False) -> str:
    """The whole run; ASCII only, so that no console or pipe can garble it."""
    counted = [{"code": code, "slug": slug, "count": count} for code, slug, count in result.by_rule()]
    return json.dumps(
        {
            "version": VERSION,
            "mslint": mslint.__version__,
            "target_version": result.target_version,
            "target_version_source": result.target_source,
            "findings": [finding_object(finding) for finding in result.findings],
            "errors": [{"path": error.path, "message": error.message} for error in result.errors],
            "summary": {
                "files": result.files,
                "findings": {severity.label: count for severity, count in result.counts().items()},
                "hidden": result.hidden,
                "known": result.known,
                "stale": result.stale,
                "elsewhere": result.elsewhere,
                "seconds": round(result.seconds, 3),
                "remarks": [_remark(each) for each in result.remarks],
            },
            "analysis": result.analysis._asdict(),
            **({"statistics": counted} if statistics else {}),
        },
        indent=2,
    )


def lines(result: RunResult) -> Iterator[str]:
    """One finding per line."""
    for finding in result.findings:
        yield json.dumps(finding_object(finding))


def finding_object(finding: Finding) -> Dict[str, Any]:
    evidence = finding.evidence
    return {
        "code": finding.code,
        "slug": finding.slug,
        "severity": finding.severity.label,
        "message": finding.message,
        "path": finding.path,
        **_span(finding.span),
        "cell": finding.cell,
        "checklist": finding.checklist,
        "url": None,
        "certainty": finding.certainty,
        "related": [_related(other) for other in finding.related],
        "fix": _fix(finding.fix) if finding.fix else None,
        "evidence": {
            "verdict": evidence.verdict,
            "summary": evidence.summary,
            "measured": dict(evidence.measured),
            "device": evidence.device,
            "versions": dict(evidence.versions),
            "mode": evidence.mode or None,
            "target_version": evidence.target or None,
        }
        if evidence
        else None,
    }


def _remark(finding: Finding) -> Dict[str, Any]:
    return {
        "code": finding.code,
        "slug": finding.slug,
        "name": finding.remark,
        "message": finding.message,
        "places": 1 + finding.more,
    }


def _span(span: Span) -> Dict[str, int]:
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def _related(other: Related) -> Dict[str, Any]:
    cell = {} if other.cell is None else {"cell": other.cell}
    place = {"path": other.path, "line": other.span.line, "column": other.span.column, **cell}
    return {**place, "message": other.message}


def _fix(fix: Fix) -> Dict[str, Any]:
    return {
        "safety": fix.safety,
        "title": fix.title,
        "edits": [{**_span(edit.span), "text": edit.text} for edit in fix.edits],
    }
