"""What a run may take over from an earlier one, and when it may; imports neither the engine nor any rule."""

from __future__ import annotations

import os
import stat
import time
from dataclasses import replace
from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Type, TypeVar

from mslint.cache import Cache, Note, digest, inode_of, joined
from mslint.inputs import Input, of_interest, place_of
from mslint.model import Hidden, RunError
from mslint.project import Project
from mslint.report import RunResult
from mslint.source.code import code_in
from mslint.source.disk import MENTIONING, entries_of

# Of a folder, what can be part of a program, be read by one, or mention what is in one.
_TELLING = (".py", *MENTIONING)


SECOND = 1_000_000_000  # nanoseconds
Value = TypeVar("Value")
Depends = Tuple[Tuple[str, Optional[bytes]], ...]


class Kept(NamedTuple):
    """A value, with the files and folders that it was made of; `code` if of files only the code counts."""

    files: Depends
    folders: Depends
    value: object
    code: bool

    @property
    def made_of(self) -> Tuple[Set[str], Set[str]]:
        """The paths of the files and of the folders."""
        return {path for path, _ in self.files}, {folder for folder, _ in self.folders}


def code_digest(place: str, data: bytes) -> bytes:
    """A name for what programs can see of a file: who silences a finding changes no program."""
    return digest(code_in(data) if place.endswith(".py") else data)


class Contents:
    """What lies on the disk, for one run: everything is looked at once, and read only where it may have changed."""

    def __init__(self, cache: Cache) -> None:
        self.cache = cache
        self._began = time.time_ns()
        self._notes: Dict[str, Note] = {}
        self._absent: Set[str] = set()
        self._folders: Dict[str, bytes] = {}
        self._above: Dict[str, str] = {}
        self._unsteady: Set[str] = set()  # of which others have read something else than what is noted
        self._instead: Set[str] = set()  # what has other content than lies on the disk
        self.lossy = False  # something was not looked at for a reason of this run alone

    def take(self, place: str, data: bytes) -> None:
        """Take a file for one with this content, whatever lies on the disk."""
        self._notes[place] = Note(0, 0, 0, 0, digest(data), of_interest(place, data), code_digest(place, data))
        self._instead.add(place)

    def noted(self, place: str) -> Optional[Note]:
        """What a file holds that was read before, in this run or an earlier one; None for others."""
        known = self.cache.note(place) if place not in self._notes else None
        if known is not None:
            self._look(place, known)
        return self._notes.get(place)

    def note(
        self, place: str, data: bytes, status: os.stat_result, concerned: bool = True, code: Optional[bytes] = None
    ) -> Note:
        """Take note of what a file held; `status` is from before it was read. It is not `concerned` where only what a
        notebook put out holds the word."""
        stamp = (status.st_mtime_ns, status.st_size, inode_of(status))
        if code is None:
            code = code_digest(place, data)
        note = self._notes[place] = Note(
            *stamp, time.time_ns(), digest(data), concerned and of_interest(place, data), code
        )
        self.cache.take_note(place, note)
        return note

    def note_code(self, place: str, code: bytes) -> None:
        """Take note of the name of a file's code, which another process has made."""
        note = self._notes[place] = self._notes[place]._replace(code=code)
        self.cache.take_note(place, note)

    def read(self, place: str, content: bytes) -> bool:
        """Hear that a file was read with a content of this name; whether that is what is noted of it."""
        note = self.noted(place)
        if note is None or note.digest != content:
            self._unsteady.add(place)
        return place not in self._unsteady

    def digest(self, place: str, code: bool = False) -> Optional[bytes]:
        """A name for what a file holds, or for its code alone; None where there is none."""
        if place not in self._notes:
            self._look(place, self.cache.note(place))
        note = self._notes.get(place)
        if note is None:
            return None
        return (note.code or note.digest) if code else note.digest

    def _look(self, place: str, known: Optional[Note]) -> None:
        if place in self._absent:
            return
        try:
            status = os.stat(place)
            if known is not None and known.tells(status):
                self._notes[place] = known
            else:
                self.note(place, Input(place).read(), status)
        except OSError:
            self._absent.add(place)

    def listing(self, folder: str) -> bytes:
        """A name for what a folder holds, as far as programs care."""
        if folder not in self._folders:
            names: List[str] = []
            try:
                for entry in entries_of(folder or "/"):
                    if entry.name.endswith(_TELLING):
                        names.append(f"{entry.name}:{entry.is_file()}")
                    elif "." not in entry.name and entry.is_dir():
                        names.append(entry.name)
            except OSError:
                pass
            self._folders[folder] = joined(sorted(names))
        return self._folders[folder]

    def recalled(self, key: bytes, kind: Type[Value]) -> Optional[Tuple[Value, Kept]]:
        """A value that is kept, and what it was made of, if that is as it was."""
        kept = self.cache.get(key)
        if not isinstance(kept, Kept) or not isinstance(kept.value, kind):
            return None
        as_it_was = all(self.digest(path, kept.code) == was for path, was in kept.files) and all(
            self.listing(folder) == was for folder, was in kept.folders
        )
        return (kept.value, kept) if as_it_was else None

    def keep(self, key: bytes, files: Iterable[str], folders: Iterable[str], value: object, code: bool = False) -> bool:
        """Keep a value that was made of these, unless somebody wrote there meanwhile: who knows what was read. Say
        whether it is kept."""
        if self.lossy:
            return False
        above = self._above
        files, there = sorted(files), sorted({above.get(folder) or self._there(folder) for folder in folders})
        if any(map(self._touched, files)) or any(map(self._touched, there)):
            return False
        of_files = tuple((path, self.digest(path, code)) for path in files)
        self.cache.put(key, Kept(of_files, tuple((folder, self.listing(folder)) for folder in there), value, code))
        return True

    def _touched(self, path: str) -> bool:
        """Whether somebody wrote there since the run began; where times are whole seconds, a second or two before."""
        if path in self._unsteady:
            return True
        if path in self._instead:
            return False
        try:
            status = os.stat(path or "/")
        except OSError:
            return path in self._notes or path in self._folders  # it was there when it was looked at
        note = self._notes.get(path)
        if note is not None and not note.stands_for(status):
            return True
        times = [status.st_mtime_ns]
        if not stat.S_ISDIR(status.st_mode):  # what is moved to where another file was keeps the time of its content
            times.append(status.st_ctime_ns)
        return any(each >= self._began - (0 if each % SECOND else 2 * SECOND) for each in times)

    def _there(self, folder: str) -> str:
        """A folder, or where there is none the lowest one above it: there it would show if somebody made it."""
        missing: List[str] = []
        here = folder
        while here not in self._above and not os.path.isdir(here) and os.path.dirname(here) != here:
            missing.append(here)
            here = os.path.dirname(here)
        there = self._above.get(here, here)
        self._above.update(dict.fromkeys((*missing, here), there))
        return there


