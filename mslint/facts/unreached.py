"""Whether anything reaches a place of a module, as far as the module itself tells; asks no other file."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Callable, Dict, Iterator, List, Optional, Sequence, Set, Union

from mslint.api.tables import CELL
from mslint.facts.blocks import Blocks, blocks_of
from mslint.model import Span, Unused

if TYPE_CHECKING:
    from mslint.facts.module import Facts

Definition = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_TESTS = ("test", "Test")
#: Methods of a Cell that MindSpore calls, besides its own.
_HOOKS = ("construct", "bprop", "extend_repr")
#: Where one of these is used anywhere in a project, things are found by names that are not written out.
_FINDERS = ("Fire", "getmembers", "globals", "import_module", "typer", "__subclasses__")
#: Likewise in a module.
_LOOKUPS = frozenset((*_FINDERS, "eval", "exec", "getattr", "locals", "vars", "__import__"))
_HEARS = ("__getattr__", "__init_subclass__")
#: What gives all layers of a Cell.
_CELLS = ("cells", "cells_and_names", "name_cells", "_cells")
#: Where one of these is mentioned, what modules define is offered to whoever installs them.
_OFFERS = ("find_packages", "flit_core", "hatchling", "poetry", "setuptools")


def unreached_in(facts: Facts, tree: ast.Module, entry: bool) -> Unreached:
    """What a module that facts are known of says of its places."""
    path = PurePosixPath(facts.source.path)
    classes = Counter(cls.name for cls in facts.classes)
    cells = {
        cls.name
        for cls in facts.classes
        if classes[cls.name] == 1
        and not cls.decorators
        and facts.base_apis(cls) == [CELL]
        and all(len(each.bases) == 1 for each in facts.names.ancestry(cls))
    }

    def called(cls: str, method: str) -> bool:
        return cls not in cells or method in _HOOKS or facts.tables.get(f"{CELL}.{method}") is not None

    # A package is there to be imported, and a notebook to be read.
    shown = facts.source.cells is not None or path.stem == "__init__"
    return Unreached(tree, "" if entry else path.stem, shown, called)


class Unreached:
    """What a module says of its places.

    It is imported as `module`; a script has no name. What it defines at the top level is always used where it is
    `shown` to readers. `called` says whether somebody outside of the project may call a method, as MindSpore does."""

    def __init__(self, tree: ast.Module, module: str, shown: bool, called: Callable[[str, str], bool]) -> None:
        self._module = module
        self._shown = shown
        self._called = called
        self._blocks = Blocks(tree)
        self._mentions = Counter(_mentioned(tree))
        called_by = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
        self._dynamic = not _LOOKUPS.isdisjoint(_last(each) for each in called_by if not _is_method(each))
        # A class that hears of those that are derived from it.
        self._dynamic |= any(isinstance(node, _FUNCTIONS) and node.name in _HEARS for node in ast.walk(tree))
        self._tops: Dict[str, List[Definition]] = {}
        self._roots: Set[str] = set()  # what the module's own statements mention
        for node in tree.body:
            self._take(node)
        self._users: Dict[str, Set[str]] = {name: set() for name in self._tops}
        for user, nodes in self._tops.items():
            for name in {name for node in nodes for name in _mentioned(node)} & self._users.keys() - {user}:
                self._users[name].add(user)

    def why(self, line: int) -> Iterator[Unused]:
        """All reasons why nothing in this module reaches a line."""
        way = list(self._blocks.way(line))
        left = next((step.left for step in way if step.left is not None), None)
        if left is not None:
            yield Unused("unreached-block", "", _span(left))
        if self._dynamic:
            return
        outer: Optional[Definition] = None
        for index, step in enumerate(way):
            if isinstance(step.statement, _DEFINITIONS):
                # What stands in a class, or is a default, runs as soon as the definition does.
                if any(isinstance(each.statement, _FUNCTIONS) for each in way[index:-1]):
                    yield from self._unused(step.statement, outer)
                outer = step.statement

    def never_read(self, names: Sequence[str], span: Span) -> Iterator[Unused]:
        """That nothing reads attributes of these names."""
        if not self._dynamic and not any(self._mentions[each] for each in _CELLS):
            yield Unused("unread-attribute", names[0], span, (*sorted(names), *_FINDERS))

    def _unused(self, node: Definition, outer: Optional[Definition]) -> Iterator[Unused]:
        if outer is None:
            names = self._closure(node.name) if not self._shown and node in self._tops.get(node.name, ()) else None
            if names is not None:
                yield self._offered(node, names.union(_OFFERS))
        elif node.decorator_list or node.name.startswith(("__", *_TESTS)) or self._mentions[node.name]:
            return
        elif isinstance(outer, _FUNCTIONS):
            yield Unused("unused-definition", node.name, _span(node))
        elif isinstance(node, _FUNCTIONS) and not self._called(outer.name, node.name):
            yield self._offered(node, {node.name})

    def _offered(self, node: Definition, names: Set[str]) -> Unused:
        """What a module defines for others says nothing where nobody uses the module."""
        unless = (self._module,) if self._module else ()
        return Unused("unused-definition", node.name, _span(node), (*sorted(names), *_FINDERS), unless)

    def _closure(self, name: str) -> Optional[Set[str]]:
        """A definition and those that use it, of which the module uses none."""
        names, pending = {name}, [name]
        while pending:
            each = pending.pop()
            if each in self._roots:
                return None
            pending += self._users[each] - names
            names |= self._users[each]
        return names

    def _take(self, node: ast.stmt) -> None:
        if isinstance(node, _DEFINITIONS):
            self._tops.setdefault(node.name, []).append(node)
            if _is_found(node):
                self._roots.add(node.name)
            return
        statements = [statement for block in blocks_of(node) for statement in block]
        for statement in statements:
            self._take(statement)
        inner = set(map(id, statements))
        for each in ast.iter_child_nodes(node):
            if id(each) not in inner and not isinstance(each, ast.ExceptHandler):
                self._roots.update(_mentioned(each))


def _last(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _is_method(node: ast.expr) -> bool:
    """`net.eval()` evaluates no text."""
    return isinstance(node, ast.Attribute) and node.attr in ("eval", "exec")


def _mentioned(root: ast.AST) -> Iterator[str]:
    """The names in a piece of code, and texts that could be one, but not what definitions and imports call theirs."""
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value


def _is_found(node: Definition) -> bool:
    """Whether it is found without being mentioned: what is decorated is often registered, tests are known by names."""
    if isinstance(node, ast.ClassDef):
        tests = any("TestCase" in _mentioned(each) for each in node.bases)
        if node.keywords or tests:
            return True
    return bool(node.decorator_list) or node.name.startswith(_TESTS)


def _span(node: ast.stmt) -> Span:
    """The first line of a definition or statement, as far as its name or word."""
    name = getattr(node, "name", "")
    return Span(node.lineno, node.col_offset + 1, node.lineno, node.col_offset + 2 + len(name))
