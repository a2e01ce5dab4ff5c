"""The plug-in in a real flake8: the same findings at the same places as on the command line."""

from __future__ import annotations

import importlib.metadata
import json
import re
from pathlib import Path
from typing import List, Set, Tuple

import pytest
from running import BAD, GOOD, PORT, mslint, python

from mslint.rulekit.catalog import load_catalog

Place = Tuple[str, int, int, str]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project with a flake8 that knows the plug-in, also where this checkout is not installed."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    local = "" if installed() else "[flake8:local-plugins]\nextension =\n    MSL = mslint.flake8_plugin:Plugin\n"
    (tmp_path / ".flake8").write_text(f"[flake8]\nextend-ignore = E,W,F\n{local}", encoding="utf-8")
    return tmp_path


def installed() -> bool:
    try:
        return bool(importlib.metadata.version("mslint"))
    except importlib.metadata.PackageNotFoundError:
        return False


def flake8(place: Path, *args: str, stdin: bytes = b"") -> List[str]:
    done = python("-m", "flake8", *args, cwd=place, stdin=stdin)
    assert done.stderr == ""
    return done.stdout.splitlines()


def places(lines: List[str]) -> Set[Place]:
    found = set()
    for line in lines:
        match = re.match(r"(?:\./|\.\\)?(.*?):(\d+):(\d+): (MSL\d+) ", line)
        assert match, line
        found.add((match.group(1).replace("\\", "/"), int(match.group(2)), int(match.group(3)), match.group(4)))
    return found


def on_the_command_line(place: Path, *args: str) -> Set[Place]:
    findings = json.loads(mslint("--output-format", "json", *args, cwd=place).stdout)["findings"]
    return {(each["path"], each["line"], each["column"], each["code"]) for each in findings}


def test_same_findings_at_the_same_places(place: Path) -> None:
    expected = on_the_command_line(place)
    assert {code for *_, code in expected} == {"MSL101", "MSL107"}
    assert places(flake8(place, ".")) == expected


def test_same_findings_on_a_whole_project_at_every_level(place: Path) -> None:
    (place / "mslint.toml").write_text('level = "info"\n', encoding="utf-8")
    for path in PORT.rglob("*.py"):
        copy = place / path.relative_to(PORT)
        copy.parent.mkdir(exist_ok=True)
        # Wide characters, tabs and CRLF before the calls must not move a column.
        copy.write_bytes(b"# \xe4\xb8\xa2\xe5\xbc\x83\r\n" + path.read_bytes().replace(b"\n", b"\r\n"))
    (place / "bom.py").write_bytes(b"\xef\xbb\xbf" + BAD.encode())
    (place / "tabs.py").write_text(
        "from mindspore import nn\nif nn:\n\ta = '中文', nn.Dropout(0.1)\n", encoding="utf-8"
    )
    expected = on_the_command_line(place)
    assert len(expected) > 20
    shown = places(flake8(place, "."))
    assert shown <= expected
    # What only a script that imports the file brings to light belongs to the command line.
    assert {code for *_, code in expected - shown} <= {
        rule.code for rule in load_catalog().rules.values() if rule.program
    }


def test_messages_are_those_of_the_command_line_in_the_configured_language(place: Path) -> None:
    (place / "mslint.toml").write_text('lang = "zh"\n', encoding="utf-8")
    findings = json.loads(mslint("--output-format", "json", "bad.py", cwd=place).stdout)["findings"]
    assert flake8(place, "bad.py") == [
        f"bad.py:{each['line']}:{each['column']}: {each['code']} {each['message']}" for each in findings
    ]


def test_flake8s_own_select_ignore_and_noqa_are_in_charge(place: Path) -> None:
    assert {code for *_, code in places(flake8(place, "--ignore", "MSL101,E,W,F", "bad.py"))} == {"MSL107"}
    assert {code for *_, code in places(flake8(place, "--select", "MSL101", "bad.py"))} == {"MSL101"}
    (place / "bad.py").write_text(BAD.replace("(0.1)", "(0.1)  # noqa: MSL101"), encoding="utf-8")
    assert {code for *_, code in places(flake8(place, "bad.py"))} == {"MSL107"}
    assert {code for *_, code in places(flake8(place, "--disable-noqa", "bad.py"))} == {"MSL101", "MSL107"}
    (place / "bad.py").write_text(BAD.replace("(0.1)", "(0.1)  # mslint: ignore[MSL101] meant"), encoding="utf-8")
    assert {code for *_, code in places(flake8(place, "--disable-noqa", "bad.py"))} == {"MSL107"}


def test_a_noqa_on_the_last_line_counts_as_on_the_command_line(place: Path) -> None:
    (place / "bad.py").write_text(
        "from mindspore import nn\n\nx = nn.Dropout(\n    0.1\n)  # noqa: MSL101\n", encoding="utf-8"
    )
    assert on_the_command_line(place) == set()
    assert flake8(place, ".") == []
    assert places(flake8(place, "--disable-noqa", ".")) == {("bad.py", 3, 5, "MSL101")}


def test_level_and_target_version_come_from_the_project(place: Path) -> None:
    (place / "mslint.toml").write_text('level = "error"\n', encoding="utf-8")
    assert {code for *_, code in places(flake8(place, "bad.py"))} == {"MSL107"}


def test_unused_suppressions_are_told_at_info_level(place: Path) -> None:
    (place / "mslint.toml").write_text('level = "info"\n', encoding="utf-8")
    (place / "good.py").write_text(GOOD.replace("(p=0.1)", "(p=0.1)  # mslint: ignore[MSL101] why"), encoding="utf-8")
    expected = on_the_command_line(place, "good.py")
    assert "MSL002" in {code for *_, code in expected}
    assert places(flake8(place, "good.py")) == expected


def test_a_file_that_does_not_parse_is_flake8s_own_error(place: Path) -> None:
    (place / "bad.py").write_text(BAD + "def broken(:\n", encoding="utf-8")
    (place / ".flake8").write_text(
        (place / ".flake8").read_text(encoding="utf-8").replace("E,W,F", "E1,W,F"), encoding="utf-8"
    )
    lines = flake8(place, "bad.py")
    assert any(" E999 " in line for line in lines)
    assert not any("MSL" in line for line in lines)


def test_standard_input_with_a_display_name(place: Path) -> None:
    (place / "sub").mkdir()
    (place / "sub" / "mslint.toml").write_text('ignore = ["MSL101"]\n', encoding="utf-8")
    lines = flake8(place, "--stdin-display-name", "sub/new.py", "-", stdin=BAD.encode())
    assert places(lines) == {("sub/new.py", 4, 9, "MSL107")}


def test_a_broken_configuration_is_one_sentence(place: Path) -> None:
    (place / "mslint.toml").write_text('levle = "info"\n', encoding="utf-8")
    done = python("-m", "flake8", ".", cwd=place)
    assert done.returncode == 1
    assert "mslint.toml:1: unknown key 'levle'; did you mean 'level'?" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_plugin_imports_nothing_heavy_for_files_without_mindspore(tmp_path: Path) -> None:
    program = (
        "import sys, ast; from mslint.flake8_plugin import Plugin\n"
        "print(list(Plugin(ast.parse(''), 'a.py', ['import torch\\n']).run()))\n"
        "print(sorted({'libcst', 'mslint.runner', 'mslint.engine'} & set(sys.modules)))"
    )
    assert python("-c", program, cwd=tmp_path).stdout == "[]\n[]\n"
