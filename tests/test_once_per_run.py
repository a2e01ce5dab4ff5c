"""What a run tells once, whatever files it is found in, and what it tells in a line at the end only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

import pytest
from running import mslint

# ops.top_k has a successor, ops.cast none.
REPLACED = "from mindspore import ops\n\n\ndef f(x):\n    return ops.top_k(x, 5)\n"
ALONE = "from mindspore import ops\n\n\ndef f(x, kind):\n    return ops.cast(x, kind)\n"
TARGET = "--target-version=2.10"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text(REPLACED, encoding="utf-8")
    (tmp_path / "d.py").write_text(ALONE, encoding="utf-8")
    return tmp_path


def document(place: Path, *args: str) -> Dict[str, Any]:
    done = mslint(TARGET, "--select=MSL903", "--output-format=json", *args, cwd=place)
    found: Dict[str, Any] = json.loads(done.stdout)
    return found


def places(document: Dict[str, Any]) -> List[str]:
    return [
        f"{each['path']} {' '.join(other['path'] for other in each['related'])}".strip()
        for each in document["findings"]
    ]


def test_one_name_is_one_finding_of_a_run(place: Path) -> None:
    assert places(document(place, "--level=info", ".")) == ["a.py b.py c.py"]
    assert places(document(place, "--level=info", "c.py", "b.py")) == ["b.py c.py"]


def test_as_many_are_hidden_as_the_lower_level_shows(place: Path) -> None:
    shown = document(place, "--level=info", ".")
    hidden = document(place, ".")
    assert hidden["summary"]["hidden"] == len(shown["findings"]) == 1
    assert document(place, ".")["summary"]["hidden"] == 1  # from the cache, too


def test_a_comment_silences_one_place_only(place: Path) -> None:
    (place / "a.py").write_text(REPLACED.replace("5)", "5)  # mslint: ignore[MSL903]"), encoding="utf-8")
    assert places(document(place, "--level=info", ".")) == ["b.py c.py"]


def test_a_baseline_knows_each_place(place: Path) -> None:
    mslint(TARGET, "--select=MSL903", "--level=info", "--write-baseline=known.json", "a.py", "b.py", cwd=place)
    left = document(place, "--level=info", "--baseline=known.json", ".")
    assert places(left) == ["c.py"]
    assert left["summary"]["known"] == 2


def test_what_asks_for_nothing_is_a_line_at_the_end(place: Path) -> None:
    told = mslint(TARGET, "--level=info", "d.py", cwd=place).stdout.splitlines()
    assert told[0] == "Nothing to do now, but good to know: MSL903 deprecated-api: ops.cast (mslint rule MSL903)."
    assert told[1].startswith("No problems found")
    assert "ops.cast" in mslint(TARGET, "--level=info", "--lang=zh", "d.py", cwd=place).stdout.splitlines()[0]
    summary = document(place, "--level=info", ".")["summary"]
    assert [(each["name"], each["places"]) for each in summary["remarks"]] == [("ops.cast", 1)]
    assert summary["findings"] == {"error": 0, "warning": 0, "info": 1}


def test_what_asks_for_nothing_is_not_counted_as_hidden(place: Path) -> None:
    summary = document(place, "d.py")["summary"]
    assert (summary["hidden"], summary["remarks"]) == (0, [])


def test_no_comment_is_added_for_what_asks_for_nothing(place: Path) -> None:
    mslint(TARGET, "--level=info", "--select=MSL903", "--add-noqa", ".", cwd=place)
    assert (place / "d.py").read_text(encoding="utf-8") == ALONE
    assert all("MSL903" in (place / name).read_text(encoding="utf-8") for name in ("a.py", "b.py", "c.py"))
