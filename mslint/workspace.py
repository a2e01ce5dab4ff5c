"""The files that programs are made of, as they lie on disk; knows no rule and no program."""

from __future__ import annotations

import contextlib
import gc
import os
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Set, Tuple

from mslint.program.mentions import words_in
from mslint.program.nodes import Functions, ModuleSummary, Statement
from mslint.program.summary import summarize
from mslint.source.disk import entries_of, read_head
from mslint.source.files import DEFAULT_EXCLUDES, display_path
from mslint.source.reading import most_bytes, source_of
from mslint.source.text import MAX_BYTES, Source, Unreadable
from mslint.syntax.parse import refusal, shallow_tree_of

# Characters of source whose code is held: at first, and where programs are so large that they need the same modules
# again and again. Measured on mindone (60 million characters): with 0.75 and 3 million 213 s of CPU and 644 MB, with
# these 182 s and 674 MB.
ROOM, MAX_ROOM = 3_000_000, 9_000_000
MANY_OBJECTS = 100_000  # that were made since somebody looked for those that nobody uses
SOON = 3  # programs
MAX_REMEMBERED = 400  # files
LONG_JSON = 100_000  # bytes: that is data and no configuration


class Read(NamedTuple):
    """What a file said, and when: its time in nanoseconds and its size."""

    stamp: Tuple[int, int]
    summary: Optional[ModuleSummary]


