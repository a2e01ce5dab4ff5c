"""Which files of a project belong to the same programs as those that a run is asked about: those that import them.

What is found in a file must not depend on whether it is named alone or with its folder. Told from the import statements
as they stand there, without parsing: one file too many costs time, and nothing else."""

from __future__ import annotations

import os
import posixpath
import re
from contextlib import suppress
from dataclasses import replace
from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

from mslint.errors import UserError
from mslint.inputs import STDIN, Input, in_order, place_of, top_of
from mslint.project import Project
from mslint.source.files import find_below

MAX_FILES = 6_000  # of a larger project only what is named is looked at
MAX_TEXT = 100_000_000  # characters of it
MAX_AROUND = 400  # files that are looked at for the sake of others
INIT = "__init__"

# Wherever they stand, in texts too; each part is bounded, or a line of blanks would take for ever.
_GAP = r"(?:[ \t\f]|\\\r?\n){0,40}"
_IMPORT = re.compile(
    rf"\bfrom{_GAP}(?P<dots>\.{{0,20}}){_GAP}(?P<module>[\w.]{{0,200}}){_GAP}\bimport\b{_GAP}"
    r"(?:\((?P<inside>[^)]{0,4000})|(?P<line>(?:\\\r?\n|[^\n#;\\]){0,4000}))"
    rf"|\bimport\b{_GAP}(?P<plain>(?:\\\r?\n|[^\n#;\\]){{1,4000}})"
)
_NAME = re.compile(r"([^\W\d][\w.]*|\*)(?:[ \t]{1,20}as[ \t]{1,20}\w+)?")


def with_project(files: Sequence[Input], paths: Sequence[str], project: Project) -> List[Input]:
    """The files that were asked for, found under these paths, and those of their projects that import them."""
    return Around(project).added(files, paths)


