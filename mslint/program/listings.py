"""Lists of files as the file system gives them: which sequences come from one, and whether they were put in order."""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from mslint.program.events import Event
from mslint.program.pipelines import RANDOM
from mslint.program.program import Program
from mslint.program.values import Obj, Seq, Value

# Calls whose order is that of the file system: documented to be arbitrary.
LISTINGS = frozenset(
    "os.listdir os.scandir glob.glob glob.iglob pathlib.Path.glob pathlib.Path.rglob pathlib.Path.iterdir".split()
)
MAX_DEPTH = 12


class Listing(NamedTuple):
    """What a sequence of files comes from."""

    event: Event  # the call that lists
    ordered: bool  # sorted or shuffled since: no longer as the file system gives it


def listing_of(program: Program, value: Value) -> Optional[Listing]:
    """The one listing that a sequence certainly is, or is made of item by item; None where that is not known."""
    found = _listing(value, 0)
    if found is None or found.ordered:
        return found
    return Listing(found.event, _put_in_order(program, value))


def _listing(value: Value, depth: int) -> Optional[Listing]:
    known: List[Listing] = []
    for atom in value.atoms:
        inner: Optional[Listing] = None
        if isinstance(atom, Obj) and atom.api in LISTINGS and atom.made is not None:
            inner = Listing(atom.made, False)
        elif isinstance(atom, Seq) and atom.source is not None and depth < MAX_DEPTH:
            inner = _listing(atom.source, depth + 1)
            inner = inner._replace(ordered=inner.ordered or atom.ordered) if inner is not None else None
        if inner is None:
            return None
        known.append(inner)
    sites = {each.event.site for each in known}
    if value.open or len(sites) != 1:
        return None
    return known[0]._replace(ordered=any(each.ordered for each in known))


def _put_in_order(program: Program, value: Value) -> bool:
    """Whether anything on the way was given to a call that shuffles or sorts in place."""
    chain: List[object] = []
    pending = [value]
    while pending and len(chain) < 2 * MAX_DEPTH:
        for atom in pending.pop().atoms:
            chain.append(atom)
            if isinstance(atom, Seq) and atom.source is not None:
                pending.append(atom.source)
    held = {id(atom) for atom in chain}
    for event in program.named(lambda name: name.rpartition(".")[2] in (*RANDOM, "sort")):
        name = event.name.rpartition(".")[2]
        on = [each.value for each in event.given] if name in RANDOM else []
        on += [event.receiver] if name == "sort" and event.receiver is not None else []
        if any(id(atom) in held for each in on for atom in each.atoms):
            return True
    return False
