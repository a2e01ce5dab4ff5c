"""The modules that programs share: each is run once, and what a program changes in one is taken back after it. It knows
nothing of values but how to copy them; running is mslint.program.run's.

A module is run as if nothing but itself had been imported. What it does to others (it registers something, it sets an
attribute of another module) is kept as changes, which each program that imports it makes anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Protocol, Sequence, Set, Tuple, Union, cast

from mslint.program.bundles import Bundles
from mslint.program.events import Event
from mslint.program.imports import Finder, Named
from mslint.program.nodes import ModuleSummary, Where
from mslint.program.values import (
    UNKNOWN,
    Changing,
    Cls,
    Env,
    Func,
    Later,
    Map,
    Method,
    Module,
    Obj,
    Part,
    Seq,
    Value,
    pending,
)

if TYPE_CHECKING:
    from mslint.program.run import Run

State = Tuple[object, ...]


MAX_NESTED = 25  # imports in imports
_TABLES: Dict[type, str] = {Obj: "attrs", Map: "items", Cls: "members", Env: "vars"}


Bound = Dict[str, List[Tuple[str, Later]]]  # the names imported from a module, by its file, and by whom


class Resettable(Protocol):
    """What was worked out for one program, and is worked out again for the next."""

    def reset(self) -> Callable[[], None]:
        """Forget it; what is returned brings it back."""


class Entry:
    """Something that a run has changed: what it was before, and what it would be but for the run's own changes."""

    def __init__(self, atom: Changing) -> None:
        self.atom = atom
        self.before = _state(atom)
        self.without = _state(atom)
        self.aside: Optional[State] = None


class Journal:
    """What one run has changed in modules that it shares with others."""

    def __init__(self) -> None:
        self._entries: Dict[int, Entry] = {}
        self._later: List[Resettable] = []
        self._resting: List[Tuple[Resettable, Callable[[], None]]] = []

    def touch(self, atom: Changing) -> Entry:
        """Remember what something is before it changes."""
        entry = self._entries.get(id(atom))
        if entry is None:
            entry = self._entries[id(atom)] = Entry(atom)
        return entry

    def touched(self, atom: Changing) -> bool:
        return id(atom) in self._entries

    def resolved(self, one: Resettable) -> None:
        """Remember to have something worked out again."""
        self._later.append(one)

    def changes(self) -> List[Change]:
        """What the run has changed itself."""
        found = [Change(entry.atom, entry.without, _state(entry.atom)) for entry in self._entries.values()]
        return [each for each in found if each.matters]

    def undo(self) -> None:
        """Take everything back."""
        for entry in self._entries.values():
            _put_back(entry.atom, entry.before)
        self._entries.clear()
        for one in self._later:
            one.reset()
        self._later.clear()

    def suspend(self) -> None:
        """Take everything back for a while."""
        for entry in self._entries.values():
            entry.aside = _state(entry.atom)
            _put_back(entry.atom, entry.before)
        self._resting = [(one, one.reset()) for one in self._later]
        self._later = []

    def resume(self) -> None:
        """Make the changes again."""
        for entry in self._entries.values():
            if entry.aside is not None:
                _put_back(entry.atom, entry.aside)
                entry.aside = None
        for one, again in self._resting:
            again()
            self._later.append(one)
        self._resting = []


class Change:
    """What a module does to something of another: what it puts there, and what else it says of it."""

    def __init__(self, atom: Changing, before: State, after: State) -> None:
        self.atom = atom
        self._flags = after[1:]
        self.matters = before[1:] != after[1:]
        was, now = before[0], after[0]
        if isinstance(was, dict) and isinstance(now, dict):
            self._more: Dict[object, Value] = {name: value for name, value in now.items() if was.get(name) is not value}
            self.matters = self.matters or bool(self._more)
        elif isinstance(was, list) and isinstance(now, list):
            grown = len(now) >= len(was) and all(one is other for one, other in zip(was, now))
            self._instead = not grown
            self._items: List[Value] = now[len(was) :] if grown else now
            self.matters = self.matters or bool(self._items) or not grown

    def values(self) -> List[Value]:
        """The values that it puts there."""
        return self._items if isinstance(self.atom, Seq) else list(self._more.values())

    def make(self, journal: Journal) -> None:
        """Make it once more, to whatever the thing is now; it is not the run's own."""
        atom = self.atom
        entry = journal.touch(atom)
        if isinstance(atom, Seq):
            for items in (atom.items, cast("List[Value]", entry.without[0])):
                items[:] = self._items if self._instead else [*items, *self._items]
            atom.open = atom.open or bool(self._flags[0])
            atom.source, atom.ordered = self._flags[1], self._flags[2]  # type: ignore[assignment]
        else:
            for table in (_table(atom), cast("Dict[object, object]", entry.without[0])):
                table.update(self._more)
            if isinstance(atom, Obj):
                atom.escaped = atom.escaped or bool(self._flags[0])
                events = cast("List[Event]", self._flags[1])
                atom.base += [event for event in events if event not in atom.base]
            elif isinstance(atom, Map):
                atom.open = atom.open or bool(self._flags[0])
        entry.without = (entry.without[0], *self._flagged(entry.without[1:]))

    def _flagged(self, flags: State) -> State:
        """What else is said of a thing after the change, of which this was said before."""
        if isinstance(self.atom, Seq):
            return (flags[0] or self._flags[0], *self._flags[1:])
        if isinstance(self.atom, Obj):
            return (flags[0] or self._flags[0], self.atom.base[:])
        return tuple([one or other for one, other in zip(flags, self._flags)])


