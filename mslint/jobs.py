"""What other processes are asked to do, and what they say of it; each holds only the code that it has read itself."""

from __future__ import annotations

import functools
from typing import Any, Callable, Dict, FrozenSet, NamedTuple, Optional, Sequence, Tuple, Union

from mslint.cache import digest
from mslint.concluding import Checked, Gist, conclude
from mslint.config import Settings
from mslint.engine import brought, check_program
from mslint.followed import Outcome, Part, Told, asked, forget_asked, outcome_of, reach_of
from mslint.inputs import Input, place_of
from mslint.looking import look_at, unexamined
from mslint.model import FileResult, NamesElsewhere
from mslint.pool import Job, Pool, helpers, pool_of
from mslint.program.imports import Places
from mslint.program.program import Left, follow, remainder
from mslint.program.run import MAX_MODULES
from mslint.recall import code_digest
from mslint.source.disk import named_folders, take_as_named
from mslint.workspace import Workspace


class FileJob(NamedTuple):
    """A file to be looked at."""

    file: Input
    settings: Settings


class Report(NamedTuple):
    """What is said of a file that held this."""

    digest: bytes
    code: bytes  # a name for its code
    found: Union[Gist, FileResult]
    said: Optional[FileResult]  # what there is to be said of it, if no program and no other module has to do with it


class PartJob(NamedTuple):
    """A script whose program is to be followed, or a file of which scripts leave something over: above `root` nothing
    is looked for."""

    file: Input
    left: Optional[Left]
    settings: Settings
    root: str
    words: FrozenSet[str]  # the interesting ones


class BringJob(NamedTuple):
    """A file of which is asked what others do with some names."""

    place: str
    root: str  # above which no module is looked for
    top: str  # of the project
    wanted: NamesElsewhere
    among: FrozenSet[str]  # the names that any file of the run wants


class Brought(NamedTuple):
    """Those of the names, and what was read to know it."""

    names: NamesElsewhere
    files: FrozenSet[str]
    folders: FrozenSet[str]


def work_of_this_run() -> Callable[[Any], object]:
    """What other processes are to do with a job, with what they have to know of this one."""
    return functools.partial(do_for, named_folders())


def do_for(named: FrozenSet[str], job: Union[FileJob, PartJob, BringJob]) -> object:
    take_as_named(named)
    return do(job)


def do(job: Union[FileJob, PartJob, BringJob]) -> Union[Report, Told, Brought, None]:
    try:
        if isinstance(job, FileJob):
            return _looked_at(job)
        return _followed(job) if isinstance(job, PartJob) else _brings(job)
    except Exception:  # who asked for it does it again, and says what is to be said
        return None


def _looked_at(job: FileJob) -> Optional[Report]:
    data, place = job.file.read(), place_of(job.file.path)
    found = look_at(job.file, data, lambda _: job.settings, False, None)
    if found is None or found.crashed:
        return None
    if isinstance(found, Checked) and found.summary is not None:  # for the programs that are followed here
        _own_code()[0].put(place, found.summary, found.size)
    if isinstance(found, FileResult):
        return Report(digest(data), code_digest(place, data), found, None)
    return Report(digest(data), code_digest(place, data), found.gist(), conclude(found))


def _followed(job: PartJob) -> Optional[Told]:
    workspace, places = _own_code()
    words = _same(job.words)
    forget_asked(workspace, places)
    entry = unexamined(job.file, job.settings)
    version, tables = job.settings.target_version, entry.catalog.tables
    if job.left is None:
        program = follow(workspace, place_of(job.file.path), job.root, tables, version, MAX_MODULES, places)
    else:
        program = remainder(workspace, job.left, job.root, tables, version, words, MAX_MODULES, places)
    if program is None:
        return None if job.left is None else Told(Outcome((), None), *asked(workspace, places))
    reach = reach_of(program, words)
    outcome = outcome_of(program, reach, check_program(program, entry))
    told = Told(outcome, *asked(workspace, places))
    program.release()
    workspace.rest()
    return told


def _brings(job: BringJob) -> Brought:
    workspace, places = _own_code()
    return bring(job, workspace, places)


def bring(job: BringJob, workspace: Workspace, places: Places) -> Brought:
    forget_asked(workspace, places)
    workspace.ask_for(_same(job.among))
    made = Brought(brought(job.wanted, places, job.place, job.root, job.top), *asked(workspace, places))
    workspace.rest()
    return made


@functools.lru_cache(maxsize=16)
def _same(words: FrozenSet[str]) -> FrozenSet[str]:
    """The object itself that the same words came in first: functions remember what they were asked by it."""
    return words


@functools.lru_cache(maxsize=1)
def _own_code() -> Tuple[Workspace, Places]:
    """What this process has read for the programs that it followed."""
    workspace = Workspace()
    return workspace, Places(workspace)


class Others:
    """The other processes of a run, as those see them who follow programs; `jobs` are those of whole scripts, each with
    the key under which its file was looked at. Where there are none yet, as many are started as are wanted and worth
    their while."""

    def __init__(self, pool: Optional[Pool], jobs: Dict[str, Tuple[int, PartJob]], wanted: Optional[int]) -> None:
        self._pool = pool
        self._own: Optional[Pool] = None
        self._jobs = jobs  # by place
        self._wanted = wanted

    def ask(self, parts: Sequence[Part]) -> None:
        scripts = sum(isinstance(part, str) for part in parts)
        count = helpers(self._wanted, scripts) if self._pool is None else 1
        if count > 1:
            self._pool = self._own = pool_of(count, work_of_this_run())
        if self._pool is not None:
            self._pool.add([self._job(part) for part in parts])

    def told(self, part: Part) -> Optional[Told]:
        outcome = self._pool.outcome(part) if self._pool is not None else None
        return outcome if isinstance(outcome, Told) else None

    def close(self) -> None:
        """End those that were started here."""
        if self._own is not None:
            self._own.close()

    def _job(self, part: Part) -> Job:
        number, job = self._jobs[part if isinstance(part, str) else part.place]
        return Job(part, job if isinstance(part, str) else job._replace(left=part), 1, place_of(job.file.path), number)
