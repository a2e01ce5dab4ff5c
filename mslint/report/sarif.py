"""Write findings as a SARIF 2.1.0 log, which code scanning services read; must not read files."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Union
from urllib.parse import quote

import mslint
from mslint.model import DISPLAY, Finding, Fix, Related, Severity, Span
from mslint.report import RunResult, place_of, rulepage
from mslint.report.marks import LinesOf, below, fingerprints, marks
from mslint.report.rows import RowOf, message, rows
from mslint.report.text import evidence_text
from mslint.rulekit.rule import Rule
from mslint.words import say

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"  # what the reader takes for the top of the repository
_WIDE = ("。", "！", "？", "；", "：", "）")
_LITERAL, _ESCAPED = re.compile(r"[\[\]\\]"), r"\\\g<0>"  # in the text of a link
LEVELS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def document(
    result: RunResult,
    lang: str,
    rules: Mapping[str, Rule],
    lines_of: LinesOf,
    row_of: RowOf,
    root: str,
    status: int,
) -> str:
    """The whole run, ASCII only; `rules` are those that are reported, `status` is the exit status."""
    codes = list(rules)
    names = fingerprints(marks(result.findings, lines_of, root))
    found = [_result(each, lang, codes, name, row_of, root) for each, name in zip(result.findings, names)]
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
        "results": found,
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
    groups = rulepage.texts(rule, lang, {})
    plain = "\n\n".join(part for messages, why, how in groups for part in (*messages, why, how) if part)
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


def _result(finding: Finding, lang: str, codes: List[str], name: str, row_of: RowOf, root: str) -> Dict[str, Any]:
    text = _sentences(_unlinked(message(finding, lang)), _unlinked(finding.how), _links(finding, lang))
    found: Dict[str, Any] = {"ruleId": finding.code}
    if finding.code in codes:
        found["ruleIndex"] = codes.index(finding.code)
    found.update(
        level=LEVELS[finding.severity],
        message={"text": text},
        locations=[{"physicalLocation": _place(finding, row_of, root)}],
        partialFingerprints={"mslintMark/v1": name},
    )
    if finding.related:
        found["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(other, row_of, root),
                **({"message": {"text": other.message}} if _told(other, finding) else {}),
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


def _unlinked(text: str) -> str:
    """A text in which no viewer finds a link: values of the code stand in it."""
    return _LITERAL.sub(_ESCAPED, text) if "](" in text else text


def _links(finding: Finding, lang: str) -> str:
    """The related places, each as a link that a viewer follows; else they would stand beside the text unseen."""
    links = [
        f"[{_LITERAL.sub(_ESCAPED, other.message if _told(other, finding) else place_of(other))}]({number})"
        for number, other in enumerate(finding.related, 1)
    ]
    return say(lang, "labelled", label=say(lang, "also"), text=tuple(links)) if links else ""


def _told(other: Related, finding: Finding) -> bool:
    """Whether a related place has something to say that the finding has not said."""
    return bool(other.message) and other.message != finding.message


def _sentences(*parts: str) -> str:
    """Sentences in a row: behind a full-width stop there is no blank."""
    text = ""
    for part in filter(None, parts):
        text += part if not text or text.endswith(_WIDE) else f" {part}"
    return text


def _place(found: Union[Finding, Related], row_of: RowOf, root: str) -> Dict[str, Any]:
    region = _region(found.span)
    if found.cell is not None:  # whole lines: the columns of a cell are not those of the notebook's file
        first, last = rows(found, row_of)
        region = {"startLine": first, "endLine": last}
    return {"artifactLocation": _artifact(found.path, root), "region": region}


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
