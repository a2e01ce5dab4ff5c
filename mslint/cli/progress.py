"""A progress bar for people who wait: on standard error, on a terminal, and only where it takes long."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Optional, Type

from mslint.words import say

PATIENCE = 1.0  # seconds before there is a bar
PAUSE = 0.1  # seconds between two of its states
CELLS = 24


class Progress:
    """Draws nothing unless it is wanted and standard error is a terminal; leaves no trace behind."""

    def __init__(self, lang: str, wanted: bool = True) -> None:
        self._lang = lang
        self._wanted = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + PATIENCE
        self._widest = 0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if self._widest:
            self._write("\r" + " " * self._widest + "\r")

    def step(self, done: int, total: int, of: str = "progress") -> None:
        """Number `done` of `total` comes next; `of` is the sentence that says of what."""
        if not self._wanted:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + PAUSE
        full = CELLS * done // total
        line = f"[{'#' * full}{'.' * (CELLS - full)}] {say(self._lang, of, done=done, total=total)}"
        # Chinese characters take two columns.
        self._widest = max(self._widest, len(line) + sum(not char.isascii() for char in line))
        self._write("\r" + line)

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
