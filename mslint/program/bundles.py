"""What the first imports of a program bring along, which most scripts of a project have in common.

Each module is run once for all programs (see shared.py), and yet taking hundreds of them over, one by one, is most of
what following a small script costs. So what a program has after its first import, after its first two, and so on, is
kept, and taken over as a whole by the next program that begins in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple

from mslint.program.events import Event
from mslint.program.nodes import ModuleSummary, Where
from mslint.program.values import Cls, Func

if TYPE_CHECKING:
    from mslint.program.run import Run
    from mslint.program.shared import Change, Loaded

MAX_BUNDLES = 64
Key = Tuple[object, ...]
LeftOut = Tuple[bool, bool, bool, Set[str], Set[str]]  # of a run: see there


class Contents:
    """The modules that an import brings along, and what is asked of all of them together."""

    def __init__(self, run: Run, recording: Recording) -> None:
        self.modules = dict(list(run.modules.items())[recording.modules :])
        self.summaries: List[ModuleSummary] = run.summaries[recording.summaries :]
        self.events: List[Event] = run.events[recording.events :]
        self.defined: List[Func] = run.defined[recording.defined :]
        self.changes = recording.changes
        self.taken = recording.taken
        self.words: FrozenSet[str] = frozenset().union(*(summary.words for summary in self.summaries))
        self.reached: Set[Tuple[str, Where]] = set()
        self.opened: Dict[str, None] = {}
        self.unread: Set[str] = set()
        self.unresolved: Set[str] = set()
        self.complete, self.missing, self.bounded, self.settings = True, False, False, False
        for loaded in self.taken:
            self._add(loaded)
        self._named: Optional[Dict[str, List[Event]]] = None
        self._making: Optional[List[Event]] = None

    def _add(self, loaded: Loaded) -> None:
        """What one of the modules says of the whole."""
        self.reached |= loaded.reached
        self.opened.update(loaded.opened)
        self.unread |= loaded.unread
        self.unresolved |= loaded.unresolved
        self.complete = self.complete and loaded.complete
        self.missing = self.missing or loaded.missing
        self.bounded = self.bounded or loaded.bounded
        self.settings = self.settings or loaded.settings is not None

    def leaves_out(
        self, missing: bool, bounded: bool, complete: bool, unread: Set[str], unresolved: Set[str]
    ) -> LeftOut:
        """What a program with these leaves out that has these modules, too."""
        return (
            missing or self.missing,
            bounded or self.bounded,
            complete and self.complete,
            unread | self.unread,
            unresolved | self.unresolved,
        )

    @property
    def named(self) -> Dict[str, List[Event]]:
        """The events by their names."""
        if self._named is None:
            self._named = by_name(self.events)
        return self._named

    @property
    def making(self) -> List[Event]:
        """Those that make an object of a class of the program."""
        if self._making is None:
            self._making = [event for event in self.events if makes(event)]
        return self._making


class Bundle:
    """Those contents as one finder leads to them."""

    def __init__(self, contents: Contents, imported: Set[str], asked: Set[str], read: Set[str]) -> None:
        self.contents = contents
        self.imported = imported  # the files that are imported, whether they are run or not
        self.asked = asked
        self.read = read


class Recording:
    """What a run notes of an import: how much it had before, and what it takes over, module by module."""

    def __init__(self, run: Run) -> None:
        self.modules, self.summaries = len(run.modules), len(run.summaries)
        self.events, self.defined = len(run.events), len(run.defined)
        self.taken: List[Loaded] = []
        self.ended: List[Loaded] = []  # the same, each after those that it has set off
        self.changes: List[Change] = []
        self.met = False  # whether the script itself was imported


class Bundles:
    """The bundles of the programs that share modules; those that were not asked for the longest are let go of."""

    def __init__(self) -> None:
        self._known: Dict[Key, Bundle] = {}
        self._contents: Dict[Tuple[int, ...], Contents] = {}

    def get(self, key: Key) -> Optional[Bundle]:
        bundle = self._known.pop(key, None)
        if bundle is not None:
            self._known[key] = bundle
        return bundle

    def put(self, key: Key, bundle: Bundle) -> None:
        self._known[key] = bundle
        if len(self._known) > MAX_BUNDLES:
            del self._known[next(iter(self._known))]

    def contents(self, run: Run, recording: Recording) -> Contents:
        """What a run has got meanwhile; the same contents for the same modules in the same orders, in which they were
        taken and in which they were done: there are many finders."""
        key = tuple(map(id, (*recording.taken, *recording.ended)))
        if key not in self._contents:
            if len(self._contents) >= MAX_BUNDLES:
                self._contents.clear()
            self._contents[key] = Contents(run, recording)
        return self._contents[key]


def by_name(events: Sequence[Event]) -> Dict[str, List[Event]]:
    """Events by their names, in order."""
    found: Dict[str, List[Event]] = {}
    for event in events:
        found.setdefault(event.name, []).append(event)
    return found


def makes(event: Event) -> bool:
    """Whether a call makes an object of a class of the program."""
    made = event.made
    return made is not None and isinstance(made.cls, Cls) and made.made is event and not event.alone


__all__ = ["Bundle", "Bundles", "Contents", "LeftOut", "Recording", "by_name", "makes"]
