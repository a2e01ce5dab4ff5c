"""Has jobs done by processes of their own; one that dies over a job costs that job and nothing else."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Callable, Dict, Hashable, List, NamedTuple, Optional, Sequence, Set

if TYPE_CHECKING:  # what is needed of it is imported where a pool is made
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

# Below this many files (or bytes), starting processes takes longer than they save.
FEW_FILES = 20
FEW_BYTES = 150_000
MANY_SCRIPTS = 8  # for fewer no process is started only to follow them
AHEAD = 2  # jobs that a worker has before it: it need not wait for the next
RESTARTS = 20  # so often another worker is started where all have died
SMALL = 6_000  # bytes of a job that any connection takes although nobody reads from it
SLACK = 0.25  # of what a worker has by rights: so much more or less it may have where that keeps a folder together

PR_SET_PDEATHSIG = 1  # of prctl(2)
Key = Hashable


class Job(NamedTuple):
    """Something to be done: how much there is to it, the path of what it is about, and the key of an earlier job whose
    worker knows most of it."""

    key: Key
    work: object
    weight: int = 1
    path: str = ""
    near: Optional[Key] = None


class Lost(NamedTuple):
    """The process ended over a job."""

    status: Optional[int]


def processes(wanted: Optional[int], sizes: Sequence[int]) -> int:
    """How many processes are worth their while; 1 means none besides this one."""
    if wanted == 1 or len(sizes) <= FEW_FILES or (wanted is None and sum(sizes) < FEW_BYTES):
        return 1
    return max(1, min(wanted or processors(), len(sizes) // 4))


def helpers(wanted: Optional[int], scripts: int) -> int:
    """How many processes are worth their while to follow the programs of so many scripts, likewise."""
    if wanted == 1 or scripts < (MANY_SCRIPTS if _method() == "fork" else 5 * MANY_SCRIPTS):
        return 1
    return min(wanted or processors(), scripts // 4)


def pool_of(count: int, work: Callable[[Any], object]) -> Optional[Pool]:
    """So many workers; None where there may not be as many."""
    try:
        return Pool(count, work)
    except (OSError, RuntimeError):
        return None


def processors() -> int:
    """Those that this process may use: in a container fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Pool:
    """Workers that do jobs while this process does something else; each job has a key of its own.

    `work` is a function of a module; all jobs and outcomes must be fit to be sent. Each worker has its own stretch of
    what was added, as neighbours have much in common; who has nothing left takes from the far end of the longest. A
    thread hands out the jobs and takes what comes back."""

    def __init__(self, count: int, work: Callable[[Any], object]) -> None:
        import multiprocessing

        self._work = work
        self._workers: List[_Worker] = []
        self._orphans: List[Job] = []  # of which nobody is left to do them
        self._restarts = 0
        self._expected: Set[Key] = set()
        self._given: Dict[Key, _Worker] = {}  # who did what
        self._done: Dict[Key, object] = {}
        self._news = threading.Condition()
        self._ended = False
        self._gathering = threading.Thread(target=self._gather, daemon=True)
        try:
            for _ in range(count):
                self._start()
            self._bell, self._ring = multiprocessing.Pipe(duplex=False)  # wakes the thread
            self._gathering.start()  # after the last fork
        except (OSError, RuntimeError):  # there may be no more processes, or threads
            self._end(self._workers)
            raise

    def _start(self) -> None:
        import multiprocessing

        method = _method()
        if method != "fork":
            _start_isolated()
        context = multiprocessing.get_context(method)
        ours, theirs = context.Pipe()
        # A fork has this end too, and those of the others: as long as anybody has one, nobody hears that we are gone.
        inherited = [ours, *(worker.connection for worker in self._workers)] if method == "fork" else []
        args = (theirs, self._work, inherited)
        process = context.Process(target=_serve, args=args, daemon=True)  # type: ignore[attr-defined]
        process.start()
        theirs.close()
        self._workers.append(_Worker(process, ours))

    def add(self, jobs: Sequence[Job]) -> None:
        """Have jobs done; they are given in the order in which they have most in common."""
        with self._news:
            self._expected.update(job.key for job in jobs)
            if self._workers:
                self._share_out(jobs)
            else:
                self._orphans += jobs
        self._ring.send_bytes(b"jobs")

    def _share_out(self, jobs: Sequence[Job]) -> None:
        known = [(job, self._given.get(job.near)) for job in jobs]
        for job, worker in known:
            if worker in self._workers:
                worker.open.append(job)
        stretches = _stretches([job for job, worker in known if worker not in self._workers], len(self._workers))
        for worker, stretch in zip(self._workers, stretches):
            worker.open += stretch
            # Whoever came to the largest ones last would have the others wait.
            large = _left(worker) / 8
            worker.open.sort(key=lambda job: job.weight <= large)

    def outcome(self, key: Key) -> object:
        """What the work gave for a job, or Lost, as soon as it is there."""
        with self._news:
            while key not in self._done:
                if self._ended or key not in self._expected:
                    return Lost(None)
                self._news.wait()
            self._expected.discard(key)
            return self._done.pop(key)

    def close(self) -> None:
        """End all workers, whatever they are at: they hold nothing that could be lost."""
        with self._news:
            self._ended = True
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()
        with contextlib.suppress(OSError):
            self._ring.send_bytes(b"end")
        self._gathering.join()
        self._end(workers)
        self._bell.close()
        self._ring.close()

    @staticmethod
    def _end(workers: Sequence[_Worker]) -> None:
        for worker in workers:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()

    def _gather(self) -> None:
        """What the thread does: it mostly waits."""
        from multiprocessing.connection import wait

        try:
            while not self._ended:
                with self._news:
                    if not (self._workers or self._ended) and self._expected.difference(self._done):
                        self._again()
                    if self._ended:
                        return
                for _ in range(AHEAD):
                    for worker in list(self._workers):
                        self._feed(worker)
                busy = {worker.connection: worker for worker in self._workers if worker.given}
                for ready in wait([self._bell, *busy]):
                    if ready is self._bell:
                        self._bell.recv_bytes()
                    else:
                        self._hear(busy[ready])  # type: ignore[index]
        finally:
            with self._news:
                self._ended = True
                self._news.notify_all()

    def _again(self) -> None:
        """Start another worker where none is left, unless that has been of no use for long."""
        self._ended = self._restarts == RESTARTS
        if not self._ended:
            self._restarts += 1
            try:
                self._start()
            except (OSError, RuntimeError):  # there may be none at all
                self._ended = True
                return
            self._share_out(self._orphans)
            self._orphans = []

    def _hear(self, worker: _Worker) -> None:
        try:
            data = worker.connection.recv_bytes()
        except (EOFError, OSError):
            worker.process.join()
            with self._news:
                self._bury(worker)
            return
        job = worker.given.pop(0)
        try:
            done = pickle.loads(data)
        except Exception:  # of a class that only the worker knows
            done = None
        with self._news:
            self._done[job.key] = done
            self._news.notify_all()

    def _feed(self, worker: _Worker) -> None:
        """Give a worker its next job; while it is at one, a small one only.

        What is large waits until it is taken, and the worker may wait for us, with something large to say."""
        with self._news:
            most = worker if worker.open else max(self._workers, key=_left)
            if self._ended or len(worker.given) >= AHEAD or not most.open:
                return
            at = 0 if most is worker else -1
            data = pickle.dumps(most.open[at].work, 4)
            if worker.given and len(data) > SMALL:
                return
            job = most.open.pop(at)
            worker.given.append(job)
            self._given[job.key] = worker
        with contextlib.suppress(OSError):  # it is dead, which is told where results are read
            worker.connection.send_bytes(data)

    def _bury(self, worker: _Worker) -> None:
        """The first job of a worker is the one that it died over; the others are for its colleagues."""
        self._workers.remove(worker)
        worker.connection.close()
        first, *others = worker.given
        self._done[first.key] = Lost(worker.process.exitcode)
        left = [*others, *worker.open]
        if self._workers:
            self._share_out(left)
        else:
            self._orphans += left
        self._news.notify_all()


