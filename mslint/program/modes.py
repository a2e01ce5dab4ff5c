"""Which mode, training or inference, the layers of a program are in at a place, and what put them there."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from mslint.facts.context import TRAIN, kind_of
from mslint.program.events import Event
from mslint.program.precision import BUILD, MODEL
from mslint.program.program import Program
from mslint.program.training import switches_mode
from mslint.program.values import (
    Cls,
    Func,
    Obj,
    Value,
    member_of,
)


class Change(NamedTuple):
    """A call that puts layers into a mode; `mode` is None where that is not known, `held` where all may be meant."""

    event: Event
    mode: Optional[bool]
    held: Optional[Value]  # what holds the layers


class Modes:
    """The modes of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: Dict[int, FrozenSet[int]] = {}
        self.changes: List[Change] = [change for event in program.named(_may_switch) for change in self._changes(event)]

    @classmethod
    def of(cls, program: Program) -> Modes:
        """Worked out once for all who ask."""
        return program.once(Modes, lambda: cls(program))

    def layers(self, value: Value) -> List[Obj]:
        """The layers in a value that certainly do something else in training than in inference."""
        return [part for part in self._program.parts(value) if switches_mode(self._program, part)]

    def before(self, event: Event, layer: Obj) -> List[Change]:
        """What may have put a layer into its mode last, before an event; the latest first."""
        found: List[Change] = []
        for change in reversed(self.changes):
            one = change.event
            if one.order >= event.order or one.parallel(event):
                continue
            if not self.reaches(change, layer):
                continue
            guards = set(one.guards)
            # What is followed by another change whenever it happens was not the last one.
            if not any(set(later.event.guards) <= guards | set(event.guards) for later in found):
                found.append(change)
            if guards <= set(event.guards):
                break
        return found

    def training(self, event: Event, value: Value) -> Optional[Change]:
        """What put the layers of a value into training mode, where at an event they certainly are in it."""
        last: Optional[Change] = None
        if any(_decides(part) for part in self._program.parts(value)):
            return None
        for layer in self.layers(value):
            if layer.escaped:
                return None
            changes = self.before(event, layer)
            if not changes or any(change.mode is not True for change in changes):
                return None
            if not any(set(change.event.guards) <= set(event.guards) for change in changes):
                return None  # it may never have been switched
            last = last or changes[0]
        return last

    def _changes(self, event: Event) -> Iterator[Change]:
        name = event.name
        if name.endswith(".set_train"):
            known = event.receiver is not None and not event.receiver.open and event.receiver.objects()
            yield Change(event, mode_of(event), event.receiver if known else None)
        elif name == MODEL:
            network = event.get("network")
            if not event.missing("optimizer") and network is not None:
                yield Change(event, True, network)
        elif name == BUILD:
            yield Change(event, True, event.get("network"))
        elif name.startswith(f"{MODEL}.") and event.receiver is not None:
            for method, after in self._methods(event):
                if name == f"{MODEL}.{method}":
                    yield Change(event, after, event.receiver)

    @staticmethod
    def _methods(event: Event) -> Tuple[Tuple[str, bool], ...]:
        fit = event.missing("valid_dataset")
        return (("train", True), ("fit", fit), ("eval", False), ("predict", False))

    def reaches(self, change: Change, layer: Obj) -> bool:
        """Whether a change may be one of this layer."""
        return change.held is None or id(layer) in self._parts(change.held)

    def _parts(self, value: Value) -> FrozenSet[int]:
        if id(value) not in self._known:  # a change keeps the value, so that no other one gets its id
            self._known[id(value)] = frozenset(id(part) for part in self._program.parts(value))
        return self._known[id(value)]


def _may_switch(name: str) -> bool:
    return name.endswith(".set_train") or name.startswith(MODEL) or name == BUILD


def mode_of(event: Event) -> Optional[bool]:
    """Which mode a call of set_train asks for; None where that is not known."""
    mode = event.get("mode") or (event.given[0].value if event.given else None)
    if mode is None or mode.is_just(True):
        return True
    return False if mode.is_just(False) else None


def _decides(part: Obj) -> bool:
    """Whether a cell of the program is told at each call whether it trains: then its layers' mode says little."""
    construct = member_of(part.cls, "construct") if isinstance(part.cls, Cls) else None
    functions = [atom for atom in construct.atoms if isinstance(atom, Func)] if construct is not None else []
    return any(kind_of([param.name])[0] == TRAIN for function in functions for param in function.node.params)
