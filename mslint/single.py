"""Checks one text at a time, as flake8 asks for it, among the files of its project; what is known of it already needs
neither the engine nor a rule."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Dict, Optional, Tuple, Union

from mslint.around import Around
from mslint.cache import Cache, Transient, salt
from mslint.cacheplace import place_of_cache
from mslint.config import Overrides, Settings
from mslint.inputs import Input
from mslint.model import Finding
from mslint.project import Project
from mslint.recall import Run
from mslint.source.disk import take_as_named
from mslint.source.files import display_path
from mslint.source.text import Source, Unreadable, decode
from mslint.visible import visible_line

if TYPE_CHECKING:
    from mslint.baseline import Baseline


# After so many texts, what is left of them is put where the collector does not look, and after so many it is looked
# through all the same.
OFTEN, SELDOM = 10, 200


class Texts:
    """What one process is asked for, text by text, each with the settings of its project."""

    def __init__(self) -> None:
        self._project = Project(Overrides(edits=False))
        self._around = Around(self._project)
        self._baselines: Dict[Settings, Optional[Baseline]] = {}
        self._stores: Dict[Tuple[str, Tuple[str, ...]], Union[Cache, Transient]] = {}
        self._count = 0

    def findings(self, path: str, text: str, noqa: bool) -> Tuple[Finding, ...]:
        """What there is to be shown of a text that is, or will be, in a file."""
        take_as_named([os.path.dirname(path) or os.curdir])
        settings = self._project.settings_for(path)
        self._tell()
        shown = tuple(each for each in self._found(path, text, settings, noqa) if not each.remark)
        if not settings.baseline or not shown:
            return shown
        from mslint.baseline import configured, unknown

        if settings not in self._baselines:
            self._baselines[settings] = configured(settings)
        baseline = self._baselines[settings]
        return shown if baseline is None else unknown(shown, settings.level, Source(display_path(path), text), baseline)

    def _tell(self) -> None:
        """Say which rules of the project are not followed: flake8 itself has no line for that."""
        for refusal, lang in self._project.refusals.items():
            from mslint.words import say

            paths = tuple(map(display_path, refusal.paths))
            sentence = say(lang, refusal.key, where=refusal.where, paths=paths)
            print(visible_line(f"mslint: {sentence}"), file=sys.stderr)
        self._project.refusals.clear()

    def _found(self, path: str, text: str, settings: Settings, noqa: bool) -> Tuple[Finding, ...]:
        file = Input(path, named=True)
        if not _holds(file, text):
            file = Input(path, named=True, data=text.encode("utf-8", "surrogatepass"))
        every = self._around.added([file], ())
        memory = Run(every, self._project, self._store(path, settings), noqa)
        result = memory.recall(()) if file.data is None else None
        if result is None:
            from mslint.runner import run

            result = run(every, self._project, settings, memory=memory, noqa=noqa, last=False)
            memory.cache.save()
            self._tidy()
        return result.findings

    def _tidy(self) -> None:
        """The tables and the code of modules stay: the collector, at work for somebody else, need not walk them."""
        if gc.isenabled() and self._count % OFTEN == 0:
            if self._count % SELDOM == 0:
                gc.unfreeze()
            gc.collect(1 if self._count % SELDOM else 2)
            gc.freeze()
        self._count += 1

    def _store(self, path: str, settings: Settings) -> Cache:
        place = place_of_cache(os.path.dirname(path))
        key = place.folder if place is not None else "", settings.rule_paths
        if key not in self._stores:
            self._stores[key] = Cache(place, salt(settings.rule_paths)) if place is not None else Transient()
        return self._stores[key]


def _holds(file: Input, text: str) -> bool:
    """Whether a file holds just this text, and is not only to be written."""
    try:
        return decode(file.shown, file.read()).text == text
    except (OSError, Unreadable):
        return False
