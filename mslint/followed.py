"""What comes out of the programs of a run: followed here, by another process, or by an earlier run."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Set, Tuple

from mslint.cache import joined
from mslint.engine import CRASHED, Found
from mslint.program.imports import Places
from mslint.program.nodes import Where
from mslint.program.program import Known, Program, Reached
from mslint.recall import Run
from mslint.rulekit.catalog import Catalog
from mslint.rulekit.hits import Hit
from mslint.workspace import Workspace

Hits = Mapping[str, Sequence[Found]]  # by path
Codes = Tuple[Tuple[str, Tuple[Tuple[str, Hit], ...]], ...]  # the same, fit to be kept or sent


class Outcome(NamedTuple):
    """What was found in a program, or in several; `mark` is a name for what it reaches and covers."""

    mark: bytes
    hits: Tuple[Codes, ...]


class Reach(NamedTuple):
    """What the library wants to know of a program."""

    functions: FrozenSet[Tuple[str, Where]]
    files: FrozenSet[str]
    interesting: Tuple[Tuple[str, Tuple[Where, ...]], ...]  # the functions that use interesting words, by files

    @property
    def mark(self) -> bytes:
        return joined((*sorted(map(repr, self.functions)), *sorted(self.files), self.interesting))


class Told(NamedTuple):
    """What there is to say of a script's program: what was found, what it reaches, and what that was made of."""

    codes: Codes
    reach: Reach
    files: FrozenSet[str]
    folders: FrozenSet[str]


class Elsewhere(Protocol):
    """Other processes, which follow programs as well."""

    def offer(self, places: Sequence[str]) -> None:
        """Let them have these scripts, the last ones first."""

    def take(self, place: str) -> bool:
        """Whether nobody has begun with a script; then nobody will."""

    def told(self, place: str) -> Optional[Told]:
        """What came out of a script that was not taken back, once it has; None where something went wrong."""


def reach_of(program: Program, words: FrozenSet[str]) -> Reach:
    """What is wanted of a program before rules ask it anything: their questions may lead further."""
    functions = program.functions(words)
    interesting = tuple((path, tuple(sorted(functions[path]))) for path in sorted(functions))
    return Reach(frozenset(program.reached), program.files, interesting)


def codes_of(hits: Hits) -> Codes:
    return tuple((path, tuple((rule.code, hit) for rule, hit in each)) for path, each in hits.items())


def asked(workspace: Workspace, found: Places) -> Tuple[FrozenSet[str], FrozenSet[str]]:
    """The files and folders that were asked for since `forget_asked`."""
    return frozenset(workspace.files), frozenset(workspace.folders | found.folders)


def forget_asked(workspace: Workspace, found: Places) -> None:
    found.asked.clear()
    workspace.files.clear()
    workspace.folders.clear()


