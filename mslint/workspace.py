"""The files that programs are made of, as they lie on disk; knows no rule and no program."""

from __future__ import annotations

import os
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Set, Tuple

from mslint.program.nodes import ModuleSummary, Statement
from mslint.program.summary import summarize
from mslint.source.files import display_path
from mslint.source.notebook import MAX_BYTES as NOTEBOOK_BYTES
from mslint.source.notebook import is_notebook, source_of
from mslint.source.text import MAX_BYTES, Source, Unreadable
from mslint.syntax.parse import refusal, tree_of

MAX_KEPT = 8_000_000  # characters of source whose syntax trees are kept
MAX_REMEMBERED = 400  # files


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
        self._kept = 0
        # What was asked for since somebody last looked: files and folders.
        self.files: Set[str] = set()
        self.folders: Set[str] = set()

    def put(self, path: str, summary: Optional[ModuleSummary], size: int = 0) -> None:
        """The summary of a file that has been read elsewhere, under its absolute path."""
        self._kept += size
        if summary is not None and self._kept > MAX_KEPT:
            # It holds a syntax tree until somebody asks for its code: in a large project, it is read again then.
            summary = ModuleSummary(summary.path, summary.words, summary.entry, lambda: self._body(path))
        self._summaries[path] = summary

    def unread(self, path: str, shown: str, words: FrozenSet[str], entry: bool) -> None:
        """The same for a file of which only this much is known: it is read where somebody asks for its code."""
        self._summaries[path] = ModuleSummary(shown, words, entry, lambda: self._body(path))

    def _body(self, path: str) -> Tuple[Statement, ...]:
        again = self._read(path)
        return () if again is None else again.body

    # -- what programs ask

    def summary(self, path: str) -> Optional[ModuleSummary]:
        self.files.add(path)
        if path not in self._summaries:
            self._summaries[path] = self._read(path) if self._remembered is None else self._recall(path)
        return self._summaries[path]

    def is_file(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return self._listed(folder).get(name, False)

    def is_dir(self, path: str) -> bool:
        folder, _, name = path.rpartition("/")
        return self._listed(folder).get(name) is False

    def text(self, path: str) -> Optional[str]:
        self.files.add(path)
        try:
            with open(path, "rb") as file:
                return file.read(MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            return None

    def names(self, folder: str) -> List[str]:
        return [name for name, is_file in self._listed(folder).items() if is_file]

    # -- parts

    def _listed(self, folder: str) -> Dict[str, bool]:
        """The names in a folder, each with whether it is a file; one look at the disk instead of many."""
        self.folders.add(folder)
        if folder not in self._folders:
            found: Dict[str, bool] = {}
            try:
                with os.scandir(folder or "/") as entries:
                    found = {entry.name: entry.is_file() for entry in entries}
            except OSError:
                pass
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
            known = remembered[path] = Read(stamp, self._read(path))
        return known.summary

    def _read(self, path: str) -> Optional[ModuleSummary]:
        try:
            data = self._instead.get(path)
            limit = NOTEBOOK_BYTES if is_notebook(path) else MAX_BYTES
            if data is None:
                with open(path, "rb") as file:
                    data = file.read(limit + 1)
            return None if len(data) > limit else summary_of(source_of(display_path(path), data, refusal))
        except (OSError, Unreadable):
            return None


def summary_of(source: Source) -> Optional[ModuleSummary]:
    """The summary of a text; None where it does not parse."""
    tree = tree_of(source.text)
    return None if tree is None else summarize(source, tree)
