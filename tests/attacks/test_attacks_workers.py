"""Processes that do a part of the work, in a folder that holds what Python looks for when it starts one."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from running import BAD, ROOT, python

NAMES = (
    "multiprocessing/__init__.py",
    "multiprocessing/spawn.py",
    "runpy.py",
    "pickle.py",
    "signal.py",
    "encodings.py",
)
# As the installed program does it: the current folder is not among the places for modules.
START = f"""
import sys
sys.path[:] = [{str(ROOT)!r}, *(each for each in sys.path if each)]
import mslint.pool as pool
if {{spawned}}:
    pool._method = lambda: "spawn"
from mslint.cli import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write(__file__)\n", encoding="utf-8")
    for number in range(40):
        (folder / f"m{number}.py").write_text(BAD * 100, encoding="utf-8")
    return folder


@pytest.mark.parametrize("spawned", [True, False])
def test_a_worker_runs_nothing_of_the_repository(repo: Path, tmp_path: Path, spawned: bool) -> None:
    program = tmp_path / "program.py"
    program.write_text(START.format(spawned=spawned), encoding="utf-8")
    done = python(program, "--no-cache", "-j", "2", "--select", "MSL107", "--quiet", ".", cwd=repo)
    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text(encoding="utf-8")
    assert done.returncode == 1 and "MSL107" in done.stdout and "MSL001" not in done.stdout, done.stderr


KILLED = START.replace(
    "from mslint.cli import main",
    """
import os, signal
served = pool._serve
import mslint.jobs as jobs
do = jobs.do
def die(job):
    if not os.path.exists({flag!r}):
        open({flag!r}, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return do(job)
jobs.do = die
started = pool.Pool._start
def once(self):  # both workers are gone at once, so that others are started by a thread
    started(self)
pool.Pool._start = once
from mslint.cli import main""",
)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="Windows has no signal that cannot be caught")
def test_a_worker_that_takes_the_place_of_a_dead_one_neither(repo: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(KILLED.format(spawned=False, flag=str(tmp_path / "flag")), encoding="utf-8")
    done = python(program, "--no-cache", "-j", "2", "--select", "MSL107", "--quiet", ".", cwd=repo)
    assert os.path.exists(tmp_path / "flag"), "no worker has died"
    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text(encoding="utf-8")
    assert done.returncode == 1 and "MSL107" in done.stdout and sys.version_info, done.stderr
