"""Write findings as a SARIF 2.1.0 log, which code scanning services read; must not read files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional
from urllib.parse import quote

import mslint
from mslint.model import Finding, Fix, Severity, Span
from mslint.report import RunResult, rulepage
from mslint.report.marks import LinesOf, below, fingerprints, marks
from mslint.report.text import evidence_text
from mslint.rulekit.repairs import DISPLAY
from mslint.rulekit.rule import Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"  # what the reader takes for the top of the repository
LEVELS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def document(result: RunResult, lang: str, rules: Mapping[str, Rule], lines_of: LinesOf, root: str, status: int) -> str:
    """The whole run, ASCII only; `rules` are those that are reported, `status` is the exit status."""
    codes = list(rules)
    names = fingerprints(marks(result.findings, lines_of, root))
    run = {
        "tool": {
            "driver": {
                "name": "mslint",
                "version": mslint.__version__,
                "semanticVersion": mslint.__version__,
                "language": "zh-CN" if lang == "zh" else "en-US",
                "rules": [_rule(rule, lang) for rule in rules.values()],
            }
        },
        "language": "zh-CN" if lang == "zh" else "en-US",
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(result, status)],
        "results": [_result(finding, lang, codes, name, root) for finding, name in zip(result.findings, names)],
        "properties": {
            "targetVersion": result.target_version,
            "targetVersionSource": result.target_source,
            "files": result.files,
            "hidden": result.hidden,
            "known": result.known,
            "stale": result.stale,
            "elsewhere": result.elsewhere,
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(rule: Rule, lang: str) -> Dict[str, Any]:
    text = rule.text[lang]
    plain = "\n\n".join(rulepage.blanked(part) for part in (text.message, text.why, text.fix) if part)
    page = "\n".join(rulepage.page(rule, lang, rulepage.Shown()))
    return {
        "id": rule.code,
        "name": rule.slug,
        "shortDescription": {"text": text.title},
        "fullDescription": {"text": rulepage.blanked(text.why or text.message)},
        "help": {"text": plain, "markdown": page},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {
            "tags": ["mindspore", *rule.checklist],
            "problem.severity": "recommendation" if rule.severity == Severity.INFO else rule.severity.label,
            "since": rule.since,
            "mindspore": rule.mindspore,
            "status": rule.status,
            "fixes": list(rule.fixes),
        },
    }


def _result(finding: Finding, lang: str, codes: List[str], name: str, root: str) -> Dict[str, Any]:
    text = " ".join(part for part in (finding.message, finding.how) if part)
    found: Dict[str, Any] = {"ruleId": finding.code}
    if finding.code in codes:
        found["ruleIndex"] = codes.index(finding.code)
    found.update(
        level=LEVELS[finding.severity],
        message={"text": text},
        locations=[{"physicalLocation": _place(finding.path, finding.span, root, finding.cell)}],
        partialFingerprints={"mslintMark/v1": name},
    )
    if finding.related:
        found["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(other.path, other.span, root, other.cell),
                **({"message": {"text": other.message}} if other.message else {}),
            }
            for number, other in enumerate(finding.related, 1)
        ]
    fix = finding.fix
    # A reader may make what stands here: not what is only to be shown, and not the edits of a notebook's cell, which
    # are no places of its file.
    if fix is not None and fix.edits and fix.safety != DISPLAY and finding.cell is None:
        found["fixes"] = [_fix(fix, finding.path, root)]
    properties: Dict[str, Any] = {"certainty": finding.certainty}
    if finding.checklist is not None:
        properties["checklist"] = finding.checklist
    if finding.cell is not None:
        properties.update(cell=finding.cell, line=finding.span.line)
    if fix is not None:
        properties["fixSafety"] = fix.safety
    if finding.evidence is not None:
        properties["verdict"] = finding.evidence.verdict
        properties["evidence"] = evidence_text(finding.evidence, lang)
    found["properties"] = properties
    return found


def _fix(fix: Fix, path: str, root: str) -> Dict[str, Any]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": _artifact(path, root), "replacements": replacements}],
    }


def _place(path: str, span: Span, root: str, cell: Optional[int] = None) -> Dict[str, Any]:
    found: Dict[str, Any] = {"artifactLocation": _artifact(path, root)}
    if cell is None:
        found["region"] = _region(span)
    return found


def _region(span: Span) -> Dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": max(span.line, span.end_line),
        "endColumn": span.end_column,
    }


def _artifact(path: str, root: str) -> Dict[str, str]:
    name = below(path, root)
    if os.path.isabs(name):
        return {"uri": Path(name).as_uri()}
    return {"uri": quote(name), "uriBaseId": ROOT}


def _invocation(result: RunResult, status: int) -> Dict[str, Any]:
    notes = [
        {
            "level": "error" if error.named or error.kind == "failure" else "warning",
            "message": {"text": f"{error.path}: {error.message}"},
            "descriptor": {"id": error.kind},
        }
        for error in result.errors
    ]
    found: Dict[str, Any] = {"executionSuccessful": status < 2, "exitCode": status}
    return {**found, "toolExecutionNotifications": notes} if notes else found
