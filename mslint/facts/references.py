"""Names of MindSpore that a module mentions: in imports, as attributes, and what it has made sure of before."""

from __future__ import annotations

from typing import TYPE_CHECKING, FrozenSet, Iterable, Iterator, List, Optional, Set, Tuple

from mslint.api.tables import is_mindspore
from mslint.facts.collect import dotted
from mslint.facts.scopes import ASSIGN, IMPORT, Place
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

_MAX_DEPTH = 12


class Reference:
    """One mention of a dotted name of MindSpore."""

    def __init__(self, facts: Facts, name: str, path: str, node: nodes.Node, place: Place) -> None:
        self._facts = facts
        self.name = name  # the documented name
        self.path = path  # as it is spelled, with aliases of imports resolved
        self.imported = isinstance(node, (nodes.Import, nodes.ImportFrom))
        self._node = node
        self.place = place

    @property
    def span(self) -> Span:
        return self._facts.span(self._node)

    def takes(self, module: str) -> FrozenSet[str]:
        """The names that would have to be in another module, if this mention were one of that instead.

        Those that the same statement imports from it; of an import of the module itself, all that the file reads
        from it by attribute; "*" where an import takes whatever there is."""
        if not self.imported:
            return _below(module, [self.path])
        if self.path != module:
            return _below(module, [path for path, _, node in self._facts.imports if node is self._node])
        if isinstance(self._node, nodes.ImportFrom) and not self._node.names:
            return frozenset("*")
        return taken_from(self._facts, module)[1]

    @property
    def guarded(self) -> bool:
        """Whether a version guard, a try with a handler, or hasattr stands around it."""
        if any(guard.kind in ("try", "except") for guard in self.place.guards):
            return True
        return self._facts.guards.on_version(self.place) or self._facts.guards.on_presence(self.place)


def taken_from(facts: Facts, module: str) -> Tuple[FrozenSet[str], FrozenSet[str]]:
    """The names that the file imports from a module, and those that it reads from it by attribute."""
    if module not in facts.taken_names:
        mentions = list(references(facts))
        imported, read = ([each.path for each in mentions if each.imported is kind] for kind in (True, False))
        facts.taken_names[module] = (_below(module, imported), _below(module, read))
    return facts.taken_names[module]


def _below(module: str, paths: Iterable[str]) -> FrozenSet[str]:
    """The names right below a module on the way to any of these."""
    inside = f"{module}."
    return frozenset(path[len(inside) :].partition(".")[0] for path in paths if path.startswith(inside))


def references(facts: Facts) -> Iterator[Reference]:
    """Every mention, in no particular order."""
    tables = facts.tables
    for path, place, statement in facts.imports:
        if is_mindspore(path):
            yield Reference(facts, tables.canonical(path), path, statement, place)
    roots = _roots(facts)
    for node, place, order in facts.attributes:
        parts, root = _parts(node)
        if root is None or root not in roots:
            continue
        ref = facts.names.resolve(nodes.Name(None, root), place, order)
        if ref is None or ref.name is None or ref.instance or not is_mindspore(ref.name):
            continue
        path = ".".join([_spelled(facts, root, place, order) or ref.name, *parts])
        yield Reference(facts, tables.canonical(path), path, node, place)


def _roots(facts: Facts) -> Set[str]:
    """The names that may stand for something of MindSpore: bound by imports of it, or set from such names."""
    roots: Set[str] = set()
    aliases: List[Tuple[str, str]] = []
    for scope in facts.scopes:
        for name, bindings in scope.bindings.items():
            for binding in bindings:
                if binding.kind == IMPORT and is_mindspore(binding.path):
                    roots.add(name)
                elif binding.kind == ASSIGN and isinstance(binding.value, (nodes.Name, nodes.Attribute)):
                    aliases.append((name, (dotted(binding.value) or "").partition(".")[0]))
    before = -1
    while before < len(roots):
        before = len(roots)
        roots.update(name for name, source in aliases if source in roots)
    return roots


def _spelled(facts: Facts, name: str, place: Place, order: int, depth: int = 0) -> Optional[str]:
    """The path that a name was imported under: mindspore.ops.operations, not the mindspore.ops that it is part of."""
    bindings = facts.names.reaching(name, place, order) or ()
    if len(bindings) != 1 or depth > _MAX_DEPTH:
        return None
    (binding,) = bindings
    if binding.kind == IMPORT:
        return binding.path if is_mindspore(binding.path) else None
    if binding.kind == ASSIGN and binding.value is not None:
        root, _, rest = (dotted(binding.value) or "").partition(".")
        head = _spelled(facts, root, binding.place, binding.order, depth + 1) if root else None
        return f"{head}.{rest}" if head and rest else head
    return None


def _parts(node: nodes.Attribute) -> Tuple[List[str], Optional[str]]:
    """The attributes of a chain in order, and the name it begins with; None where it begins with anything else."""
    parts: List[str] = []
    root: nodes.Expression = node
    while isinstance(root, nodes.Attribute):
        parts.append(root.attr.value)
        root = root.value
    return parts[::-1], root.value if isinstance(root, nodes.Name) else None
