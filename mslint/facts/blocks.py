"""The statements around a line of a module, found without going through all of them; judges nothing."""

from __future__ import annotations

import ast
from bisect import bisect_right
from typing import Dict, Iterator, List, NamedTuple, Optional

_LEAVES = (ast.Raise, ast.Return, ast.Continue, ast.Break)


class Step(NamedTuple):
    """A statement on the way to a line, and what leaves its block before it."""

    statement: ast.stmt
    left: Optional[ast.stmt]


class _Block(NamedTuple):
    starts: List[int]
    statements: List[ast.stmt]
    left: Optional[ast.stmt]  # the first statement that leaves the block

    def step(self, line: int) -> Optional[Step]:
        index = bisect_right(self.starts, line) - 1
        if index < 0 or line > (self.statements[index].end_lineno or 0):
            return None
        before = self.left is not None and self.left.lineno < self.starts[index]
        return Step(self.statements[index], self.left if before else None)


class Blocks:
    """The blocks of a module, each looked through once."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._known: Dict[ast.AST, List[_Block]] = {}

    def way(self, line: int) -> Iterator[Step]:
        """The statements around a line, from the outside."""
        node: ast.AST = self._tree
        while True:
            steps = (block.step(line) for block in self._of(node))
            step = next((each for each in steps if each is not None), None)
            if step is None:
                return
            yield step
            node = step.statement

    def _of(self, node: ast.AST) -> List[_Block]:
        if node not in self._known:
            self._known[node] = [_block(statements) for statements in blocks_of(node)]
        return self._known[node]


def blocks_of(node: ast.AST) -> Iterator[List[ast.stmt]]:
    """The blocks of a module or statement."""
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block:
            yield block
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield part.body


def _block(statements: List[ast.stmt]) -> _Block:
    leaves = (each for each in statements if isinstance(each, _LEAVES))
    return _Block([_first(each) for each in statements], statements, next(leaves, None))


def _first(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: List[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])
