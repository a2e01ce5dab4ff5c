"""Whatever lies in a folder and whatever happens meanwhile: a run ends, says what it could not do, loses nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List

import grammar
import pytest
from running import BAD, begun, environment, mslint, python, started

from mslint.source.text import MAX_BYTES

WRONG_CODE = "MSL101"  # in line 3 of BAD


def run_in(folder: Path, *more: str) -> Dict[str, Any]:
    """What a whole run over a folder says; it may find something, and must not fail."""
    done = mslint("--output-format", "json", "--level", "info", "--isolated", *more, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    document: Dict[str, Any] = json.loads(done.stdout)
    assert document["errors"] == []
    return document


def codes_of(document: Dict[str, Any], path: str) -> List[str]:
    return [finding["code"] for finding in document["findings"] if finding["path"] == path]


def test_two_thousand_files_of_a_grammar(tmp_path: Path) -> None:
    for seed in range(2000):
        (tmp_path / f"m{seed}.py").write_text(grammar.module(seed), encoding="utf-8")
    document = run_in(tmp_path)
    assert document["summary"]["files"] == 2000
    told = {finding["code"] for finding in document["findings"]}
    assert "MSL003" not in told
    assert len(told) > 15  # rules of many kinds had something to look at
    unread = [finding for finding in document["findings"] if finding["code"] == "MSL001"]
    assert len(unread) < 60


def test_truncated_files(tmp_path: Path) -> None:
    random_of = random.Random(0)
    whole = (grammar.module(1) + BAD * 3).encode("utf-8")
    cuts = sorted({random_of.randrange(len(grammar.HEAD), len(whole)) for _ in range(300)})
    for cut in cuts:
        (tmp_path / f"cut{cut}.py").write_bytes(whole[:cut])
    document = run_in(tmp_path)
    assert document["summary"]["files"] == len(cuts)
    unread = [finding for finding in document["findings"] if finding["code"] == "MSL001"]
    assert 0 < len(unread) < len(cuts)
    assert len({finding["path"] for finding in unread}) == len(unread)


def test_random_bytes(tmp_path: Path) -> None:
    random_of = random.Random(0)
    for number in range(200):
        noise = random_of.randbytes(random_of.randrange(400))
        (tmp_path / f"n{number}.py").write_bytes(b"import mindspore\n" * (number % 2) + noise + b"# mindspore\n")
        (tmp_path / f"n{number}.ipynb").write_bytes(noise + b'{"cells": "mindspore"}')
    document = run_in(tmp_path)
    assert document["summary"]["files"] == 400
    assert len({finding["path"] for finding in document["findings"] if finding["code"] == "MSL001"}) > 390


def test_a_file_that_is_too_large_is_a_finding_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_bytes(b"from mindspore import nn\n" + b"drop = nn.Dropout(0.1)\n" * 900_000)
    (tmp_path / "small.py").write_text(BAD)
    limit = tmp_path / "limit.py"
    limit.write_bytes(b"from mindspore import nn\nnn.Dropout(0.1)\n" + b"#" * (MAX_BYTES - 42))
    document = run_in(tmp_path)
    assert codes_of(document, "large.py") == ["MSL001"]
    assert "2 MB" in next(each["message"] for each in document["findings"] if each["path"] == "large.py")
    assert WRONG_CODE in codes_of(document, "small.py")
    assert limit.stat().st_size == MAX_BYTES - 1
    assert codes_of(document, "limit.py") == [WRONG_CODE]
    # What comes from elsewhere is measured by the same rule.
    done = mslint("-", cwd=tmp_path, stdin=(tmp_path / "large.py").read_bytes())
    assert (done.returncode, "MSL001" in done.stdout, done.stderr) == (1, True, "")


def test_links_that_lead_in_circles(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.py").write_text(BAD)
    try:
        (tmp_path / "inner" / "up").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "self.py").symlink_to(tmp_path / "self.py")
        (tmp_path / "one.py").symlink_to(tmp_path / "two.py")
        (tmp_path / "two.py").symlink_to(tmp_path / "one.py")
    except OSError:
        pytest.skip("this system makes no links")
    done = mslint("--output-format", "json", "--isolated", cwd=tmp_path)
    document = json.loads(done.stdout)
    assert [finding["path"] for finding in document["findings"] if finding["code"] == WRONG_CODE] == ["inner/a.py"]
    assert done.returncode in (1, 2) and "Traceback" not in done.stderr


VANISH = """
import os, sys
from mslint.cli import main
import mslint.runner as runner

gone = {gone!r}
step = runner._Work._checked

def check(work, file):  # the file system of somebody who works on while the linter runs
    if os.path.exists(gone):
        os.remove(gone)
    return step(work, file)

runner._Work._checked = check
sys.exit(main({words!r}))
"""


def test_a_file_that_vanishes_during_the_run(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text(BAD)
    script = VANISH.format(gone=str(tmp_path / "b.py"), words=["--output-format", "json", "--isolated", "."])
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=dict(environment()),
        capture_output=True,
        text=True,
        check=False,
    )
    document = json.loads(done.stdout)
    assert {finding["path"] for finding in document["findings"]} == {"a.py", "c.py"}
    assert [error["path"] for error in document["errors"]] == ["b.py"]
    assert "Traceback" not in done.stderr


def test_a_tree_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(BAD)
    before = (tmp_path / "a.py").read_bytes()
    for path in (tmp_path / "a.py", tmp_path):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        assert WRONG_CODE in codes_of(run_in(tmp_path), "a.py")
        if os.access(tmp_path, os.W_OK):
            return  # root writes where it likes
        done = mslint("--fix", "--isolated", "a.py", cwd=tmp_path)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert (tmp_path / "a.py").read_bytes() == before
    finally:
        for path in (tmp_path, tmp_path / "a.py"):
            path.chmod(path.stat().st_mode | 0o200)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that stands for Ctrl-C of one process")
def test_an_interrupt_ends_the_run_at_once(tmp_path: Path) -> None:
    """It has work for several minutes."""
    (tmp_path / "m.py").write_text(BAD * 300)
    for number in range(5000):
        os.link(tmp_path / "m.py", tmp_path / f"m{number}.py")
    run = started("--isolated", "--quiet", cwd=tmp_path)
    begun(tmp_path)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert (run.returncode, len(out)) == (130, 0)
    assert "Traceback" not in err and len(err.splitlines()) == 1


INTERRUPTED = """
import sys
import mslint.cli.check as command
from mslint.cli import main

def check(options):  # as while a dataclass is made
    exec("raise KeyboardInterrupt")

command.check = check
sys.exit(main([]))
"""


def test_an_interrupt_in_code_that_is_made_from_text(tmp_path: Path) -> None:
    """CPython remembers it, and `python -m` would end by the signal whatever the exit status is."""
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    done = python("-m", "interrupted", cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (130, "", 1)


GONE = """
import os, sys
os.mkdir("gone")
os.chdir("gone")
os.rmdir(os.path.join(os.pardir, "gone"))
from mslint.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no folder that somebody is in")
@pytest.mark.parametrize("words", [["{there}"], [], ["-"], ["checklist", "{there}"], ["rules"], ["cache", "info"]])
def test_a_current_folder_that_is_gone_is_one_sentence(tmp_path: Path, words: List[str]) -> None:
    (tmp_path / "a.py").write_text(BAD)
    told = [word.format(there=tmp_path / "a.py") for word in words]
    done = python("-c", GONE, *told, cwd=tmp_path, stdin=BAD.encode())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == ["mslint: the current folder does not exist any more; change to one that does"]
