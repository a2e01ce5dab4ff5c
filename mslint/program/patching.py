"""Which attributes of MindSpore's modules and classes the modules set that a file imports; must not run anything."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, Optional, Set, cast

from mslint.api.tables import is_mindspore
from mslint.model import ANY
from mslint.program.imports import Finder, Found, Places
from mslint.program.nodes import (
    Assign,
    Attr,
    Call,
    Constant,
    Expr,
    Import,
    ImportFrom,
    Item,
    ModuleSummary,
    Name,
    called,
    pieces,
    statements,
)

_SETS = ("setattr", "object")  # setattr(nn, "X", f), patch.object(nn, "X", f)
# One of them is there where a name is set that is not written out; `object` alone is in every other file.
_WAYS = frozenset(("setattr", "patch", "__dict__", "vars"))


def set_by_imports(places: Places, place: str, root: str, limit: int, wanted: FrozenSet[str]) -> FrozenSet[str]:
    """Which of these last names the local modules may set that a file imports, and those that they import in turn."""
    hints = wanted | _WAYS
    finder = Finder(places.files, place, root, places)
    found: Set[str] = set()
    seen: Set[str] = {place}
    pending: List[str] = [place]
    while pending and len(seen) <= limit:
        path = pending.pop()
        summary = places.files.summary(path)
        if summary is None:
            continue
        if path != place and "mindspore" in summary.words and summary.words & hints:
            found |= _set_in(summary)
        for each in _imported(summary, path, finder):
            file = f"{each.path}/__init__.py" if each.package and not each.path.endswith(".py") else each.path
            if file not in seen:
                seen.add(file)
                pending.append(file)
    return frozenset(found)


def _imported(summary: ModuleSummary, path: str, finder: Finder) -> Iterator[Found]:
    if "imports" not in summary.notes:
        every = statements(summary.body, "import")
        summary.notes["imports"] = [node for node in every if isinstance(node, (Import, ImportFrom))]
    for node in cast("List[object]", summary.notes["imports"]):
        names: List[Optional[Found]] = []
        if isinstance(node, Import):
            parts = node.path.split(".")
            names = [finder.absolute(".".join(parts[:end])) for end in range(1, len(parts) + 1)]
        elif isinstance(node, ImportFrom):
            inner = [name for name, _ in node.names if name != "*"]
            dotted = [node.module, *(f"{node.module}.{name}" if node.module else name for name in inner)]
            if node.level:
                names = [finder.relative(path, node.level, each) for each in dotted]
            else:
                names = [finder.absolute(each) for each in dotted if each]
        yield from (each for each in names if each is not None)


def _set_in(summary: ModuleSummary) -> Set[str]:
    """What one module sets on names that it imports from MindSpore."""
    ours: Set[str] = set()
    nodes = list(pieces(summary.body))
    for node in nodes:
        if isinstance(node, Import) and is_mindspore(node.path):
            ours.add(node.name)
        elif isinstance(node, ImportFrom) and not node.level and is_mindspore(node.module):
            ours |= {bound for _, bound in node.names}
    found: Set[str] = set()
    for node in nodes:
        if isinstance(node, Assign):
            for target in node.targets:
                if isinstance(target, Attr) and _root(target.value) in ours:
                    found.add(target.name)
                elif (
                    isinstance(target, Item) and isinstance(target.value, (Attr, Call)) and _root(target.value) in ours
                ):
                    found.add(_text(target.key))  # nn.__dict__["X"] = f
        elif (
            isinstance(node, Call)
            and called(node) in _SETS
            and len(node.args) > 1
            and _root(node.args[0].value) in ours
        ):
            found.add(_text(node.args[1].value))
    return found


def _root(node: Optional[Expr]) -> str:
    """nn of nn.Cell, and of vars(nn)."""
    while isinstance(node, (Attr, Call)):
        node = node.value if isinstance(node, Attr) else node.args[0].value if node.args else None
    return node.id if isinstance(node, Name) else ""


def _text(node: Expr) -> str:
    return node.value if isinstance(node, Constant) and isinstance(node.value, str) else ANY
