"""Lists that are changed in place: what is in them afterwards, also where a condition decides whether it happens."""

from __future__ import annotations

from mslint.program.events import Frame
from mslint.program.nodes import Expr, Name
from mslint.program.values import Env, Seq, Value

ALTERNATIVES = 2  # a name that may hold more lists than this is changed where it is: they would double each time


def to_change(target: Expr, value: Value, frame: Frame, env: Env) -> Value:
    """The lists that a statement changes: under a condition copies that the name then holds, as on the other way the
    list stays what it was. Parameters and attributes are held by others, too: those lists are changed themselves."""
    if (
        not isinstance(target, Name)
        or not frame.guards
        or frame.repeats
        or target.id not in env.vars
        or target.id in frame.given
        or value.open
        or not 0 < len(value.atoms) <= ALTERNATIVES
        or not all(isinstance(atom, Seq) for atom in value.atoms)
    ):
        return value
    copies = tuple(Seq(atom.kind, list(atom.items), atom.open) for atom in value.atoms if isinstance(atom, Seq))
    for copy in copies:
        copy.settled = True
    env.vars[target.id] = Value(copies, False, value.sure)
    return env.vars[target.id]


def settle(value: Value) -> None:
    """The statement is done: who changes these lists next has to ask again."""
    for atom in value.atoms:
        if isinstance(atom, Seq):
            atom.settled = False


def extend(changed: Seq, value: Value, frame: Frame) -> None:
    """Put the items of a value at the end of a list."""
    items = value.items()
    changed.touch()
    changed.put(items or [])
    changed.source = None
    if items is None or unsure(changed, frame):
        changed.open = True


def unsure(changed: Seq, frame: Frame) -> bool:
    """Whether nobody knows that a change happens once, to each list that is meant."""
    return bool(frame.repeats) or (bool(frame.guards) and not changed.settled)
