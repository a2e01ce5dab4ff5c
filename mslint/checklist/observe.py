"""Looks on while files and programs are checked, and keeps what the items of the checklist want to know of them."""

from __future__ import annotations

import os
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Callable, Dict, Iterable, List, Optional, Set

from mslint.checklist.guide import guide
from mslint.facts.module import Facts
from mslint.model import Related, RunError
from mslint.program.program import Program
from mslint.rulekit.sights import ABSENT, Sight
from mslint.source.cells import Cells, related_in_cells
from mslint.source.files import to_posix
from mslint.words import say


class Sights:
    """What was seen in a run, by item; an observer of the engine.

    Of files that were not asked for, and are looked at as they belong to the same programs, nothing is told."""

    def __init__(self, lang: str, asked: Iterable[str]) -> None:
        self._lang = lang
        self._asked = set(asked)  # the paths of files, as findings show them
        self.by_item: Dict[str, List[Sight]] = {item.id: [] for item in guide()}
        self.scripts: List[str] = []
        self.members: Set[str] = set()  # absolute paths of what scripts import, whether they use it or not
        self._followed: Set[str] = set()  # of what they use
        self.torn: List[str] = []  # scripts of which some module could not be read
        self._notebooks: Dict[str, Cells] = {}
        self.failed: Dict[str, RunError] = {}  # by item: a look that ended in an error

    def file(self, facts: Facts) -> None:
        """A file, after the rules have looked at it."""
        path = facts.source.path
        if path not in self._asked:
            return
        if facts.source.cells is not None:
            self._notebooks[path] = facts.source.cells
        for item in guide():
            if item.file is not None:
                for sight in self._seen(item.id, item.file, facts, path):
                    self.by_item[item.id].append(replace(sight, path=path))

    def place(self, sight: Sight) -> Optional[Related]:
        """Where something was seen, in a notebook by its cell."""
        return None if sight.span is None else related_in_cells(Related(sight.path, sight.span, ""), self._notebooks)

    def program(self, program: Program) -> None:
        """A script with what it imports; or a file that is part of none, which says nothing of what is absent."""
        if program.path not in self._asked:
            for item in guide():
                seen = self._seen(item.id, item.program, program, program.path) if item.program is not None else ()
                self.by_item[item.id] += [each for each in seen if each.kind != ABSENT and each.path in self._asked]
            return
        if program.entry:
            self.scripts.append(program.path)
            self.members |= program.imported
            self._followed |= program.files
            if not (program.whole and program.readable):
                self.torn.append(program.path)
        elif to_posix(os.path.abspath(program.path)) in self._followed:
            return  # functions that no script calls, of a file that was seen as a part of one
        for item in guide():
            if item.program is not None:
                seen = self._seen(item.id, item.program, program, program.path)
                self.by_item[item.id].extend(each for each in seen if each.kind != ABSENT or program.entry)

    def _seen(self, item: str, look: Callable[..., Iterable[Sight]], subject: object, path: str) -> List[Sight]:
        try:
            return list(look(subject))
        except Exception as error:  # a defect of mslint costs one item, not the run
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            reason = say(self._lang, "own-failure", kind=type(error).__name__, where=where, detail=error)
            self.failed[item] = RunError(path, reason, "failure")
            return []
