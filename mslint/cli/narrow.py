"""What is shown of what was found: nothing that a baseline knows, and with --since nothing on other lines."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import Dict, List, Mapping, Optional, Sequence, Tuple

from mslint.baseline import Baseline, configured, write_baseline
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.config import Settings
from mslint.dispatch import CRASHED, runs
from mslint.inputs import STDIN, Input, reader_of_lines
from mslint.model import Finding, Severity
from mslint.project import Project
from mslint.report import RunResult
from mslint.report.marks import Mark
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import load_catalog
from mslint.rulekit.rule import Rule
from mslint.since import Changes, changes_since
from mslint.source.files import display_path
from mslint.source.text import Unreadable, decode
from mslint.words import say


class Narrowing:
    """Reads baselines and asks git once, before anything is checked, so that a mistake is told at once."""

    def __init__(self, options: Options, files: Sequence[Input], project: Project, settings: Settings) -> None:
        self._project = project
        self._baselines: Dict[str, Baseline] = {}
        self._changes: Optional[Changes] = None
        if getattr(options, "write_baseline", None) is None:
            for each in (settings, *(project.settings_for(file.path) for file in files)):
                if each.baseline is not None and each.baseline not in self._baselines:
                    known = configured(each)
                    if known is not None:
                        self._baselines[each.baseline] = known
        if options.since is not None:
            self._changes = changes_since(options.since, _folder(options.words[0] if options.words else os.curdir))

    def __call__(self, result: RunResult, files: Sequence[Input]) -> RunResult:
        """What is shown of a run over these files."""
        if self._baselines:
            result = self._unknown(result, files)
        if self._changes is not None:
            changes = self._changes
            for file in files:
                changes = _with_text(changes, file)
            kept, elsewhere = changes.sift(result.findings)
            result = replace(result, findings=kept, elsewhere=elsewhere)
        return result

    def _unknown(self, result: RunResult, files: Sequence[Input]) -> RunResult:
        lines_of = reader_of_lines(files)
        baseline_of = {file.shown: self._project.settings_for(file.path).baseline for file in files}
        checked = [path for path in _checked(result, files) if path != STDIN]
        new: List[Finding] = [each for each in result.findings if baseline_of.get(each.path) is None]
        known = stale = 0
        for name, baseline in self._baselines.items():
            mine = [each for each in result.findings if baseline_of.get(each.path) == name and each.code != CRASHED]
            new += [each for each in result.findings if baseline_of.get(each.path) == name and each.code == CRASHED]
            paths = [path for path in checked if baseline_of[path] == name]
            level = self._project.settings_for(paths[0]).level if paths else self._project.settings_in(os.curdir).level
            sifted = baseline.sift(mine, lines_of, paths, partial(_ran, self._project, baseline), level)
            new += sifted.new
            known += sifted.known
            stale += sifted.stale
        new.sort(key=lambda finding: finding.sort_key)
        return replace(result, findings=tuple(new), known=known, stale=stale)


def _ran(project: Project, baseline: Baseline, mark: Mark) -> bool:
    """Whether its rule was asked about the file; what no rule is called any more is stale all the same."""
    path = os.path.join(baseline.folder, mark.path)
    settings = project.settings_for(path)
    rule = catalog_of(settings).rules.get(mark.code)
    return rule is None or runs(rule, settings, path)


def write(path: str, result: RunResult, files: Sequence[Input], options: Options) -> Tuple[RunResult, List[str]]:
    """Write the findings into a baseline; what is left to show, and what is said of it."""
    lang, project = options.speaks, Project(overrides_from(options))

    def asked(baseline: Baseline, mark: Mark, severity: Severity) -> bool:
        shown = project.settings_for(os.path.join(baseline.folder, mark.path)).level
        return severity >= shown and _ran(project, baseline, mark)

    # That a rule failed is nobody's to come to terms with, and what came from standard input lies nowhere.
    known = [each for each in result.findings if each.code != CRASHED and each.path != STDIN and not each.remark]
    write_baseline(path, known, reader_of_lines(files), _checked(result, files), asked)
    rest = tuple(each for each in result.findings if each.code == CRASHED or each.path == STDIN or each.remark)
    key = "baseline-written-one" if len(known) == 1 else "baseline-written"
    said = say(lang, key, count=len(known), path=display_path(path))
    return replace(result, findings=rest, known=len(known)), [said]


def rules_of(result: RunResult, files: Sequence[Input], options: Options) -> Mapping[str, Rule]:
    """The rules that are reported, with all that they say of themselves."""
    project = Project(overrides_from(options))
    codes = {each.code for each in result.findings}
    paths = {each.path for each in result.findings}
    units = {
        (of.rule_paths, of.rule_path_places) for of in (project.settings_for(f.path) for f in files if f.shown in paths)
    }
    found: Dict[str, Rule] = {}
    for rule_paths, places in sorted(units):
        for code, rule in load_catalog(rule_paths, whole=True, places=places).rules.items():
            if code in codes:
                found.setdefault(code, rule)
    return dict(sorted(found.items()))


def _checked(result: RunResult, files: Sequence[Input]) -> List[str]:
    """The paths of the files that could be read."""
    unread = {error.path for error in result.errors}
    return [file.shown for file in files if file.shown not in unread]


def _folder(path: str) -> str:
    """The folder whose repository is asked: of a file that is there, its own."""
    while path and not os.path.isdir(path):
        path = os.path.dirname(path)
    return path or os.curdir


def _with_text(changes: Changes, file: Input) -> Changes:
    """The changes, where a file is to have another content than it has on the disk."""
    if file.data is None or file.path == STDIN:
        return changes
    try:
        with open(file.path, "rb") as there:
            before = there.read()
        if before == file.data:
            return changes
        return changes.with_text(file.path, decode(file.shown, before).lines, decode(file.shown, file.data).lines)
    except (OSError, Unreadable):
        return changes
