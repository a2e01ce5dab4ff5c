"""Programs out of texts: the files of a project by path, and what is met when one of them is followed."""

from __future__ import annotations

import textwrap
from typing import Dict, FrozenSet, List, Mapping, Optional, Tuple

from reading import catalog

from mslint.api.versions import NEWEST
from mslint.program.events import Event
from mslint.program.mentions import words_in
from mslint.program.nodes import ModuleSummary
from mslint.program.program import Program, follow
from mslint.program.values import Api, Cls, Func, Map, Method, Module, Obj, Seq, Value
from mslint.source.files import DEFAULT_EXCLUDES
from mslint.source.text import Source
from mslint.workspace import summary_of

ROOT = "/project"


class Tree:
    """Files in memory; a path is relative to the root of the project."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = {f"{ROOT}/{path}": textwrap.dedent(text).lstrip("\n") for path, text in files.items()}

    def summary(self, path: str) -> Optional[ModuleSummary]:
        return summary_of(Source(path[len(ROOT) + 1 :], self.files[path])) if path in self.files else None

    def is_file(self, path: str) -> bool:
        return path in self.files

    def rest(self) -> None:
        """It keeps what it has."""

    def is_dir(self, path: str) -> bool:
        return any(name.startswith(f"{path}/") for name in self.files)

    def text(self, path: str) -> Optional[str]:
        return self.files.get(path)

    def words(self, path: str) -> Tuple[int, FrozenSet[str]]:
        return words_in(self.files.get(path, ""))

    def folders_in(self, folder: str) -> List[str]:
        below = [path[len(folder) + 1 :] for path in self.files if path.startswith(f"{folder}/")]
        return sorted({path.partition("/")[0] for path in below if "/" in path} - DEFAULT_EXCLUDES)

    def names(self, folder: str) -> List[str]:
        return sorted(path.rpartition("/")[2] for path in self.files if path.rpartition("/")[0] == folder)


def program(files: Mapping[str, str], entry: str = "train.py") -> Program:
    found = follow(Tree(files), f"{ROOT}/{entry}", ROOT, catalog().tables, NEWEST)
    assert found is not None
    return found


def met(code: str, name: str, others: Optional[Dict[str, str]] = None) -> List[Event]:
    """The calls of a name that are met in a script, which may import other files."""
    return list(program({"train.py": code, **(others or {})}).calls(name))


def told(value: Optional[Value]) -> str:
    """A value as a test writes it: its atoms, `?` where it may be something else, `~` where it is only a default."""
    if value is None:
        return "-"
    atoms = [atom for atom in value.atoms if not (isinstance(atom, Method) and value.open)]
    return "|".join(map(_atom, atoms)) + ("?" if value.open else "") + ("" if value.sure else "~")


def _atom(atom: object) -> str:
    if isinstance(atom, Api):
        return atom.name
    if isinstance(atom, Obj):
        return f"<{atom.api.rpartition('.')[2] or atom.cls.node.name}>"  # type: ignore[union-attr]
    if isinstance(atom, Seq):
        return f"[{', '.join(told(item) for item in atom.items)}{', ...' if atom.open else ''}]"
    if isinstance(atom, Map):
        return f"{{{', '.join(f'{key!r}: {told(item)}' for key, item in atom.items.items())}}}"
    if isinstance(atom, (Func, Cls)):
        return atom.node.name
    if isinstance(atom, Method):
        return f".{atom.name}"
    return atom.name if isinstance(atom, Module) else repr(atom)
