"""Runs the engine over many files and gathers what it found; knows no rule and prints nothing."""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import time
import traceback
from dataclasses import dataclass
from typing import Callable, Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from mslint.api.versions import Version, format_version
from mslint.baseline import Baseline, read_baseline
from mslint.config import Settings, check_codes
from mslint.engine import (
    Checked,
    Found,
    Observer,
    brought,
    bystander,
    check_program,
    check_source,
    conclude,
    examine,
    of_cells,
    unreadable,
)
from mslint.errors import UserError
from mslint.model import FileResult, Finding, RunError
from mslint.program.program import programs
from mslint.program.run import MAX_MODULES
from mslint.project import Project
from mslint.report import RunResult
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.select import visible
from mslint.source.cells import Cells
from mslint.source.files import display_path, find_files, to_posix
from mslint.source.notebook import MAX_BYTES as NOTEBOOK_BYTES
from mslint.source.notebook import is_notebook, source_of
from mslint.source.text import MAX_BYTES, Source, Unreadable, decode
from mslint.syntax.parse import refusal
from mslint.words import say
from mslint.workspace import Workspace

# No rule has anything to say of a file without this word; nearly all files of a large repository end here.
MARK = b"mindspore"

Step = Callable[[int, int], None]


@dataclass(frozen=True)
class Input:
    """One text to check: a file, or, where `data` is given, what came from elsewhere under that name."""

    path: str
    named: bool = False
    data: Optional[bytes] = None

    @property
    def shown(self) -> str:
        return self.path if self.path == STDIN else display_path(self.path)

    def read(self) -> bytes:
        if self.data is not None:
            return self.data
        with open(self.path, "rb") as file:
            return file.read((NOTEBOOK_BYTES if is_notebook(self.path) else MAX_BYTES) + 1)


STDIN = "<stdin>"


def inputs(paths: Sequence[str], project: Project, lang: str) -> Tuple[List[Input], List[RunError]]:
    """The files that the paths stand for."""
    found, errors = find_files(paths, project.excludes, lang)
    return [Input(file.path, file.named) for file in found], errors


def settings_of(paths: Sequence[str], project: Project) -> Settings:
    """What speaks for a whole run: the settings of the first path."""
    first = paths[0]
    return project.settings_in(first) if os.path.isdir(first) else project.settings_for(first)


def run(
    files: Sequence[Input],
    project: Project,
    settings: Settings,
    errors: Sequence[RunError] = (),
    step: Optional[Step] = None,
    cases: bool = False,
    observer: Optional[Observer] = None,
) -> RunResult:
    """Check all files, each by its own settings; `settings` are those of the run, `step` hears of the progress.

    With `cases`, findings carry what a device has to know of them; an observer sees what is checked."""
    started = time.perf_counter()
    if gc.get_freeze_count():  # what an earlier run of this process left behind
        gc.unfreeze()
        gc.collect()
    catalog_of(settings)  # a mistake in the settings is told even where there is nothing to check
    instead = {_place(file.path): file.data for file in files if file.data is not None and file.path != STDIN}
    work = _Work(project, settings.lang, cases, observer, instead)
    with collector_paused():
        for number, file in enumerate(files, 1):
            if step is not None:
                step(number, len(files))
            work.check(file)
            # What a file leaves behind is in circles; what is kept of it need never be looked at again.
            gc.collect(1)
            gc.freeze()
        work.follow()
        gc.freeze()  # mostly a run is the last thing that a process does, and what is left over goes with it
    shown: List[Finding] = []
    suppressed: List[Finding] = []
    hidden = 0
    for file, result in work.results():
        result = of_cells(result, work.notebooks) if work.notebooks else result
        seen, unseen = visible(result.findings, project.settings_for(file.path).level)
        shown.extend(seen)
        hidden += unseen
        suppressed.extend(result.suppressed)
        work.crashed = work.crashed or result.crashed
    return RunResult(
        findings=tuple(sorted(shown, key=lambda finding: finding.sort_key)),
        target_version=format_version(settings.target_version),
        target_source=settings.target_source,
        hidden=hidden,
        suppressed=tuple(suppressed),
        errors=(*errors, *work.problems),
        files=work.checked,
        seconds=time.perf_counter() - started,
        crashed=work.crashed,
    )


