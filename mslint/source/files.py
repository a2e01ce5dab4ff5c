"""Finds the Python files and notebooks below the given paths; must not read them."""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple, Union

from mslint.errors import UserError
from mslint.model import RunError
from mslint.source.disk import CONFIG_BYTES, leads_out, read_head, take_as_named
from mslint.source.globs import path_matcher
from mslint.words import say

if TYPE_CHECKING:
    from pathspec.pattern import Pattern

# Given the absolute path with "/" and whether it is a folder.
Exclude = Callable[[str, bool], bool]

# In patterns of .gitignore: what does not stand for itself, with all that may belong to it; one character of a few; and
# what says nothing.
_SPECIAL = re.compile(r"[*?]|//+|\\.?|\[.*")
_CLASS = re.compile(r"([^\[\]\\]*)\[(\w+)\]([^\[\]\\]*)")
_COMMENT = re.compile(r"#|\s*\Z")

# Folders that hold no code of the user's own. A folder named on the command line is searched all the same.
DEFAULT_EXCLUDES = frozenset(
    {
        ".bzr",
        ".direnv",
        ".eggs",
        ".git",
        ".hg",
        ".hypothesis",
        ".idea",
        ".ipynb_checkpoints",
        ".mslint_cache",  # of mslint 0.1.0 before its caches lay in the user's folder
        ".mypy_cache",
        ".nox",
        ".pytest_cache",
        ".pytype",
        ".ruff_cache",
        ".svn",
        ".tox",
        ".venv",
        ".vscode",
        "__pycache__",
        "__pypackages__",
        "_build",
        "build",
        "dist",
        "node_modules",
        "site-packages",
    }
)


@dataclass(frozen=True)
class FoundFile:
    """A file to read: `path` can be opened from the current directory; `named` if the user named the file itself."""

    path: str
    named: bool = False


class _Ignore:
    """One .gitignore; `prefix` is the absolute path of its folder, with "/" at the end.

    Most of its lines are about what no path here is called. They need not be understood: a pattern matches no path that
    does not contain what is written in it as it stands."""

    def __init__(self, prefix: str, lines: Sequence[str]) -> None:
        self.prefix = prefix
        # By number: what stands first must stay first. Most name a folder, and are found by it.
        self._lines = [line for line in lines if not _COMMENT.match(line)]
        self._whole: Dict[str, Set[int]] = {}
        self._parts: List[Tuple[str, int]] = []
        for number, line in enumerate(self._lines):
            for literal in _literals(line):
                name = literal[1:-1]
                if literal == f"/{name}/" and name and "/" not in name:
                    self._whole.setdefault(name, set()).add(number)
                else:
                    self._parts.append((literal, number))
        self._patterns: Dict[str, Union[Pattern, _Starred, None]] = {}

    def verdict(self, path: str, is_folder: bool) -> Optional[bool]:
        """Whether a path below it is ignored, as far as it is not for a folder above; None where it has no opinion."""
        between = f"/{path}/"
        numbers = {number for literal, number in self._parts if literal in between}
        numbers.update(*[self._whole[name] for name in path.split("/") if name in self._whole])
        for number in sorted(numbers, reverse=True):
            line = self._lines[number]
            if line not in self._patterns:
                self._patterns[line] = _pattern_of(line)
            pattern = self._patterns[line]
            if pattern is not None and _matches(pattern, line.strip().lstrip("!"), path, is_folder):
                return pattern.include
        return None


def _matches(pattern: Union[Pattern, _Starred], written: str, path: str, is_folder: bool) -> bool:
    """Whether a pattern is about a path itself, as git asks; pathspec's also match all that is below."""
    of_folders = written.endswith("/")
    if (of_folders and not is_folder) or not written.strip("/"):
        return False
    end = "/" if of_folders else ""
    parent, _, name = path.rpartition("/")
    if "/" not in written.rstrip("/"):
        return pattern.match_file(name + end) is not None
    if pattern.match_file(path + end) is None:
        return False
    return written.endswith("**") or not (parent and pattern.match_file(parent + end))


def find_files(
    paths: Sequence[str], exclude: Optional[Exclude] = None, lang: str = "en"
) -> Tuple[List[FoundFile], List[RunError]]:
    """The files named in `paths`, and the *.py and *.ipynb files below its folders, each real one once and in order.

    Links to folders met on the way are not followed: they lead to what is found anyway, or out of what was asked for.
    """
    search = _Search(exclude, lang)
    folders = []
    take_as_named(path if os.path.isdir(path) else os.path.dirname(path) or os.curdir for path in paths)
    for path in paths:
        if os.path.isdir(path):
            folders.append(path)
        else:
            check_readable(path)
            search.add(path, os.path.realpath(path), named=True)
    for folder in folders:
        search.walk(folder)
    search.add_links()
    return sorted(search.files, key=lambda file: display_path(file.path)), search.errors


