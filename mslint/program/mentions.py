"""What the files of a project do with names: they mention, give or call them; resolves nothing and imports nothing."""

from __future__ import annotations

import posixpath
from typing import Dict, FrozenSet, Iterator, NamedTuple, Set, Tuple

from mslint.model import NamesElsewhere
from mslint.program.imports import INIT, Files
from mslint.program.nodes import (
    Arg,
    Assign,
    Attr,
    Call,
    Class,
    Constant,
    Import,
    ImportFrom,
    ModuleSummary,
    Name,
    called,
    pieces,
)
from mslint.source.disk import MENTIONING

#: In a project with more files than that nobody looks: all counts as found.
MAX_FILES = 4_000
MAX_DEPTH = 10
_DOCUMENTS = (".md", ".rst")
#: What declares options, whose names are written with dashes.
_OPTIONS = frozenset(("add_argument", "option"))


def found_in_project(files: Files, place: str, top: str, wanted: NamesElsewhere) -> NamesElsewhere:
    """Those of some names that a file of the project other than this one uses, gives, calls or mentions as told.

    Documents and configurations use whatever they mention. A name is used where it is more than imported, together with
    the module that it comes from, or through a package that imports it."""
    if not any(wanted[1:]):
        return wanted
    relevant = {name for name, _ in wanted.used} | wanted.given | {name for name, _ in wanted.called}
    modules = {module for _, module in wanted.used if module}
    used: Set[Tuple[str, str]] = set()
    somewhere: Set[str] = set()  # names that are used, wherever they come from
    packages: Set[str] = set()  # modules that a package takes names from
    given: Set[str] = set()
    calls: Set[Tuple[str, int]] = set()
    words: Set[str] = set()
    for count, path in enumerate(_files(files, top, 0)):
        if count == MAX_FILES:
            return wanted
        if path == place:
            continue
        summary = files.summary(path) if path.endswith(".py") else None
        there = summary.words if summary is not None else files.words(path)
        if not path.endswith(_DOCUMENTS):  # they list the files that there are
            words |= wanted.words & there
        if summary is None:
            used.update(pair for pair in wanted.used if pair[0] in there)
            given |= wanted.given & there
            continue
        package, options = path.endswith(INIT), bool(wanted.given) and not there.isdisjoint(_OPTIONS)
        if options or not there.isdisjoint(relevant) or (package and not there.isdisjoint(modules)):
            uses = _uses_in(summary)
            used.update(pair for pair in wanted.used if uses.has(*pair))
            somewhere |= uses.names
            if package:  # what a package takes from a module, others take from the package
                offered = {name for names in uses.taken.values() for name in names}
                used.update(pair for pair in wanted.used if pair[0] in uses.taken.get(pair[1], ()))
                packages.update(module for module, names in uses.taken.items() if "*" in names)
                # It is there for whoever uses the package, with all its arguments.
                calls.update(each for each in wanted.called if each[0] in offered)
            given |= _given(summary) & wanted.given
            calls.update(_called(summary, wanted.called))
    used.update(pair for pair in wanted.used if pair[1] in packages and pair[0] in somewhere)
    return NamesElsewhere(wanted.patched, frozenset(used), frozenset(given), frozenset(calls), frozenset(words))


class _Uses(NamedTuple):
    """What a module does with names of others."""

    taken: Dict[str, Dict[str, str]]  # what it imports from each module, and under what name, by the last parts
    modules: Set[str]  # that it imports, likewise
    names: Set[str]  # that it mentions, but for imports
    texts: Set[str]

    def has(self, name: str, module: str) -> bool:
        """Whether it uses what a module calls so; of no module in particular, anything of the name."""
        if name in self.texts or not module:
            return name in self.texts or name in self.names
        taken = self.taken.get(module, {})
        bound = taken.get(name, name if "*" in taken or module in self.modules else "")
        return bound in self.names


def _uses_in(summary: ModuleSummary) -> _Uses:
    found = _Uses({}, set(), set(), set())
    for node in pieces(summary.body):
        if isinstance(node, Name):
            found.names.add(node.id)
        elif isinstance(node, Attr):
            found.names.add(node.name)
        elif isinstance(node, Constant) and isinstance(node.value, str):
            found.texts.add(node.value)
        elif isinstance(node, Import):
            found.modules.update(node.path.split("."))
        elif isinstance(node, ImportFrom):
            found.taken.setdefault(node.module.rpartition(".")[2], {}).update(node.names)
            found.modules.update(name for name, _ in node.names)
    return found


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
