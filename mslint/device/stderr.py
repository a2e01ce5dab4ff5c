"""Keeps the end of what a child process writes to its standard error, so that it can be told why the process ended."""

from __future__ import annotations

import os
import threading
from typing import IO, List

from mslint.visible import visible

KEPT = 8 * 1024  # bytes: the end is what says why
LINES = 3  # of these, so many are shown
LENGTH = 160  # characters of each
_PATIENCE = 2.0  # seconds for the last bytes of a process that has ended


class Tail:
    """Reads a pipe to its end and keeps the last bytes."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            while True:
                try:
                    read = os.read(self._pipe.fileno(), KEPT)
                except OSError:
                    return
                if not read:
                    return
                self._kept = (self._kept + read)[-KEPT:]

    def lines(self, ended: bool) -> List[str]:
        """The last lines, fit to be shown on a screen."""
        if ended:
            self._thread.join(_PATIENCE)  # something that it started may hold the pipe open
        lines = [visible(line.strip()) for line in self._kept.decode("utf-8", "replace").splitlines()]
        return [line[:LENGTH] for line in lines if line][-LINES:]
