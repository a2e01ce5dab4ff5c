"""Processes that end before their time, and files that change under a run: nothing is left behind, nothing is wrong."""

# ruff: noqa: E501  (scripts: one statement, one line)

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, Optional

import pytest
from running import BAD, environment, python

FILES = 24  # with two processes, as many as are needed for them to be started
FORKED = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems start processes that know nothing of the test"
)
SIGNALS = pytest.mark.skipif(os.name == "nt", reason="Windows ends processes in another way")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    for number in range(FILES):
        (folder / f"m{number:02}.py").write_text(BAD)
    aged(*folder.iterdir(), folder)
    return folder


def aged(*paths: Path) -> None:
    """What was written long before the run."""
    for path in paths:
        os.utime(path, (time.time() - 1000,) * 2)


def run(folder: Path, patch: str = "", *more: str) -> Dict[str, Any]:
    """What a run with two processes says, in which something happens at a certain point."""
    words = ["-j", "2", "--isolated", "--output-format", "json", "--level", "info", *more, "."]
    script = f"import os, sys\nfrom mslint.cli import main\nfrom mslint import jobs, runner, recall\n{patch}\nsys.exit(main({words!r}))"
    done = python("-c", script, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    document: Dict[str, Any] = json.loads(done.stdout)
    document["summary"].pop("seconds")
    return document


KILLED = """
step = jobs._looked_at
def look(job):
    if job.file.path.endswith("m07.py"):
        os.kill(os.getpid(), 9)
    return step(job)
jobs._looked_at = look
"""


@FORKED
def test_the_loss_of_a_worker_is_not_remembered(project: Path) -> None:
    lost = [each for each in run(project, KILLED)["findings"] if each["code"] == "MSL001"]
    assert [each["path"] for each in lost] == ["m07.py"]
    assert "ended with status -9" in lost[0]["message"]
    after = run(project)
    assert after == run(project, "", "--no-cache")
    assert "MSL001" not in {each["code"] for each in after["findings"]}


# The changed text is noted in this process and read by the other one; what happens at the end decides.
CHANGED = """
noted, kept = runner._Work._file_job, runner._Work._concluded
FIRST = open("m07.py", "rb").read()
def job(work, number, file):
    if file.path.endswith("m07.py"):
        open(file.path, "ab").write(b"more = nn.Dropout(0.3)\\n")
    return noted(work, number, file)
def conclude(work, file, found):
    if file.path.endswith("m07.py") and os.path.exists(file.path):
        {then}
    return kept(work, file, found)
runner._Work._file_job, runner._Work._concluded = job, conclude
"""
THEN = {
    "deleted": "os.remove(file.path)",
    "restored": "open(file.path, 'wb').write(FIRST)",
    "replaced by an older file": "open('old', 'wb').write(FIRST); os.utime('old', (1, 1)); os.replace('old', file.path)",
    "left": "pass",
}


@FORKED
@pytest.mark.parametrize("then", THEN.values(), ids=THEN.keys())
def test_what_was_found_in_a_changed_file_is_not_kept_for_what_it_held_before(project: Path, then: str) -> None:
    first = (project / "m07.py").read_bytes()
    run(project, CHANGED.format(then=then))
    (project / "m07.py").write_bytes(first)
    assert run(project) == run(project, "", "--no-cache")


ENDLESS = """
step = jobs._looked_at
def look(job):
    if job.file.path.endswith("m07.py"):
        open("pid", "w").write(str(os.getpid()))
        while True:
            pass
    return step(job)
jobs._looked_at = look
"""


@FORKED
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_no_worker_outlives_the_run(project: Path, number: int, status: int) -> None:
    script = f"import os, sys, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nfrom mslint.cli import main\nfrom mslint import jobs\n{ENDLESS}\nsys.exit(main(['-j', '2', '--isolated', '--no-cache', '.']))"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=project,
        env=dict(environment()),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    worker: Optional[int] = None
    try:
        worker = awaited_pid(project / "pid")
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, "Traceback" in err) == (status, "", False)
        assert err == ("mslint: interrupted\n" if status > 0 else "")
        assert gone(worker)
    finally:
        for pid in filter(None, [process.pid if process.poll() is None else None, worker]):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def awaited_pid(path: Path) -> int:
    for _ in range(600):
        if path.exists() and path.read_text():
            return int(path.read_text())
        time.sleep(0.05)
    raise AssertionError("no worker came to the file")


def gone(pid: int) -> bool:
    """Whether a process ends within some seconds; one that nobody waits for has ended as well."""
    for _ in range(200):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


@SIGNALS
def test_a_signal_that_somebody_else_sees_to_is_left_to_them(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BAD)
    script = (
        "import os, signal, sys\nfrom mslint.cli import main\n"
        "signal.signal(signal.SIGTERM, lambda *_: None)\nmain(['--isolated', '--quiet', '.'])\n"
        "print(signal.getsignal(signal.SIGTERM) not in (signal.SIG_DFL, signal.SIG_IGN))\n"
        "signal.signal(signal.SIGTERM, signal.SIG_DFL)\nmain(['--isolated', '--quiet', '.'])\n"
        "print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)\n"
    )
    done = python("-c", script, cwd=tmp_path)
    assert [line for line in done.stdout.splitlines() if line in ("True", "False")] == ["True", "True"], done.stderr
