"""The files that a dataset is made of: which they are, what they hold, and a list of them in plain text."""

from __future__ import annotations

import glob
import hashlib
import os
import re
import sys
import sysconfig
import tempfile
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.device import nodes

MOST_FILES, MOST_BYTES = 20_000, 20 * 1024**3
_CHUNK = 1024**2
_ATTRIBUTES = ("dataset_files", "dataset_file", "dataset_dir", "annotation_file", "schema_file")
_CODE = (".py", ".pyc", ".pyi", ".pyd", ".so", ".dll", ".pth", ".ini", ".cfg", ".toml", ".yaml", ".yml")
_SETTINGS = (".config", ".local", os.path.join(".cache", "matplotlib"), os.path.join(".cache", "pip"))
_LIST = re.compile(r"([0-9a-f]{64}|-)  (\d+)  (.+)")


class File(NamedTuple):
    """One file of a dataset."""

    path: str  # relative to the folder of the dataset, with /
    size: int
    digest: str  # SHA-256; "-" where it was too much to read


class Opened:
    """The files that Python opens to read, here and in the processes that are forked from here."""

    def __init__(self, log: str) -> None:
        self._log = os.open(log, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        self._path = log
        self._seen: Set[str] = set()
        self._out = tuple(
            os.path.realpath(folder) + os.sep
            for folder in {sys.prefix, sys.base_prefix, *_system(), *sysconfig.get_paths().values()}
        )
        sys.addaudithook(self._hook)

    def _hook(self, event: str, args: Tuple[Any, ...]) -> None:
        if event != "open" or len(self._seen) > 4 * MOST_FILES:
            return
        try:
            path, mode, flags = args
            written = any(char in mode for char in "wax+") if isinstance(mode, str) else flags & _WRITES
            if isinstance(path, int) or written:
                return
            name = os.path.abspath(os.fsdecode(path))
            if name in self._seen or name.endswith(_CODE) or name.startswith(self._out):
                return
            self._seen.add(name)
            os.write(self._log, name.encode("utf-8", "surrogateescape") + b"\0")
        except Exception:  # what the user's code does must never fail for being listened to
            return

    def paths(self) -> List[str]:
        with open(self._path, "rb") as file:
            names = {os.fsdecode(name) for name in file.read().split(b"\0") if name}
        return sorted(name for name in names if os.path.isfile(name) and not name.startswith(_noise()))


_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def _system() -> Iterator[str]:
    if os.name == "posix":
        yield from ("/proc", "/sys", "/dev", "/etc", "/usr", "/lib", "/lib64", "/bin", "/sbin")


def _noise() -> Tuple[str, ...]:
    """What this very process is started with."""
    place = os.path.join(tempfile.gettempdir(), "mslint-")
    settings = (os.path.join(os.path.expanduser("~"), name) + os.sep for name in _SETTINGS)
    return (place, os.path.realpath(place), *settings)


def read_by(root: Any, opened: Sequence[str], early: Sequence[str], project: str) -> Tuple[str, List[str]]:
    """The folder of the dataset, and the files that its pipeline reads; `early` are opened before it runs."""
    files: Set[str] = set(opened) - set(early)
    folders: Set[str] = set()
    for node in nodes.walk(root):
        for name in _ATTRIBUTES:
            for path in _paths(getattr(node, name, None)):
                if os.path.isdir(path):
                    folders.add(path)
                else:
                    files.update(_companions(path))
    for source in _source_objects(root):
        for value in vars(source).values():
            for path in _paths(value):
                if os.path.isfile(path):
                    files.add(path)
                elif not isinstance(value, list) and not any(each.startswith(path + os.sep) for each in files):
                    folders.add(path)  # it is read by something that Python does not see
    for folder in folders:
        files.update(_within(folder))
    files = files or set(early)
    if not files:
        return "", []
    try:
        first = os.path.commonpath([*folders, *(os.path.dirname(file) for file in files)])
    except ValueError:  # on several drives
        return "", sorted(files)
    # What was opened early may be settings, which are no part of the data, or annotations that stand beside them.
    beside = os.path.dirname(first)
    if not _below(project, beside) and any(_below(file, beside) and not _below(file, first) for file in early):
        first = beside
    return first, sorted(files | {file for file in early if _below(file, first)})


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _source_objects(root: Any) -> Iterator[Any]:
    for node in nodes.sources(root):
        source = getattr(node, "source", None)
        if source is not None and hasattr(source, "__dict__") and not callable(source) and not isinstance(source, type):
            yield source


def _paths(value: object) -> Iterator[str]:
    """All texts in a value that are the path of something."""
    for each in value if isinstance(value, (list, tuple)) else [value]:
        if isinstance(each, (list, tuple)):
            yield from _paths(each)
        elif isinstance(each, (str, os.PathLike)):
            path = os.path.abspath(os.fspath(each))
            try:
                if os.fspath(each) and os.path.exists(path):
                    yield path
            except ValueError:  # a text with a null character
                continue


def _companions(path: str) -> Iterator[str]:
    """A file, and for one part of a MindRecord its index and its other parts."""
    parts = [path]
    if re.search(r"\d+$", path):
        beginning = glob.escape(re.sub(r"\d+$", "", path))
        parts += [part for part in glob.glob(beginning + "[0-9]*") if re.search(r"\d+$", part)]
    for part in parts:
        for each in (part, part + ".db"):
            if os.path.isfile(each) and (os.path.isfile(path + ".db") or part == path):
                yield each


def _within(folder: str) -> Iterator[str]:
    for where, inner, names in os.walk(folder):
        inner.sort()
        yield from (os.path.join(where, name) for name in sorted(names))


def digests(root: str, paths: Sequence[str], seconds: float, step: Callable[[int], None]) -> Tuple[List[File], bool]:
    """The files with what they hold; whether something was left unread because it is too much."""
    found: List[File] = []
    read, end, cut = 0, time.monotonic() + seconds, len(paths) > MOST_FILES
    for number, path in enumerate(paths[:MOST_FILES]):
        step(number)
        try:
            size = os.path.getsize(path)
            too_much = read + size > MOST_BYTES or time.monotonic() > end
            digest = "-" if too_much else _digest(path, lambda now=number: step(now))  # type: ignore[misc]
        except OSError:
            continue  # it has gone
        read += 0 if too_much else size
        cut = cut or too_much
        found.append(File((os.path.relpath(path, root) if root else path).replace(os.sep, "/"), size, digest))
    return sorted(found), cut


def _digest(path: str, step: Callable[[], None]) -> str:
    content = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            content.update(chunk)
            step()
    return content.hexdigest()


# -- the list in plain text


def written(files: Iterable[File]) -> str:
    """One line for each file, sorted: its SHA-256, its size and its path in the folder of the dataset."""
    lines = [f"{file.digest}  {file.size}  {file.path}\n" for file in sorted(files) if "\n" not in file.path]
    return "".join(lines)


def parsed(text: str) -> Tuple[List[File], Optional[int]]:
    """The files of a list; the number of the first line that is none."""
    found: List[File] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LIST.fullmatch(line)
        if match is None:
            return found, number
        found.append(File(match.group(3), int(match.group(2)), match.group(1)))
    return found, None


class Difference(NamedTuple):
    """How the files here differ from those of a list."""

    missing: Tuple[str, ...]
    extra: Tuple[str, ...]
    changed: Tuple[str, ...]
    unread: int  # files of which only the size could be compared


def difference(here: Sequence[File], there: Sequence[File]) -> Difference:
    mine: Mapping[str, File] = {file.path: file for file in here}
    theirs: Dict[str, File] = {file.path: file for file in there}
    both = [path for path in mine if path in theirs]
    unread = [path for path in both if "-" in (mine[path].digest, theirs[path].digest)]
    changed = [
        path
        for path in both
        if mine[path].size != theirs[path].size
        or (mine[path].digest != theirs[path].digest and "-" not in (mine[path].digest, theirs[path].digest))
    ]
    missing = tuple(sorted(set(theirs) - set(mine)))
    return Difference(missing, tuple(sorted(set(mine) - set(theirs))), tuple(sorted(changed)), len(unread))
