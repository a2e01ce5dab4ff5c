"""Runs the engine over many files and gathers what it found; knows no rule and prints nothing."""

from __future__ import annotations

import contextlib
import enum
import functools
import gc
import os
import time
import traceback
from typing import Callable, Dict, FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple, Union

from mslint.again import Parts, gist_key
from mslint.api.versions import Version, format_version
from mslint.cache import Note, digest, joined
from mslint.concluding import NOTHING, Checked, Codes, Found, Gist, conclude, unreadable
from mslint.config import Settings
from mslint.engine import Again, Observer, bystander, check_program, missed
from mslint.errors import UserError
from mslint.followed import Followed, Notes, reach_of
from mslint.inputs import STDIN, Input, of_interest, place_of, top_of
from mslint.jobs import BringJob, Brought, FileJob, Others, PartJob, Report, bring, work_of_this_run
from mslint.looking import collector_paused, look_at, text_of, unexamined
from mslint.model import Analysis, FileResult, Finding, Hidden, NamesElsewhere, RunError, hidden_in
from mslint.pool import Job, Lost, Pool, pool_of, processes
from mslint.program.imports import Places
from mslint.program.mentions import words_for
from mslint.program.program import programs
from mslint.program.run import MAX_MODULES
from mslint.project import Project
from mslint.recall import Run
from mslint.report import RunResult
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import Catalog
from mslint.seen import SeenCalls, wanted
from mslint.source.cells import Cells
from mslint.source.reading import is_notebook
from mslint.source.text import Unreadable, decode
from mslint.words import say
from mslint.workspace import Workspace

Step = Callable[[int, int], None]
FIRST = 24  # files, with which other processes begin
OUTPUT = 20  # so many times as large as its code a notebook is


class _New(enum.Enum):
    """That nothing is remembered."""

    NEW = "new"


NEW = _New.NEW


def run(
    files: Sequence[Input],
    project: Project,
    settings: Settings,
    errors: Sequence[RunError] = (),
    step: Optional[Step] = None,
    cases: bool = False,
    observer: Optional[Observer] = None,
    memory: Optional[Run] = None,
    jobs: Optional[int] = 1,
    noqa: bool = True,
    last: bool = True,
) -> RunResult:
    """Check all files, each by its own settings; `settings` are those of the run, `step` hears of the progress.

    With `cases`, findings carry what a device has to know of them; an observer sees what is checked; a memory spares
    what an earlier run has done; `jobs` is how many processes there may be, None as many as are worth their while. With
    `noqa` off, somebody else (flake8) sees to noqa comments; a run is not the `last` one where others follow in this
    process."""
    started = time.perf_counter()
    if last and gc.get_freeze_count():  # what an earlier run of this process left behind
        gc.unfreeze()
        gc.collect()
    # A mistake in the settings is told even where there is nothing to check.
    catalog_of(settings, memory.cache if memory is not None else None)
    instead = {place_of(file.path): file.data for file in files if file.data is not None and file.path != STDIN}
    work = _Work(project, settings.lang, cases, observer, Workspace(instead), memory, noqa)
    alone = cases or observer is not None or bool(instead)
    with collector_paused():
        fresh = work.recall(files)
        wanted = 1 if alone else jobs
        work.check(fresh, processes(wanted, [_size(file) for _, file in fresh]), step, wanted)
        if last:
            gc.freeze()  # mostly a run is the last thing that a process does, and what is left over goes with it
    shown: List[Finding] = []
    suppressed: List[Finding] = []
    hidden: Dict[str, Hidden] = {}
    parts = Parts({}, work.brought, work.notebooks, work.wanted)
    for file, result in work.results():
        if not file.asked:
            continue
        result, seen, unseen = parts.told(result, project.settings_for(file.path).level)
        shown.extend(seen)
        if any(unseen):
            hidden[file.shown] = unseen
        suppressed.extend(result.suppressed)
        work.crashed = work.crashed or result.crashed
    work.let_go()
    outcome = RunResult(
        findings=tuple(sorted(shown, key=lambda finding: finding.sort_key)),
        target_version=format_version(settings.target_version),
        target_source=settings.target_source,
        hidden=hidden_in(hidden.values()),
        suppressed=tuple(sorted(suppressed, key=lambda finding: finding.sort_key)),
        errors=(*errors, *work.problems),
        files=work.checked,
        seconds=time.perf_counter() - started,
        crashed=work.crashed,
        analysis=work.analysis(),
    )
    if memory is not None and not work.problems:
        parts = parts._replace(met={path: tuple(each) for path, each in work.codes.items()})
        memory.keep(outcome, hidden, parts, work.files, work.folders)
    return outcome