class Whole(NamedTuple):
    """What a run yielded, what its files held, in their order, and which of them were of any interest."""

    contents: Tuple[bytes, ...]
    concerned: Tuple[bool, ...]
    result: RunResult
    hidden: Mapping[str, Hidden]  # what the level hides, by the paths of findings


class Run:
    """One run over files: whether an earlier one was the same, and what of this one is to be kept."""

    def __init__(self, files: Sequence[Input], project: Project, cache: Cache, noqa: bool = True) -> None:
        """`noqa`: comments silence findings."""
        self._files = files
        self._noqa = noqa
        self._project = project
        self.cache = cache
        self.contents = Contents(cache)
        for file in files:
            if file.data is not None:
                self.contents.take(place_of(file.path), file.data)
        self._recalled: Optional[bytes] = None  # under what key it was asked for
        self.near: Optional[Tuple[Whole, Kept]] = None  # a run over the same code, where only comments have changed

    def recall(self, errors: Sequence[RunError]) -> Optional[RunResult]:
        """The outcome, where all is as it was."""
        started = time.perf_counter()
        self._recalled = key = self._key()
        self.near = self.contents.recalled(key, Whole) if key is not None else None
        if self.near is None or self.near[0].contents != tuple(note.digest for note in self.notes()):
            return None
        return replace(self.near[0].result, errors=tuple(errors), seconds=time.perf_counter() - started)

    def keep(
        self, result: RunResult, hidden: Mapping[str, Hidden], parts: object, files: Set[str], folders: Set[str]
    ) -> None:
        """Keep an outcome that nothing went wrong with; `files` and `folders` are what it is made of besides.

        `parts` are what goes into what is said of each file, for who only has to look at a few again: they are the same
        for all runs over the same code."""
        key = self._key()
        if key is not None and not result.crashed:
            named = {place_of(file.path) for file in self._files}
            if self.contents.keep(key, files | named, folders, self._whole(result, hidden), code=True):
                self.cache.put(joined(("parts", key)), parts)

    def keep_near(self, result: RunResult, hidden: Mapping[str, Hidden]) -> None:
        """Keep an outcome over the same code as that of the earlier run: it is made of the same."""
        if self.near is not None and self._recalled is not None and not result.crashed:
            self.cache.put(self._recalled, self.near[1]._replace(value=self._whole(result, hidden)))

    def _whole(self, result: RunResult, hidden: Mapping[str, Hidden]) -> Whole:
        notes = self.notes()
        contents, concerned = tuple(note.digest for note in notes), tuple(note.marked for note in notes)
        return Whole(contents, concerned, replace(result, errors=()), hidden)

    def parts(self) -> Optional[object]:
        """The parts of the run over the same code."""
        return self.cache.get(joined(("parts", self._recalled))) if self._recalled is not None else None

    def notes(self) -> List[Note]:
        """What is known of the files, in their order; shorter where there are some of which nothing is."""
        found = (self.contents.noted(place_of(file.path)) for file in self._files)
        return [note for note in found if note is not None]

    def _key(self) -> Optional[bytes]:
        """A name for all that the outcome depends on but comments, as far as it is known beforehand."""
        parts: List[object] = ["run", os.getcwd(), self._noqa]
        settings: Dict[object, int] = {}
        for file in self._files:
            place = place_of(file.path)
            note = self.contents.noted(place) if file.data is None else None
            if note is None:
                return None
            number = settings.setdefault(self._project.settings_for(file.path), len(settings))
            parts += (
                file.path,
                file.named,
                file.asked,
                file.partial,
                number,
                self._project.root_of(file.path),
                note.code or note.digest,
            )
        return joined([*parts, *map(repr, settings)])