class Workspace:
    """Reads each file once; what the run has already read can be put in before.

    `instead` is the content that some files are to have, whatever lies on the disk. What outlives the run (in an
    editor) is `read`: summaries of files, which count until the file changes."""

    def __init__(self, instead: Optional[Mapping[str, bytes]] = None, read: Optional[Dict[str, Read]] = None) -> None:
        self._instead = dict(instead or {})
        self._remembered = read
        self._summaries: Dict[str, Optional[ModuleSummary]] = {}
        self._folders: Dict[str, Dict[str, bool]] = {}
        self._words: Dict[str, Tuple[int, FrozenSet[str]]] = {}
        self._asked_for: Optional[FrozenSet[str]] = None
        self._held: Dict[str, int] = {}  # how much text there is to the code that is in memory, the oldest first
        self._holding = 0
        self._again: Dict[str, int] = {}  # how often the code of a module was made again
        self._room = ROOM
        self._rests = 0
        self._gone: Dict[str, int] = {}  # when the code of a module was let go
        # What was asked for since somebody last looked: files and folders.
        self.files: Set[str] = set()
        self.folders: Set[str] = set()

    def put(self, path: str, summary: Optional[ModuleSummary], size: int = 0) -> None:
        """The summary of a file that has been read elsewhere, under its absolute path."""
        self._summaries[path] = summary
        if summary is not None:
            self._taken(path, summary, size)

    def unread(self, path: str, shown: str, spelled: str, entry: bool) -> None:
        """The same for a file of which only this much is known: it is read where somebody asks for its code."""
        self._summaries[path] = ModuleSummary.unread(shown, spelled, entry, lambda known: self._body(path, known))

    def rest(self) -> None:
        self._rests += 1
        full = self._holding > self._room
        if full:
            for path in sorted(self._held, key=lambda path: self._again.get(path, 0)):
                self._let_go(path)
                if self._holding <= self._room // 2:
                    break
        if full or gc.get_count()[0] > MANY_OBJECTS:
            gc.collect(1)  # what a program leaves behind is in circles, and holds the code
            gc.freeze()

    def _taken(self, path: str, summary: ModuleSummary, size: int) -> None:
        """Hold the code of a module that nobody has asked for yet, if there is room."""
        if self._holding + size > self._room:
            summary.forget(lambda known: self._body(path, known))
        else:
            summary.make()
            self._hold(path, size)

    def _hold(self, path: str, size: int) -> None:
        self._holding += size - self._held.pop(path, 0)
        self._held[path] = size

    def _let_go(self, path: str) -> None:
        self._holding -= self._held.pop(path)
        self._gone[path] = self._rests
        summary = self._summaries.get(path)
        if summary is not None:
            summary.forget(lambda known: self._body(path, known))

    def _body(self, path: str, known: Functions) -> Tuple[Statement, ...]:
        self._again[path] = self._again.get(path, 0) + 1
        again, size = self._read(path)
        if self._rests - self._gone.pop(path, -SOON) < SOON:
            self._room = min(MAX_ROOM, self._room + 2 * size)
        self._hold(path, size)
        return () if again is None else again.code(known)

    # -- what programs ask

    def summary(self, path: str) -> Optional[ModuleSummary]:
        self.files.add(path)
        if path not in self._summaries:
            summary, size = self._read(path) if self._remembered is None else (self._recall(path), 0)
            self._summaries[path] = summary
            if summary is not None and self._remembered is None:
                self._taken(path, summary, size)
        return self._summaries[path]

    def is_file(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return self._listed(folder).get(name, False)

    def is_dir(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return self._listed(folder).get(name) is False

    def text(self, path: str) -> Optional[str]:
        self.files.add(path)
        instead = self._instead.get(path)
        try:
            return (read_head(path, MAX_BYTES) if instead is None else instead)[:MAX_BYTES].decode(
                "utf-8-sig", "replace"
            )
        except OSError:
            return None

    def names(self, folder: str) -> List[str]:
        return [name for name, is_file in self._listed(folder).items() if is_file]

    def ask_for(self, words: FrozenSet[str]) -> None:
        """Of no other words will anybody ask: those of all files together take much room."""
        known = self._asked_for
        if known is not words and (known is None or not words <= known):
            self._asked_for = words
            self._words.clear()

    def words(self, path: str) -> Tuple[int, FrozenSet[str]]:
        self.files.add(path)
        if path not in self._words:
            # A long JSON file is data. In a notebook, a line begins behind an escape.
            data = path.endswith(".json") and self._is_long(path)
            text = "" if data else (self.text(path) or "").replace("\\n", "\n")
            count, every = words_in(text)
            self._words[path] = count, every if self._asked_for is None else every & self._asked_for
        return self._words[path]

    def _is_long(self, path: str) -> bool:
        try:
            return os.stat(path).st_size > LONG_JSON
        except OSError:
            return False

    def folders_in(self, folder: str) -> List[str]:
        listed = self._listed(folder).items()
        return [name for name, is_file in listed if is_file is False and name not in DEFAULT_EXCLUDES]

    # -- parts

    def _listed(self, folder: str) -> Dict[str, bool]:
        """The names in a folder, each with whether it is a file; one look at the disk instead of many."""
        self.folders.add(folder)
        if folder not in self._folders:
            found: Dict[str, bool] = {}
            with contextlib.suppress(OSError):
                found = {entry.name: entry.is_file() for entry in entries_of(folder or "/")}
            self._folders[folder] = dict(sorted(found.items()))
        return self._folders[folder]

    def _recall(self, path: str) -> Optional[ModuleSummary]:
        """The summary of a file, from memory where it is as it was."""
        try:
            status = os.stat(path)
        except OSError:
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        remembered = self._remembered if self._remembered is not None else {}
        known = remembered.get(path)
        if known is None or known.stamp != stamp:
            if len(remembered) >= MAX_REMEMBERED:
                remembered.clear()
            known = remembered[path] = Read(stamp, self._read(path)[0])
        return known.summary

    def _read(self, path: str) -> Tuple[Optional[ModuleSummary], int]:
        """The summary of a file, and how much there is to it."""
        try:
            data = self._instead.get(path)
            limit = most_bytes(path)
            if data is None:
                data = read_head(path, limit)
            if len(data) > limit:
                return None, 0
            return summary_of(source_of(display_path(path), data, refusal)), len(data)
        except (OSError, Unreadable):
            return None, 0


def summary_of(source: Source) -> Optional[ModuleSummary]:
    """The summary of a text; None where it does not parse."""
    tree = shallow_tree_of(source.text)
    return None if tree is None else summarize(source, tree)
