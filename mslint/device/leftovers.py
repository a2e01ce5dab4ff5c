"""Removes what a child that is killed would leave in the system: processes, shared memory, queues; touches nothing that
others have made."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
from typing import Dict, Iterable, List, Set

_REMOVE = 0  # IPC_RMID
# In the environment of a child and of all that it starts; its value is the child's own folder.
MARK = "MSLINT_CHILD"
_ROUNDS = 10  # what starts others faster than they can be ended is left alone
_COARSE = 1.0  # seconds: the system notes times as whole ones


def members(group: int) -> Set[int]:
    """The processes of a group; none where the system does not list them."""
    found: Set[int] = set()
    with contextlib.suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError, AttributeError):  # it may have gone
                    if os.getpgid(int(entry)) == group:
                        found.add(int(entry))
    return found


def end(mark: str) -> Set[int]:
    """End the processes that carry this mark, also those that left the group; which they were. On Linux only."""
    ended: Set[int] = set()
    for _ in range(_ROUNDS):
        found = _marked(mark)
        if not found:
            break
        for pid in found:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        ended |= found
    return ended


def _marked(mark: str) -> Set[int]:
    wanted = b"\0" + f"{MARK}={mark}".encode() + b"\0"
    found: Set[int] = set()
    with contextlib.suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit() and int(entry) != os.getpid():
                with contextlib.suppress(OSError), open(f"/proc/{entry}/environ", "rb") as file:
                    if wanted in b"\0" + file.read() + b"\0":
                        found.add(int(entry))
    return found


def remove(pids: Iterable[int], since: float = 0.0) -> None:
    """Remove the shared memory and the message queues that these processes have made since then; on Linux only.

    What is older was made by a process that had the same number before.
    """
    with contextlib.suppress(OSError, ValueError, AttributeError, KeyError):
        mine = {str(pid) for pid in pids}
        user, since = str(os.geteuid()), since - _COARSE
        memory = [
            row for row in _table("shm") if row["cpid"] in mine and row["cuid"] == user and float(row["ctime"]) >= since
        ]
        theirs = mine | {row["lpid"] for row in memory}  # and of workers that have gone by now
        keys = {row["key"] for row in memory}  # MindSpore gives the queue of a worker the key of its memory
        queues = [row for row in _table("msg") if row["cuid"] == user and _made(row, mine, theirs, keys, since)]
        system = ctypes.CDLL(None)
        for row in memory:
            system.shmctl(int(row["shmid"]), _REMOVE, None)
        for row in queues:
            system.msgctl(int(row["msqid"]), _REMOVE, None)


def _made(queue: Dict[str, str], mine: Set[str], theirs: Set[str], keys: Set[str], since: float) -> bool:
    """Whether a queue is one of these processes: by its key, or since nobody else has ever used it."""
    users = {queue["lspid"], queue["lrpid"]} - {"0"}
    if queue["key"] in keys:
        return bool(users & theirs)
    return bool(users) and users <= mine and float(queue["ctime"]) >= since


def _table(name: str) -> List[Dict[str, str]]:
    with open(f"/proc/sysvipc/{name}", encoding="ascii") as file:
        head, *rows = (line.split() for line in file)
    return [dict(zip(head, row)) for row in rows]
