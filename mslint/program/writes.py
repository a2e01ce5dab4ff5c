"""What a program puts into things that outlive a branch: attributes, entries of dictionaries, names of other scopes.

The names of a function are copied for each way through a condition; these are not. What one way puts there is taken
back before the next one is followed, and afterwards either may have happened. Decides nothing about values."""

from __future__ import annotations

from operator import is_not
from typing import Dict, List, NamedTuple, Optional, Sequence, Set, Tuple, Union

from mslint.program.events import Frame, Guard
from mslint.program.nodes import Where
from mslint.program.values import Env, Plain, Value, join

Place = Union[Dict[str, Value], Dict[Plain, Value], Env]
Key = Tuple[int, Plain]


class Written(NamedTuple):
    """One thing that was put somewhere."""

    place: Place
    name: Plain
    before: Optional[Value]  # None where it was not there, and could not be read
    there: bool  # whether it was there
    after: Optional[Value] = None


Log = Dict[Key, Written]


class Writes:
    """Those of one run."""

    def __init__(self) -> None:
        self._ways: List[Log] = []  # of the branches that are being followed, the outermost first
        self._calls: List[Tuple[Frame, Log]] = []  # what a function puts after it may have returned
        self._left: Set[Tuple[str, Where]] = set()  # conditions of which some way returns
        # What is known of those that may have returned, as long as the conditions around are these.
        self._around: List[Tuple[Guard, ...]] = []
        self._counted = 0
        self._leavers: List[Tuple[Set[object], Log]] = []

    def put(
        self,
        place: Place,
        name: Plain,
        value: Value,
        missing: Optional[Value] = None,
        alone: bool = True,
        guards: Sequence[Guard] = (),
    ) -> None:
        """Put a value somewhere. `missing` is what would be read if nothing were there; not `alone`, it may be put
        elsewhere; `guards` are the conditions under which the place was made."""
        table = _table(place)
        old = table.get(name)
        before = old if old is not None else missing
        written = Written(place, name, before, old is not None)
        if self._ways:
            self._ways[-1].setdefault((id(place), name), written)
        if self._left:
            made_after = {guard.key for guard in guards}
            for conditions, log in self._leaving():
                if not conditions <= made_after:
                    log.setdefault((id(place), name), written)
        table[name] = value if alone or before is None else join([before, value])

    def _leaving(self) -> Sequence[Tuple[Set[object], Log]]:
        """The functions that may have returned by now: after which conditions, and what they have put since."""
        around = [frame.guards for frame, _ in self._calls]
        known = self._around
        if self._counted != len(self._left) or len(around) != len(known) or any(map(is_not, around, known)):
            self._around, self._counted, self._leavers = around, len(self._left), []
            outer = 0
            for guards, (_, log) in zip(around, self._calls):
                conditions: Set[object] = {guard.key for guard in guards[outer:] if guard.key in self._left}
                outer = len(guards)
                if conditions:
                    self._leavers.append((conditions, log))
        return self._leavers

    # -- conditions

    def begin(self) -> None:
        self._ways.append({})

    def end(self) -> Log:
        """What was put since `begin`; it is taken back."""
        log = self._ways.pop()
        found: Log = {}
        for key, written in log.items():
            table = _table(written.place)
            found[key] = written._replace(after=table.get(written.name))
            if written.there and written.before is not None:
                table[written.name] = written.before
            else:
                table.pop(written.name, None)
        return found

    def settle(self, ways: Sequence[Log], env: Env) -> None:
        """One of these ways was taken. The names of `env` itself are joined by whoever has copied them."""
        for key, written in {key: written for way in ways for key, written in way.items()}.items():
            if written.place is env:
                continue
            values = [written.before] if any(key not in way for way in ways) else []
            values += [way[key].after for way in ways if key in way]
            known = [value for value in values if value is not None]
            if known:
                self.put(written.place, written.name, join(known), written.before)

    # -- functions

    def left(self, key: Tuple[str, Where]) -> None:
        """Some way through this condition returns: what comes after it need not happen."""
        self._left.add(key)

    def enter(self, frame: Frame) -> None:
        self._calls.append((frame, {}))
        self._counted = -1

    def leave(self) -> None:
        """A function is done: what it put after it may have returned is there or is not."""
        _, log = self._calls.pop()
        self._counted = -1
        for written in log.values():
            now = _table(written.place).get(written.name)
            if now is not None and written.before is not None:
                self.put(written.place, written.name, join([written.before, now]))


def _table(place: Place) -> Dict[Plain, Value]:
    return place.vars if isinstance(place, Env) else place  # type: ignore[return-value]


__all__ = ["Log", "Writes"]
