"""Removes what worker processes of a pipeline that is killed would leave in the system; touches nothing of others."""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
from typing import Dict, List

_REMOVE = 0  # IPC_RMID


def release() -> None:
    """Remove the shared memory and the message queues that this process and its workers have made; on Linux only."""
    with contextlib.suppress(OSError, ValueError, AttributeError, IndexError):
        mine = {str(os.getpid()), *(str(worker.pid) for worker in multiprocessing.active_children())}
        memory = [row for row in _table("shm") if row["cpid"] in mine]
        mine |= {row["lpid"] for row in memory}  # workers that have gone by now
        keys = {row["key"] for row in memory}  # MindSpore gives the queue of a worker the key of its memory
        queues = [row for row in _table("msg") if row["key"] in keys and {row["lspid"], row["lrpid"]} & mine]
        system = ctypes.CDLL(None)
        for row in memory:
            system.shmctl(int(row["shmid"]), _REMOVE, None)
        for row in queues:
            system.msgctl(int(row["msqid"]), _REMOVE, None)


def _table(name: str) -> List[Dict[str, str]]:
    with open(f"/proc/sysvipc/{name}", encoding="ascii") as file:
        head, *rows = (line.split() for line in file)
    return [dict(zip(head, row)) for row in rows]
