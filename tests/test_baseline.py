"""--write-baseline and --baseline: what is known stays hidden whatever moves, and only what is new counts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, List

import pytest
from running import BAD, mslint, python
from test_flake8 import installed

KNOWN = "No problems found in 1 file. 2 known to the baseline."


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint("--write-baseline", "base.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [KNOWN, "Wrote 2 findings to base.json."]
    return tmp_path


def closing(*args: str, cwd: Path) -> str:
    lines = mslint("--output-format", "concise", *args, cwd=cwd).stdout.splitlines()
    return next(line for line in lines if line.startswith(("Found", "No ")))


def rows(path: Path) -> List[Any]:
    found: List[Any] = json.loads(path.read_text(encoding="utf-8"))["findings"]
    return found


def test_the_file_is_one_sorted_entry_per_line_without_places(place: Path) -> None:
    lines = (place / "base.json").read_text(encoding="utf-8").split("\n")
    assert lines == [
        '{"version": 1, "findings": [',
        '{"path": "bad.py", "code": "MSL101", "severity": "warning", "text": "drop = nn.Dropout(0.1)"},',
        '{"path": "bad.py", "code": "MSL107", "severity": "error", "text": "dense = nn.Dense(3, 4, False)"}',
        "]}",
        "",
    ]


def test_what_is_known_stays_hidden_when_lines_move_and_the_language_changes(place: Path) -> None:
    (place / "bad.py").write_text("# new\n\n" + BAD.replace("drop =", "if 1:\n  drop ="), encoding="utf-8")
    assert closing("--baseline", "base.json", cwd=place) == KNOWN
    done = mslint("--baseline", "base.json", "--lang", "zh", cwd=place)
    assert (done.returncode, done.stdout) == (0, "检查了 1 个文件，没有发现问题。2 处已记入基线。\n")


def test_one_more_of_the_same_is_new(place: Path) -> None:
    (place / "bad.py").write_text(BAD + "drop = nn.Dropout(0.1)\n", encoding="utf-8")
    done = mslint("--baseline", "base.json", "--output-format", "json", cwd=place)
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert [each["code"] for each in document["findings"]] == ["MSL101"]
    assert (document["summary"]["known"], document["summary"]["stale"]) == (2, 0)
    mslint("--write-baseline", "base.json", cwd=place)
    assert [row.get("count") for row in rows(place / "base.json")] == [2, None]
    assert closing("--baseline", "base.json", cwd=place).endswith(" 3 known to the baseline.")


def test_a_finding_of_several_places_is_known_place_by_place(place: Path) -> None:
    head, first, second = "import mindspore\n", "f = mindspore.ms_function\n", "g = mindspore.ms_function\n"
    (place / "bad.py").write_text(head + first, encoding="utf-8")
    mslint("--write-baseline", "base.json", cwd=place)
    (place / "bad.py").write_text(head + first + second, encoding="utf-8")
    done = mslint("--baseline", "base.json", "--output-format", "json", cwd=place)
    (finding,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, finding["code"], finding["line"], finding["related"]) == (1, "MSL901", 3, [])
    mslint("--write-baseline", "base.json", cwd=place)
    assert [row["text"] for row in rows(place / "base.json")] == [first.strip(), second.strip()]
    (place / "bad.py").write_text(head + second, encoding="utf-8")
    assert closing("--baseline", "base.json", cwd=place).startswith("No problems found")


def test_links_lead_to_the_same_entries(place: Path) -> None:
    try:
        (place / "link").symlink_to(place, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert closing("--baseline", "base.json", "link/bad.py", cwd=place) == KNOWN


def test_a_changed_line_is_new_and_its_entry_stale(place: Path) -> None:
    (place / "bad.py").write_text(BAD.replace("0.1", "0.2"), encoding="utf-8")
    assert "Found 1 warning in 1 file checked. 1 known to the baseline. 1 entry of the baseline is no longer" in (
        mslint("--baseline", "base.json", cwd=place).stdout
    )
    mslint("--write-baseline", "base.json", cwd=place)
    assert [row["text"] for row in rows(place / "base.json")][0] == "drop = nn.Dropout(0.2)"
    assert closing("--baseline", "base.json", cwd=place) == KNOWN


@pytest.mark.parametrize("args", [["--select", "MSL101"], ["--level", "error"], ["--ignore", "MSL107"]])
def test_what_was_not_asked_is_not_stale(place: Path, args: List[str]) -> None:
    assert "no longer" not in closing("--baseline", "base.json", *args, cwd=place)


def test_entries_of_files_that_were_not_checked_are_neither_stale_nor_dropped(place: Path) -> None:
    (place / "other.py").write_text(BAD, encoding="utf-8")
    assert "no longer" not in closing("--baseline", "base.json", "other.py", cwd=place)
    mslint("--write-baseline", "base.json", "other.py", cwd=place)
    assert [row["path"] for row in rows(place / "base.json")] == ["bad.py", "bad.py", "other.py", "other.py"]


def test_a_renamed_file_keeps_its_entries_but_a_copy_does_not_share_them(place: Path) -> None:
    (place / "moved.py").write_text(BAD, encoding="utf-8")
    assert closing("--baseline", "base.json", cwd=place).startswith("Found 1 error, 1 warning in 2 files")
    (place / "bad.py").unlink()
    assert closing("--baseline", "base.json", cwd=place) == KNOWN
    (place / "moved.py").unlink()
    (place / "good.py").write_text("x = 1\n", encoding="utf-8")
    assert "2 entries of the baseline are no longer" in closing("--baseline", "base.json", cwd=place)


def test_paths_count_from_the_folder_of_the_file(place: Path) -> None:
    (place / "sub").mkdir()
    os.replace(place / "base.json", place / "sub" / "base.json")
    mslint("--write-baseline", "sub/base.json", "bad.py", cwd=place)  # drops those that are no longer there
    assert [row["path"] for row in rows(place / "sub" / "base.json")] == ["../bad.py", "../bad.py"]
    assert closing("--baseline", "base.json", "../bad.py", cwd=place / "sub") == KNOWN


def test_the_configuration_names_it_for_the_command_line_and_flake8(place: Path) -> None:
    (place / "mslint.toml").write_text('baseline = "base.json"\n', encoding="utf-8")
    (place / "sub").mkdir()
    assert closing("../bad.py", cwd=place / "sub") == KNOWN
    (shown,) = [line for line in mslint("--show-settings", cwd=place).stdout.splitlines() if "baseline" in line]
    assert shown.endswith("  # mslint.toml:1")
    (place / "bad.py").write_text(BAD + "b = nn.Dropout(0.3)\n", encoding="utf-8")
    local = "" if installed() else "[flake8:local-plugins]\nextension =\n    MSL = mslint.flake8_plugin:Plugin\n"
    (place / ".flake8").write_text(f"[flake8]\nextend-ignore = E,W,F\n{local}", encoding="utf-8")
    done = python("-m", "flake8", "bad.py", cwd=place)
    assert [line.split()[0:2] for line in done.stdout.splitlines()] == [["bad.py:5:5:", "MSL101"]]


def test_fix_leaves_alone_what_is_known(place: Path) -> None:
    (place / "bad.py").write_text(BAD + "b = nn.Dropout(0.3)\n", encoding="utf-8")
    done = mslint("--fix", "--unsafe-fixes", "--baseline", "base.json", cwd=place)
    assert (place / "bad.py").read_text(encoding="utf-8") == BAD + "b = nn.Dropout(p=0.3)\n"
    assert done.stdout.splitlines() == [KNOWN, "Fixed 1 finding."]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "x = 1\n",
        '{"version": 1}',
        '{"version": 1, "findings": [{}]}',
        '{"version": 1, "findings": [{"path": 1, "code": "MSL101", "severity": "error", "text": ""}]}',
        '{"version": 1, "findings": [{"path": "a", "code": "MSL101", "severity": "error", "text": "", "count": 0}]}',
        '{"version": 1, "findings": [{"path": "a", "code": "MSL101", "severity": "bad", "text": ""}]}',
        "[" * 100_000,
    ],
)
def test_a_damaged_one_is_a_sentence_and_is_not_overwritten(place: Path, text: str) -> None:
    (place / "base.json").write_text(text, encoding="utf-8")
    for option in ("--baseline", "--write-baseline") if text else ("--baseline",):
        done = mslint(option, "base.json", cwd=place)
        assert (done.returncode, done.stdout) == (2, "")
        said = (
            "is no baseline, or a damaged one; delete it and write it anew with --write-baseline"
            if option == "--baseline"
            else "is there already and is no baseline that can be read; if it may go, delete it first"
        )
        assert done.stderr == f"mslint: base.json {said}\n"
    assert (place / "base.json").read_text(encoding="utf-8") == text


def test_one_of_a_newer_mslint_and_one_that_is_not_there(place: Path) -> None:
    (place / "new.json").write_text('{"version": 2, "findings": []}', encoding="utf-8")
    done = mslint("--baseline", "new.json", cwd=place)
    assert (done.returncode, done.stderr) == (2, "mslint: the baseline new.json was written by a newer mslint\n")
    done = mslint("--baseline", "nowhere.json", cwd=place)
    assert done.returncode == 2
    assert done.stderr.startswith("mslint: the baseline nowhere.json cannot be read: ")
    done = mslint("--write-baseline", "no/such/base.json", cwd=place)
    assert done.returncode == 2
    assert "no/such/base.json" in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "left"),
    [
        (["--select", "MSL109"], ["MSL101", "MSL107"]),
        (["--ignore", "MSL107"], ["MSL101", "MSL107"]),
        (["--level", "error"], ["MSL101", "MSL107"]),
        ([], []),
    ],
)
def test_writing_anew_drops_only_what_was_looked_for(place: Path, args: List[str], left: List[str]) -> None:
    (place / "bad.py").write_text("from mindspore import nn\n", encoding="utf-8")
    before = rows(place / "base.json")
    mslint("--write-baseline", "base.json", *args, cwd=place)
    # What is gone is dropped where somebody has looked for it: the error also by a run that shows errors only.
    gone = {"MSL107"} if "--level" in args else {"MSL101"} if "--ignore" in args else set()
    assert rows(place / "base.json") == [row for row in before if row["code"] in left and row["code"] not in gone]


def test_what_a_level_shows_again_is_not_counted_twice(place: Path) -> None:
    before = rows(place / "base.json")
    (place / "mslint.toml").write_text('[severity]\nMSL101 = "info"\n', encoding="utf-8")
    mslint("--write-baseline", "base.json", cwd=place)
    assert rows(place / "base.json") == before[1:]
    mslint("--write-baseline", "base.json", "--level", "info", cwd=place)
    (place / "mslint.toml").unlink()
    mslint("--write-baseline", "base.json", cwd=place)
    assert rows(place / "base.json") == before


def test_standard_output_is_no_baseline(place: Path) -> None:
    done = mslint("--write-baseline", "-", cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: --write-baseline needs a file")
    assert not (place / "-").exists()


def test_whoever_named_what_is_not_there_is_told_where(place: Path) -> None:
    (place / "mslint.toml").write_text('lang = "en"\nbaseline = "nowhere.json"\n', encoding="utf-8")
    done = mslint(cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: mslint.toml:2: the baseline nowhere.json cannot be read: ")


@pytest.mark.usefixtures("rules_allowed")
def test_that_a_rule_failed_is_never_known(place: Path) -> None:
    unit = place / "rules" / "msl950_fails"
    unit.mkdir(parents=True)
    example = '[[example]]\nbad = "x = 1  # MSL950\\n"\ngood = "x = 2\\n"\n'
    text = '[text.{}]\ntitle = "t"\nmessage = "m"\nwhy = "w"\nfix = "f"\n'
    (unit / "rule.toml").write_text(
        'code = "MSL950"\nslug = "fails"\nseverity = "warning"\nstatus = "stable"\nsince = "0.1.0"\n'
        'mindspore = ">=1.0"\n[on]\nfile = true\n' + text.format("en") + text.format("zh") + example,
        encoding="utf-8",
    )
    (unit / "checker.py").write_text("def check_file(facts):\n    raise ValueError\n", encoding="utf-8")
    (place / "mslint.toml").write_text('rule-paths = ["rules"]\n', encoding="utf-8")
    done = mslint("--write-baseline", "base.json", "bad.py", cwd=place)
    if "MSL003" not in done.stdout:
        pytest.fail(done.stdout + done.stderr)
    assert done.returncode == 2
    assert [row["code"] for row in rows(place / "base.json")] == ["MSL101", "MSL107"]


@pytest.mark.parametrize(
    ("args", "one", "other"),
    [
        (["--write-baseline", "b.json", "--fix"], "--fix", "--write-baseline"),
        (["--write-baseline", "b.json", "--since", "HEAD"], "--write-baseline", "--since"),
        (["--add-noqa", "--diff"], "--add-noqa", "--diff"),
    ],
)
def test_what_cannot_be_combined(place: Path, args: List[str], one: str, other: str) -> None:
    done = mslint(*args, cwd=place)
    assert (done.returncode, done.stderr) == (2, f"mslint: {one} and {other} cannot be combined\n")
    assert not (place / "b.json").exists()
