"""What a run is about: the files that are named or found, and their lines; parses nothing and knows no rule."""

from __future__ import annotations

import functools
import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, FrozenSet, List, Optional, Sequence, Tuple

from mslint.config import Settings
from mslint.model import RunError
from mslint.project import Project
from mslint.source.disk import ROOT_MARKS, project_top, read_head
from mslint.source.files import display_path, find_files, to_posix

if TYPE_CHECKING:
    from mslint.source.notebook import Notebook
    from mslint.source.text import Source

STDIN = "<stdin>"
# No rule has anything to say of a file without this word; nearly all files of a large repository end here.
MARK = b"mindspore"


# A script may do no more than to call what does: as its last line, or where it is run.
_SCRIPT = re.compile(rb"^(?:if[ \t(]+__name__|[A-Za-z_][\w.]{0,80}\()", re.MULTILINE)
_IMPORTS = re.compile(rb"^(?:from|import)[ \t]", re.MULTILINE)


def of_interest(path: str, data: bytes) -> bool:
    """Whether there may be something to say of a file, or of what it sets off."""
    if MARK in data:
        return True
    return path.endswith(".py") and _SCRIPT.search(data) is not None and _IMPORTS.search(data) is not None


@dataclass(frozen=True)
class Input:
    """One text to check: a file, or, where `data` is given, what came from elsewhere under that name.

    What nobody has `asked` for is looked at for the sake of others: nothing is said of it."""

    path: str
    named: bool = False
    data: Optional[bytes] = None
    asked: bool = True
    partial: bool = False  # more files import it than are looked at for its sake

    @property
    def shown(self) -> str:
        return self.path if self.path == STDIN else display_path(self.path)

    def read(self) -> bytes:
        """Its content; of a file that is larger than anything that is read, a bit more than would be."""
        if self.data is not None:
            return self.data
        from mslint.source.reading import most_bytes

        return read_head(self.path, most_bytes(self.path))


def inputs(paths: Sequence[str], project: Project, lang: str) -> Tuple[List[Input], List[RunError]]:
    """The files that the paths stand for."""
    found, errors = find_files(paths, project.excludes, lang)
    return [Input(file.path, file.named) for file in found], errors


def in_order(files: Sequence[Input]) -> List[Input]:
    """Files in the order in which a run looks at them."""
    return sorted(files, key=lambda file: file.shown)


def settings_of(paths: Sequence[str], project: Project) -> Settings:
    """What speaks for a whole run: the settings of the first path."""
    first = paths[0]
    return project.settings_in(first) if os.path.isdir(first) else project.settings_for(first)


def place_of(path: str) -> str:
    """Where a file lies, as programs write it."""
    return _place(path, os.getcwd())


def top_of(path: str) -> str:
    """The top of the project that a file belongs to; empty where nothing tells."""
    folder = os.path.dirname(os.path.abspath(path))
    top = project_top(folder)
    if os.path.realpath(top) in _shared_folders():
        return ""
    marked = any(os.path.lexists(os.path.join(top, mark)) for mark in ROOT_MARKS)
    return place_of(top) if marked or os.path.join(folder, "").startswith(os.path.join(os.getcwd(), "")) else ""


@functools.lru_cache(maxsize=1)
def _shared_folders() -> FrozenSet[str]:
    """Those that hold anything: no project begins there."""
    named = (os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP"))
    found = ("/tmp", "/var/tmp", os.sep, os.path.expanduser("~"), *(each for each in named if each))
    return frozenset(map(os.path.realpath, found))


@functools.lru_cache(maxsize=4096)
def _place(path: str, here: str) -> str:
    return to_posix(os.path.abspath(path))


def reader_of_lines(files: Sequence[Input]) -> Callable[..., Sequence[str]]:
    """Gives the lines of a checked file, or of a notebook's cell, by the path that findings carry.

    Nothing where they cannot be had any more."""
    by_path = {file.shown: file for file in files}

    @functools.lru_cache(maxsize=1)  # findings come sorted by file
    def source_at(path: str) -> Optional[Source]:
        from mslint.source.reading import source_of
        from mslint.source.text import Source, Unreadable

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


def reader_of_rows(files: Sequence[Input]) -> Callable[[str, int, int], int]:
    """Tells in which line of its notebook's file a line of a cell stands, by the path that findings carry; else 1."""
    by_path = {file.shown: file for file in files}

    @functools.lru_cache(maxsize=1)
    def notebook_at(path: str) -> Optional[Notebook]:
        from mslint.source.notebook import read_notebook
        from mslint.source.text import Unreadable

        try:
            return read_notebook(path, by_path[path].read())
        except (KeyError, OSError, Unreadable):
            return None

    def row_of(path: str, cell: int, line: int) -> int:
        notebook = notebook_at(path)
        return 1 if notebook is None else notebook.row_of(cell, line)

    return row_of
