"""What a child process does is never taken at its word: its answers, its last lines, what it leaves behind."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any, Dict, List

import pytest
from running import ROOT

from mslint.device import process
from mslint.device.process import Child
from mslint.errors import UserError


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process imports what stands beside these tests, wherever mslint itself is installed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def rows(what: str, most: int = 100, whole: bool = False) -> List[Dict[str, Any]]:
    found: List[Dict[str, Any]] = []
    with Child("tests.device.misbehaving", what, 60.0, whole_environment=whole) as child:
        for row in child.answers("CPU", 60.0):
            found.append(row)
            if len(found) == most:
                break
    return found


def test_a_line_that_is_no_answer_is_one_sentence() -> None:
    with pytest.raises(UserError) as caught:
        rows("garbles")
    assert str(caught.value) == "what the child process answered cannot be read: \\x1b[31mno JSON"


def test_answers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_MOST", 100_000)
    with pytest.raises(UserError, match="more than"):
        rows("floods", most=1000)


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed there")
def test_a_file_put_in_the_place_of_the_answers_is_not_read() -> None:
    assert rows("replaces") == [{"row": "of the first file"}]


def test_the_last_lines_of_its_standard_error_are_told_and_change_no_screen() -> None:
    with pytest.raises(UserError) as caught:
        rows("dies")
    text = str(caught.value)
    assert "exit status 3" in text and text.endswith("[stderr: \\x1b[31mred | last but one | the last line]")


def test_an_experiment_gets_no_secrets_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s3cret")
    monkeypatch.setenv("DATA_ROOT", "somewhere")
    monkeypatch.setenv("ASCEND_HOME_PATH", "/ascend")
    (row,) = rows("environment")
    assert not {"AWS_SECRET_ACCESS_KEY", "DATA_ROOT"} & set(row["environment"])
    assert row["environment"]["ASCEND_HOME_PATH"] == "/ascend" and row["environment"]["PATH"] == os.environ["PATH"]
    (row,) = rows("environment", whole=True)  # code of the user's runs as the user would run it
    assert row["environment"]["DATA_ROOT"] == "somewhere"


@pytest.mark.skipif(not os.path.exists("/proc/self/environ"), reason="processes are not listed there")
def test_what_it_starts_in_a_group_of_its_own_is_ended_too() -> None:
    (row,) = rows("leaves", most=1)
    end = time.monotonic() + 30  # whoever takes care of orphans may need a moment to see that it has gone
    while time.monotonic() < end and _runs(row["pid"]):
        time.sleep(0.05)
    assert not _runs(row["pid"])


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
