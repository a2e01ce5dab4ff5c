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
from queue import SimpleQueue
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

# Below this many files (or bytes), starting processes takes longer than they save.
FEW_FILES = 20
FEW_BYTES = 150_000
AHEAD = 2  # jobs that a worker has before it: it need not wait for the next


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
    """Workers that do jobs while this process does something else; `results` gives what they did.

    `work` is a function of a module; all jobs and outcomes must be fit to be sent. The last worker stands back for as
    long as this process needs its processor itself."""

    def __init__(self, count: int, work: Callable[[Any], object]) -> None:
        context = multiprocessing.get_context(_method())
        self._workers: List[_Worker] = []
        for number in range(count):
            ours, theirs = context.Pipe()
            job = (theirs, work, number == count - 1)
            process = context.Process(target=_serve, args=job, daemon=True)  # type: ignore[attr-defined]
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))
        self._open: List[Tuple[int, object]] = []
        self._done: SimpleQueue[Optional[Tuple[int, object]]] = SimpleQueue()
        self._gathering = threading.Thread(target=self._gather, daemon=True)

    def start(self, jobs: Sequence[Tuple[int, object]]) -> None:
        """Hand out jobs, each with its number, in this order."""
        self._open = list(reversed(jobs))
        for _ in range(AHEAD):
            for worker in self._workers:
                self._feed(worker)
        self._gathering.start()

    def results(self) -> Iterator[Tuple[int, object]]:
        """The outcome of each job, as they come: what the work gave, or Lost."""
        while True:
            outcome = self._done.get()
            if outcome is None:
                return
            yield outcome

    def _gather(self) -> None:
        """What the thread does that keeps the workers at work: it mostly waits."""
        try:
            for outcome in self._outcomes():
                self._done.put(outcome)
        finally:
            self._done.put(None)

    def _outcomes(self) -> Iterator[Tuple[int, object]]:
        while self._workers:
            busy = [worker for worker in self._workers if worker.given]
            if not busy:
                if not self._open:
                    return
                for worker in self._workers:
                    self._feed(worker)
                continue
            for connection in wait([worker.connection for worker in busy]):
                worker = next(each for each in busy if each.connection is connection)
                try:
                    number, done = pickle.loads(worker.connection.recv_bytes())
                except (EOFError, OSError):
                    yield from self._buried(worker)
                    continue
                worker.given.remove(number)
                self._feed(worker)
                yield number, done
        for number, _ in self._open:  # nobody is left to do them
            yield number, Lost(None)

    def close(self) -> None:
        """End all workers, whatever they are at: they hold nothing that could be lost."""
        workers = list(self._workers)
        self._open = []
        for worker in workers:
            worker.process.kill()
        if self._gathering.is_alive():
            self._gathering.join()
        for worker in workers:
            worker.process.join()
            worker.connection.close()

    def _feed(self, worker: _Worker) -> None:
        if self._open and len(worker.given) < AHEAD:
            number, job = self._open.pop()
            worker.given.append(number)
            worker.jobs[number] = job
            with contextlib.suppress(OSError):  # it is dead, which is told where results are read
                worker.connection.send_bytes(pickle.dumps((number, job), 4))

    def _buried(self, worker: _Worker) -> Iterator[Tuple[int, object]]:
        """The first job of a worker is the one that it died over; the others are for its colleagues."""
        worker.process.join()
        self._workers.remove(worker)
        first, *others = worker.given
        self._open.extend((number, worker.jobs[number]) for number in others)
        yield first, Lost(worker.process.exitcode)


class _Worker:
    def __init__(self, process: multiprocessing.Process, connection: Connection) -> None:
        self.process = process
        self.connection = connection
        self.given: List[int] = []
        self.jobs: Dict[int, object] = {}


def _serve(connection: Connection, work: Callable[[Any], object], spare: bool) -> None:
    """What a worker does: one job after the other, until nobody is there to give it any."""
    if spare:
        with contextlib.suppress(AttributeError, OSError):  # Windows has nothing of the kind
            os.nice(19)
    with contextlib.suppress(ValueError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
    with contextlib.suppress(EOFError, OSError):
        while True:
            number, job = pickle.loads(connection.recv_bytes())
            connection.send_bytes(pickle.dumps((number, work(job)), 4))


def _method() -> str:
    """fork is at work at once; it is safe where no other thread may hold a lock and the system is built for it."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
