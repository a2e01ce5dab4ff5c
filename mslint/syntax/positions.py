"""Places of syntax nodes: libcst nodes counted in source order are paired with `ast` nodes sorted by place.

Much cheaper than libcst's PositionProvider, which remains the fallback when the counts disagree."""

from __future__ import annotations

import ast
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple

import libcst as cst

from mslint.model import Span

# What is counted on both sides. A kind is the name of an `ast` class or, for list multiplication, our own word.
KINDS: Dict[type, str] = {
    ast.Call: "Call",
    ast.ClassDef: "ClassDef",
    ast.FunctionDef: "FunctionDef",
    ast.AsyncFunctionDef: "FunctionDef",
    ast.Assign: "Assign",
    ast.AnnAssign: "AnnAssign",
    ast.AugAssign: "AugAssign",
    ast.BinOp: "BinOp",
    ast.Compare: "Compare",
    ast.Attribute: "Attribute",
    ast.Import: "Import",
    ast.ImportFrom: "Import",
}

_LEAVES = frozenset(
    (
        ast.Name, ast.Constant, ast.Load, ast.Store, ast.Del, ast.alias, ast.Pass,
        ast.Break, ast.Continue, ast.Global, ast.Nonlocal,
        *(each for base in (ast.operator, ast.cmpop, ast.boolop, ast.unaryop) for each in base.__subclasses__()),
    )
)  # fmt: skip
_FORMATTED = frozenset((ast.JoinedStr, getattr(ast, "TemplateStr", ast.JoinedStr)))

# Only the fields that can hold a counted node; a type that is not listed is read through its own `_fields`.
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


class Outline:
    """The counted nodes of an `ast` tree by kind."""

    def __init__(self, tree: ast.Module, limit: int) -> None:
        self.nodes: Dict[str, List[ast.AST]] = {kind: [] for kind in KINDS.values()}
        strings: List[ast.AST] = []
        self.depth = _measure([tree], limit, KINDS, self.nodes, strings)
        # The walk over libcst's tree does not enter f-strings: what is in them is measured and not counted.
        while strings:
            inside = [part for string in strings for part in ast.iter_child_nodes(string)]
            strings = []
            self.depth = max(self.depth, _measure(inside, limit, {}, {}, strings))
        self._sorted: Set[str] = set()

    def in_order(self, kind: str) -> List[ast.AST]:
        """The nodes of a kind in source order."""
        if kind not in self._sorted:
            self._sorted.add(kind)
            self.nodes[kind].sort(key=_place)
        return self.nodes[kind]


def _measure(
    level: List[ast.AST],
    limit: int,
    kinds: Mapping[type, str],
    nodes: Mapping[str, List[ast.AST]],
    strings: List[ast.AST],
) -> int:
    """Go down level by level and keep the nodes of the kinds and the formatted strings; the number of levels."""
    depth = 0
    inner: Set[int] = set()  # of `a.b.c` only the whole is counted
    fields, leaves = _FIELDS, _LEAVES
    while level:
        depth += 1
        if depth > limit:
            raise TooDeep
        below: List[ast.AST] = []
        push = below.append
        for node in level:
            kind = type(node)
            if kind is ast.Attribute and isinstance(node.value, ast.Attribute):  # type: ignore[attr-defined]
                inner.add(id(node.value))  # type: ignore[attr-defined]
            if kind in kinds and id(node) not in inner and (kind is not ast.BinOp or is_list_product(node)):
                nodes[kinds[kind]].append(node)
            if kind in _FORMATTED:
                strings.append(node)
                continue
            if kind in _FLATTENED and _nests(node, limit, push):
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


# What `ast` keeps in one node and libcst in as many nested ones as there are parts.
_FLATTENED = frozenset((ast.BoolOp, ast.Import, ast.ImportFrom))


def _nests(node: ast.AST, limit: int, push: Callable[[ast.AST], None]) -> bool:
    """Unfold one level of such a node; False where it holds no more than other nodes."""
    if isinstance(node, ast.BoolOp):
        if len(node.values) < 3:
            return False
        if len(node.values) > limit:
            raise TooDeep
        push(node.values[-1])
        push(ast.BoolOp(node.op, node.values[:-1]))
        return True
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", None)]
    if any(name is not None and name.count(".") > limit for name in names):
        raise TooDeep
    return True


def is_list_product(node: ast.AST) -> bool:
    """`[x] * n` or `n * [x]`: the only binary operations that are counted."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and (isinstance(node.left, (ast.List, ast.ListComp)) or isinstance(node.right, (ast.List, ast.ListComp)))
    )


def _place(node: ast.AST) -> Tuple[int, int, int, int]:
    # Of two nodes that begin at one place the outer one comes first, as in a walk from the root.
    line, column, end_line, end_column = _extent(node)
    return (line, column, -end_line, -end_column)


def _extent(node: ast.AST) -> Tuple[int, int, int, int]:
    line: int = node.lineno  # type: ignore[attr-defined]
    column: int = node.col_offset  # type: ignore[attr-defined]
    end_line: int = node.end_lineno  # type: ignore[attr-defined]
    end_column: int = node.end_col_offset  # type: ignore[attr-defined]
    return line, column, end_line, end_column


class Positions:
    """Answers where the n-th node of a kind stands."""

    def __init__(
        self,
        lines: Sequence[str],
        outline: Optional[Outline],
        counted: Callable[[], Dict[str, List[cst.CSTNode]]],
        tree: cst.Module,
    ) -> None:
        self._lines = lines
        self._outline = outline
        self._counted = counted
        self._tree = tree
        self._agrees: Dict[str, bool] = {}
        self._slow: Optional[Dict[cst.CSTNode, Span]] = None

    def twin(self, kind: str, index: int) -> Optional[ast.AST]:
        """The `ast` node that stands for the n-th libcst node of a kind, if there is one."""
        if self._outline is None:
            return None
        if kind not in self._agrees:
            self._agrees[kind] = len(self._outline.nodes[kind]) == len(self._counted()[kind])
        return self._outline.in_order(kind)[index] if self._agrees[kind] else None

    def span(self, kind: str, index: int) -> Span:
        twin = self.twin(kind, index)
        if twin is not None:
            return self.span_of_ast(twin)
        return self._provided(self._counted()[kind][index])

    def span_of_ast(self, node: ast.AST) -> Span:
        line, column, end_line, end_column = _extent(node)
        return Span(line, self._characters(line, column), end_line, self._characters(end_line, end_column))

    def _characters(self, line: int, offset: int) -> int:
        """The column in characters, from 1, of a byte offset as `ast` counts it."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1

    def _provided(self, node: cst.CSTNode) -> Span:
        if self._slow is None:
            from libcst.metadata import MetadataWrapper, PositionProvider

            provided = MetadataWrapper(self._tree, unsafe_skip_copy=True).resolve(PositionProvider)
            self._slow = {
                key: Span(at.start.line, at.start.column + 1, at.end.line, at.end.column + 1)
                for key, at in provided.items()
            }
        return self._slow[node]
