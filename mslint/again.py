"""A run over the same code as an earlier one: only the files whose comments have changed are looked at again."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Dict, FrozenSet, NamedTuple, Optional, Sequence, Tuple

from mslint.cache import digest
from mslint.config import Settings
from mslint.engine import Checked, Codes, conclude, of_cells
from mslint.inputs import Input
from mslint.looking import catalog_of, look_at
from mslint.model import FileResult, Finding, RunError, Severity
from mslint.project import Project
from mslint.recall import Run
from mslint.report import RunResult
from mslint.select import visible
from mslint.source.cells import Cells

FEW = 50  # files: where more have changed, nothing is gained


class Parts(NamedTuple):
    """What goes into what is said of files besides themselves, by the paths of findings."""

    met: Dict[str, Tuple[Codes, ...]]  # in the programs that they belong to
    brought: Dict[str, FrozenSet[str]]  # what modules that they import set on MindSpore's
    notebooks: Dict[str, Cells]  # how their virtual modules are made up

    def told(self, said: FileResult, level: Severity) -> Tuple[FileResult, Tuple[Finding, ...], int]:
        """What is said of a file in terms of cells, what is shown of it, and how much is hidden by the level."""
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
            said = _said(file, note.digest, parts, project)
            if said is None:
                return None
            changed[file.shown] = said
    shown = [finding for finding in whole.result.findings if finding.path not in changed]
    suppressed = [finding for finding in whole.result.suppressed if finding.path not in changed]
    hidden = dict(whole.hidden)
    for file in files:
        if file.shown in changed:
            level = project.settings_for(file.path).level
            changed[file.shown], seen, hidden[file.shown] = parts.told(changed[file.shown], level)
            shown += seen
    suppressed += [finding for said in changed.values() for finding in said.suppressed]
    result = replace(
        whole.result,
        findings=tuple(sorted(shown, key=lambda finding: finding.sort_key)),
        hidden=sum(hidden.values()),
        suppressed=tuple(sorted(suppressed, key=lambda finding: finding.sort_key)),
    )
    memory.keep_near(result, hidden)
    return replace(result, errors=tuple(errors), seconds=time.perf_counter() - started)


def _said(file: Input, content: bytes, parts: Parts, project: Project) -> Optional[FileResult]:
    """What there is to be said of a file that holds this."""
    try:
        data = file.read()
    except OSError:  # gone by now
        return None
    found = look_at(file, data, project.settings_for, False, None) if digest(data) == content else None
    if not isinstance(found, Checked) or found.crashed:
        return None
    rules = found.catalog.rules
    hits = [(rules[code], hit) for codes in parts.met.get(file.shown, ()) for code, hit in codes.found if code in rules]
    said = conclude(found, hits, there=parts.brought.get(file.shown, frozenset()))
    return None if said.crashed else said