class _Work:
    """Checks files one by one, and then the programs that they are part of."""

    def __init__(
        self,
        project: Project,
        lang: str,
        cases: bool = False,
        observer: Optional[Observer] = None,
        workspace: Optional[Workspace] = None,
        memory: Optional[Run] = None,
        noqa: bool = True,
    ) -> None:
        self._project = project
        self._noqa = noqa
        self._cases = cases
        self._observer = observer
        self._lang = lang
        self._memory = memory
        self.files: Set[str] = set()  # what programs are made of
        self.folders: Set[str] = set()
        self._workspace = workspace or Workspace()
        self._numbered: Dict[int, Tuple[Input, Union[FileResult, Checked]]] = {}  # by their place in the run
        self._files: List[Tuple[Input, Union[FileResult, Checked]]] = []
        self._total = 0
        # What there is to be said of files if no program has to do with them, by the paths of findings.
        self._said: Dict[str, FileResult] = {}
        self._met: Dict[str, List[Found]] = {}  # what programs showed, likewise
        self.codes: Dict[str, List[Codes]] = {}  # the same, fit to be kept
        self.brought: Dict[str, NamesElsewhere] = {}  # what other files do with names that matter, likewise
        self._seen: Dict[str, SeenCalls] = {}  # what programs show of their calls, likewise
        self.wanted: Dict[str, SeenCalls] = {}  # of that, what rules wanted to know
        self._others: Dict[str, Input] = {}  # files that say nothing of MindSpore
        self.notebooks: Dict[str, Cells] = {}  # how their virtual modules are made up, by the path of findings
        self._notes: List[Notes] = []  # of the programs that were followed
        self._modules: Set[str] = set()  # the files that they are made of
        self._partial: Set[str] = set()  # what more files import than are looked at
        self.problems: List[RunError] = []
        self.checked = 0
        self.crashed = False

    def recall(self, files: Sequence[Input]) -> List[Tuple[int, Input]]:
        """Take over what is remembered; the other files, with their numbers, are left to be checked."""
        fresh: List[Tuple[int, Input]] = []
        for number, file in enumerate(files):
            known = self._recalled(file) if self._memory is not None and file.path != STDIN else NEW
            if known is NEW:
                fresh.append((number, file))
            else:
                self._take(number, file, known)
        self._total = len(files)
        self._partial = {file.shown for file in files if file.partial}
        return fresh

    def check(
        self, fresh: Sequence[Tuple[int, Input]], count: int, step: Optional[Step], wanted: Optional[int]
    ) -> None:
        """Check files, and then the programs that all are part of, with so many processes as are wanted for each."""
        pool = pool_of(count, work_of_this_run()) if count > 1 else None
        if pool is not None:
            self._share(fresh, pool, step)
            return
        for number, file in fresh:
            if step is not None:
                step(number + 1, self._total)
            with self._at_most(file):
                self._take(number, file, self._checked(file))
        self._in_order()
        # What was looked at here need not be read again to be followed.
        self.follow(wanted=wanted if 2 * len(fresh) < self._total else 1)
        self._look_again()
        self._bring(self._unbrought())

    @contextlib.contextmanager
    def _at_most(self, file: Input) -> Iterator[None]:
        """What goes wrong here costs one file, not the run."""
        try:
            yield
        except OSError as error:
            if not file.asked:
                return
            reason = say(self._lang, "cannot-read", detail=error.strerror or str(error))
            self.problems.append(RunError(file.shown, reason, "file", file.named))
        except UserError:
            raise
        except Exception as error:
            self._failed(error, file)

    def _take(self, number: int, file: Input, found: Union[Checked, FileResult, None]) -> None:
        self.checked += file.asked
        if found is None:
            self._others[file.shown] = file
            return
        self._numbered[number] = file, found
        if isinstance(found, FileResult):
            self._workspace.put(place_of(file.path), None)
            return
        if found.cells is not None:
            self.notebooks[file.shown] = found.cells
        if found.summary is not None:  # else nobody asked for it so far
            self._workspace.put(place_of(file.path), found.summary, found.size)

    def _in_order(self) -> None:
        self._files = [self._numbered[number] for number in sorted(self._numbered)]

    def _share(self, fresh: Sequence[Tuple[int, Input]], pool: Pool, step: Optional[Step]) -> None:
        """Have files checked, and programs followed, by other processes."""
        try:
            awaited: List[Tuple[int, Input]] = []
            for some in (fresh[:FIRST], fresh[FIRST:]):  # there is something to do before all are read
                concerned = [(number, file) for number, file in some if self._concerned(number, file)]
                pool.add([self._file_job(number, file) for number, file in concerned])
                awaited += concerned
            for number, file in awaited:
                self._take(number, file, unexamined(file, self._project.settings_for(file.path)))
            for done, (number, file) in enumerate(awaited, self._total - len(awaited) + 1):
                if step is not None:
                    step(done, self._total)
                self._arrived(number, file, pool.outcome(number))
            self._in_order()
            unbrought = self._unbrought()
            pool.add([Job(key, job, 1, job.place, number) for key, number, _, job in unbrought])
            self.follow(pool)
            changed = self._look_again()
            left = [each for each in unbrought if each[2] not in changed]
            self._bring([*left, *self._unbrought(changed)], pool)
        finally:
            pool.close()

    def _file_job(self, number: int, file: Input) -> Job:
        # What a notebook put out is most of it.
        weight = _size(file) // (OUTPUT if is_notebook(file.path) else 1)
        work = FileJob(file, self._project.settings_for(file.path))
        return Job(number, work, weight + 1, place_of(file.path))

    def _concerned(self, number: int, file: Input) -> bool:
        """Whether a file is to be checked by another process; else it is dealt with."""
        with self._at_most(file):
            status = os.stat(file.path)
            data = file.read()
            if self._memory is not None:
                code = b"" if of_interest(file.path, data) else None  # a worker says what it is
                self._memory.contents.note(place_of(file.path), data, status, code=code)
            if file.named or of_interest(file.path, data):
                return True
            self._take(number, file, None)
        return False

    def _arrived(self, number: int, file: Input, report: object) -> None:
        """Take what another process says of a file."""
        there = self._numbered[number][1]
        assert isinstance(there, Checked)
        self.checked -= file.asked  # it counts once it is there
        said = report.found if isinstance(report, Report) else None
        if isinstance(said, Gist) and isinstance(report, Report):
            if report.said is not None:
                self._said[file.shown] = report.said
            there.take(said)
            self._know(file, said)
            self._take(number, file, there)
        elif isinstance(said, FileResult):
            self._take(number, file, said)
        elif isinstance(report, Lost):
            # It may be read the next time: nothing that this file may be a part of is kept.
            if self._memory is not None:
                self._memory.contents.lossy = True
            error = Unreadable(1, 1, "worker-lost", status=report.status)
            self._take(number, file, unreadable(file.shown, error, there.settings, there.catalog))
        else:  # it could not be told what happened there: look here
            del self._numbered[number]
            with self._at_most(file):
                self._take(number, file, self._checked(file))
        if isinstance(report, Report):
            self._remember(file, report.found, report.digest, report.code)

    def _know(self, file: Input, gist: Gist) -> None:
        """What programs must know of a file that was not read here."""
        if gist.summarized:
            self._workspace.unread(place_of(file.path), file.shown, gist.words, gist.entry)

    def _remember(self, file: Input, said: Union[Gist, FileResult], content: bytes, code: bytes = b"") -> None:
        """Keep what was said of a file, if it is what the file held when it was last looked at."""
        if self._memory is None:
            return
        contents, place = self._memory.contents, place_of(file.path)
        note = contents.noted(place)
        if not contents.read(place, content) or note is None:
            return
        if code:
            contents.note_code(place, code)
        settings = self._project.settings_for(file.path)
        if isinstance(said, FileResult):
            key = _key_unread(note, file, settings)
        else:
            key = gist_key(note.digest, file, settings, catalog_of(settings))
        self._memory.cache.put(key, said)

    def _recalled(self, file: Input) -> Union[Checked, FileResult, None, _New]:
        """What is remembered of a file."""
        assert self._memory is not None
        note = self._memory.contents.noted(place_of(file.path))
        if note is None:
            return NEW
        if not file.named and not note.marked:
            return None
        settings = self._project.settings_for(file.path)
        checked = unexamined(file, settings)
        gist = self._memory.cache.get(gist_key(note.digest, file, settings, checked.catalog))
        if isinstance(gist, Gist):
            checked.take(gist)
            self._know(file, gist)
            return checked
        unread = self._memory.cache.get(_key_unread(note, file, settings))
        return unread if isinstance(unread, FileResult) else NEW

    def _checked(self, file: Input) -> Union[Checked, FileResult, None]:
        """What is found in a file."""
        status = os.stat(file.path) if self._memory is not None and file.data is None else None
        data = file.read()
        found = look_at(file, data, self._project.settings_for, self._cases, self._observer)
        if self._memory is not None:
            contents, place = self._memory.contents, place_of(file.path)
            note = (
                contents.note(place, data, status, found is not None) if status is not None else contents.noted(place)
            )
            if note is not None and found is not None and not found.crashed:
                self._remember(file, found.gist() if isinstance(found, Checked) else found, note.digest)
        if isinstance(found, Checked) and file.data is None:
            if not found.asked:  # else programs may show more
                self._said[file.shown] = conclude(found, noqa=self._noqa)
            found.let_go(lambda: text_of(file))
        return found

    def follow(self, pool: Optional[Pool] = None, wanted: Optional[int] = 1) -> None:
        """Follow the programs; those of one target version and one set of rules together.

        Without a pool there may be as many other processes as are wanted."""
        groups: Dict[Tuple[Version, Catalog], List[Tuple[Input, Checked]]] = {}
        for file, found in self._files:
            if isinstance(found, Checked):
                groups.setdefault((found.settings.target_version, found.catalog), []).append((file, found))
        for (version, catalog), members in groups.items():
            dispatches = {id(found.dispatch): found.dispatch for _, found in members}.values()
            words = frozenset().union(*(each.interests for each in dispatches))
            defined = frozenset().union(*(each.defined for each in dispatches))
            by_path = {file.shown: found for file, found in members}
            places = {place_of(file.path): self._project.root_of(file.path) for file, _ in members}
            questions = joined((os.getcwd(), *sorted(words), "", *sorted(defined)))
            asked = {place_of(file.path): found.asked for file, found in members}
            # A script's outcome depends on the folder above which nothing is looked for, on where paths are shown from
            # and what is asked, and on the settings.
            tags = {
                place: joined((root, questions, _spelled(found.settings))) if self._memory is not None else b""
                for (place, root), (_, found) in zip(places.items(), members)
            }
            others = Others(pool, self._part_jobs(members, words), wanted)
            followed = Followed(self._memory, self._workspace, tags, others)
            try:
                for program in programs(
                    self._workspace, places, catalog.tables, version, words, MAX_MODULES, defined, followed, asked
                ):
                    if self._observer is not None:
                        self._observer.program(program)
                    reach = reach_of(program, words)
                    followed.followed(program, reach, check_program(program, by_path[program.path], self._cases))
                self._notes += followed.notes
                self._modules |= followed.modules
                self.files |= followed.files
                self.folders |= followed.folders
            except UserError:
                raise
            except Exception as error:
                self._failed(error, members[0][0])
            finally:
                others.close()
            self._seen.update((path, calls) for path, calls in followed.seen().items() if path in by_path)
            for codes in followed.met():
                found_there = [(catalog.rules[code], hit) for code, hit in codes.found]
                self._met.setdefault(codes.path, []).extend(found_there)
                self.codes.setdefault(codes.path, []).append(codes)

    def _look_again(self) -> Set[str]:
        """Look once more at the files of which programs show what rules wanted to know; say which these are."""
        for number, (file, found) in self._numbered.items():
            calls = wanted(self._seen.get(file.shown, ()), found.asked) if isinstance(found, Checked) else ()
            if calls and isinstance(found, Checked):
                with self._at_most(file):
                    again = self._seen_again(file, found, calls)
                    if again is not None:
                        self.wanted[file.shown] = calls
                        self._numbered[number] = file, again
        self._in_order()
        return set(self.wanted)

    def _seen_again(self, file: Input, found: Checked, calls: SeenCalls) -> Optional[Checked]:
        """What is found in a file with what programs show of its calls; None where it is no longer what it was."""
        note = self._memory.contents.noted(place_of(file.path)) if self._memory is not None else None
        key = gist_key(note.digest, file, found.settings, found.catalog, calls) if note is not None else b""
        gist = self._memory.cache.get(key) if self._memory is not None and key else None
        if isinstance(gist, Gist):
            again = unexamined(file, found.settings)
            again.take(gist)
            self._said.pop(file.shown, None)
            return again
        data = file.read()
        looks_on = self._observer is not None
        made = look_at(file, data, self._project.settings_for, self._cases, None, looks_on, Again(found, calls))
        if not isinstance(made, Checked):
            return None
        if self._memory is not None and key and note is not None and note.digest == digest(data) and not made.crashed:
            self._memory.cache.put(key, made.gist())
        if file.data is None:
            self._said[file.shown] = conclude(made, noqa=self._noqa)
            made.let_go(lambda: text_of(file))
        return made

    def _part_jobs(
        self, members: Sequence[Tuple[Input, Checked]], words: FrozenSet[str]
    ) -> Dict[str, Tuple[int, PartJob]]:
        numbers = {file.path: number for number, (file, _) in self._numbered.items()}
        jobs: Dict[str, Tuple[int, PartJob]] = {}
        for file, found in members:
            job = PartJob(file, None, found.settings, self._project.root_of(file.path), words)
            jobs[place_of(file.path)] = numbers[file.path], job
        return jobs

    def _unbrought(self, paths: Optional[Set[str]] = None) -> List[Tuple[bytes, int, str, BringJob]]:
        """Of what files (of these) it matters what others do with some names, and is not known; with a key."""
        left: List[Tuple[bytes, int, str, BringJob]] = []
        every = {number: missed(found) for number, (_, found) in self._numbered.items() if isinstance(found, Checked)}
        among = frozenset().union(*(words_for(names) for names in every.values()))
        for number, (file, found) in sorted(self._numbered.items()):
            if paths is not None and file.shown not in paths:
                continue
            names = every.get(number, NOTHING)
            if any(names):
                top = top_of(file.path)
                job = BringJob(place_of(file.path), self._project.root_of(file.path), top, names, among)
                key = joined(("brought", job.place, job.root, job.top, *_names(names)))
                known = self._memory.contents.recalled(key, NamesElsewhere) if self._memory is not None else None
                if known is None:
                    left.append((key, number, found.path, job))
                else:
                    self.brought[found.path], kept = known
                    files, folders = kept.made_of
                    self.files |= files
                    self.folders |= folders
        return left

    def _bring(self, left: Sequence[Tuple[bytes, int, str, BringJob]], pool: Optional[Pool] = None) -> None:
        """See what modules set there, and let go of all code."""
        places = Places(self._workspace)
        for key, _, path, job in left:
            told = pool.outcome(key) if pool is not None else None
            made = told if isinstance(told, Brought) else bring(job, self._workspace, places)
            self.brought[path] = made.names
            self.files |= made.files
            self.folders |= made.folders
            if self._memory is not None:
                self._memory.contents.keep(key, made.files, made.folders, made.names, code=True)
        # The code goes while the collector rests: it would only walk them all and find them in use.
        self._workspace = Workspace()
        for _, found in self._files:
            if isinstance(found, Checked):
                found.summary = None

    def results(self) -> Iterator[Tuple[Input, FileResult]]:
        for file, found in self._files:
            result: Optional[FileResult] = None
            with self._at_most(file):  # its text may be read again, and be gone or another by now
                try:
                    result = found if isinstance(found, FileResult) else self._concluded(file, found)
                except Unreadable as error:
                    assert isinstance(found, Checked)
                    result = unreadable(file.shown, error, found.settings, found.catalog)
            if result is not None:
                yield file, result
        for path in [path for path in self._others if path in self._met]:
            file = self._others[path]
            settings = self._project.settings_for(file.path)
            with contextlib.suppress(OSError, Unreadable):
                source = decode(path, file.read())
                yield file, conclude(bystander(source, settings, catalog_of(settings)), self._met[path])

    def _concluded(self, file: Input, found: Checked) -> FileResult:
        """What there is to be said of a file in the end; what an earlier run has said, if it rests on the same."""
        met, there = self._met.get(found.path, ()), self.brought.get(found.path, NOTHING)
        place = place_of(file.path)
        note = self._memory.contents.noted(place) if self._memory is not None and file.data is None else None
        if self._memory is None or note is None or (found.quiet and not found.found and not met):
            return self._conclude(found, met, there)
        seen = self.wanted.get(found.path, ())
        own = gist_key(note.digest, file, found.settings, found.catalog, seen)
        marks = [codes.mark for codes in self.codes.get(found.path, ())]
        key = joined((own, found.path, self._noqa, _spelled(found.settings), *marks, *_names(there)))
        known = self._memory.contents.recalled(key, FileResult)
        if known is not None:
            return known[0]
        result = self._conclude(found, met, there)
        if not result.crashed:
            self._memory.contents.keep(key, (place,), (), result)
        return result

    def _conclude(self, found: Checked, met: Sequence[Found], there: NamesElsewhere) -> FileResult:
        said = self._said.get(found.path) if not (met or any(there)) else None
        return said if said is not None else conclude(found, met, self._noqa, there)

    def analysis(self) -> Analysis:
        """What the programs were made of, and what was left out."""
        return Analysis(
            len(self._modules),
            tuple(sorted(frozenset().union(*(notes.unread for notes in self._notes)))),
            tuple(sorted({*(notes.path for notes in self._notes if notes.bounded), *self._partial})),
            tuple(sorted(frozenset().union(*(notes.unresolved for notes in self._notes)))),
        )

    def let_go(self) -> None:
        """Let go of what was found, once it has been said: there may be many files."""
        self._numbered, self._files, self._others, self._met, self._said = {}, [], {}, {}, {}

    def _failed(self, error: Exception, file: Input) -> None:
        self.problems.append(RunError(file.shown, _own_failure(error, self._lang), "failure", file.named))
        self.crashed = True


def _key_unread(note: Note, file: Input, settings: Settings) -> bytes:
    """A name for all that it depends on what is said of a file that cannot be read."""
    return joined(("unread", note.digest, file.shown, _spelled(settings)))


def _names(names: NamesElsewhere) -> Iterator[str]:
    for each in names:
        yield ""
        yield from sorted(each)


@functools.lru_cache(maxsize=64)
def _spelled(settings: Settings) -> str:
    return repr(settings)


def _size(file: Input) -> int:
    try:
        return os.path.getsize(file.path)
    except OSError:
        return 0


def _own_failure(error: Exception, lang: str) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(last.filename)}:{last.lineno}"
    return say(lang, "own-failure", kind=type(error).__name__, where=where, detail=error)
