"""Compares two of our trees: kinds, parts, what they say, and where they stand."""

from __future__ import annotations

import ast
from typing import Iterator, List, Tuple

from mslint.source.text import Source
from mslint.syntax import nodes
from mslint.syntax.places import Places

# `ast` counts the brackets of these as a part of them, libcst does not; nobody asks where the others stand.
_BRACKETED = (nodes.Tuple, nodes.GeneratorExp, nodes.StarredElement)


def _said(node: nodes.Node) -> List[object]:
    """What a node says beside its parts."""
    found: List[object] = [type(node).__name__]
    for kind in type(node).__mro__:
        for name in getattr(kind, "__slots__", ()):
            value = getattr(node, name)
            if name == "at" or name in node.fields:
                continue
            if isinstance(value, tuple):
                value = [(each.name, each.asname) if isinstance(each, nodes.Alias) else each for each in value]
            if isinstance(node, nodes.FormattedStringText):
                value = "text"  # escapes are not worked out in what libcst says
            if isinstance(value, ast.AST):
                value = type(value).__name__
            found.append((name, repr(value)))
    return found


def differences(source: Source, one: nodes.Module, other: nodes.Module) -> Iterator[Tuple[object, object]]:
    """Pairs of what differs between two trees of one text."""
    places = Places(source, list)
    pending: List[Tuple[nodes.Node, nodes.Node]] = [(one, other)]
    while pending:
        mine, theirs = pending.pop()
        if _said(mine) != _said(theirs):
            yield _said(mine), _said(theirs)
            continue
        placed = mine.at is not None and theirs.at is not None and not isinstance(mine, _BRACKETED)
        if placed and places.span(mine) != places.span(theirs):
            yield (type(mine).__name__, places.span(mine)), (type(theirs).__name__, places.span(theirs))
        for name in mine.fields:
            left, right = getattr(mine, name), getattr(theirs, name)
            lefts = left if isinstance(left, tuple) else () if left is None else (left,)
            rights = right if isinstance(right, tuple) else () if right is None else (right,)
            if len(lefts) != len(rights):
                yield (_said(mine), name, len(lefts)), (_said(theirs), name, len(rights))
                continue
            pending.extend(zip(lefts, rights))
