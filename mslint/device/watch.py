"""Ends a child process that takes more memory than it may; imports nothing of MindSpore."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

OUT_OF_MEMORY = 77  # the exit status of a child that has taken more than it may


def watch(limit: int) -> None:
    """From now on, end the process when it takes more than so many bytes."""
    threading.Thread(target=_look, args=(limit, os.getppid()), daemon=True).start()


def _look(limit: int, parent: int) -> None:
    while True:
        time.sleep(0.1)
        if os.name == "posix" and os.getppid() != parent:  # nobody waits for an answer any more
            os._exit(OUT_OF_MEMORY)
        if _resident() > limit:
            os._exit(OUT_OF_MEMORY)


def _resident() -> int:
    """The memory that this process takes, in bytes; 0 where that cannot be told."""
    with contextlib.suppress(OSError, ValueError, AttributeError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        import resource
    except ImportError:  # Windows
        return _resident_on_windows()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _resident_on_windows() -> int:
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        _fields_ = [("cb", wintypes.DWORD), ("faults", wintypes.DWORD)] + [
            (name, ctypes.c_size_t) for name in ("peak", "working", "a", "b", "c", "d", "pagefile", "peak_pagefile")
        ]

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    windll = getattr(ctypes, "windll")  # noqa: B009 - it is there on Windows only
    windll.kernel32.GetCurrentProcess.restype = wintypes.HANDLE
    windll.psapi.GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.POINTER(Counters), wintypes.DWORD)
    process = windll.kernel32.GetCurrentProcess()
    done = windll.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb)
    return int(counters.working) if done else 0
