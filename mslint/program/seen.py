"""What a program shows of the calls that rules look at one by one."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from mslint.api.tables import CELL
from mslint.facts.kinds import DATASET, OPTIMIZER, PARAMETER_CLASS, STAGES, TENSOR, of_layer
from mslint.facts.methods import PLAIN_BASES, may_lack
from mslint.program.events import Event, Given
from mslint.program.nodes import Attr, Constant, Expr, Items, Name, Unary, Where
from mslint.program.program import Program
from mslint.program.values import CONSTANTS, Api, Cls, Obj, Seq, Value
from mslint.seen import Constants, Key, Seen, SeenCalls, Way, seen_of

MINDSPORE = "mindspore."
MAX_LENGTH, MAX_DEPTH = 16, 2  # of a list or tuple; what is longer is data


def seen_in(program: Program) -> Tuple[Tuple[str, SeenCalls], ...]:
    """The calls of MindSpore of which a program knows more than their modules say, by file."""
    names: Dict[Tuple[str, Where], List[str]] = {}
    found: Dict[Tuple[str, Where], List[Way]] = {}
    receivers: Dict[Tuple[str, Where], List[str]] = {}
    for event in program.events:
        if event.receiver is not None:
            lacking = _may_lack(event, program)
            if lacking or (event.discarded and isinstance(event.site.func, Attr)):
                owner = _class_of(event.receiver, program)
                if lacking or not owner or _gives(owner, event, program):
                    receivers.setdefault((event.path, event.site.where), []).append(owner)
            continue
        if not event.name.startswith(MINDSPORE):
            continue
        place = event.path, event.site.where
        names.setdefault(place, []).append(event.name if _indirect(event) else "")
        found.setdefault(place, []).append(_way(event))
    files: Dict[str, List[Tuple[Where, Seen]]] = {}
    for (path, where), ways in sorted(found.items(), key=lambda each: each[0]):
        seen = seen_of(names[path, where], ways)
        if seen.name or any(way.given or way.handed or way.more for way in seen.ways):
            files.setdefault(path, []).append((where, seen))
    for (path, where), classes in sorted(receivers.items()):
        seen = seen_of((), (), classes)
        if seen.receiver:
            files.setdefault(path, []).append((where, seen))
    return tuple((path, tuple(calls)) for path, calls in files.items())


def _gives(owner: str, event: Event, program: Program) -> bool:
    """Whether it is a method of tensors or datasets, whose result somebody should take."""
    tables, name = program.tables, event.name.rpartition(".")[2]
    if owner in (TENSOR, PARAMETER_CLASS):
        return tables.changes_nothing(f"{TENSOR}.{name}")
    return name in STAGES and tables.is_a(tables.get(owner), DATASET)


def _may_lack(event: Event, program: Program) -> bool:
    """Whether it is the call of a method that PyTorch's classes have and MindSpore's may lack."""
    owner, _, name = event.name.rpartition(".")
    if not isinstance(event.site.func, Attr) or event.site.func.name != name:
        return False
    row = program.tables.get(event.name)
    if row is not None and row.kind != "attribute":  # which is there to be read, and not to be called
        return False
    return may_lack(program.tables, program.version, name)


def _class_of(receiver: Value, program: Program) -> str:
    """The class of MindSpore's that a method is looked for in; empty where something else may have it."""
    made = receiver.atoms[0] if len(receiver.atoms) == 1 and not receiver.open else None
    if not isinstance(made, Obj):
        return ""
    tables = program.tables
    if isinstance(made.cls, Cls):
        lineage = made.cls.lineage()
        closed = not made.cls.open and not any("__getattr__" in cls.members for cls in lineage)
        bases = [base for base in made.cls.outside() if base not in PLAIN_BASES] if closed else []
        return bases[0] if bases and all(tables.is_a(tables.get(base), CELL) for base in bases) else ""
    layer, _, call = made.api.rpartition(".")
    if made.api in (TENSOR, PARAMETER_CLASS, "mindspore.tensor"):
        return PARAMETER_CLASS if made.api == PARAMETER_CLASS else TENSOR
    if tables.returns_tensor(made.api) or (call == "__call__" and of_layer(tables, layer, program.version) is not None):
        return TENSOR
    api = tables.get(made.api)
    return made.api if any(tables.is_a(api, base) for base in (CELL, OPTIMIZER, DATASET)) else ""


def _way(event: Event) -> Way:
    """The arguments that are written at a call, but not written out, as far as they are known."""
    found: List[Tuple[Key, Constants]] = []
    handed: List[Tuple[str, Optional[Constants]]] = []
    index = 0
    counted = True
    for given in event.given:
        if given.name is None and given.expr is None:  # from *args: who stands where is not written
            counted = False
        if given.name is not None and given.expr is None:
            handed.append((given.name, _constants(given)))
            continue
        constants = None if given.expr is None or _written_out(given.expr) else _constants(given)
        if constants is not None and (given.name is not None or counted):
            found.append((index if given.name is None else given.name, constants))
        index += given.name is None
    site = event.frame.site if event.frame.func is not None else None
    return Way(tuple(found), tuple(handed), event.open or not counted, (site.path, site.where) if site else None)


def _written_out(expr: Expr) -> bool:
    if isinstance(expr, Unary):
        expr = expr.value
    return isinstance(expr, Constant) or (isinstance(expr, Items) and all(map(_written_out, expr.items)))


def _constants(given: Given) -> Optional[Constants]:
    value = given.value
    if not value.known:
        return None
    options = [_constant(atom) for atom in value.atoms]
    if any(option is None for option in options):
        return None
    return Constants(tuple(option[0] for option in options if option is not None), value.sure)


def _constant(atom: object, depth: int = 0) -> Optional[Tuple[object]]:
    """A constant, or a tuple or list of them, as paddings are one of pairs; in brackets, as None is one."""
    if type(atom) in CONSTANTS:
        return (atom,)
    if not isinstance(atom, Seq) or atom.open or atom.kind not in ("tuple", "list"):
        return None
    if len(atom.items) > MAX_LENGTH or depth == MAX_DEPTH:
        return None
    items = [_only(item, depth + 1) for item in atom.items]
    if any(item is None for item in items):
        return None
    plain = [item[0] for item in items if item is not None]
    return (tuple(plain) if atom.kind == "tuple" else plain,)


def _only(value: Value, depth: int) -> Optional[Tuple[object]]:
    return _constant(value.atoms[0], depth) if value.known and len(value.atoms) == 1 else None


def _indirect(event: Event) -> bool:
    """Whether it takes more than the imports of the module to know what is called."""
    root = event.site.func
    while isinstance(root, Attr):
        root = root.value
    if not isinstance(root, Name):
        return root is not None
    bound = event.frame.module.env.vars.get(root.id)
    return bound is None or type(bound) is not Value or not isinstance(bound.only, Api)
