"""What comes out of the programs of a run: followed here, by another process, or by an earlier run."""

from __future__ import annotations

import os
import pickle
from typing import Dict, FrozenSet, Iterator, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Set, Tuple, Union

from mslint.cache import digest, joined
from mslint.concluding import Codes, Found
from mslint.dispatch import CRASHED
from mslint.program.imports import Places
from mslint.program.nodes import Where
from mslint.program.program import Known, Left, Program, Reached
from mslint.program.seen import seen_in
from mslint.recall import Run
from mslint.rulekit.hits import Hit
from mslint.seen import SeenCalls, together
from mslint.workspace import Workspace

Hits = Mapping[str, Sequence[Found]]  # by path


Part = Union[str, Left]  # what is followed by itself: a script, by its place, or what scripts leave over of a file


class Reach(NamedTuple):
    """What is to be known of a script's program by whoever looks at what scripts leave over."""

    functions: Tuple[Tuple[str, FrozenSet[Where]], ...]  # that it runs, by the files that they are in
    files: FrozenSet[str]
    interesting: Tuple[Tuple[str, FrozenSet[Where]], ...]  # those that use interesting words, likewise


class Notes(NamedTuple):
    """What was left out of a program."""

    path: str
    bounded: bool
    unread: FrozenSet[str]
    unresolved: FrozenSet[str]


class Outcome(NamedTuple):
    """What was found in a program, and what it reaches if it is that of a script."""

    codes: Tuple[Codes, ...]
    reach: Optional[Reach]
    notes: Optional[Notes] = None
    seen: Tuple[Tuple[str, SeenCalls], ...] = ()  # what it shows of calls, by file


class Told(NamedTuple):
    """What another process says of a program: with what it was made of."""

    outcome: Outcome
    files: FrozenSet[str]
    folders: FrozenSet[str]


class Elsewhere(Protocol):
    """Other processes, which follow programs as well."""

    def ask(self, parts: Sequence[Part]) -> None:
        """Have them follow these."""

    def told(self, part: Part) -> Optional[Told]:
        """What came out of one, once it has; None where something went wrong."""


def reach_of(program: Program, words: FrozenSet[str]) -> Optional[Reach]:
    """What is wanted of a program before rules ask it anything: their questions may lead further."""
    if not program.entry:
        return None
    functions: Dict[str, Set[Where]] = {}
    for path, where in program.reached:
        functions.setdefault(path, set()).add(where)
    reached = tuple((path, frozenset(functions[path])) for path in sorted(functions))
    return Reach(reached, program.files, tuple(sorted(program.functions(words).items())))


def notes_of(program: Program) -> Notes:
    """What was left out of a program."""
    return Notes(program.path, *program.left_out)


def outcome_of(program: Program, reach: Optional[Reach], hits: Hits) -> Outcome:
    return Outcome(_codes_of(hits), reach, notes_of(program), seen_in(program))


def _codes_of(hits: Hits) -> Tuple[Codes, ...]:
    return tuple(_codes(path, tuple((rule.code, hit) for rule, hit in each)) for path, each in hits.items())


def _codes(path: str, found: Tuple[Tuple[str, Hit], ...]) -> Codes:
    try:
        mark = digest(pickle.dumps(found, 4))
    except Exception:  # a rule of somebody's may give what has no way into a file: it is the same as nothing
        mark = os.urandom(16)
    return Codes(path, mark, found)


def asked(workspace: Workspace, found: Places) -> Tuple[FrozenSet[str], FrozenSet[str]]:
    """The files and folders that were asked for since `forget_asked`."""
    return frozenset(workspace.files | found.read), frozenset(workspace.folders | found.folders)


def forget_asked(workspace: Workspace, found: Places) -> None:
    found.forget_asked()
    workspace.files.clear()
    workspace.folders.clear()