class Followed:
    """One round of programs, which share their target version and their rules.

    `tags` name the scripts, in order, each with what else its outcome depends on. What was asked of the disk since
    `forget_asked` is what the next outcome is made of."""

    def __init__(
        self,
        run: Optional[Run],
        workspace: Workspace,
        catalog: Catalog,
        tags: Mapping[str, bytes],
        words: FrozenSet[str],
        elsewhere: Optional[Elsewhere] = None,
    ) -> None:
        self._run = run
        self._workspace = workspace
        self._catalog = catalog
        self._tags = tags
        self._words = words
        self._elsewhere = elsewhere
        self._place = ""
        self._found: Optional[Places] = None
        self._marks: Dict[str, bytes] = {}
        self._hits: Dict[str, Sequence[Codes]] = {}
        self._reaches: List[Reach] = []  # of programs that others followed
        self._kept: List[bytes] = []  # where those of programs are that an earlier run followed
        self._library: Optional[bytes] = None
        self._left: List[Codes] = []
        self._sound = True
        self.files: Set[str] = set()
        self.folders: Set[str] = set()

    # -- what `programs` asks

    def scripts(self, places: Sequence[str], found: Places) -> Iterator[str]:
        left = [place for place in places if not self._recall(place)]
        elsewhere = self._elsewhere
        if elsewhere is not None:
            elsewhere.offer(left)
        awaited: List[str] = []
        for place in left:
            if elsewhere is None or elsewhere.take(place):
                yield self._begin(place, found)
            else:
                awaited.append(place)
        for place in awaited:
            told = elsewhere.told(place) if elsewhere is not None else None
            if told is None:
                yield self._begin(place, found)
            else:
                self._reaches.append(told.reach)
                self._take(place, told)

    def library(self, reached: Reached, covered: Set[str], known: Known, found: Places) -> bool:
        self._begin("", found)
        if self._run is not None:
            marks = [self._marks[place] for place in self._tags if place in self._marks]
            self._library = joined(("library", *sorted(self._tags.items()), *marks))
            outcome = self._known(self._library)
            if outcome is not None:
                self._library = None
                self._left.extend(outcome.hits)
                return True
            for key in self._kept:
                kept = self._run.cache.get(key)
                if isinstance(kept, Reach):
                    self._reaches.append(kept)
                else:  # thrown out, or damaged: what nobody is known to call may be called
                    self._sound = False
        for reach in self._reaches:
            reached |= reach.functions
            covered |= reach.files
            for path, functions in reach.interesting:
                known.setdefault(path, set()).update(functions)
        return False

    # -- what is told of those that are followed here

    def reach(self, program: Program) -> Reach:
        return reach_of(program, self._words)

    def followed(self, program: Program, reach: Reach, hits: Hits) -> None:
        codes = codes_of(hits)
        if not program.entry:
            self._left.append(codes)
            self._sound = self._sound and not _crashed(codes)
        elif self._found is not None:
            files, folders = asked(self._workspace, self._found)
            self._take(self._place, Told(codes, reach, files, folders))

    def finish(self) -> None:
        """All programs were followed."""
        if self._library is not None and self._sound and self._found is not None:
            self._keep(self._library, *asked(self._workspace, self._found), Outcome(b"", tuple(self._left)))

    def hits(self) -> Iterator[Hits]:
        """What was found, in the order of the scripts; of what no script calls at last."""
        rules = self._catalog.rules
        for each in (*(self._hits[place] for place in self._tags if place in self._hits), self._left):
            for codes in each:
                yield {path: [(rules[code], hit) for code, hit in found] for path, found in codes}

    # -- parts

    def _key(self, place: str) -> bytes:
        return joined(("script", place, self._tags[place]))

    def _begin(self, place: str, found: Places) -> str:
        self._place, self._found = place, found
        forget_asked(self._workspace, found)
        return place

    def _take(self, place: str, told: Told) -> None:
        self._hits[place] = [told.codes]
        self._marks[place] = mark = told.reach.mark if self._run is not None else b""
        if _crashed(told.codes):
            self._sound = False
        elif self._run is not None:
            self._run.cache.put(joined(("reached", mark)), told.reach)
            self._keep(self._key(place), told.files | told.reach.files, told.folders, Outcome(mark, (told.codes,)))

    def _recall(self, place: str) -> bool:
        known = self._known(self._key(place)) if self._run is not None else None
        if known is None:
            return False
        self._hits[place] = known.hits
        self._marks[place] = known.mark
        self._kept.append(joined(("reached", known.mark)))
        return True

    def _known(self, key: bytes) -> Optional[Outcome]:
        """What is kept and still holds."""
        known = self._run.contents.recalled(key, Outcome) if self._run is not None else None
        if known is None:
            return None
        outcome, kept = known
        self.files.update(path for path, _ in kept.files)
        self.folders.update(folder for folder, _ in kept.folders)
        return outcome

    def _keep(self, key: bytes, files: FrozenSet[str], folders: FrozenSet[str], value: Outcome) -> None:
        if self._run is not None:
            self.files |= files
            self.folders |= folders
            self._run.contents.keep(key, files, folders, value)


def _crashed(codes: Codes) -> bool:
    return any(code == CRASHED for _, found in codes for code, _ in found)
