"""Which names the files of a project mention, wherever; resolves nothing and imports nothing."""

from __future__ import annotations

import posixpath
from typing import FrozenSet, Iterator, Set

from mslint.program.imports import Files
from mslint.source.disk import MENTIONING

#: In a project with more files than that nobody looks: all counts as mentioned.
MAX_FILES = 4_000
MAX_DEPTH = 10


def mentioned(files: Files, place: str, top: str, wanted: FrozenSet[str]) -> FrozenSet[str]:
    """Those of some names that a file of the project other than this one mentions, in code or in a text.

    Of a module it is enough that its name is part of a path."""
    if not wanted:
        return frozenset()
    found: Set[str] = set()
    for count, path in enumerate(_files(files, top, 0)):
        if count == MAX_FILES:
            return wanted
        if path != place:
            found |= wanted & _words(files, path)
    return frozenset(found)


def _files(files: Files, folder: str, depth: int) -> Iterator[str]:
    for name in files.names(folder):
        if name.endswith((".py", *MENTIONING)):
            yield posixpath.join(folder, name)
    for name in files.folders_in(folder) if depth < MAX_DEPTH else ():
        yield from _files(files, posixpath.join(folder, name), depth + 1)


def _words(files: Files, path: str) -> FrozenSet[str]:
    summary = files.summary(path) if path.endswith(".py") else None
    if summary is not None:
        return summary.words
    return files.words(path)
