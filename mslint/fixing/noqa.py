"""Puts `# noqa: CODE` comments at the ends of lines; changes nothing but comments and knows no rule and no file."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

from mslint.fixing.edits import apply, encoded
from mslint.fixing.rounds import Check, Seen
from mslint.model import Edit, Finding, Span
from mslint.source.suppress import NOQA, Row, rows
from mslint.source.text import Source
from mslint.syntax.parse import tree_of


def comment(source: Source, line: int, codes: Sequence[str]) -> Optional[Edit]:
    """The edit after which a comment silences these rules in a line; None where no comment can stand there.

    It joins a list that is there, else begins one behind whatever the line holds."""
    row = _rows_by_line(source).get(line)
    if row is None:
        return None
    text = source.lines[row.last - 1]
    start = len(text) if row.comment is None else row.comment - 1
    for match in NOQA.finditer(text, start):
        if match.group("codes") is not None and match.group("file") is None:
            # A blank before or after the comma, or none, as the list itself has it.
            between = re.search(r"[,\s]+", match.group("codes"))
            comma = between.group() if between is not None and "," in between.group() else ", "
            at = match.end("codes") + 1
            return Edit(Span(row.last, at, row.last, at), "".join(f"{comma}{code}" for code in codes))
    at = len(text.rstrip()) + 1
    blank = "  " if text.strip() else ""
    return Edit(Span(row.last, at, row.last, len(text) + 1), f"{blank}# noqa: {', '.join(codes)}")


def with_comments(source: Source, findings: Sequence[Finding]) -> Source:
    """The source with a comment for each finding, at the end of the line where it begins."""
    by_line = _rows_by_line(source)
    codes: Dict[int, List[str]] = {}  # by the last line that a comment would speak of
    for finding in findings:
        row = by_line.get(finding.span.line)
        if row is not None and finding.code not in codes.setdefault(row.last, []):
            codes[row.last].append(finding.code)
    edits = (comment(source, line, wanted) for line, wanted in codes.items())
    return apply(source, [edit for edit in edits if edit is not None])


def silence(
    read: Callable[[str], Optional[Source]],
    check: Check,
    seen: Seen,
    wanted: Sequence[Finding],
    code: Callable[[Source], Source] = lambda source: source,
) -> Tuple[Seen, Mapping[str, Source]]:
    """Write comments for these findings and check again: the last check, and the texts with comments that help.

    `read`, `check` and `seen` are as for fixes; `code` gives a text as Python reads it, a cell without its magics."""
    sources = {path: read(path) for path in sorted({each.path for each in wanted})}
    while wanted:
        changed: Dict[str, Source] = {}
        for path, source in sources.items():
            mine = [each for each in wanted if each.path == path]
            if source is not None and mine:
                after = with_comments(source, mine)
                if after != source and encoded(after) is not None and _same_code(code(source), code(after)):
                    changed[path] = after
        if not changed:
            break
        result = check(changed)
        tried = [each for each in wanted if each.path in changed]
        left = keys(result.findings)
        helped = [each for each in tried if key(each) not in left]
        if len(helped) == len(tried):
            return result, changed
        wanted = helped  # a comment that silences nothing is not left behind
    return seen, {}


def key(finding: Finding) -> object:
    """What a finding is known by: comments move nothing, so that its place is one."""
    return finding.path, finding.code, finding.span, finding.message


def keys(findings: Sequence[Finding]) -> Set[object]:
    return {key(each) for each in findings}


def _same_code(before: Source, after: Source) -> bool:
    """Whether two sources differ in comments only."""
    trees = [tree_of(source.text) for source in (before, after)]
    return all(tree is not None for tree in trees) and len({ast.dump(tree) for tree in trees if tree is not None}) == 1


@lru_cache(maxsize=2)
def _rows_by_line(source: Source) -> Mapping[int, Row]:
    """The row that each line is part of, if a comment can stand at its end."""
    found = list(rows(source))
    last = found[-1]
    tail = "\n".join(source.lines[last.first - 1 : last.last])
    if [*rows(Source("", f"{tail} #"))][-1].comment is None:  # a text that never ends: in it, there are no comments
        found.pop()
    return {line: row for row in found for line in range(row.first, row.last + 1)}