def _table(atom: Changing) -> Dict[object, object]:
    return cast("Dict[object, object]", getattr(atom, _TABLES[type(atom)]))


def _state(atom: Changing) -> State:
    if isinstance(atom, Seq):
        return list(atom.items), atom.open, atom.source, atom.ordered
    if isinstance(atom, Obj):
        return dict(atom.attrs), atom.escaped, list(atom.base)
    if isinstance(atom, Map):
        return dict(atom.items), atom.open
    return (dict(_table(atom)),)


def _put_back(atom: Changing, state: State) -> None:
    if isinstance(atom, Seq):
        atom.items[:], atom.open, atom.source, atom.ordered = state  # type: ignore[assignment, call-overload]
        return
    table = _table(atom)
    table.clear()
    table.update(state[0])  # type: ignore[call-overload]
    if isinstance(atom, Obj):
        atom.escaped, atom.base[:] = state[1], state[2]  # type: ignore[assignment, call-overload]
    elif isinstance(atom, Map):
        atom.open = state[1]  # type: ignore[assignment]


class Loaded:
    """A module that was run, and what importing it does to a program."""

    def __init__(self, named: Named, summary: ModuleSummary, module: Module) -> None:
        self.named = named
        self.summary = summary
        self.module = module
        self.done = False
        self.needs: List[Loaded] = []  # the modules that were run for it, in order
        self.changes: List[Change] = []
        self.events: List[Event] = []
        self.reached: Set[Tuple[str, Where]] = set()
        self.complete = True
        self.missing = False
        self.bounded = False
        self.unread: Set[str] = set()
        self.unresolved: Set[str] = set()
        self.looked_up: Dict[str, Optional[str]] = {}  # the files of the absolute names that it imports
        self.deep = 0  # imports in imports that it took to run it
        self.kept = True
        self.opened: Dict[str, None] = {}  # the files that it reads
        self.settings: Optional[str] = None  # the folder of the configuration that it has read
        self.imports: Dict[str, Named] = {}  # what it has imported, by file
        self._holds: Dict[Tuple[str, str], bool] = {}

    def holds(self, finder: Finder) -> bool:
        """Whether it would be the same for a program that looks for modules in these places."""
        if self.settings not in (None, finder.folder):
            return False
        key = (finder.key, finder.folder)  # what a module reads of settings lies in the folder
        known = self._holds.get(key)
        if known is None:
            self._holds[key] = True  # as long as those are looked at that need each other
            known = self._holds[key] = all(finder.file(name) == path for name, path in self.looked_up.items()) and all(
                need.holds(finder) for need in self.needs
            )
        return known


