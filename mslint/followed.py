"""Programs that an earlier run followed: what was found in them, as long as their files are as they were."""

from __future__ import annotations

from typing import Callable, FrozenSet, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

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
Codes = Tuple[Tuple[str, Tuple[Tuple[str, Hit], ...]], ...]  # the same, fit to be kept


class Outcome(NamedTuple):
    """What was found in a program, or in several; `mark` is a name for what it reaches and covers."""

    mark: bytes
    hits: Tuple[Codes, ...]


class Reach(NamedTuple):
    """What the library wants to know of a program."""

    functions: FrozenSet[Tuple[str, Where]]
    files: FrozenSet[str]
    interesting: Tuple[Tuple[str, Tuple[Where, ...]], ...]  # the functions that use interesting words, by files


class Followed:
    """The memory of one round of programs, which share their target version and their rules.

    `tags` name what else the outcome for a script depends on; `met` takes what is found. What was asked of the disk
    since the last `_begin` is what the next outcome is made of."""

    def __init__(
        self,
        run: Run,
        workspace: Workspace,
        catalog: Catalog,
        tags: Mapping[str, bytes],
        words: FrozenSet[str],
        met: Callable[[Hits], None],
    ) -> None:
        self._run = run
        self._workspace = workspace
        self._catalog = catalog
        self._tags = tags
        self._words = words
        self._met = met
        self._place = ""
        self._found: Optional[Places] = None
        self._marks: List[bytes] = []
        self._reached: List[bytes] = []  # where that of programs that were not followed is kept
        self._library: Optional[bytes] = None
        self._left: List[Codes] = []
        self._sound = True
        self.files: Set[str] = set()
        self.folders: Set[str] = set()

    # -- what `programs` asks

    def script(self, place: str, found: Places) -> bool:
        self._place = place
        self._begin(found)
        known = self._known(self._key(place))
        if known is None:
            return False
        self._marks.append(known.mark)
        self._reached.append(joined(("reached", known.mark)))
        return True

    def library(self, reached: Reached, covered: Set[str], known: Known, found: Places) -> bool:
        self._begin(found)
        self._library = joined(("library", *sorted(self._tags.items()), *self._marks))
        if self._known(self._library) is not None:
            self._library = None
            return True
        for key in self._reached:
            reach = self._run.cache.get(key)
            if not isinstance(reach, Reach):  # thrown out, or damaged: what nobody is known to call may be called
                self._sound = False
                continue
            reached |= reach.functions
            covered |= reach.files
            for path, functions in reach.interesting:
                known.setdefault(path, set()).update(functions)
        return False

    # -- what is told of those that were followed

    def reach(self, program: Program) -> Reach:
        """What is wanted of a program before rules ask it anything: their questions may lead further."""
        functions = program.functions(self._words)
        interesting = tuple((path, tuple(sorted(functions[path]))) for path in sorted(functions))
        return Reach(frozenset(program.reached), program.files, interesting)

    def followed(self, program: Program, reach: Reach, hits: Hits) -> None:
        codes: Codes = tuple((path, tuple((rule.code, hit) for rule, hit in each)) for path, each in hits.items())
        sound = not any(rule.code == CRASHED for each in hits.values() for rule, _ in each)
        self._sound = self._sound and sound
        if not program.entry:
            self._left.append(codes)
            return
        mark = joined((*sorted(map(repr, reach.functions)), *sorted(reach.files), reach.interesting))
        self._marks.append(mark)
        if sound:
            self._run.cache.put(joined(("reached", mark)), reach)
            self._keep(self._key(self._place), reach.files, Outcome(mark, (codes,)))

    def finish(self) -> None:
        """All programs were followed."""
        if self._library is not None and self._sound:
            self._keep(self._library, frozenset(), Outcome(b"", tuple(self._left)))

    # -- parts

    def _key(self, place: str) -> bytes:
        return joined(("script", place, self._tags[place]))

    def _begin(self, found: Places) -> None:
        self._found = found
        found.asked.clear()
        self._workspace.files.clear()
        self._workspace.folders.clear()

    def _known(self, key: bytes) -> Optional[Outcome]:
        """What is kept and still holds, once it is told."""
        known = self._run.contents.recalled(key, Outcome)
        if known is None:
            return None
        outcome, kept = known
        self.files.update(path for path, _ in kept.files)
        self.folders.update(folder for folder, _ in kept.folders)
        rules = self._catalog.rules
        for codes in outcome.hits:
            self._met({path: [(rules[code], hit) for code, hit in each] for path, each in codes})
        return outcome

    def _keep(self, key: bytes, files: FrozenSet[str], value: Outcome) -> None:
        folders = self._workspace.folders | (self._found.folders if self._found is not None else set())
        depends = self._workspace.files.union(files)
        self.files |= depends
        self.folders |= folders
        self._run.contents.keep(key, depends, folders, value)
