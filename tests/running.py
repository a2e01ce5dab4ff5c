"""Runs mslint and other tools in processes of their own, as users do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Mapping, Optional, Union

from mslint.cacheplace import place_of_cache

ROOT = Path(__file__).resolve().parent.parent
PORT = ROOT / "fixtures" / "projects" / "resnet_port"
FIXED = ROOT / "fixtures" / "projects" / "resnet_port_fixed"

# Two certain findings: the second one is at error level.
BAD = "from mindspore import nn\n\ndrop = nn.Dropout(0.1)\ndense = nn.Dense(3, 4, False)\n"
GOOD = "from mindspore import nn\n\ndrop = nn.Dropout(p=0.1)\ndense = nn.Dense(3, 4, has_bias=False)\n"


def environment(**changes: str) -> Mapping[str, str]:
    """The environment without what would change the output; this checkout comes before an installed mslint."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONHASHSEED", "TERM")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **changes}


def _listen() -> None:
    """In a new process: to be interrupted, though whoever started the tests may have them pass over it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def started(*args: Union[str, Path], cwd: Union[str, Path]) -> subprocess.Popen[str]:
    """A run of mslint that goes on, in a group of processes of its own, and can be interrupted."""
    return subprocess.Popen(
        [sys.executable, "-m", "mslint", *map(str, args)],
        cwd=cwd,
        env=dict(environment()),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_listen,
    )


def begun(folder: Path) -> None:
    """Wait until a run that keeps a cache for a folder has come to its files."""
    place = place_of_cache(str(folder))
    assert place is not None
    for _ in range(600):
        if os.path.exists(place.file):
            return
        time.sleep(0.1)
    raise AssertionError("it does not begin")


def python(
    *args: Union[str, Path],
    cwd: Union[str, Path],
    stdin: bytes = b"",
    env: Optional[Mapping[str, str]] = None,
    executable: Union[str, Path] = sys.executable,
) -> subprocess.CompletedProcess[str]:
    """Run a Python, by default the tests' own."""
    done = subprocess.run(
        [str(executable), *map(str, args)],
        cwd=cwd,
        input=stdin,
        env=dict(environment() if env is None else env),
        capture_output=True,
        timeout=300,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
    )


def mslint(
    *args: Union[str, Path],
    cwd: Union[str, Path],
    stdin: bytes = b"",
    env: Optional[Mapping[str, str]] = None,
) -> subprocess.CompletedProcess[str]:
    return python("-m", "mslint", *args, cwd=cwd, stdin=stdin, env=env)
