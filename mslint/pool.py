"""Checks files in processes of their own, largest first; whoever dies over a file costs that file and nothing else."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import sys
import threading
from multiprocessing.connection import Connection, wait
from typing import Any, Callable, Dict, Hashable, List, NamedTuple, Optional, Sequence, Set, Tuple

# Below this many files (or bytes), starting processes takes longer than they save.
FEW_FILES = 20
FEW_BYTES = 150_000
AHEAD = 2  # jobs that a worker has before it: it need not wait for the next


Key = Hashable


class Lost(NamedTuple):
    """The process ended over a job."""

    status: Optional[int]


def processes(wanted: Optional[int], sizes: Sequence[int]) -> int:
    """How many processes are worth their while; 1 means none besides this one."""
    if wanted == 1 or len(sizes) <= FEW_FILES or (wanted is None and sum(sizes) < FEW_BYTES):
        return 1
    return max(1, min(wanted or processors(), len(sizes) // 4))


def processors() -> int:
    """Those that this process may use: in a container fewer than the machine has."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class Pool:
    """Workers that do jobs while this process does something else; each job has a key of its own.

    `work` is a function of a module; all jobs and outcomes must be fit to be sent. The last worker stands back for as
    long as this process needs its processor itself. A thread hands out the jobs and takes what comes back."""

    def __init__(self, count: int, work: Callable[[Any], object]) -> None:
        context = multiprocessing.get_context(_method())
        self._workers: List[_Worker] = []
        for number in range(count):
            ours, theirs = context.Pipe()
            parts = (theirs, work, number == count - 1)
            process = context.Process(target=_serve, args=parts, daemon=True)  # type: ignore[attr-defined]
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))
        self._bell, self._ring = context.Pipe(duplex=False)  # wakes the thread
        self._open: List[Tuple[Key, object]] = []  # the next one last
        self._expected: Set[Key] = set()
        self._done: Dict[Key, object] = {}
        self._news = threading.Condition()
        self._ended = False
        self._gathering = threading.Thread(target=self._gather, daemon=True)

    def add(self, jobs: Sequence[Tuple[Key, object]]) -> None:
        """Have jobs done, in this order, behind all that were added before."""
        with self._news:
            self._open[:0] = reversed(jobs)
            self._expected.update(key for key, _ in jobs)
        if self._gathering.ident is None:
            self._gathering.start()
        self._ring.send_bytes(b"jobs")

    def take(self, key: Key) -> bool:
        """Take a job back that nobody has begun; False where somebody has."""
        with self._news:
            left = [job for job in self._open if job[0] != key]
            taken = len(left) < len(self._open)
            self._open = left
            if taken:
                self._expected.discard(key)
            return taken

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
            self._open, self._ended = [], True
            workers = list(self._workers)
        for worker in workers:
            worker.process.kill()
        if self._gathering.is_alive():
            self._ring.send_bytes(b"end")
            self._gathering.join()
        for worker in workers:
            worker.process.join()
            worker.connection.close()
        self._bell.close()
        self._ring.close()

    def _gather(self) -> None:
        """What the thread does: it mostly waits."""
        try:
            while self._workers and not self._ended:
                with self._news:
                    for _ in range(AHEAD):
                        for worker in self._workers:
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

    def _hear(self, worker: _Worker) -> None:
        try:
            key, done = pickle.loads(worker.connection.recv_bytes())
        except (EOFError, OSError):
            worker.process.join()
            with self._news:
                self._bury(worker)
            return
        with self._news:
            worker.given.remove(key)
            self._feed(worker)
            self._done[key] = done
            self._news.notify_all()

    def _feed(self, worker: _Worker) -> None:
        if self._open and len(worker.given) < AHEAD:
            key, job = self._open.pop()
            worker.given.append(key)
            worker.jobs[key] = job
            with contextlib.suppress(OSError):  # it is dead, which is told where results are read
                worker.connection.send_bytes(pickle.dumps((key, job), 4))

    def _bury(self, worker: _Worker) -> None:
        """The first job of a worker is the one that it died over; the others are for its colleagues."""
        self._workers.remove(worker)
        first, *others = worker.given
        self._open.extend((key, worker.jobs[key]) for key in others)
        self._done[first] = Lost(worker.process.exitcode)
        self._news.notify_all()


class _Worker:
    def __init__(self, process: multiprocessing.Process, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.given: List[Key] = []
        self.jobs: Dict[Key, object] = {}


def _serve(connection: Connection, work: Callable[[Any], object], spare: bool) -> None:
    """What a worker does: one job after the other, until nobody is there to give it any."""
    if spare:
        with contextlib.suppress(AttributeError, OSError):  # Windows has nothing of the kind
            os.nice(19)
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
    with contextlib.suppress(EOFError, OSError):
        while True:
            key, job = pickle.loads(connection.recv_bytes())
            connection.send_bytes(pickle.dumps((key, work(job)), 4))


def _method() -> str:
    """fork is at work at once; it is safe where no other thread may hold a lock and the system is built for it."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