class _Worker:
    def __init__(self, process: BaseProcess, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.open: List[Job] = []
        self.given: List[Job] = []  # what it is at, and what comes then


def _left(worker: _Worker) -> int:
    """How much it has not begun."""
    return sum(job.weight for job in worker.open)


def _stretches(jobs: Sequence[Job], count: int) -> List[Sequence[Job]]:
    """As many stretches of about the same weight, cut where folders end that hold much, if they do there."""
    before = [0, *accumulate(job.weight for job in jobs)]
    cuts = [0]
    for number in range(1, count):
        aim, slack = before[-1] * number / count, before[-1] / count * SLACK
        near = [at for at in range(cuts[-1], len(jobs) + 1) if abs(before[at] - aim) <= slack]
        near = near or [min(range(cuts[-1], len(jobs) + 1), key=lambda at: abs(before[at] - aim))]
        cuts.append(min(near, key=lambda at: (_in_common(jobs[max(at - 1, 0) : at + 1]), abs(before[at] - aim))))
    return [jobs[start:end] for start, end in zip(cuts, [*cuts[1:], len(jobs)])]


def _in_common(jobs: Sequence[Job]) -> int:
    """How many folders those of these jobs share from the top on."""
    folders = [job.path.split("/")[:-1] for job in jobs]
    return sum(1 for names in zip(*folders) if len(set(names)) == 1) if len(folders) > 1 else 0


def _serve(connection: Connection, work: Callable[[Any], object], inherited: Sequence[Connection]) -> None:
    """What a worker does: one job after the other, until nobody is there to give it any."""
    for other in inherited:
        other.close()
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _end_with_parent()
    gc.disable()  # it would walk all that is held after every job; whoever holds much looks for what may go
    gc.freeze()
    with contextlib.suppress(EOFError, OSError):
        while True:
            done = work(pickle.loads(connection.recv_bytes()))
            try:
                data = pickle.dumps(done, 4)
            except Exception:  # it has no way to us: whoever asked finds it out himself
                data = pickle.dumps(None, 4)
            connection.send_bytes(data)


def _end_with_parent() -> None:
    """See to it that this process ends when the one that started it has ended, in whatever way, whatever it is at."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        with contextlib.suppress(Exception):  # a system without that library, or that call
            import ctypes

            if ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
                if os.getppid() != parent.pid:  # it ended before
                    os._exit(1)
                return
    threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _start_isolated() -> None:
    """See to it that a Python which is started for work finds none of its modules in the current folder: that is what
    is linted, and would run. Once it is there, it gets the paths of this process."""
    from multiprocessing import util

    # Of the standard library, and the one place from which all that multiprocessing starts takes its options.
    flags = util._args_from_interpreter_flags  # type: ignore[attr-defined]
    if "-I" not in flags():
        util._args_from_interpreter_flags = lambda: ["-I", *flags()]  # type: ignore[attr-defined]


def _method() -> str:
    """fork is at work at once; it is safe where no other thread may hold a lock and the system is built for it."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