class _Work:
    """Checks files one by one, and then the programs that they are part of."""

    def __init__(
        self,
        project: Project,
        lang: str,
        cases: bool = False,
        observer: Optional[Observer] = None,
        instead: Optional[Mapping[str, bytes]] = None,
    ) -> None:
        self._project = project
        self._cases = cases
        self._observer = observer
        self._lang = lang
        self._workspace = Workspace(instead)
        self._files: List[Tuple[Input, Union[FileResult, Checked]]] = []
        self._met: Dict[str, List[Found]] = {}  # what programs showed, by the path of findings
        self._brought: Dict[str, FrozenSet[str]] = {}  # what modules that they import set on MindSpore's, likewise
        self._others: Dict[str, Input] = {}  # files that say nothing of MindSpore
        self.notebooks: Dict[str, Cells] = {}  # how their virtual modules are made up, by the path of findings
        self.problems: List[RunError] = []
        self.checked = 0
        self.crashed = False

    def check(self, file: Input) -> None:
        try:
            found = _check_file(file, self._project, self._cases, self._observer, self.notebooks)
        except OSError as error:
            reason = say(self._lang, "cannot-read", detail=error.strerror or str(error))
            self.problems.append(RunError(file.shown, reason, "file", file.named))
            return
        except UserError:
            raise
        except Exception as error:  # a defect of mslint costs one file, not the run
            self._failed(error, file)
            return
        self.checked += 1
        if found is None:
            self._others[file.shown] = file
        else:
            self._files.append((file, found))
            if isinstance(found, Checked):
                if found.summary is not None:  # else nobody asked for it so far
                    self._workspace.put(_place(file.path), found.summary, found.size)
            else:
                self._workspace.put(_place(file.path), None)

    def follow(self) -> None:
        """Follow the programs; those of one target version and one set of rules together."""
        groups: Dict[Tuple[Version, Catalog], List[Tuple[Input, Checked]]] = {}
        for file, found in self._files:
            if isinstance(found, Checked):
                groups.setdefault((found.settings.target_version, found.catalog), []).append((file, found))
        for (version, catalog), members in groups.items():
            words = frozenset(word for _, found in members for word in found.interests)
            defined = frozenset(word for _, found in members for word in found.defined)
            by_path = {file.shown: (file, found) for file, found in members}
            places = {_place(file.path): self._project.root_of(file.path) for file, _ in members}
            try:
                for program in programs(self._workspace, places, catalog.tables, version, words, MAX_MODULES, defined):
                    if self._observer is not None:
                        self._observer.program(program)
                    _, entry = by_path[program.path]
                    for path, hits in check_program(program, entry, self._cases).items():
                        self._met.setdefault(path, []).extend(hits)
            except UserError:
                raise
            except Exception as error:
                self._failed(error, members[0][0])
        for file, found in self._files:
            if isinstance(found, Checked):
                root = self._project.root_of(file.path)
                self._brought[found.path] = brought(found, self._workspace, _place(file.path), root)
        # The syntax trees go while the collector rests: it would only walk them all and find them in use.
        self._workspace = Workspace()
        for _, found in self._files:
            if isinstance(found, Checked):
                found.summary = None

    def results(self) -> Iterator[Tuple[Input, FileResult]]:
        for file, found in self._files:
            yield file, found if isinstance(found, FileResult) else self._conclude(found)
        for path in [path for path in self._others if path in self._met]:
            file = self._others[path]
            settings = self._project.settings_for(file.path)
            with contextlib.suppress(OSError, Unreadable):
                source = decode(path, file.read())
                yield file, conclude(bystander(source, settings, catalog_of(settings)), self._met[path])

    def _conclude(self, found: Checked) -> FileResult:
        there = self._brought.get(found.path, frozenset())
        return conclude(found, self._met.get(found.path, ()), there=there)

    def _failed(self, error: Exception, file: Input) -> None:
        self.problems.append(RunError(file.shown, _own_failure(error, self._lang), "failure", file.named))
        self.crashed = True


