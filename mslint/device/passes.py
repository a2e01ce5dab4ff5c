"""Inside a child process: runs one pass over a pipeline within its bounds, and ends what stands still."""

from __future__ import annotations

import os
import re
import threading
import time
from typing import Any, Callable, Dict, Iterator, Optional

from mslint.device.factories import is_users
from mslint.device.lab import Lab
from mslint.device.rows import Block, Row, Stream, Unreadable
from mslint.device.session import Tell

END, SAMPLES, SECONDS, STALLED, ERROR = "end", "samples", "seconds", "stalled", "error"  # what ends a pass

NO_ROWS = "data row of input source must not be 0, got: 0"  # how a pipeline says that there is nothing to read


class Watched:
    """Tells how far the work is once a second; work that stands still is ended with a last word."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._lock = threading.RLock()
        self._limit, self._later, self._last = float("inf"), float("inf"), time.monotonic()
        self._words: Callable[[], None] = lambda: None
        self._told = 0.0
        self.over = False
        self._state: Dict[str, Any] = {"stage": "build", "progress": 0, "of": None}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def hold(self) -> None:
        """Nothing is done any more by what stood still and moves again while the last words are told."""
        while self.over and threading.current_thread() is not self._thread:
            time.sleep(1)

    def tell(self, **row: Any) -> None:
        self.hold()
        with self._lock:
            self._tell(**row)

    def begin(
        self, stage: str, first: float, last_words: Callable[[], None], of: Optional[int] = None, later: float = 0.0
    ) -> None:
        """From now on, so many seconds without a first or a later step end the process, after its last words."""
        with self._lock:
            self._state = {"stage": stage, "progress": 0, "of": of}
            self._later, self._words = later or first, last_words
            self._limit, self._last = first, time.monotonic()

    def step(self, done: int) -> None:
        self._state["progress"], self._last, self._limit = done, time.monotonic(), self._later

    def alive(self) -> None:
        """Tell how far the work is, if that was not told within the last second."""
        with self._lock:
            if time.monotonic() - self._told >= 1:
                self._told = time.monotonic()
                self._tell(**self._state)

    def _run(self) -> None:
        while True:
            time.sleep(0.1)
            with self._lock:
                if time.monotonic() - self._last > self._limit:
                    self.over = True
                    try:
                        self._words()
                        self._tell(finished=True)
                    finally:
                        os._exit(0)
                self.alive()


class Pass:
    """One pass over a pipeline, within its bounds."""

    def __init__(self, np: Any, watched: Watched, samples: int, seconds: float) -> None:
        self._np, self._watched = np, watched
        self._samples, self._seconds = samples, seconds  # at most
        self.done = 0
        self.ended = STALLED
        self.error: Dict[str, str] = {}
        self.stream: Optional[Stream] = None
        self.take: Callable[[Block], None] = lambda block: None

    def run(self, rows: Iterator[Row], batched: Optional[bool], take: Callable[[Block], None]) -> None:
        end = time.monotonic() + self._seconds

        def heard(samples: int) -> bool:
            self._watched.hold()
            self._watched.step(min(samples, self._samples))
            return time.monotonic() < end

        self.stream, self.take = Stream(self._np, rows, batched, heard), take
        try:
            for block in self.stream.blocks():
                left = self._samples - self.done
                self._took(block.part(0, left) if block.size > left else block)
                if self.done >= self._samples:
                    self.ended = SAMPLES if block.size > left or self.stream.more() else END
                    return
            self.ended = SECONDS if self.stream.late else END
        except Unreadable as unreadable:
            self._watched.hold()
            self.rest()
            cause = unreadable.__cause__ or unreadable
            self.ended, self.error = ERROR, {"error": _line(cause), "place": _place(cause)}

    def _took(self, block: Block) -> None:
        self.take(block)
        self.done += block.size

    def rest(self) -> None:
        """Take what was read and not yet looked at."""
        for block in self.stream.flush() if self.stream is not None else ():
            left = self._samples - self.done
            self._took(block.part(0, min(left, block.size)))


def _line(error: BaseException) -> str:
    """An error of a pipeline in one line; what the pipeline wraps an error of the user's in says nothing."""
    own = re.search(r"\[ERROR\] (.+)", str(error)) if str(error).startswith("Syntax error") else None
    if own is not None:  # one of a pipeline that cannot be started: its first line says nothing
        return f"{type(error).__name__}: {own.group(1).strip()[:160]}"
    return re.sub(r"^RuntimeError: (?=\w*(?:Error|Exception|Interrupt)\b)", "", Lab.line(error))


def _place(error: BaseException) -> str:
    """Where in the user's files: a pipeline holds that in the text of its error; empty where it does not say."""
    places = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    users = [f"{os.path.basename(file)}:{line}" for file, line in places if is_users(file)]
    return users[-1] if users else ""
