"""Whether anything reaches a place of a module, as far as the module itself tells; asks no other file."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple, Union

from mslint.api.tables import CELL
from mslint.facts.blocks import Blocks, blocks_of
from mslint.facts.selection import Rests, Selection
from mslint.model import Span, Unused

if TYPE_CHECKING:
    from mslint.facts.module import Facts
    from mslint.facts.scopes import Class

Corner = Tuple[int, int]
Definition = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_TESTS = ("test", "Test")
_BY_ANY_NAME = ("getattr", "__dict__", "vars", "_cells", "cells", "name_cells")


def unreached_in(facts: Facts, tree: ast.Module, entry: bool) -> Unreached:
    """What a module that facts are known of says of its places."""
    path = PurePosixPath(facts.source.path)
    module = path.parent.name if path.stem == "__init__" else path.stem
    classes = Counter(cls.name for cls in facts.classes)
    own = {cls.name for cls in facts.classes if classes[cls.name] == 1 and _has_no_base_but_cell(facts, cls)}

    def called(cls: str, method: str) -> bool:
        return cls not in own or facts.tables.get(f"{CELL}.{method}") is not None

    return Unreached(tree, module, entry, facts.source.cells is not None, called)


def _has_no_base_but_cell(facts: Facts, cls: Class) -> bool:
    """Who knows what other bases call."""
    ancestry = facts.names.ancestry(cls)
    return all(len(each.bases) < 2 for each in ancestry) and (
        facts.base_apis(cls) in ([CELL], ["builtins.object"]) or not any(each.bases for each in ancestry)
    )


class Unreached:
    """What a module says of its places; `alone` if no file can import it, `entry` if it is run as a script.

    `called` says whether somebody outside of the project may call a method of a class, as MindSpore does."""

    def __init__(
        self, tree: ast.Module, module: str, entry: bool, alone: bool, called: Callable[[str, str], bool]
    ) -> None:
        self._tree = tree
        self._module = module
        self._entry = entry
        self._alone = alone
        self._called = called
        self._blocks = Blocks(tree)
        self._selection = Selection(tree, self._blocks)
        self._known: Dict[Definition, Optional[Unused]] = {}
        self._mentions = Counter(name for name, _ in _mentioned(tree))
        self._tops: Dict[str, List[Definition]] = {}
        self._roots: Set[str] = set()  # what the module's own statements mention
        for node in tree.body:
            self._take(node)
        self._uses: Dict[str, List[Tuple[Definition, Corner]]] = {name: [] for name in self._tops}
        for node in [each for nodes in self._tops.values() for each in nodes]:
            for name, corner in _mentioned(node):
                if name in self._uses and name != node.name:
                    self._uses[name].append((node, corner))

    def why(self, line: int, column: int = 1) -> Iterator[Unused]:
        """All reasons why nothing in this module reaches a place."""
        if not self._entry and not self._alone and self._module != "__init__":
            # That nobody imports a module says something only in a project that has a script.
            yield Unused("unused-module", self._module, Span(1, 1, 1, 2), words=(self._module,), unless=("__main__",))
        for test, rests in self._selection.never(line, column):
            span = Span(test.lineno, test.col_offset + 1, test.lineno, test.col_offset + 2)
            yield self._as_told("branch-not-taken", "", span, (), rests)
        way = list(self._blocks.way(line))
        chain = [each.statement for each in way if isinstance(each.statement, _DEFINITIONS)]
        left = next((each.left for each in way if each.left is not None), None)
        if left is not None:
            yield Unused("unreached-block", "", _span(left))
        # What a notebook defines and does not use is there to be read.
        top = chain[0] if chain and not self._alone and chain[0] in self._tops.get(chain[0].name, ()) else None
        if top is not None:
            if top not in self._known:
                self._known[top] = self._unused(top)
            unused = self._known[top]
            if unused is not None:
                yield unused
        for outer, inner in zip(chain, chain[1:]):
            if inner.decorator_list or inner.name.startswith(("__", *_TESTS)) or self._mentions[inner.name]:
                continue
            if isinstance(outer, _FUNCTIONS):
                yield Unused("unused-definition", inner.name, _span(inner))
            elif isinstance(inner, _FUNCTIONS) and not self._called(outer.name, inner.name):
                used = ((inner.name, ""),)
                yield self._as_told("unused-definition", inner.name, _span(inner), used, self._offered)

    def never_read(self, names: Sequence[str], span: Span) -> Iterator[Unused]:
        """That nothing reads attributes of these names, unless some are read whose names are not written out."""
        if not any(self._mentions[each] for each in _BY_ANY_NAME):
            yield self._as_told("unread-attribute", names[0], span, [(name, "") for name in names], Rests())

    @property
    def _offered(self) -> Rests:
        """What a module defines for others says nothing where nobody uses the module."""
        return Rests(idle=frozenset(() if self._entry or self._alone else (self._module,)))

    def _as_told(self, kind: str, name: str, span: Span, used: Iterable[Tuple[str, str]], rests: Rests) -> Unused:
        if self._alone:
            return Unused(kind, name, span)
        given, called, idle = tuple(sorted(rests.given)), tuple(sorted(rests.called)), tuple(sorted(rests.idle))
        return Unused(kind, name, span, tuple(sorted(used)), given, called, (), idle)

    # -- definitions at the top level

    def _take(self, node: ast.stmt) -> None:
        if isinstance(node, _DEFINITIONS):
            self._tops.setdefault(node.name, []).append(node)
            if node.decorator_list or _is_test(node):  # it is registered, or found by its name
                self._roots.add(node.name)
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            blocks = list(blocks_of(node))
            inner = {id(statement) for block in blocks for statement in block}
            for block in blocks:
                for statement in block:
                    self._take(statement)
            rest = [each for each in ast.iter_child_nodes(node) if id(each) not in inner]
            rest = [each for each in rest if not isinstance(each, ast.ExceptHandler)]
            self._roots.update(name for each in rest for name, _ in _mentioned(each))
        else:
            self._roots.update(name for name, _ in _mentioned(node))

    def _unused(self, node: Definition) -> Optional[Unused]:
        """That the module does nothing with a definition, nor with what uses it."""
        names, pending, rests = {node.name}, [node], self._offered
        while pending:
            each = pending.pop()
            if each.name in self._roots:
                return None
            for user, corner in self._uses[each.name]:
                if user.name in names:
                    continue
                never = next(self._selection.never(*corner), None)
                if never is not None:
                    rests = rests.and_(never[1])
                    continue
                names.add(user.name)
                pending.append(user)
        used = [(name, self._module) for name in names]
        return self._as_told("unused-definition", node.name, _span(node), used, rests)


def _mentioned(root: ast.AST) -> Iterator[Tuple[str, Corner]]:
    """The names in a piece of code, and texts that could be one, but not what definitions and imports call theirs."""
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            yield node.id, (node.lineno, node.col_offset + 1)
        elif isinstance(node, ast.Attribute):
            yield node.attr, (node.lineno, node.col_offset + 1)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value, (node.lineno, node.col_offset + 1)


def _is_test(node: Definition) -> bool:
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return node.name.startswith(_TESTS) or any(name == "TestCase" for base in bases for name, _ in _mentioned(base))


def _span(node: ast.stmt) -> Span:
    """The first line of a definition or statement, as far as its name or word."""
    name = getattr(node, "name", "")
    return Span(node.lineno, node.col_offset + 1, node.lineno, node.col_offset + 2 + len(name))
