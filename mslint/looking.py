"""Looks at one file, by itself or among the others of a workspace; knows nothing of runs over many."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING, Callable, Iterator, Optional, Union

from mslint.concluding import Checked, unreadable
from mslint.config import Settings
from mslint.dispatch import dispatch_for
from mslint.engine import Again, Observer, check_source, examine
from mslint.inputs import MARK, Input, of_interest, place_of
from mslint.model import FileResult
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import Catalog
from mslint.source.reading import source_of
from mslint.source.text import Source, Unreadable
from mslint.syntax.parse import refusal

if TYPE_CHECKING:
    from mslint.workspace import Workspace


def look_at(
    file: Input,
    data: bytes,
    settings_for: Callable[[str], Settings],
    cases: bool,
    observer: Optional[Observer],
    answers: bool = False,
    again: Optional[Again] = None,
) -> Union[FileResult, Checked, None]:
    """What is found in a file; None where it cannot be of any interest. `answers`: what only the checklist wants to
    know is told, too; `again`: what is known of it already."""
    if not file.named and not of_interest(file.path, data):
        return None
    settings = settings_for(file.path)
    catalog = catalog_of(settings)
    try:
        source = source_of(file.shown, data, refusal)
        if source.cells is not None and not file.named and MARK.decode() not in source.text:
            return None  # it stands in what the notebook put out
        return examine(source, settings, catalog, cases, observer, answers, again)
    except Unreadable as error:
        return unreadable(file.shown, error, settings, catalog) if file.named or MARK in data else None


def unexamined(file: Input, settings: Settings) -> Checked:
    """A file that nobody has looked at yet, or that somebody else looks at."""
    catalog = catalog_of(settings)
    return Checked(file.shown, lambda: text_of(file), settings, catalog, dispatch_for(catalog, settings, file.shown))


def text_of(file: Input) -> Source:
    """What it holds now; Unreadable where that is no Python and no notebook."""
    return source_of(file.shown, file.read(), refusal)


@contextlib.contextmanager
def collector_paused() -> Iterator[None]:
    """While one file is checked: the collector would walk a growing tree again and again and find nothing to free."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def check_in(
    path: str,
    source: Source,
    settings: Settings,
    catalog: Catalog,
    workspace: Workspace,
    root: str,
    noqa: bool = True,
) -> FileResult:
    """All findings of the text of one file, among the others of a workspace; what hangs on the project is left out."""
    with collector_paused():
        return check_source(
            source, settings, catalog, noqa=noqa, files=workspace, place=place_of(path), root=root, top=None
        )
