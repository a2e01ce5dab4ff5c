"""What the files of a project do with names: they mention, give or call them; resolves nothing and imports nothing."""

from __future__ import annotations

import posixpath
from typing import FrozenSet, Iterator, Set, Tuple

from mslint.model import NamesElsewhere
from mslint.program.imports import Files
from mslint.program.nodes import Arg, Assign, Attr, Call, Class, Constant, ModuleSummary, Name, called, pieces
from mslint.source.disk import MENTIONING

#: In a project with more files than that nobody looks: all counts as found.
MAX_FILES = 4_000
MAX_DEPTH = 10
#: What declares options, whose names are written with dashes.
_OPTIONS = frozenset(("add_argument", "option"))


def found_in_project(files: Files, place: str, top: str, wanted: NamesElsewhere) -> NamesElsewhere:
    """Those of some names that a file of the project other than this one mentions, in code or in a text; that it gives
    as an argument, an attribute or a key; and that it calls with more positional arguments than told."""
    if not any(wanted[1:]):
        return wanted
    relevant = wanted.given.union(name for name, _ in wanted.called)
    mentioned: Set[str] = set()
    given: Set[str] = set()
    calls: Set[Tuple[str, int]] = set()
    for count, path in enumerate(_files(files, top, 0)):
        if count == MAX_FILES:
            return wanted
        if path == place:
            continue
        summary = files.summary(path) if path.endswith(".py") else None
        words = (wanted.mentioned | relevant) & (summary.words if summary is not None else files.words(path))
        mentioned |= words
        if summary is None:
            given |= words
        elif words & relevant or (wanted.given and summary.words & _OPTIONS):
            given |= _given(summary) & wanted.given
            calls.update(_called(summary, wanted.called))
    return NamesElsewhere(wanted.patched, wanted.mentioned & mentioned, wanted.given & given, frozenset(calls))


def _given(summary: ModuleSummary) -> Set[str]:
    """The names that a module gives values to in calls and attributes, and the words of its texts."""
    found: Set[str] = set()
    for node in pieces(summary.body):
        if isinstance(node, Arg) and node.name is not None:
            found.add(node.name)
        elif isinstance(node, Assign):
            found |= {target.name for target in node.targets if isinstance(target, Attr)}
        elif isinstance(node, Constant) and isinstance(node.value, str):
            found.update(node.value.replace("-", "_").strip("_").split())
    return found


def _called(summary: ModuleSummary, wanted: FrozenSet[Tuple[str, int]]) -> Iterator[Tuple[str, int]]:
    """Those that a module calls so, or derives a class from."""
    for node in pieces(summary.body):
        if isinstance(node, Call):
            name, count = called(node), sum(arg.name is None for arg in node.args)
            starred = any(arg.star == "*" for arg in node.args)
            yield from (each for each in wanted if each[0] == name and (starred or count > each[1]))
        elif isinstance(node, Class):
            bases = {
                base.name if isinstance(base, Attr) else base.id
                for base in node.bases
                if isinstance(base, (Attr, Name))
            }
            yield from (each for each in wanted if each[0] in bases)


def _files(files: Files, folder: str, depth: int) -> Iterator[str]:
    for name in files.names(folder):
        if name.endswith((".py", *MENTIONING)):
            yield posixpath.join(folder, name)
    for name in files.folders_in(folder) if depth < MAX_DEPTH else ():
        yield from _files(files, posixpath.join(folder, name), depth + 1)