class Around:
    """Finds what imports files; each project is looked through once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._known: Dict[str, Optional[Tuple[Dict[str, Input], _Imports]]] = {}  # None: there is too much of it

    def added(self, files: Sequence[Input], paths: Sequence[str]) -> List[Input]:
        """The files that were asked for, and those that import them."""
        named = [os.path.join(os.path.realpath(path), "") for path in paths if os.path.isdir(path)]
        by_top: Dict[str, List[Input]] = {}
        for file in files:
            top = top_of(file.path) if file.path != STDIN else ""
            if top and not any(os.path.join(os.path.realpath(top), "").startswith(folder) for folder in named):
                by_top.setdefault(top, []).append(file)
        asked = {place_of(file.path) for file in files}
        more: Dict[str, Input] = {}
        partial: Set[Input] = set()
        for top, there in by_top.items():
            if top not in self._known:
                self._known[top] = self._looked_through(top)
            known = self._known[top]
            others = (
                known[1].leading_to({place_of(file.path) for file in there}) - asked if known is not None else set()
            )
            if known is None or len(others) > MAX_AROUND:
                partial.update(there)
            else:
                more.update((place, known[0][place]) for place in others)
        if not more and not partial:
            return list(files)
        return in_order([*(replace(file, partial=True) if file in partial else file for file in files), *more.values()])

    def _looked_through(self, top: str) -> Optional[Tuple[Dict[str, Input], _Imports]]:
        """The files of a project by their places, and who imports whom."""
        try:
            below = find_below(top, self._project.excludes, MAX_FILES)
        except UserError:  # a mistake in the settings of a part of it, which is told to those who name that part
            return None
        every = {place_of(path): Input(path, asked=False) for path in below}
        imports, index, room = _Imports(), _Index(every), MAX_TEXT
        for place, file in every.items():
            text = _text(file)
            room -= len(text)
            if room < 0 or len(every) > MAX_FILES:
                return None
            for module, root in index.imported(place, text):
                imports.add(place, module, root)
        return every, imports


def _text(file: Input) -> str:
    with suppress(OSError):
        text = file.read().decode("utf-8", "replace")
        return text.replace("\\n", "\n") if file.path.endswith(".ipynb") else text
    return ""


class _Imports:
    """Who may import whom.

    A name leads to a module in the folder of the script, or in one above it: a file outside of that folder means it
    only where it belongs to the program of a script there."""

    def __init__(self) -> None:
        self._of: Dict[str, List[str]] = {}  # what a file imports
        self._by: Dict[str, List[str]] = {}  # who imports a file
        self._perhaps: Dict[str, List[Tuple[str, str]]] = {}  # who may import it from outside of a folder
        self._known: Dict[str, Set[str]] = {}

    def add(self, place: str, module: str, root: str) -> None:
        """Note an import of a module that lies in a folder under its whole name."""
        if place.startswith(root + "/"):
            self._of.setdefault(place, []).append(module)
            self._by.setdefault(module, []).append(place)
        else:
            self._perhaps.setdefault(module, []).append((place, root))

    def leading_to(self, places: Set[str]) -> Set[str]:
        """These files, those that import them, those that import these, and so on."""
        reached, pending = set(places), list(places)
        while pending:
            place = pending.pop()
            others = [each for each, root in self._perhaps.get(place, ()) if each in self._programs_in(root)]
            for each in (*self._by.get(place, ()), *others):
                if each not in reached:
                    reached.add(each)
                    pending.append(each)
        return reached

    def _programs_in(self, root: str) -> Set[str]:
        """The files that belong to programs of scripts in a folder."""
        if root not in self._known:
            found = {place for place in self._of if place.startswith(root + "/")}
            pending = list(found)
            while pending:
                for module in self._of.get(pending.pop(), ()):
                    if module not in found:
                        found.add(module)
                        pending.append(module)
            self._known[root] = found
        return self._known[root]


class _Index:
    """The modules of a project by the names under which they may be imported."""

    def __init__(self, places: Iterable[str]) -> None:
        self._modules: Dict[str, List[Tuple[str, str]]] = {}  # by the last name: the way to it, without the suffix
        self._places: Dict[str, str] = {}
        for place in places:
            way, suffix = posixpath.splitext(place)
            if suffix != ".py":
                continue
            folder, _, name = way.rpartition("/")
            if name == INIT:
                way, name = folder, folder.rpartition("/")[2]
            self._places[way] = place
            self._modules.setdefault(name, []).append((way, place))

    def imported(self, place: str, text: str) -> Set[Tuple[str, str]]:
        """The files that the imports in a text may lead to, each with the folder in which its name begins."""
        found: Set[Tuple[str, str]] = set()
        for match in _IMPORT.finditer(text):
            if match["plain"] is not None:
                for dotted in _NAME.findall(match["plain"]):
                    found.update(self._absolute(dotted))
                continue
            names = [name for name in _NAME.findall(match["inside"] or match["line"] or "") if "." not in name]
            if match["dots"]:
                found.update(self._relative(place, len(match["dots"]), match["module"], names))
            else:
                found.update(self._absolute(match["module"]))
                for name in names:
                    found.update(self._absolute(f"{match['module']}.{name}"))
        return {each for each in found if each[0] != place}

    def _relative(self, place: str, level: int, module: str, names: Sequence[str]) -> Iterator[Tuple[str, str]]:
        folder = place
        for _ in range(level):
            folder = posixpath.dirname(folder)
        way = posixpath.join(folder, *filter(None, module.split(".")))
        for each in (way, *(f"{way}/{name}" for name in names)):
            if each in self._places:
                yield self._places[each], ""

    def _absolute(self, dotted: str) -> Iterator[Tuple[str, str]]:
        """The files that a name may lead to, from whatever folder, and the packages that it goes through."""
        parts = dotted.split(".")
        for end in range(len(parts), 0, -1):
            way = "/" + "/".join(parts[:end])
            for known, place in self._modules.get(parts[end - 1], ()):
                if known.endswith(way):
                    yield place, known[: -len(way)]
