"""Puts `# noqa: CODE` comments at the ends of lines; changes nothing but comments and knows no rule and no file."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Dict, Iterable, List, Tuple

from mslint.fix.edits import apply, encoded
from mslint.model import Edit, Finding, Span
from mslint.source.suppress import NOQA, Row, rows
from mslint.source.text import Source


def with_comments(source: Source, findings: Iterable[Finding]) -> Source:
    """The source with a comment for each finding, at the end of the line where it begins."""
    found = list(rows(source))
    by_line = {line: row for row in found for line in range(row.first, row.last + 1)}
    codes: Dict[Row, List[str]] = {}
    for finding in findings:
        row = by_line.get(finding.span.line)
        if row is not None and finding.code not in codes.setdefault(row, []):
            codes[row].append(finding.code)
    return apply(source, [_edit(source.lines[row.last - 1], row, wanted) for row, wanted in codes.items() if wanted])


def same_code(before: Source, after: Source) -> bool:
    """Whether two sources differ in comments only, and the second can be written."""
    return encoded(after) is not None and _tree(before) == _tree(after)


def _edit(line: str, row: Row, codes: List[str]) -> Edit:
    """Join a list that is there, else begin one behind whatever the line holds."""
    start = len(line) if row.comment is None else row.comment - 1
    for match in NOQA.finditer(line, start):
        if match.group("codes") is not None and match.group("file") is None:
            # A blank before or after the comma, or none, as the list itself has it.
            between = re.search(r"[,\s]+", match.group("codes"))
            comma = between.group() if between is not None and "," in between.group() else ", "
            at = match.end("codes") + 1
            return Edit(Span(row.last, at, row.last, at), "".join(f"{comma}{code}" for code in codes))
    at = len(line.rstrip()) + 1
    blank = "  " if line.strip() else ""
    return Edit(Span(row.last, at, row.last, len(line) + 1), f"{blank}# noqa: {', '.join(codes)}")


def _tree(source: Source) -> Tuple[bool, str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return True, ast.dump(ast.parse(source.text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False, source.text
