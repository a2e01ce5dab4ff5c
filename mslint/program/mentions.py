"""Which names the files of a project use, wherever they come from; resolves nothing and imports nothing."""

from __future__ import annotations

import posixpath
import re
from typing import FrozenSet, Iterator, Optional, Set, Tuple

from mslint.model import NamesElsewhere
from mslint.program.imports import INIT, Files
from mslint.program.nodes import Attr, Constant, ImportFrom, ModuleSummary, Name, pieces
from mslint.program.summary import IDENTIFIER
from mslint.source.disk import MENTIONING

#: Of a larger project nobody looks at all files: then all names count as used.
MAX_FILES = 4_000
MAX_DEPTH = 12
MAX_WORDS = 1_000_000

# In a notebook a line begins behind a quote.
_METHOD = re.compile(r"^[ \t]*\"?[ \t]+(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)


def words_in(text: str) -> Tuple[int, FrozenSet[str]]:
    """How many words there are in a text, and which; whoever defines a method says one more (`defined_as`)."""
    words = frozenset(IDENTIFIER.findall(text))
    found = set(map(defined_as, _METHOD.findall(text)))
    return len(words), words | found


def defined_as(name: str) -> str:
    """The word that says that a text defines a method of this name."""
    return f"def {name}"


def words_for(names: NamesElsewhere) -> FrozenSet[str]:
    """The words that `used_in_project` asks for on account of these names."""
    return frozenset((*names.used, *names.mentioned, *map(defined_as, names.defined)))


def used_in_project(files: Files, place: str, top: Optional[str], wanted: NamesElsewhere) -> NamesElsewhere:
    """Those of some names that a file of the project other than this one uses, mentions or defines as a method.

    Without a `top`, nobody is to look: all count as such.

    Where it is not known what the project is, all of them count as used and none as defined; of one that is too large
    to look at, all count as defined, too."""
    names = wanted.used | wanted.mentioned
    if top is None:
        return wanted
    if not top or not (names or wanted.defined):
        return wanted._replace(defined=frozenset())
    used: Set[str] = set()
    mentioned: Set[str] = set()
    defined: Set[str] = set()
    total = 0
    for count, path in enumerate(_files(files, top, 0)):
        if count == MAX_FILES or path.count("/") - top.count("/") > MAX_DEPTH or total > MAX_WORDS:
            return wanted
        count_of_words, words = files.words(path)
        total += count_of_words
        there = words & names if path != place else frozenset()
        mentioned |= there
        if path != place:
            defined |= {name for name in wanted.defined if defined_as(name) in words}
        if not there.isdisjoint(wanted.used):
            summary = files.summary(path) if path.endswith(".py") else None
            used |= there if summary is None else there & _used(summary, path.endswith(INIT))
    return NamesElsewhere(wanted.patched, wanted.used & used, wanted.mentioned & mentioned, wanted.defined & defined)


def _used(summary: ModuleSummary, package: bool) -> FrozenSet[str]:
    """The words of a module that are more than imported; what a package imports, others use from there."""
    found: Set[str] = set()
    for node in pieces(summary.body):
        if isinstance(node, Name):
            found.add(node.id)
        elif isinstance(node, Attr):
            found.add(node.name)
        elif isinstance(node, Constant) and isinstance(node.value, str):
            found.update(IDENTIFIER.findall(node.value))
        elif isinstance(node, ImportFrom):
            # Under another name it is used by that one.
            found.update(name for name, bound in node.names if package or bound != name)
    return frozenset(found)


def _files(files: Files, folder: str, depth: int) -> Iterator[str]:
    for name in files.names(folder):
        if name.endswith((".py", *MENTIONING)):
            yield posixpath.join(folder, name)
    for name in files.folders_in(folder) if depth <= MAX_DEPTH else ():
        yield from _files(files, posixpath.join(folder, name), depth + 1)