def _place(path: str) -> str:
    """Where a file lies, as programs write it."""
    return to_posix(os.path.abspath(path))


def _check_file(
    file: Input, project: Project, cases: bool, observer: Optional[Observer], notebooks: Dict[str, Cells]
) -> Union[FileResult, Checked, None]:
    """None where the file cannot be of any interest."""
    data = file.read()
    if not file.named and MARK not in data:
        return None
    settings = project.settings_for(file.path)
    catalog = catalog_of(settings)
    try:
        source = source_of(file.shown, data, refusal)
        if source.cells is not None:
            if not file.named and MARK.decode() not in source.text:
                return None  # it stands in what the notebook put out
            notebooks[file.shown] = source.cells
        with collector_paused():
            return examine(source, settings, catalog, cases, observer)
    except Unreadable as error:
        return unreadable(file.shown, error, settings, catalog)


def _own_failure(error: Exception, lang: str) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(last.filename)}:{last.lineno}"
    return say(lang, "own-failure", kind=type(error).__name__, where=where, detail=error)


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


def check_text(path: str, text: str, noqa: bool) -> Tuple[Finding, ...]:
    """What flake8 is told of one file: the settings are those of its project."""
    project = _default_project()
    settings = project.settings_for(path)
    source = Source(display_path(path), text)
    root = project.root_of(path)
    result = check_in(path, source, settings, catalog_of(settings), _default_workspace(), root, noqa)
    shown = visible(result.findings, settings.level)[0]
    return unknown(shown, settings, source, _baseline(settings.baseline)) if settings.baseline and shown else shown


def unknown(
    findings: Tuple[Finding, ...], settings: Settings, source: Source, baseline: Baseline
) -> Tuple[Finding, ...]:
    """Those of one file that a baseline does not know."""

    def lines_of(path: str, cell: Optional[int] = None) -> Sequence[str]:
        return source.lines if source.cells is None else source.cells.lines_of(cell)

    return baseline.sift(findings, lines_of, (), lambda mark: False, settings.level).new


@functools.cache
def _baseline(path: str) -> Baseline:
    return read_baseline(path)


def check_in(
    path: str,
    source: Source,
    settings: Settings,
    catalog: Catalog,
    workspace: Workspace,
    root: str,
    noqa: bool = True,
) -> FileResult:
    """All findings of the text of one file, among the others of a workspace."""
    with collector_paused():
        return check_source(source, settings, catalog, noqa=noqa, files=workspace, place=_place(path), root=root)


@functools.cache
def _default_workspace() -> Workspace:
    return Workspace()


@functools.cache
def _default_project() -> Project:
    return Project()


@functools.cache
def catalog_of(settings: Settings) -> Catalog:
    """The rules that settings can speak of; raises UserError where they speak of others."""
    catalog = _catalog(settings.rule_paths, settings.rule_path_places)
    check_codes(settings, [(rule.code, rule.slug) for rule in catalog.rules.values()])
    return catalog


@functools.cache
def _catalog(rule_paths: Tuple[str, ...], places: Tuple[str, ...]) -> Catalog:
    return load_catalog(rule_paths, places=places)


def reader_of_lines(files: Sequence[Input]) -> Callable[..., Sequence[str]]:
    """Gives the lines of a checked file, or of a notebook's cell, by the path that findings carry.

    Nothing where they cannot be had any more."""
    by_path = {file.shown: file for file in files}

    @functools.lru_cache(maxsize=1)  # findings come sorted by file
    def source_at(path: str) -> Optional[Source]:
        try:
            data = by_path[path].read()
        except (KeyError, OSError):
            return None
        try:
            return source_of(path, data, lambda _: None)
        except Unreadable:  # the place where it cannot be read is worth seeing too
            return Source(path, data.decode("utf-8", "replace"))

    def lines_of(path: str, cell: Optional[int] = None) -> Sequence[str]:
        source = source_at(path)
        if source is None:
            return ()
        return source.lines if source.cells is None else source.cells.lines_of(cell)

    return lines_of
