"""Layers that a program builds into its networks and never mentions again; names may be reached by text, too."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple, Set, Tuple

from mslint.program.calls import CELL
from mslint.program.nodes import Assign, Attr, Constant, pieces
from mslint.program.precision import trained, trainings
from mslint.program.program import Program
from mslint.program.values import (
    Cls,
    Func,
    Obj,
    member_of,
)

# By these a program may reach layers whose names it does not write.
_REACHES = ("getattr", "cells_and_names", "name_cells", "_cells", "insert_child_to_cell", "__dict__", "children")


class Unused(NamedTuple):
    """A layer with weights under an attribute that nothing reads."""

    attribute: str
    cls: str
    layer: Obj


def unused_layers(program: Program) -> Iterator[Unused]:
    """The layers of networks that are trained; nothing where a program is not all known, or may reach any of them."""
    if not program.whole or program.mentions(*_REACHES):
        return
    found: Dict[int, Unused] = {}
    # What is loaded and never changed may well hold more than is asked of it: a part of a pretrained network.
    updated = {id(part) for training in trainings(program) for part in program.parts(training.optimizer)}
    for owner in trained(program):
        if not isinstance(owner.cls, Cls) or owner.escaped or owner.cls.open or owner.cls.outside() != [CELL]:
            continue
        if member_of(owner.cls, "construct") is None:  # nothing is used, for a reason that others tell
            continue
        used = _in_methods(owner.cls)
        for name, value in owner.attrs.items():
            layer = value.only
            if not isinstance(layer, Obj) or layer.made is None or name in used:
                continue
            api = program.api(layer)
            held = any(
                layer is part for other, each in owner.attrs.items() if other != name for part in program.parts(each)
            )
            if api is None or not api.parameters or not api.role or layer.escaped or held or id(layer) not in updated:
                continue
            if api.role != "container" or any(_has_weights(program, part) for part in program.parts(value)):
                found.setdefault(id(layer), Unused(name, owner.cls.node.name, layer))
    if found:
        read, texts = _read(program)
        yield from (
            each
            for each in found.values()
            if each.attribute not in read and not any(each.attribute in text for text in texts)
        )


def _has_weights(program: Program, part: Obj) -> bool:
    """Whether a part of a container is a layer with weights, or may be one: an empty container has none."""
    api = program.api(part)
    return isinstance(part.cls, Cls) or (api is not None and bool(api.parameters) and api.role != "container")


def _in_methods(cls: Cls) -> Set[str]:
    """The identifiers in the methods of a class, but for those that build it."""
    functions = [
        atom
        for each in cls.lineage()
        for name, member in each.members.items()
        if name != "__init__"
        for atom in member.atoms
        if isinstance(atom, Func)
    ]
    return {word for function in functions for word in function.node.words}


def _read(program: Program) -> Tuple[Set[str], List[str]]:
    """The attributes that anything in the program reads, and all texts in it."""
    read: Set[str] = set()
    texts: List[str] = []
    for summary in program.summaries():
        every = list(pieces(summary.body))
        written = [id(target) for each in every if isinstance(each, Assign) for target in each.targets]
        read.update(each.name for each in every if isinstance(each, Attr) and id(each) not in written)
        texts += [each.value for each in every if isinstance(each, Constant) and isinstance(each.value, str)]
    return read, texts