def find_below(folder: str, exclude: Optional[Exclude] = None, most: Optional[int] = None) -> List[str]:
    """The files that would be found in a folder if it were named, in order; what cannot be read is passed over.

    Of more than `most` files or folders, some are left out."""
    search = _Search(exclude, "en")
    search.walk(folder, most)
    search.add_links()
    return sorted((file.path for file in search.files), key=display_path)


def check_readable(path: str) -> None:
    """Raise UserError for a named file that is none, or none that mslint reads: a pipe would block for ever."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        raise UserError("path-does-not-exist", path=display_path(path)) from None
    except OSError as error:  # in a folder that nobody may enter
        reason = error.strerror or str(error)
        raise UserError("path-unreadable", path=display_path(path), reason=reason) from None
    if not os.path.isfile(path):
        raise UserError("path-no-file", path=display_path(path))


def display_path(path: str) -> str:
    """The path as people are shown it: relative to the current directory if below it, else absolute, with "/"."""
    return _shown(path, os.getcwd())


@lru_cache(maxsize=4096)
def _shown(path: str, here: str) -> str:
    absolute = os.path.abspath(path)
    below = os.path.join(here, "")
    if os.path.normcase(os.path.join(absolute, "")).startswith(os.path.normcase(below)):
        absolute = absolute[len(below) :] or os.curdir
    # Names that are not valid in the file system's encoding hold surrogates, which no report could print.
    return to_posix(absolute).encode("utf-8", "backslashreplace").decode("utf-8")


def to_posix(path: str) -> str:
    return path.replace(os.sep, "/")


class _Search:
    """What one call of find_files has seen so far."""

    def __init__(self, exclude: Optional[Exclude], lang: str) -> None:
        self.files: List[FoundFile] = []
        self.errors: List[RunError] = []
        self._exclude = exclude
        self._lang = lang
        self._links: List[Tuple[str, str]] = []
        self._seen_files: Set[str] = set()
        self._seen_folders: Set[Tuple[int, int]] = set()

    def add(self, path: str, real: str, named: bool = False) -> None:
        key = os.path.normcase(real)
        if key not in self._seen_files:
            self._seen_files.add(key)
            self.files.append(FoundFile(path, named))

    def add_links(self) -> None:
        """Last of all, so that a file that was also found in its own place is reported there."""
        for path, real in sorted(self._links):
            self.add(path, real)

    def walk(self, root: str, most: Optional[int] = None) -> None:
        absolute = os.path.abspath(root)
        # (path to open, absolute path, real path, .gitignore files in force); a stack, for depth has no limit here.
        stack = [(root, absolute, os.path.realpath(root), _ignores_above(absolute))]
        while stack:
            if most is not None and max(len(self.files), len(self._seen_folders)) > most:
                return
            path, absolute, real, ignores = stack.pop()
            try:
                status = os.stat(path)
                identity = (status.st_dev, status.st_ino)
                # Junctions and bind mounts can make loops without any symbolic link.
                if identity in self._seen_folders:
                    continue
                with os.scandir(path) as listing:
                    entries = {entry.name: entry for entry in listing}
            except OSError as error:
                reason = error.strerror or str(error)
                message = say(self._lang, "folder-unreadable", reason=reason)
                self.errors.append(RunError(display_path(path), message, "folder", named=path is root))
                continue
            if "pyvenv.cfg" in entries and path is not root:
                continue
            self._seen_folders.add(identity)
            ignores = _ignores_inside(absolute, entries, ignores)
            for name in sorted(entries):
                entry = entries[name]
                kind = _kind(entry)
                if kind is None:
                    continue
                full = os.path.join(absolute, name)
                if self._left_out(full, kind == "folder", ignores):
                    continue
                here = os.path.join(path, name) if path != os.curdir else name
                if kind == "folder":
                    stack.append((here, full, os.path.join(real, name), ignores))
                elif entry.is_symlink():
                    self._link(here)
                else:
                    self.add(here, os.path.join(real, name))

    def _link(self, path: str) -> None:
        """What was found in the project and leads out of it was never meant to be read; who means it names it."""
        real = os.path.realpath(path)
        if leads_out(path) or not real.endswith((".py", ".ipynb")):
            self.errors.append(RunError(display_path(path), say(self._lang, "file-linked-outside-found"), "link"))
        else:
            self._links.append((path, real))

    def _left_out(self, absolute: str, is_folder: bool, ignores: Sequence[_Ignore]) -> bool:
        posix = to_posix(absolute)
        return (bool(ignores) and _ignored(posix, is_folder, ignores)) or (
            self._exclude is not None and self._exclude(posix, is_folder)
        )


def _kind(entry: os.DirEntry[str]) -> Optional[str]:
    """file, folder, or None for what is of no interest: other names, links that lead nowhere or to folders, pipes."""
    try:
        if entry.name.endswith((".py", ".ipynb")) and entry.is_file():
            return "file"
        if entry.name not in DEFAULT_EXCLUDES and entry.is_dir(follow_symlinks=False):
            return "folder"
    except OSError:  # a link that leads to itself
        pass
    return None


def _ignores_above(folder: str) -> Tuple[_Ignore, ...]:
    """The .gitignore files between the top of the git repository and the folder itself, which is not among them, and
    before them what the repository keeps to itself."""
    if os.path.lexists(os.path.join(folder, ".git")):
        return ()
    found: List[_Ignore] = []
    child, parent = folder, os.path.dirname(folder)
    while parent != child:
        found[:0] = _read_ignore(parent)
        if os.path.lexists(os.path.join(parent, ".git")):
            ignores = (*_kept_to_itself(parent), *found)
            # The user asked for this folder, so that it is ignored cannot be the last word on all that is in it.
            return () if _ignored_with_parents(to_posix(folder), ignores) else ignores
        child, parent = parent, os.path.dirname(parent)
    return ()  # in no repository: what lies above is somebody else's


def _ignores_inside(folder: str, names: Iterable[str], above: Tuple[_Ignore, ...]) -> Tuple[_Ignore, ...]:
    if ".git" in names:  # a repository of its own
        above = _kept_to_itself(folder)
    return above + _read_ignore(folder) if ".gitignore" in names else above


def _kept_to_itself(folder: str) -> Tuple[_Ignore, ...]:
    """What a repository leaves out besides, and shares with nobody. A worktree that is linked says where it lies."""
    git = os.path.join(folder, ".git")
    if os.path.isfile(git):
        word, _, place = _first_line(git).partition(":")
        if word != "gitdir":
            return ()
        git = os.path.join(folder, place.strip())
        git = os.path.join(git, _first_line(os.path.join(git, "commondir")))
    return _read_ignore(folder, os.path.join(git, "info", "exclude"))


def _first_line(path: str) -> str:
    """That of a file; empty where it cannot be read."""
    try:
        data = read_head(path, CONFIG_BYTES)
    except (OSError, ValueError):
        return ""
    return data.decode("utf-8", "surrogateescape").split("\n", 1)[0].rstrip("\r")


def _read_ignore(folder: str, name: str = ".gitignore") -> Tuple[_Ignore, ...]:
    """The .gitignore of the folder, or what is like one; nothing if there is none that can be read."""
    path = os.path.join(folder, name)
    try:
        data = b"" if name == ".gitignore" and os.path.islink(path) else read_head(path, CONFIG_BYTES)
    except (OSError, ValueError):
        return ()
    lines = data[:CONFIG_BYTES].decode("utf-8-sig", "surrogateescape").splitlines()
    return (_Ignore(to_posix(os.path.join(folder, "")), lines),)


def _literals(pattern: str) -> List[str]:
    """What is written in a pattern: one of these is in each path that it matches, with a "/" around each segment."""
    if pattern != pattern.strip():  # blanks at the end count for nothing, unless something says that they do
        return [""]
    bare = "/" + pattern.lstrip("!").strip("/") + "/"
    simple = _CLASS.fullmatch(bare)  # as in *.py[cod]
    ways = [bare] if simple is None else [simple[1] + char + simple[3] for char in simple[2]]
    return [max(_SPECIAL.split(way), key=len) for way in ways]


class _Starred:
    """A pattern with many stars. As a regular expression it could take for ever to find that it does not match."""

    def __init__(self, line: str) -> None:
        self.include = not line.startswith("!")
        inner = re.sub(r"\[\^", "[!", line.lstrip("!").rstrip("/"))
        self._matches = path_matcher((inner.lstrip("/") if "/" in inner else f"**/{inner}",))

    def match_file(self, path: str) -> Optional[bool]:
        return self._matches(path.rstrip("/")) or None


def _is_starred(line: str) -> bool:
    segments = line.split("/")
    return sum("*" in segment for segment in segments) > 1 or any(segment.count("*") > 2 for segment in segments)


def _pattern_of(line: str) -> Union[Pattern, _Starred, None]:
    """What pathspec makes of a line; None, like git, where that is nothing."""
    if _is_starred(line):
        return None if "\\" in line or "[[:" in line else _Starred(line.strip())
    from pathspec import GitIgnoreSpec

    with warnings.catch_warnings():  # what a pattern may mean one day to Python's own expressions
        warnings.simplefilter("ignore", FutureWarning)
        try:
            (pattern,) = GitIgnoreSpec.from_lines([line]).patterns
        except (ValueError, re.error):
            return None
    return pattern if pattern.include is not None else None


def _ignored(posix: str, is_folder: bool, ignores: Sequence[_Ignore]) -> bool:
    """What git says: the deepest .gitignore that has an opinion decides. Ignored folders are never entered."""
    for ignore in reversed(ignores):
        verdict = ignore.verdict(posix[len(ignore.prefix) :], is_folder)
        if verdict is not None:
            return verdict
    return False


def _ignored_with_parents(folder: str, ignores: Sequence[_Ignore]) -> bool:
    """Whether git ignores the folder or one that it lies in."""
    return any(
        _ignored(posix, True, [ignore for ignore in ignores if posix.startswith(ignore.prefix)])
        for posix in _prefixes(folder)
    )


def _prefixes(posix: str) -> List[str]:
    parts = posix.split("/")
    return ["/".join(parts[:count]) for count in range(2, len(parts) + 1)]
