"""Names, settings and literals that hold commands to a terminal or to the log of a CI job: they are written out."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import List

import pytest
from running import BAD, mslint, python

from mslint.visible import visible, visible_line

EVIL = "a\n::error file=x::forged\x1b[31;1m\x07\u202e\u200b\r.py"
FORGED = "::stop-commands::token"
TEXT = (
    "from mindspore import nn\n\n"
    'conv = nn.Conv2d(3, 4, 3, pad_mode="\x1b[31;1mvalid\x9b\u202e")\n'
    'one = nn.Dropout(0.1 if "\x1b[31mRED" else 0.2)\n'
    'two = nn.Dropout(p="\\x1b]0;title\\x07\\n::error::forged")\n'
    "# ##[add-mask]x\n"
    'three = nn.Conv2d(3, 4, "[click](http://example.invalid)", padding=1)\n'
)
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202e]|^\\s*::(?!error|warning|notice)|##\\[", re.M)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "net.py").write_text(TEXT, encoding="utf-8")
    if sys.platform != "win32":
        (tmp_path / EVIL).write_text(TEXT, encoding="utf-8")
        (tmp_path / FORGED).mkdir()
        (tmp_path / FORGED / "x.py").write_text(BAD, encoding="utf-8")
        (tmp_path / "broken\n::error::x.py").write_text("import mindspore\nx = (\n", encoding="utf-8")
        (tmp_path / "link\n::error::x.py").symlink_to("/etc/hostname")
    return tmp_path


def harmless(text: str) -> None:
    assert not HARMFUL.search(text), repr(HARMFUL.search(text))
    assert not [line for line in text.splitlines() if line.startswith("::error::") or "::forged" in line[:20]]


@pytest.mark.parametrize(
    "words",
    [
        ["."],
        ["--output-format", "concise", "."],
        ["--lang", "zh", "."],
        ["--output-format", "github", "."],
        ["--statistics", "--output-format", "jsonl", "."],
        ["checklist", "."],
        ["checklist", ".", "-o", "report.txt"],
        ["--fix", "--unsafe-fixes", "."],
        ["--add-noqa", "."],
        ["gone\n::error::x"],
        ["--since", "x\n::error::y", "."],
        ["--baseline", "x\n::error::y", "."],
        ["--select", "x\n::error::y", "."],
        ["api", "x\n::error::y"],
        ["rule", "x\n::error::y"],
        ["--x\n::error::y"],
    ],
    ids=lambda words: " ".join(words).replace("\n", " "),
)
def test_nothing_harmful_is_printed(place: Path, words: List[str]) -> None:
    done = (
        mslint("--level", "info", *words, cwd=place)
        if words[0] not in ("checklist", "api", "rule")
        else mslint(*words, cwd=place)
    )
    assert done.stdout or done.stderr
    harmless(done.stdout)
    harmless(done.stderr)
    if (place / "report.txt").exists():
        harmless((place / "report.txt").read_text(encoding="utf-8"))


def test_in_colour_only_mslint_paints(place: Path) -> None:
    for output_format in ("full", "concise"):
        done = mslint("--color", "always", "--level", "info", "--output-format", output_format, ".", cwd=place)
        plain = mslint("--color", "never", "--level", "info", "--output-format", output_format, ".", cwd=place)
        assert "\x1b[" in done.stdout
        assert re.sub("\x1b\\[[0-9;]+m", "", done.stdout) == plain.stdout
        harmless(plain.stdout)


@pytest.mark.parametrize(
    "setting",
    [
        'rule-paths = ["\\n::error::forged\\u001b[31m"]',
        'baseline = "\\n::error::forged\\u001b[31m"',
        'select = ["\\n::error::forged\\u001b[31m"]',
        'level = "\\n::error::forged\\u001b[31m"',
        '"\\n::error::forged\\u001b[31m" = 1',
        'exclude = [1, "\\n::error::forged\\u001b[31m"]',
        'per-file-ignores = {"\\n::error::forged\\u001b[31m" = 1}',
    ],
)
def test_settings_are_written_out(place: Path, setting: str) -> None:
    (place / "mslint.toml").write_text(setting + "\n", encoding="utf-8")
    for words in (["net.py"], ["--output-format", "github", "net.py"], ["--show-settings"]):
        done = mslint(*words, cwd=place)
        assert done.stderr or words == ["--show-settings"]
        harmless(done.stdout)
        harmless(done.stderr)
    done = python("-m", "flake8", "-j1", "--select", "MSL", "net.py", cwd=place)
    harmless(done.stderr)


def test_flake8_and_json_hold_messages_that_are_written_out(place: Path) -> None:
    done = python("-m", "flake8", "--isolated", "-j1", "--select", "MSL", "net.py", cwd=place)
    assert "MSL" in done.stdout
    harmless(done.stdout)
    found = json.loads(mslint("--level", "info", "--output-format", "json", ".", cwd=place).stdout)
    for each in found["findings"]:
        harmless(each["message"])
        harmless(each["fix"]["title"] if each["fix"] else "")
    if sys.platform != "win32":  # what programs read is the name itself
        assert EVIL in {each["path"] for each in found["findings"]}


def test_no_link_of_the_code_is_one_in_sarif(place: Path) -> None:
    done = mslint("--level", "info", "--output-format", "sarif", "net.py", cwd=place)
    texts = [each["message"]["text"] for each in json.loads(done.stdout)["runs"][0]["results"]]
    assert not [text for text in texts if re.search(r"(?<!\\)\]\((?!\d)", text)]


def test_a_patch_names_no_file_by_two_lines(place: Path) -> None:
    done = mslint("--diff", "--unsafe-fixes", "--level", "info", ".", cwd=place)
    heads = [line for line in done.stdout.splitlines() if line.startswith(("--- ", "+++ "))]
    assert heads and not [line for line in heads if HARMFUL.search(line)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, 中文 und Umläute", "plain text, 中文 und Umläute"),
        ("a\tb\nc\r", "a\\tb\\nc\\r"),
        ("\x1b[31m\x9b\u202e\U000e0041", "\\x1b[31m\\x9b\\u202e\\U000e0041"),
        ("\x1b[31;1mred\x1b[0m", "\\x1b[31;1mred\\x1b[0m"),  # such as mslint's own colours
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::error::x", "./::error::x"),
        ("  ::error::x", "  ./::error::x"),
        ("a::b", "a::b"),
        ("x = 1  ##[add-mask]y ##vso[task]", "x = 1  # #[add-mask]y # #vso[task]"),
        ("## a comment", "## a comment"),
    ],
)
def test_visible_line(line: str, shown: str) -> None:
    assert visible_line(line) == shown
