"""Makes fixes round by round until none is left, and takes back what does harm; reads and writes no file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import (
    Callable,
    Collection,
    Dict,
    FrozenSet,
    Iterator,
    List,
    Mapping,
    Optional,
    Protocol,
    Sequence,
    Set,
    Tuple,
)

from mslint.fixing.edits import Places, Stretch, apply, encoded, stretches, touch
from mslint.model import SAFE, Finding, Severity, Span
from mslint.source.text import Source
from mslint.syntax.parse import tree_of

MAX_ROUNDS = 30

Key = Tuple[str, str, str]  # path, code and message: what a finding is, wherever it has moved to
Trace = Tuple[str, str, str, str, str]  # a fix that was discarded, so that nobody tries it again


class Seen(Protocol):
    """What a check yields."""

    @property
    def findings(self) -> Tuple[Finding, ...]: ...


Check = Callable[[Mapping[str, Source]], Seen]


@dataclass(frozen=True)
class Discarded:
    """A fix that was not made; `reason` is the key of a sentence, `brought` the code that it would have brought."""

    finding: Finding
    reason: str
    brought: str = ""


@dataclass(frozen=True)
class Outcome:
    """What became of the files: those that are changed, what was fixed, what was not, and the last check."""

    changed: Mapping[str, Source]
    fixed: Tuple[Finding, ...]
    discarded: Tuple[Discarded, ...]
    seen: Seen
    rounds: int


@dataclass
class _Trouble:
    """Why a trial failed, and the files in which it shows."""

    reason: str
    brought: str = ""
    paths: Set[str] = field(default_factory=set)


def settle(
    read: Callable[[str], Optional[Source]],
    check: Check,
    seen: Seen,
    allowed: Collection[str],
    concerns: Callable[[Finding], bool] = lambda finding: True,
    python: Callable[[str], bool] = lambda path: True,
) -> Outcome:
    """Make every fix of an allowed safety that does no harm.

    `read` gives a file as it is, `seen` is what was found in it, `check` looks again at everything, with the files that
    are changed so far in their new form; what is no `python` by itself, such as a cell, only `check` can judge."""
    work = _Work(read, check, seen, frozenset(allowed), concerns, python)
    rounds = 0
    while rounds < MAX_ROUNDS and work.round():
        rounds += 1
    changed = {path: work.sources[path] for path in sorted(work.sources) if work.sources[path] != work.first[path]}
    discarded = (*work.discarded, *work.waiting())
    return Outcome(changed, tuple(work.fixed), discarded, work.seen, rounds)


class _Work:
    def __init__(
        self,
        read: Callable[[str], Optional[Source]],
        check: Check,
        seen: Seen,
        allowed: FrozenSet[str],
        concerns: Callable[[Finding], bool],
        python: Callable[[str], bool],
    ) -> None:
        self._read = read
        self._check = check
        self._allowed = allowed
        self._concerns = concerns
        self._python = python
        self.seen = seen
        self.first: Dict[str, Source] = {}
        self.sources: Dict[str, Source] = {}
        self.fixed: List[Finding] = []
        self.discarded: List[Discarded] = []
        self._tried: Set[Trace] = set()

    def round(self) -> bool:
        """Make as many fixes at once as can be; whether there was anything to try."""
        chosen = self._choose()
        if chosen:
            base = dict(self.sources)
            self._settle(chosen, [], base)
        return bool(chosen)

    def _choose(self) -> List[Finding]:
        """The fixes of this round, in order; those that overlap wait for the next one."""
        chosen: List[Finding] = []
        taken: Dict[str, List[Stretch]] = {}
        places: Dict[str, Places] = {}
        gravest = self._gravest()
        for finding in self.seen.findings:
            fix = finding.fix
            if fix is None or fix.safety not in self._allowed or not self._concerns(finding):
                continue
            source = self._source(finding.path)
            if source is None or self._trace(finding) in self._tried:
                continue
            if finding.path not in places:
                places[finding.path] = Places(source.text)
            at = stretches(places[finding.path], fix.edits)
            if not at or touch(at, taken.get(finding.path, [])):
                continue
            # Where something graver is said of the same place, nobody knows what is meant before that is mended.
            if fix.safety != SAFE and gravest[finding.path, finding.span].severity > finding.severity:
                continue
            taken.setdefault(finding.path, []).extend(at)
            chosen.append(finding)
        return chosen

    def waiting(self) -> Iterator[Discarded]:
        """The fixes that were left out because something graver is still said of the same place."""
        gravest = self._gravest()
        for finding in self.seen.findings:
            fix, graver = finding.fix, gravest[finding.path, finding.span]
            if fix is None or fix.safety == SAFE or fix.safety not in self._allowed or not self._concerns(finding):
                continue
            if graver.severity > finding.severity and self._trace(finding) not in self._tried:
                yield Discarded(finding, "fix-waits", graver.code)

    def _gravest(self) -> Dict[Tuple[str, Span], Finding]:
        """By place, what is graver than all else that is said of it, or as grave."""
        found: Dict[Tuple[str, Span], Finding] = {}
        for finding in self.seen.findings:
            known = found.setdefault((finding.path, finding.span), finding)
            if finding.severity > known.severity:
                found[finding.path, finding.span] = finding
        return found

    def _source(self, path: str) -> Optional[Source]:
        """The file as it is now; None where it cannot be written back byte for byte."""
        if path not in self.sources:
            source = self._read(path)
            if source is None or encoded(source) is None:
                return None
            self.first[path] = self.sources[path] = source
        return self.sources[path]

    def _settle(self, group: List[Finding], made: List[Finding], base: Mapping[str, Source]) -> None:
        """Make the fixes of a group on top of those that are made, or find out which of them do harm."""
        trial = self._with(base, made + group)
        trouble = self._unparsable(trial, group)
        seen: Optional[Seen] = None
        if trouble is None:
            seen = self._check({path: each for path, each in trial.items() if each != self.first[path]})
            trouble = _trouble(self.seen, seen, group)
        if trouble is None and seen is not None:
            self.sources.update(trial)
            self.seen = seen
            self.fixed += group
            made += group
            return
        assert trouble is not None
        if len(group) == 1:
            self._tried.add(self._trace(group[0], base))
            self.discarded.append(Discarded(group[0], trouble.reason, trouble.brought))
            return
        suspects = [each for each in group if each.path in trouble.paths]
        others = [each for each in group if each.path not in trouble.paths]
        if not suspects or not others:
            middle = len(group) // 2
            others, suspects = group[:middle], group[middle:]
        self._settle(others, made, base)
        self._settle(suspects, made, base)

    def _with(self, base: Mapping[str, Source], findings: Sequence[Finding]) -> Dict[str, Source]:
        trial = dict(base)
        for path in {each.path for each in findings}:
            edits = [edit for each in findings if each.path == path and each.fix for edit in each.fix.edits]
            trial[path] = apply(base[path], edits) if path in base else apply(self.first[path], edits)
        return trial

    def _unparsable(self, trial: Mapping[str, Source], group: Sequence[Finding]) -> Optional[_Trouble]:
        """A cheap look before everything is checked again."""
        paths = {path for path in {each.path for each in group} if self._python(path) and not _parses(trial[path])}
        return _Trouble("fix-unparsable", paths=paths) if paths else None

    def _trace(self, finding: Finding, base: Optional[Mapping[str, Source]] = None) -> Trace:
        source = (base or self.sources)[finding.path]
        line = source.lines[finding.span.line - 1] if finding.span.line <= len(source.lines) else ""
        return finding.path, finding.code, finding.message, finding.fix.title if finding.fix else "", line


def _parses(source: Source) -> bool:
    return encoded(source) is not None and tree_of(source.text) is not None


def _trouble(before: Seen, after: Seen, group: Sequence[Finding]) -> Optional[_Trouble]:
    """What speaks against a group of fixes: a finding that is new, and no less grave, or one of its own that stays."""
    least = min(each.severity for each in group)
    had, have = _counted(before, Severity.INFO), _counted(after, least)
    new = {key for key, count in have.items() if count > had[key]}
    if new:
        first = min(new)
        return _Trouble("fix-brings", first[1], {path for path, _, _ in new})
    left = _counted(after, Severity.INFO)
    own = Counter(_key(each) for each in group)
    stays = {key for key, count in own.items() if left[key] > had[key] - count}
    if stays:
        return _Trouble("fix-cures-nothing", paths={path for path, _, _ in stays})
    hidden = [
        other
        for other in before.findings
        for each in group
        if each.fix is not None
        and each.fix.safety == SAFE
        and (other.path, other.span) == (each.path, each.span)
        and other.severity > each.severity
        and left[_key(other)] < had[_key(other)] - own[_key(other)]
    ]
    # Who writes down what a call does has not said that it is meant.
    return _Trouble("fix-hides", hidden[0].code, {each.path for each in hidden}) if hidden else None


def _counted(seen: Seen, least: Severity) -> Counter[Key]:
    """How often each finding is there; one that stands for several places counts as many."""
    found: Counter[Key] = Counter()
    for each in seen.findings:
        if each.severity >= least:
            found[_key(each)] += 1 + len(each.related)
    return found


def _key(finding: Finding) -> Key:
    return finding.path, finding.code, finding.message
