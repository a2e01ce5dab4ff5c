"""Write findings as GitHub's workflow commands, which become annotations; must not read files."""

from __future__ import annotations

import re
from typing import Dict, Iterator, Mapping, Tuple

from mslint.model import Finding, Severity
from mslint.report import RunResult, place_of
from mslint.report.marks import below
from mslint.report.rows import RowOf, message, rows
from mslint.report.text import evidence_text
from mslint.visible import visible
from mslint.words import say

COMMANDS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def lines(result: RunResult, lang: str, row_of: RowOf, root: str) -> Iterator[str]:
    """One command per finding; paths count from `root`, as GitHub wants them."""
    for finding in result.findings:
        properties = _properties(finding, row_of, root)
        written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        yield f"::{COMMANDS[finding.severity]} {written}::{_data(_message(finding, lang))}"


def _properties(finding: Finding, row_of: RowOf, root: str) -> Dict[str, str]:
    span = finding.span
    first, last = rows(finding, row_of)
    found = {"title": f"{finding.code} {finding.slug}", "file": below(finding.path, root)}
    found.update(line=str(first), endLine=str(last))
    # GitHub takes columns for a single line only, and those of a cell are not those of the notebook's file.
    if span.end_line <= span.line and finding.cell is None:
        found.update(col=str(span.column), endColumn=str(max(span.column, span.end_column - 1)))
    return found


def _message(finding: Finding, lang: str) -> str:
    parts = [message(finding, lang)]
    parts += [say(lang, "labelled", label=say(lang, label), text=text) for label, text in _notes(finding) if text]
    parts += [
        say(lang, "labelled", label=say(lang, "also"), text=f"{place_of(other)} {other.message}".rstrip())
        for other in finding.related
    ]
    if finding.evidence is not None:
        parts.append(evidence_text(finding.evidence, lang))
    return "\n".join(parts)


def _notes(finding: Finding) -> Iterator[Tuple[str, str]]:
    yield "why", finding.why
    yield "how", finding.how


def _data(text: str) -> str:
    text = "".join(piece if piece in "\r\n" else visible(piece) for piece in re.split("([\r\n])", text))
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
