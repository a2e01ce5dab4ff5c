"""Which file an import of a program leads to; asks the given files and never the machine."""

from __future__ import annotations

import posixpath
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Protocol, Set, Tuple

from mslint.program.nodes import ModuleSummary

INIT = "__init__.py"
MAX_KNOWN = 20_000  # answers; a program asks for some hundred


class Files(Protocol):
    """What a program may read; paths are absolute, with slashes."""

    def summary(self, path: str) -> Optional[ModuleSummary]:
        """None where the file is not there or cannot be parsed."""

    def is_file(self, path: str) -> bool: ...

    def is_dir(self, path: str) -> bool: ...

    def text(self, path: str) -> Optional[str]: ...

    def names(self, folder: str) -> List[str]:
        """The names of the files in a folder, sorted."""

    def words(self, path: str) -> FrozenSet[str]:
        """The words in a text, comments included."""

    def folders_in(self, folder: str) -> List[str]:
        """The names of the folders in a folder that may hold code of the project, sorted."""

    def rest(self) -> None:
        """Nothing that was given is in use any more: what takes room may go, and is read again if asked for."""


class Found(NamedTuple):
    path: str  # of the file, or of a folder without an __init__.py
    package: bool


class Places:
    """Where modules are, from any folder; looked up once for all programs."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.asked: Set[str] = set()  # where something was looked for since somebody emptied it
        self._known: Dict[Tuple[str, ...], Optional[Found]] = {}

    @property
    def folders(self) -> Set[str]:
        """The folders that what was answered depends on."""
        return self.asked | {posixpath.dirname(path) for path in self.asked}

    def inside(self, folder: str, parts: List[str]) -> Optional[Found]:
        """The module that the parts of a name lead to from a folder."""
        key = (folder, *parts)
        self.asked.add(posixpath.join(folder, *parts))
        if key not in self._known:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._known[key] = self._look(folder, parts)
        return self._known[key]

    def _look(self, folder: str, parts: List[str]) -> Optional[Found]:
        path = posixpath.join(folder, *parts)
        if parts and self.files.is_file(path + ".py"):
            return Found(path + ".py", False)
        if parts and not self.files.is_dir(path):  # as of all packages that are installed: no folder is listed in vain
            return None
        init = posixpath.join(path, INIT)
        if self.files.is_file(init):
            return Found(init, True)
        # A folder of that name is a package only where it holds modules; `import yaml` is not about ./yaml/*.yaml.
        if parts and any(name.endswith(".py") for name in self.files.names(path)):
            return Found(path, True)
        return None


class Finder:
    """Looks for modules where Python would, started in the folder of the entry, and in the folders above it."""

    def __init__(self, files: Files, entry: str, root: str, places: Optional[Places] = None) -> None:
        self._places = places or Places(files)
        self.entry = entry
        self.roots: List[str] = []
        self._known: Dict[str, Optional[Found]] = {}
        folder = posixpath.dirname(entry)
        while True:
            self.roots.append(folder)
            above = posixpath.dirname(folder)
            if folder == root or above == folder or not (folder + "/").startswith(root.rstrip("/") + "/"):
                break
            folder = above

    def absolute(self, dotted: str) -> Optional[Found]:
        """The module of a dotted name."""
        if dotted not in self._known:
            parts = dotted.split(".")
            found = (self.inside(root, parts) for root in self.roots)
            self._known[dotted] = next((each for each in found if each is not None), None)
        return self._known[dotted]

    def relative(self, path: str, level: int, dotted: str) -> Optional[Found]:
        """The module that `from ..dotted` in a file leads to."""
        folder = posixpath.dirname(path)
        for _ in range(level - 1):
            folder = posixpath.dirname(folder)
        return self.inside(folder, dotted.split(".") if dotted else [])

    def inside(self, folder: str, parts: List[str]) -> Optional[Found]:
        """The module that the parts of a name lead to from a folder."""
        return self._places.inside(folder, parts)


class Beside:
    """One module whose summary is given, among other files or none."""

    def __init__(self, files: Optional[Files], place: str, summary: Optional[ModuleSummary]) -> None:
        self._files = files
        self._place = place
        self._summary = summary

    def summary(self, path: str) -> Optional[ModuleSummary]:
        if path == self._place:
            return self._summary
        return self._files.summary(path) if self._files is not None else None

    def is_file(self, path: str) -> bool:
        return path == self._place or (self._files is not None and self._files.is_file(path))

    def is_dir(self, path: str) -> bool:
        return self._place.startswith(path + "/") or (self._files is not None and self._files.is_dir(path))

    def text(self, path: str) -> Optional[str]:
        return self._files.text(path) if self._files is not None else None

    def names(self, folder: str) -> List[str]:
        return self._files.names(folder) if self._files is not None else []

    def words(self, path: str) -> FrozenSet[str]:
        return self._files.words(path) if self._files is not None else frozenset()

    def folders_in(self, folder: str) -> List[str]:
        return self._files.folders_in(folder) if self._files is not None else []

    def rest(self) -> None:
        if self._files is not None:
            self._files.rest()
