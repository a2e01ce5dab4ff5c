"""Checks one text at a time, as flake8 asks for it; what is known of it already needs neither the engine nor a rule."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Dict, Optional, Tuple

from mslint.cache import Cache, joined, salt
from mslint.cacheplace import place_of_cache
from mslint.config import Overrides, Settings
from mslint.inputs import place_of
from mslint.model import FileResult, Finding
from mslint.project import Project
from mslint.recall import Contents
from mslint.select import visible
from mslint.source.disk import take_as_named
from mslint.source.files import display_path
from mslint.source.text import Source
from mslint.visible import visible_line

if TYPE_CHECKING:
    from mslint.baseline import Baseline
    from mslint.workspace import Workspace


# After so many texts, what is left of them is put where the collector does not look, and after so many it is looked
# through all the same.
OFTEN, SELDOM = 10, 200


class Texts:
    """What one process is asked for, text by text, each with the settings of its project."""

    def __init__(self) -> None:
        self._project = Project(Overrides(edits=False))
        self._workspace: Optional[Workspace] = None
        self._baselines: Dict[Settings, Optional[Baseline]] = {}
        self._memories: Dict[Tuple[str, Tuple[str, ...]], Contents] = {}
        self._count = 0

    def findings(self, path: str, text: str, noqa: bool) -> Tuple[Finding, ...]:
        """What there is to be shown of a text that is, or will be, in a file."""
        take_as_named([os.path.dirname(path) or os.curdir])
        settings = self._project.settings_for(path)
        self._tell()
        source = Source(display_path(path), text)
        found = self._recalled(path, source, settings, noqa).findings
        shown = visible((each for each in found if not each.remark), settings.level)[0]
        if not settings.baseline or not shown:
            return shown
        from mslint.baseline import configured, unknown

        if settings not in self._baselines:
            self._baselines[settings] = configured(settings)
        baseline = self._baselines[settings]
        return shown if baseline is None else unknown(shown, settings.level, source, baseline)

    def _tell(self) -> None:
        """Say which rules of the project are not followed: flake8 itself has no line for that."""
        for refusal, lang in self._project.refusals.items():
            from mslint.words import say

            paths = tuple(map(display_path, refusal.paths))
            sentence = say(lang, refusal.key, where=refusal.where, paths=paths)
            print(visible_line(f"mslint: {sentence}"), file=sys.stderr)
        self._project.refusals.clear()

    def _recalled(self, path: str, source: Source, settings: Settings, noqa: bool) -> FileResult:
        """What is in a text: from an earlier run, where all that it depends on is as it was."""
        contents = self._contents(path, settings)
        if contents is None:
            return self._checked(path, source, settings, noqa)
        text = source.text.encode("utf-8", "surrogatepass")
        place, root = place_of(path), self._project.root_of(path)
        key = joined(("single", place, source.path, root, noqa, repr(settings), text))
        known = contents.recalled(key, FileResult)
        if known is not None:
            return known[0]
        if self._workspace is not None:
            self._workspace.files.clear()
            self._workspace.folders.clear()
        result = self._checked(path, source, settings, noqa)
        if self._workspace is not None and not result.crashed:
            contents.keep(key, self._workspace.files, self._workspace.folders, result)
            contents.cache.save()
        return result

    def _checked(self, path: str, source: Source, settings: Settings, noqa: bool) -> FileResult:
        from mslint.looking import check_in
        from mslint.rulebook import catalog_of
        from mslint.workspace import Workspace

        if self._workspace is None:
            self._workspace = Workspace()
        root = self._project.root_of(path)
        result = check_in(path, source, settings, catalog_of(settings), self._workspace, root, noqa)
        self._tidy()
        return result

    def _tidy(self) -> None:
        """The tables and the code of modules stay: the collector, at work for somebody else, need not walk them."""
        if gc.isenabled() and self._count % OFTEN == 0:
            if self._count % SELDOM == 0:
                gc.unfreeze()
            gc.collect(1 if self._count % SELDOM else 2)
            gc.freeze()
        self._count += 1

    def _contents(self, path: str, settings: Settings) -> Optional[Contents]:
        place = place_of_cache(os.path.dirname(path))
        if place is None:
            return None
        key = place.folder, settings.rule_paths
        if key not in self._memories:
            self._memories[key] = Contents(Cache(place, salt(settings.rule_paths)))
        return self._memories[key]
