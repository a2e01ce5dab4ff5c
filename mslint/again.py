"""A run over the same code as an earlier one: only the files whose comments have changed are looked at again."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Dict, NamedTuple, Optional, Sequence, Tuple

from mslint.cache import digest, joined
from mslint.concluding import NOTHING, Checked, Codes, Gist, conclude, of_cells, quiet
from mslint.config import Settings
from mslint.dispatch import dispatch_for
from mslint.inputs import Input
from mslint.model import FileResult, Finding, Hidden, NamesElsewhere, RunError, Severity, hidden_in
from mslint.project import Project
from mslint.recall import Run
from mslint.report import RunResult
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import Catalog
from mslint.seen import SeenCalls
from mslint.select import visible
from mslint.source.reading import is_notebook
from mslint.source.text import Unreadable, decode

if TYPE_CHECKING:
    from mslint.source.cells import Cells

FEW = 50  # files: where more have changed, nothing is gained


class Parts(NamedTuple):
    """What goes into what is said of files besides themselves, by the paths of findings."""

    met: Dict[str, Tuple[Codes, ...]]  # in the programs that they belong to
    brought: Dict[str, NamesElsewhere]  # what other files do with names that matter
    notebooks: Dict[str, Cells]  # how their virtual modules are made up
    seen: Dict[str, SeenCalls]  # what programs show of the calls of which rules wanted to know more

    def told(self, said: FileResult, level: Severity) -> Tuple[FileResult, Tuple[Finding, ...], Hidden]:
        """What is said of a file in terms of cells, what is shown of it, and what the level hides."""
        said = of_cells(said, self.notebooks) if self.notebooks else said
        return (said, *visible(said.findings, level))


def again(
    files: Sequence[Input], project: Project, settings: Settings, memory: Run, errors: Sequence[RunError]
) -> Optional[RunResult]:
    """What an earlier run and the changed files yield; None where that is not to be had."""
    if memory.near is None:
        return None
    started = time.perf_counter()
    catalog_of(settings, memory.cache)
    whole, _ = memory.near
    parts = memory.parts()
    notes = memory.notes()
    if not isinstance(parts, Parts) or len(notes) != len(files):
        return None
    changed: Dict[str, FileResult] = {}
    for file, note, content, concerned in zip(files, notes, whole.contents, whole.concerned):
        if note.digest == content:
            continue
        if note.marked != concerned or (not concerned and file.shown in parts.met) or len(changed) == FEW:
            return None
        if concerned or file.named:
            said = _said(file, content, note.digest, parts, project, memory)
            if said is None:
                return None
            changed[file.shown] = said
    shown = [finding for finding in whole.result.findings if finding.path not in changed]
    suppressed = [finding for finding in whole.result.suppressed if finding.path not in changed]
    hidden = dict(whole.hidden)
    for file in files:
        if file.shown in changed:
            level = project.settings_for(file.path).level
            said, seen, unseen = parts.told(changed[file.shown], level)
            if file.asked:
                hidden[file.shown] = unseen
                shown += seen
                suppressed += said.suppressed
    result = replace(
        whole.result,
        findings=tuple(sorted(shown, key=lambda finding: finding.sort_key)),
        hidden=hidden_in(hidden.values()),
        suppressed=tuple(sorted(suppressed, key=lambda finding: finding.sort_key)),
    )
    memory.keep_near(result, hidden)
    return replace(result, errors=tuple(errors), seconds=time.perf_counter() - started)


def gist_key(content: bytes, file: Input, settings: Settings, catalog: Catalog, seen: SeenCalls = ()) -> bytes:
    """A name for all that rules which look at one file depend on."""
    codes = dispatch_for(catalog, settings, file.shown).codes
    more = settings.target_version, settings.source_framework, is_notebook(file.path)
    return joined(("file", content, file.shown, codes, *more, *((repr(seen),) if seen else ())))


def _said(
    file: Input, before: bytes, content: bytes, parts: Parts, project: Project, memory: Run
) -> Optional[FileResult]:
    """What there is to be said of a file that holds this content, and held that one before."""
    try:
        data = file.read()
    except OSError:  # gone by now
        return None
    if digest(data) != content:
        return None
    settings = project.settings_for(file.path)
    seen = parts.seen.get(file.shown, ())
    gist, found = _as_before(file, data, before, settings, memory, seen) or _anew(file, data, settings, seen)
    if found is None or found.crashed:
        return None
    memory.cache.put(gist_key(content, file, settings, found.catalog, seen), gist)
    rules = found.catalog.rules
    hits = [(rules[code], hit) for codes in parts.met.get(file.shown, ()) for code, hit in codes.found if code in rules]
    said = conclude(found, hits, there=parts.brought.get(file.shown, NOTHING))
    return None if said.crashed else said


def _as_before(
    file: Input, data: bytes, before: bytes, settings: Settings, memory: Run, seen: SeenCalls
) -> Optional[Tuple[Gist, Checked]]:
    """What was found in a file under its earlier comments, if those could have no say in it."""
    catalog = catalog_of(settings)
    gist = memory.cache.get(gist_key(before, file, settings, catalog, seen))
    if not isinstance(gist, Gist) or not gist.plain or settings.rule_paths:  # who knows what rules of others look at
        return None
    try:
        source = decode(file.shown, data)
    except Unreadable:
        return None
    found = Checked(file.shown, lambda: source, settings, catalog, dispatch_for(catalog, settings, file.shown))
    gist = gist._replace(size=len(source.text), quiet=quiet(source.text))  # the words are those of the code
    found.take(gist)
    return gist, found


def _anew(file: Input, data: bytes, settings: Settings, seen: SeenCalls) -> Tuple[Optional[Gist], Optional[Checked]]:
    """What is found in a file."""
    from mslint.engine import Again
    from mslint.looking import look_at

    found = look_at(file, data, lambda _: settings, False, None)
    if seen and isinstance(found, Checked):
        found = look_at(file, data, lambda _: settings, False, None, again=Again(found, seen))
    return (found.gist(), found) if isinstance(found, Checked) else (None, None)
