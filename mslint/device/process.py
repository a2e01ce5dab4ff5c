"""A child process with MindSpore in it: started in an empty folder, listened to, and killed when it takes too long."""

from __future__ import annotations

import contextlib
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
from typing import Any, Dict, Iterator, Mapping, NamedTuple, Optional

from mslint.device import leftovers
from mslint.device.stderr import LENGTH, Tail
from mslint.device.watch import OUT_OF_MEMORY
from mslint.errors import UserError

Row = Dict[str, Any]

_POLL = 0.02
_START = (
    "import sys, importlib; sys.path.insert(0, sys.argv[1]); importlib.import_module(sys.argv[2]).main(*sys.argv[3:])"
)
_QUIET = {"GLOG_v": "4", "PYTHONWARNINGS": "ignore", "PYTHONDONTWRITEBYTECODE": "1"}
_MOST = 64 * 1024**2  # bytes of answers in all: the largest network that was tried tells less than one of 64 of it
_MOST_ASIDE = 1024**3  # bytes of one file beside them: a list of all the files of a dataset
_CHUNK = 1024**2  # bytes that are read at a time
# What Python, MindSpore and the device's own software ask the environment for. An experiment of mslint's needs no more.
_PASSED = frozenset(
    "APPDATA COMSPEC DEVICE_ID DEVICE_NUM HOME HOMEDRIVE HOMEPATH LANG LANGUAGE LOCALAPPDATA LOGNAME "
    "NUMBER_OF_PROCESSORS OPTION_EXEC_EXTERN_PLUGIN_PATH PATH PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES "
    "RANK_ID RANK_SIZE RANK_TABLE_FILE SYSTEMDRIVE SYSTEMROOT TBE_IMPL_PATH TEMP TMP TMPDIR TOOLCHAIN_HOME TZ USER "
    "USERNAME USERPROFILE VIRTUAL_ENV WINDIR".split()
)
_PASSED_PREFIXES = tuple(
    "ASCEND ATB_ CONDA_ CUDA DYLD_ GLOG_ GOMP_ HCCL_ KMP_ LC_ LD_ MINDSPORE_ MKL_ MS_ NCCL_ NUMEXPR_ NVIDIA_ OMP_ "
    "OPENBLAS_ PYTHON TE_ XDG_".split()
)


class Limits(NamedTuple):
    """What a child may take."""

    start: float = 180.0  # seconds until MindSpore is there
    probe: float = 30.0  # seconds for one probe
    memory: int = 4 * 1024**3  # bytes


USUAL = Limits()


class Child:
    """One child process, which is gone when its block ends. It is given an order, and answers with rows in a file."""

    def __init__(self, module: str, order: object, patience: float, whole_environment: bool = False) -> None:
        """`whole_environment`: for code of the user's, which is run as its user would run it."""
        self.patience = patience  # seconds without a new row
        self.versions: Mapping[str, str] = {}  # of what is there, once it is
        self._place = tempfile.mkdtemp(prefix="mslint-")
        answers = os.path.join(self._place, "answers")
        # It stays open here: whatever the process puts in its place is never looked at.
        self._answers = open(answers, "w+b", buffering=0)  # noqa: SIM115 - closed with the block of this object
        order_file = os.path.join(self._place, "order")
        with open(order_file, "wb") as file:
            pickle.dump(order, file)
        # Nothing that lies about where mslint was called is imported: the folder that it starts in is empty.
        self._since = time.time()
        root = str(Path(__file__).resolve().parent.parent.parent)
        passed = dict(os.environ) if whole_environment else _environment()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, root, module, order_file, answers],
            cwd=self._place,
            env={**passed, **_QUIET, leftovers.MARK: self._place},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )
        assert self._process.stderr is not None
        self._stderr = Tail(self._process.stderr)

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
        group |= leftovers.end(self._place)  # what it started in groups of their own
        leftovers.remove(group, self._since)  # whoever is killed, or ends at once, leaves it behind
        self._answers.close()
        shutil.rmtree(self._place, ignore_errors=True)  # on Windows, a file may be held a moment longer

    @property
    def status(self) -> Optional[int]:
        """The exit status; None while it runs."""
        return self._process.poll()

    @property
    def said(self) -> str:
        """The last lines of its standard error, to stand at the end of a sentence; empty where there are none."""
        lines = self._stderr.lines(self.status is not None)
        return f" [stderr: {' | '.join(lines)}]" if lines else ""

    def aside(self, path: str) -> Mapping[str, Any]:
        """What it has put into a file of its own folder, since it is too much for a row."""
        inside = os.path.dirname(os.path.abspath(path)) == self._place
        if not inside or os.path.islink(path) or not os.path.isfile(path) or os.path.getsize(path) > _MOST_ASIDE:
            raise UserError("device-garbled", line=path[:LENGTH])
        with open(path, encoding="utf-8") as file:
            told: Mapping[str, Any] = json.load(file)
        return told

    def answers(self, device: str, patience: float) -> Iterator[Row]:
        """Its answers once MindSpore is there, each after no longer than that; UserError where it never is."""
        for row in self._rows():
            if "ready" not in row:
                yield row
            elif row["ready"]:
                self.versions, self.patience = row["versions"], patience
            else:
                raise UserError("device-unusable", device=device, reason=row["reason"], said=self.said)
        if not self.versions:
            if self.status is None:
                raise UserError("device-no-start", device=device, seconds=round(self.patience), said=self.said)
            raise UserError("device-died", device=device, status=self.status, said=self.said)

    def _rows(self) -> Iterator[Row]:
        """Its rows as they come, until it ends or has been silent for longer than it may."""
        read = 0
        rest = b""  # of a line that is not whole yet
        since = time.monotonic()
        while True:
            ended = self.status is not None
            self._answers.seek(read)
            chunk = self._answers.read(_CHUNK)
            read += len(chunk)
            if read > _MOST:
                raise UserError("device-too-much", limit=_MOST // 1024**2)
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                since = time.monotonic()
                yield _row(line)
            if not chunk and (ended or time.monotonic() - since > self.patience):
                return
            if len(chunk) < _CHUNK:
                time.sleep(_POLL)


def _environment() -> Dict[str, str]:
    """What of the environment an experiment is given: no secret that happens to stand there."""
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in _PASSED or name.upper().startswith(_PASSED_PREFIXES)
    }


def _row(line: bytes) -> Row:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise UserError("device-garbled", line=line[:LENGTH].decode("utf-8", "replace"))
    return row


__all__ = ["OUT_OF_MEMORY", "USUAL", "Child", "Limits", "Row"]