class Shared:
    """The modules that were run so far, for programs of one target version; `now` is the run that is going on."""

    def __init__(self) -> None:
        self._loaded: Dict[str, List[Loaded]] = {}  # by file
        self.now: Optional[Run] = None
        self._files: Dict[int, str] = {}  # of modules, by their names' Env
        self._bound: Bound = {}
        self.bundles = Bundles()
        self._running: List[Loaded] = []  # the innermost last
        self._nested = 0
        self._deepest = 0

    def begin(self, run: Run) -> None:
        """A program begins: what the one before has changed is taken back."""
        if self.now is not None:
            self.now.journal.undo()
        self.now = run
        self._deepest = 0

    def end(self, run: Run) -> None:
        """A program has ended."""
        if self.now is run:
            run.journal.undo()
            self.now = None

    @property
    def nothing_open(self) -> bool:
        """Whether nothing is being worked out but the program's own code."""
        return not self._nested and not self._running

    def keeps(self, loaded: Loaded) -> bool:
        """Whether the next program that asks for a module gets this."""
        return loaded in self._loaded.get(loaded.named.found.path, ())

    def loaded(self, named: Named, by: Run) -> Optional[Loaded]:
        """A module, run if it has not been; None where it cannot be read."""
        for each in self._loaded.get(named.found.path, ()):
            if not each.done or (each.module.name == named.name and each.holds(by.finder)):
                self._deepest = max(self._deepest, self._nested + each.deep)
                if self._nested + each.deep > MAX_NESTED:  # run here, it would have been cut off
                    by.cut_off(alone=True)
                return each
        summary = by.files.summary(named.found.path)
        return None if summary is None else self._load(named, summary, by)

    def _load(self, named: Named, summary: ModuleSummary, by: Run) -> Loaded:
        module = Module(named.name, summary.path, named.found.path, named.package)
        made = Loaded(named, summary, module)
        loader = by.another(made)
        nested, deepest = self._nested, self._deepest
        self._deepest = nested
        self._files[id(module.env)] = named.found.path
        self._loaded.setdefault(named.found.path, []).append(made)
        self._running.append(made)
        by.journal.suspend()
        self.now = loader
        try:
            loader.run_module(summary, module)
            made.needs = list(loader.loaded.values())
            made.events, made.reached = loader.events, loader.reached
            made.complete, made.missing, made.bounded = loader.complete, loader.missing, loader.bounded
            made.unread, made.unresolved = loader.unread, loader.unresolved
            made.changes = loader.journal.changes()
            made.deep = self._deepest - nested
            for path, names in loader.bound.items():
                self._bound.setdefault(path, []).extend(names)
            made.done = True
        finally:
            loader.journal.undo()
            self.now = by
            by.journal.resume()
            self._running.pop()
            self._deepest = max(deepest, self._deepest)
            loader.take_apart()
            if not (made.done and made.kept):  # whoever asks next has it run again
                self._loaded[named.found.path].remove(made)
        self._mark(made)
        return made

    def _mark(self, made: Loaded) -> None:
        """See to it that changes to what a module has made are noted from here on."""
        left: List[object] = [made.module, *made.events]
        left += [value for change in made.changes for value in change.values()]
        while left:
            each = left.pop()
            if isinstance(each, Value):
                if not pending(each):
                    left.extend(atom for atom in each.atoms if type(atom) in _HOLDING)
            elif isinstance(each, (Obj, Seq, Map, Cls, Env)):
                if each.home is None:
                    each.home = self
                    left.extend(_parts(each))
            elif isinstance(each, Event):
                if not each.shared:
                    each.shared = True
                    left.extend((each.result, *(given.value for given in each.given)))
                    if each.receiver is not None:
                        left.append(each.receiver)
            elif isinstance(each, Module):
                left.append(each.env)
            elif isinstance(each, Func):
                left.extend(part for part in (each.env, each.owner, each.receiver) if part is not None)
            elif isinstance(each, Method):
                left.append(each.owner)
            elif isinstance(each, Part):
                left.extend((each.target, *each.args, *each.named.values()))

    def looked_at(self, load: Callable[[], Tuple[Value, bool]]) -> Tuple[Value, bool]:
        """What an import binds, unless too many of them lead to each other."""
        if self._nested >= MAX_NESTED:
            self._deepest = MAX_NESTED + 1
            for each in self._running:  # for another, who comes by a shorter way, there is more to it
                each.kept = False
            if self.now is not None:
                self.now.cut_off(alone=True)
            return UNKNOWN, False
        self._nested += 1
        self._deepest = max(self._deepest, self._nested)
        try:
            value, final = load()
            return value.look(), final
        finally:
            self._nested -= 1

    # -- what changing atoms tell

    def touch(self, atom: Changing) -> None:
        """Something that was made here is about to change."""
        if self.now is None:
            return
        if isinstance(atom, Env) and not self.now.journal.touched(atom):
            # What was imported from a module before it changes stays what it was.
            path = self._files.get(id(atom), "")
            for importer, late in [*self.now.bound.get(path, ()), *self._bound.get(path, ())]:
                if late.pending and importer in self.now.modules:
                    late.look()
        self.now.journal.touch(atom)

    def resolved(self, one: Union[Later, Cls]) -> None:
        """Something was worked out for the program that goes on."""
        if self.now is not None:
            self.now.journal.resolved(one)


_HOLDING = (Obj, Seq, Map, Cls, Func, Method, Part)  # not modules: each has been marked by itself


def _parts(atom: Changing) -> Sequence[object]:
    if isinstance(atom, Obj):
        made = () if atom.made is None else (atom.made,)
        parent = () if atom.parent is None else (atom.parent,)
        return (*atom.attrs.values(), *atom.base, *made, *parent, *((atom.cls,) if isinstance(atom.cls, Cls) else ()))
    if isinstance(atom, Seq):
        return atom.items if atom.source is None else [*atom.items, atom.source]
    if isinstance(atom, Cls):
        return [*atom.members.values(), *atom.bases]
    if isinstance(atom, Env):
        return [*atom.vars.values(), *(() if atom.parent is None else (atom.parent,))]
    return list(atom.items.values()) if isinstance(atom, Map) else ()


__all__ = ["Bound", "Change", "Journal", "Loaded", "Shared"]
