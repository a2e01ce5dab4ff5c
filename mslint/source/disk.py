"""What may be read of a project: plain files, up to a limit, and nothing that a link fetches from outside of it."""

from __future__ import annotations

import errno
import os
import stat
from functools import lru_cache
from typing import FrozenSet, Iterable, List, Optional, Set

from mslint.words import say

# What marks the top of a project, and how far up it is looked for.
ROOT_MARKS = frozenset((".git", "pyproject.toml", "mslint.toml", "setup.py", "setup.cfg"))
MAX_HEIGHT = 8

# What may name a class or a function besides Python: configurations, scripts, notebooks and documents for users.
MENTIONING = (".cfg", ".ipynb", ".json", ".md", ".rst", ".sh", ".toml", ".yaml", ".yml")

CONFIG_BYTES = 1_000_000  # more than any configuration, list of requirements or of patterns needs


class Refused(OSError):
    """A file that is not read; `key` names the sentence that says why."""

    def __init__(self, key: str, path: str) -> None:
        super().__init__(errno.EINVAL, say("en", key, path=path), path)
        self.key = key


def read_head(path: str, limit: int) -> bytes:
    """The content of a plain file; of one that is larger than the limit, one byte more than that.

    A pipe would keep the reader waiting, and a device has no end."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise Refused("file-not-plain", path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # it was exchanged in between
            raise Refused("file-not-plain", path)
        return file.read(limit + 1)


def read_whole(path: str, limit: int = CONFIG_BYTES, named: bool = False) -> bytes:
    """The content of a plain file of the project; Refused where it is larger, or lies elsewhere without being named."""
    if not named and leads_out(path):
        raise Refused("file-linked-outside", path)
    data = read_head(path, limit)
    if len(data) > limit:
        raise Refused("file-too-large", path)
    return data


def entries_of(folder: str) -> List[os.DirEntry[str]]:
    """What a folder holds, but for links that lead out of the project; OSError where it lies outside itself."""
    if leads_out(folder):
        raise Refused("file-linked-outside", folder)
    with os.scandir(folder) as entries:
        return [entry for entry in entries if not (entry.is_symlink() and leads_out(entry.path))]


# Where the folders that the user has named really lie: each is as good as a project.
_NAMED: Set[str] = set()


def take_as_named(folders: Iterable[str]) -> None:
    """Let what lies below these folders count as the user's own choice, though a link leads there."""
    _NAMED.update(os.path.join(os.path.realpath(folder), "") for folder in folders)


def named_folders() -> FrozenSet[str]:
    """What was named so far, for other processes."""
    return frozenset(_NAMED)


def leads_out(path: str, strictly: bool = False) -> bool:
    """Whether a path of a project leads out of it, by a link; strictly, even if it is the user who has named the way.
    What git keeps to itself is no part of a project."""
    absolute = os.path.abspath(path)
    real = os.path.realpath(absolute)
    if real == absolute:
        return False
    top = os.path.join(os.path.realpath(project_top(os.path.dirname(absolute))), "")
    tops = [each for each in (top, *(() if strictly else _NAMED)) if os.path.join(real, "").startswith(each)]
    return not tops or any(".git" in real[len(each) :].split(os.sep) for each in tops)


def lies_in(path: str, folder: str) -> bool:
    """Whether a path really lies in a folder, or is it, wherever links lead."""
    return os.path.join(os.path.realpath(path), "").startswith(os.path.join(os.path.realpath(folder), ""))


def repository_of(folder: str) -> Optional[str]:
    """The nearest folder with `.git`, of those that it lies in and itself."""
    here = os.path.abspath(folder)
    while not os.path.lexists(os.path.join(here, ".git")):
        parent = os.path.dirname(here)
        if parent == here:
            return None
        here = parent
    return here


def project_top(folder: str) -> str:
    """The top of the project that a folder belongs to: that of its repository, or else the nearest marked folder, or
    the one where mslint was started; the folder itself if none of these holds it."""
    return _top(os.path.abspath(folder), os.getcwd())


@lru_cache(maxsize=4096)
def _top(folder: str, here: str) -> str:
    above = with_parents(folder)
    for place in above:
        if os.path.lexists(os.path.join(place, ".git")):
            return place
    nearest = next((place for place in above[:MAX_HEIGHT] if any(map(_is_mark, _marks(place)))), folder)
    # The highest of these: a part of a project may look like one.
    return here if here in above and nearest.startswith(os.path.join(here, "")) else nearest


def _marks(folder: str) -> List[str]:
    return [os.path.join(folder, mark) for mark in ROOT_MARKS]


def _is_mark(path: str) -> bool:
    return os.path.lexists(path) and not os.path.islink(path)


def with_parents(folder: str) -> List[str]:
    """A folder and those that it lies in, but for those that hold many projects: the home folder and the root."""
    above = []
    home = os.path.expanduser("~")
    while folder != home and os.path.dirname(folder) != folder:
        above.append(folder)
        folder = os.path.dirname(folder)
    return above
