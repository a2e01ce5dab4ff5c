"""A child process with MindSpore in it: started in an empty folder, listened to, and killed when it takes too long."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional

from mslint.device import leftovers
from mslint.device.watch import OUT_OF_MEMORY
from mslint.errors import UserError

Row = Dict[str, Any]

_POLL = 0.02
_START = (
    "import sys, importlib; sys.path.insert(0, sys.argv[1]); importlib.import_module(sys.argv[2]).main(*sys.argv[3:])"
)
_QUIET = {"GLOG_v": "4", "PYTHONWARNINGS": "ignore", "PYTHONDONTWRITEBYTECODE": "1"}


class Limits(NamedTuple):
    """What a child may take."""

    start: float = 180.0  # seconds until MindSpore is there
    probe: float = 30.0  # seconds for one probe
    memory: int = 4 * 1024**3  # bytes


USUAL = Limits()


def require_mindspore() -> None:
    """Raise UserError where there is no MindSpore to ask."""
    if importlib.util.find_spec("mindspore") is None:
        raise UserError("no-mindspore", python=sys.executable)


class Child:
    """One child process, which is gone when its block ends. It is given an order, and answers with rows in a file."""

    def __init__(self, module: str, order: object, patience: float) -> None:
        self.patience = patience  # seconds without a new row
        self.versions: Mapping[str, str] = {}  # of what is there, once it is
        self._place = tempfile.mkdtemp(prefix="mslint-")
        self._answers = os.path.join(self._place, "answers")
        order_file = os.path.join(self._place, "order")
        with open(order_file, "wb") as file:
            pickle.dump(order, file)
        # Nothing that lies about where mslint was called is imported: the folder that it starts in is empty.
        self._since = time.time()
        root = str(Path(__file__).resolve().parent.parent.parent)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, root, module, order_file, self._answers],
            cwd=self._place,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=os.name == "posix",
        )

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *exc: object) -> None:
        group = {self._process.pid, *leftovers.members(self._process.pid)}
        with contextlib.suppress(OSError):  # it may have gone by itself, and what it started with it
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        leftovers.remove(group, self._since)  # whoever is killed, or ends at once, leaves it behind
        shutil.rmtree(self._place, ignore_errors=True)  # on Windows, a file may be held a moment longer

    @property
    def status(self) -> Optional[int]:
        """The exit status; None while it runs."""
        return self._process.poll()

    def answers(self, device: str, patience: float) -> Iterator[Row]:
        """Its answers once MindSpore is there, each after no longer than that; UserError where it never is."""
        for row in self._rows():
            if "ready" not in row:
                yield row
            elif row["ready"]:
                self.versions, self.patience = row["versions"], patience
            else:
                raise UserError("device-unusable", device=device, reason=row["reason"])
        if not self.versions:
            if self.status is None:
                raise UserError("device-no-start", device=device, seconds=round(self.patience))
            raise UserError("device-died", device=device, status=self.status)

    def _rows(self) -> Iterator[Row]:
        """Its rows as they come, until it ends or has been silent for longer than it may."""
        seen = 0
        since = time.monotonic()
        while True:
            ended = self.status is not None
            rows = self._read()
            for row in rows[seen:]:
                since = time.monotonic()
                yield row
            seen = len(rows)
            if ended or time.monotonic() - since > self.patience:
                return
            time.sleep(_POLL)

    def _read(self) -> List[Row]:
        try:
            with open(self._answers, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            return []
        return [json.loads(line) for line in text.split("\n")[:-1]]  # what follows the last end is not whole yet


__all__ = ["OUT_OF_MEMORY", "USUAL", "Child", "Limits", "Row", "require_mindspore"]
