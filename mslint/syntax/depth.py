"""How deep an `ast` tree is, so that no later step gets one that is deeper than it can bear."""

from __future__ import annotations

import ast
from typing import Callable, Dict, List, Tuple

# Later steps call themselves once or more for each level. How deep a text may be for `ast` differs with the version of
# Python (3.9 and 3.13 let far more pass), so that its tree is measured.
MAX_DEPTH = 1000

_LEAVES = frozenset(
    (
        ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.alias, ast.Pass,
        ast.Break, ast.Continue, ast.Global, ast.Nonlocal,
        *(each for base in (ast.operator, ast.cmpop, ast.boolop, ast.unaryop) for each in base.__subclasses__()),
    )
)  # fmt: skip
# Only the fields that can hold more than a leaf; a type that is not listed is read through its own `_fields`.
_FIELDS: Dict[type, Tuple[str, ...]] = {
    ast.Attribute: ("value",),
    ast.Call: ("func", "args", "keywords"),
    ast.keyword: ("value",),
    ast.Subscript: ("value", "slice"),
    ast.Starred: ("value",),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.BoolOp: ("values",),
    ast.Compare: ("left", "comparators"),
    ast.Tuple: ("elts",),
    ast.List: ("elts",),
    ast.Set: ("elts",),
    ast.Expr: ("value",),
    ast.Assign: ("targets", "value"),
    ast.AugAssign: ("target", "value"),
    ast.Return: ("value",),
    ast.If: ("test", "body", "orelse"),
    ast.arg: ("annotation",),
}


class TooDeep(Exception):
    """The tree is deeper than what every later step can bear."""


def depth_of(tree: ast.Module, limit: int) -> int:
    """The number of levels; raises TooDeep beyond the limit. Goes down level by level, not by calls."""
    depth = 0
    level: List[ast.AST] = [tree]
    fields, leaves = _FIELDS, _LEAVES
    while level:
        depth += 1
        if depth > limit:
            raise TooDeep
        below: List[ast.AST] = []
        push = below.append
        for node in level:
            kind = type(node)
            if isinstance(node, ast.BoolOp) and len(node.values) > 2:
                _unfold(node, limit, push)
                continue
            for name in fields.get(kind) or kind._fields:
                value = getattr(node, name, None)
                if value is None or value.__class__ in leaves:
                    continue
                if value.__class__ is list:
                    for item in value:
                        if item.__class__ not in leaves and isinstance(item, ast.AST):
                            push(item)
                elif isinstance(value, ast.AST):
                    push(value)
        level = below
    return depth


def _unfold(node: ast.BoolOp, limit: int, push: Callable[[ast.AST], None]) -> None:
    """One level of `a and b and c`, which `ast` keeps in one node and our tree in as many as it has parts."""
    if len(node.values) > limit:
        raise TooDeep
    push(node.values[-1])
    push(ast.BoolOp(node.op, node.values[:-1]))
