"""The texts that are open in the editor, as it last sent them; must not check anything."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Dict, Iterator, List, Optional, Sequence, Tuple

from mslint.lsp.positions import Change, changed
from mslint.lsp.steady import Known
from mslint.model import Finding, Span
from mslint.source.text import Source


@dataclass
class Page:
    """One text of the editor's: a file, or one cell of a notebook."""

    uri: str
    text: str
    version: Optional[int]
    python: bool = True

    @property
    def lines(self) -> Tuple[str, ...]:
        return Source("", self.text).lines


@dataclass
class Document:
    """A file, which is one page, or a notebook with its cells; no two states of documents share a `stamp`."""

    uri: str
    path: str  # where it lies on disk
    notebook: bool
    pages: List[Page]
    stamp: int = 0
    shown: Tuple[Finding, ...] = ()  # what was last found
    shown_stamp: int = -1  # and of what
    known: Optional[Known] = None  # what was last found with the whole project
    whole_stamp: int = -1  # and of what
    mended: Dict[str, Tuple[int, Optional[str]]] = field(default_factory=dict)  # pages with all fixes, likewise
    lang: str = "en"  # that it is spoken of in

    def page_of(self, finding: Finding) -> Optional[Page]:
        """Where a finding stands; None where it stands in no cell."""
        return self.page_at(finding.cell)

    def page_at(self, cell: Optional[int]) -> Optional[Page]:
        index = (cell or 0) - 1 if self.notebook else 0
        return self.pages[index] if 0 <= index < len(self.pages) else None


@dataclass(frozen=True)
class Snapshot:
    """What is checked: the texts of one document as they were at a time."""

    uri: str
    path: str
    stamp: int
    text: str
    cells: Optional[Tuple[Tuple[int, str], ...]]  # of a notebook, those in Python


@dataclass
class Documents:
    """All that is open."""

    encoding: str = "utf-16"
    by_uri: Dict[str, Document] = field(default_factory=dict)
    # One count for all: what is opened again must not pass for what it was when it was last open.
    _stamps: Iterator[int] = field(default_factory=itertools.count)
    _of_page: Dict[str, str] = field(default_factory=dict)

    def open(self, document: Document) -> None:
        self.touch(document)
        self.by_uri[document.uri] = document
        self._of_page.update((page.uri, document.uri) for page in document.pages)

    def touch(self, document: Document) -> None:
        """Something has happened to a document, or around it: what was found is out of date."""
        document.stamp = next(self._stamps)

    def close(self, uri: str) -> Optional[Document]:
        document = self.by_uri.pop(uri, None)
        for page in document.pages if document is not None else ():
            self._of_page.pop(page.uri, None)
        return document

    def of_page(self, uri: str) -> Optional[Document]:
        """The document that a page belongs to."""
        return self.by_uri.get(self._of_page.get(uri, ""))

    def page(self, uri: str) -> Optional[Page]:
        document = self.of_page(uri)
        return next((page for page in document.pages if page.uri == uri), None) if document is not None else None

    def change(self, uri: str, version: Optional[int], changes: Sequence[Change]) -> Optional[Document]:
        """Change a page; None where it is not open."""
        document, page = self.of_page(uri), self.page(uri)
        if document is None or page is None:
            return None
        for change in changes:
            page.text = changed(page.text, change, self.encoding)
        page.version = version
        self.touch(document)
        return document

    def move(self, uri: str, start: int, removed: int, added: Sequence[Page]) -> List[str]:
        """Change which cells a notebook has; the pages that are there no more."""
        document = self.by_uri[uri]
        before = [page.uri for page in document.pages]
        document.pages[start : start + removed] = added
        self.touch(document)
        here = {page.uri for page in document.pages}
        left = [other for other in before if other not in here]
        for other in left:
            self._of_page.pop(other, None)
        self._of_page.update((page, uri) for page in here)
        return left


def snapshot(document: Document) -> Snapshot:
    cells = tuple((number, page.text) for number, page in enumerate(document.pages, 1) if page.python)
    text = "" if document.notebook else document.pages[0].text
    return Snapshot(document.uri, document.path, document.stamp, text, cells if document.notebook else None)


def touches(span: Span, other: Span) -> bool:
    """Whether two stretches share a place; one that is empty is a place."""
    start, end = (span.line, span.column), (span.end_line, span.end_column)
    return start <= (other.end_line, other.end_column) and (other.line, other.column) <= end
