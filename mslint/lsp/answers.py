"""Puts findings into the protocol's terms: diagnostics, actions and pages; must not check or remember anything."""

from __future__ import annotations

import os
from typing import Callable, Dict, Iterator, List, Optional, Sequence, Tuple

from lsprotocol import types
from pygls import uris

from mslint.fixing.edits import differences
from mslint.fixing.noqa import comment
from mslint.inputs import Input, reader_of_lines
from mslint.lsp.documents import Document, Page, touches
from mslint.lsp.positions import points
from mslint.model import SAFE, UNSAFE, Edit, Finding, Fix, Related, Severity, Span
from mslint.report import rulepage
from mslint.rulekit.catalog import Catalog
from mslint.selftest import shown
from mslint.source.text import Source
from mslint.words import say

QUICK_FIX = types.CodeActionKind.QuickFix.value
FIX_ALL = "source.fixAll.mslint"
OWN = "MSL0"  # the tool's own codes: of what no comment can speak
SOURCE = "mslint"

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}

# The page that a related place lies on, where that is open.
PageOf = Callable[[Related], Optional[Page]]


def range_of(span: Span, lines: Sequence[str], encoding: str) -> types.Range:
    start, end = points(span, lines, encoding)
    return types.Range(types.Position(start.line, start.unit), types.Position(end.line, end.unit))


def diagnostic(finding: Finding, page: Page, encoding: str, page_of: PageOf) -> types.Diagnostic:
    related = [
        types.DiagnosticRelatedInformation(_location(other, page_of, encoding), other.message or finding.code)
        for other in finding.related
    ]
    return types.Diagnostic(
        range=range_of(finding.span, page.lines, encoding),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
        message=finding.message,
        related_information=related or None,
    )


def by_page(document: Document, encoding: str, page_of: PageOf) -> Dict[str, List[types.Diagnostic]]:
    """The diagnostics of each page of a document, also of those that have none."""
    found: Dict[str, List[types.Diagnostic]] = {page.uri: [] for page in document.pages}
    for finding in document.shown:
        page = document.page_of(finding)
        if page is not None:
            found[page.uri].append(diagnostic(finding, page, encoding, page_of))
    return found


def at(document: Document, page: Page, span: Span) -> List[Finding]:
    """What was found at a place."""
    return [each for each in document.shown if document.page_of(each) is page and touches(each.span, span)]


def wants(kind: str, only: Optional[Sequence[str]]) -> bool:
    """Whether actions of a kind are asked for."""
    return only is None or any(_is_a(kind, wanted) for wanted in only)


def fixes_safely(document: Document, page: Page) -> bool:
    """Whether any finding on a page has a fix that all of them at once could make."""
    fixes = (each.fix for each in document.shown if document.page_of(each) is page)
    return any(fix is not None and fix.safety == SAFE for fix in fixes)


class Actions:
    """What can be done about findings on one page; `mended` is its text after all fixes that can be made safely."""

    def __init__(
        self,
        document: Document,
        page: Page,
        encoding: str,
        versioned: bool,
        page_of: PageOf,
        mended: Optional[str] = None,
    ) -> None:
        self._document = document
        self._page = page
        self._encoding = encoding
        self._lang = document.lang
        self._versioned = versioned  # whether the client understands edits of a version
        self._page_of = page_of
        self._mended = mended

    def offered(self, found: Sequence[Finding], only: Optional[Sequence[str]]) -> List[types.CodeAction]:
        actions = [*self._cures(found), *self._fix_all()]
        return [action for action in actions if wants(str(action.kind), only)]

    def _cures(self, found: Sequence[Finding]) -> Iterator[types.CodeAction]:
        """The fixes first, then the comments that silence."""
        for finding in found:
            fix = finding.fix
            if fix is not None and fix.edits and fix.safety in (SAFE, UNSAFE):
                preferred = fix.safety == SAFE or None
                yield self._action(_title(fix, self._lang), QUICK_FIX, fix.edits, finding, preferred)
        for finding in found:
            if not finding.code.startswith(OWN):
                edit = comment(Source("", self._page.text), finding.span.line, [finding.code])
                if edit is not None:
                    title = say(self._lang, "action-silence", code=finding.code)
                    yield self._action(title, QUICK_FIX, (edit,), finding)

    def _fix_all(self) -> Iterator[types.CodeAction]:
        if self._mended is not None:
            edits = differences(self._page.text, self._mended)
            yield self._action(say(self._lang, "action-fix-all"), FIX_ALL, edits)

    def _action(
        self,
        title: str,
        kind: str,
        edits: Sequence[Edit],
        finding: Optional[Finding] = None,
        preferred: Optional[bool] = None,
    ) -> types.CodeAction:
        cured = None if finding is None else [diagnostic(finding, self._page, self._encoding, self._page_of)]
        return types.CodeAction(title, kind, diagnostics=cured, is_preferred=preferred, edit=self._edit(edits))

    def _edit(self, edits: Sequence[Edit]) -> types.WorkspaceEdit:
        lines = self._page.lines
        changes = [types.TextEdit(range_of(edit.span, lines, self._encoding), edit.text) for edit in edits]
        if not self._versioned:
            return types.WorkspaceEdit(changes={self._page.uri: changes})
        document = types.OptionalVersionedTextDocumentIdentifier(uri=self._page.uri, version=self._page.version)
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, [*changes])])


def pages(found: Sequence[Finding], catalog: Catalog, lang: str) -> str:
    """What rules say of themselves, in Markdown, below what they say here."""
    parts: List[str] = []
    for finding in found:
        rule = catalog.find(finding.code)
        page = "" if rule is None else "\n".join(rulepage.page(rule, lang, shown(rule, catalog, lang)))
        told = [f"**{finding.code}** {finding.message}", finding.why, finding.how, page]
        parts.append("\n\n".join(part for part in told if part).rstrip())
    return "\n\n---\n\n".join(parts)


def _is_a(kind: str, wanted: str) -> bool:
    """Whether an action is of the kind that was asked for: kinds lie in each other like packages."""
    return wanted == "" or kind == wanted or kind.startswith(f"{wanted}.")


def _title(fix: Fix, lang: str) -> str:
    return fix.title if fix.safety == SAFE else say(lang, "action-unsafe", title=fix.title)


def _location(other: Related, page_of: PageOf, encoding: str) -> types.Location:
    page = page_of(other)
    if page is not None:
        return types.Location(page.uri, range_of(other.span, page.lines, encoding))
    path, lines = os.path.abspath(other.path), _lines_on_disk(other)
    return types.Location(uris.from_fs_path(path) or path, range_of(other.span, lines, encoding))


def _lines_on_disk(other: Related) -> Tuple[str, ...]:
    """The lines up to a place, blank where the file cannot be had: then columns count as they are."""
    lines = reader_of_lines([Input(other.path)])(other.path, other.cell)
    blank = " " * max(other.span.column, other.span.end_column)
    return (*lines, *([blank] * (other.span.end_line - len(lines))))