class Followed:
    """One round of programs, which share their target version and their rules.

    `tags` name the files, in order, each with what else the outcome of its program depends on. What was asked of the
    disk since `forget_asked` is what the next outcome is made of."""

    def __init__(
        self,
        run: Optional[Run],
        workspace: Workspace,
        tags: Mapping[str, bytes],
        elsewhere: Optional[Elsewhere] = None,
    ) -> None:
        self._run = run
        self._workspace = workspace
        self._tags = tags
        self._elsewhere = elsewhere
        self._part: Optional[Part] = None
        self._found: Optional[Places] = None
        self._codes: Dict[str, Tuple[Codes, ...]] = {}  # of scripts, by their places
        self._left: Dict[str, Tuple[Codes, ...]] = {}  # of what they leave over
        self._reaches: List[Reach] = []  # of scripts that were not followed here
        self._seen: Dict[Part, Tuple[Tuple[str, SeenCalls], ...]] = {}
        self.notes: List[Notes] = []  # of all programs
        self.modules: Set[str] = set()  # the files that they are made of
        self.files: Set[str] = set()
        self.folders: Set[str] = set()

    # -- what `programs` asks

    def scripts(self, places: Sequence[str], found: Places) -> Iterator[str]:
        for part in self._here(places, found):
            assert isinstance(part, str)
            yield part

    def add_to(self, reached: Reached, covered: Set[str], known: Known) -> None:
        for reach in self._reaches:
            covered |= reach.files
            for path, functions in reach.functions:
                reached.setdefault(path, set()).update(functions)
            for path, functions in reach.interesting:
                known.setdefault(path, set()).update(functions)

    def lefts(self, lefts: Sequence[Left], found: Places) -> Iterator[Left]:
        for part in self._here(lefts, found):
            assert isinstance(part, Left)
            yield part

    # -- what is told of those that are followed here

    def followed(self, program: Program, reach: Optional[Reach], hits: Hits) -> None:
        if self._part is not None and self._found is not None:
            outcome = outcome_of(program, reach, hits)
            self._take(self._part, Told(outcome, *self._asked(self._found)))
            self._part = None

    def met(self) -> Iterator[Codes]:
        """What was found: in scripts, by their order, and in what no script calls."""
        for there in (self._codes, self._left):
            for place in self._tags:
                yield from there.get(place, ())

    def seen(self) -> Dict[str, SeenCalls]:
        """What the programs show of calls, by file."""
        found: Dict[str, List[SeenCalls]] = {}
        lefts = {part.place: part for part in self._seen if isinstance(part, Left)}
        parts: List[Part] = [*self._tags, *(lefts[place] for place in self._tags if place in lefts)]
        for part in parts:
            for path, calls in self._seen.get(part, ()):
                found.setdefault(path, []).append(calls)
        return {path: together(every) for path, every in found.items()}

    # -- parts

    def _here(self, parts: Sequence[Part], found: Places) -> Iterator[Part]:
        """Those that neither an earlier run has followed nor another process does."""
        left = [part for part in parts if not self._recall(part)]
        elsewhere = self._elsewhere
        if elsewhere is not None:
            elsewhere.ask(left)
        for part in left:
            told = elsewhere.told(part) if elsewhere is not None else None
            if told is None:
                yield from self._begun(part, found)
                continue
            if told.outcome.reach is not None:
                self._reaches.append(told.outcome.reach)
            self._take(part, told)

    def _begun(self, part: Part, found: Places) -> Iterator[Part]:
        """What is asked from here on is asked for this one; that nothing is in it is an outcome, too."""
        self._part, self._found = part, found
        forget_asked(self._workspace, found)
        yield part
        if self._part is part and isinstance(part, Left):
            self._take(part, Told(Outcome((), None), *self._asked(found)))

    def _asked(self, found: Places) -> Tuple[FrozenSet[str], FrozenSet[str]]:
        """What the part depends on, if somebody wants to know."""
        return asked(self._workspace, found) if self._run is not None else (frozenset(), frozenset())

    def _note(self, part: Part, reach: Optional[Reach], notes: Optional[Notes]) -> None:
        if notes is not None:
            self.notes.append(notes)
            files = reach.files if reach is not None else (part.place if isinstance(part, Left) else part,)
            self.modules.update(path for path in files if path.endswith((".py", ".ipynb")))  # and no folders

    def _key(self, part: Part) -> bytes:
        if isinstance(part, str):
            return joined(("script", part, self._tags[part]))
        return joined(
            ("left", part.place, self._tags[part.place], part.elsewhere, sorted(part.reached), sorted(part.asked))
        )

    def _take(self, part: Part, told: Told) -> None:
        codes, reach, notes, self._seen[part] = told.outcome
        self._note(part, reach, notes)
        if isinstance(part, Left):
            self._left[part.place] = codes
        else:
            self._codes[part] = codes
        if self._run is not None and not any(code == CRASHED for each in codes for code, _ in each.found):
            files = told.files if reach is None else told.files | reach.files
            self.files |= files
            self.folders |= told.folders
            self._run.contents.keep(self._key(part), files, told.folders, told.outcome, code=True)

    def _recall(self, part: Part) -> bool:
        """Take over what is kept and still holds."""
        known = self._run.contents.recalled(self._key(part), Outcome) if self._run is not None else None
        if known is None:
            return False
        (codes, reach, notes, self._seen[part]), kept = known
        self._note(part, reach, notes)
        files, folders = kept.made_of
        self.files |= files
        self.folders |= folders
        if isinstance(part, Left):
            self._left[part.place] = codes
        else:
            self._codes[part] = codes
        if reach is not None:
            self._reaches.append(reach)
        return True
