"""The generated pages are fresh, links lead somewhere, and the README's commands are lines that can be pasted."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import List

import pytest
from running import ROOT, python
from test_layers import LEVEL

READMES = ("README.md", "README.zh.md")


def pages() -> List[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_generated_pages_are_fresh() -> None:
    done = python("scripts/docs.py", "--check", cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stale_page_is_told_and_mended(tmp_path: Path) -> None:
    for name in ("mslint", "rules", "docs", "scripts"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in READMES:
        shutil.copy(ROOT / name, tmp_path / name)
    stale = tmp_path / "docs" / "en" / "MSL101.md"
    stale.write_text("old", encoding="utf-8")
    orphan = tmp_path / "docs" / "zh" / "MSL999.md"
    orphan.write_text("of no rule", encoding="utf-8")
    told = python("scripts/docs.py", "--check", cwd=tmp_path, env=None)
    assert told.returncode == 1
    assert [line.split(" ")[0] for line in told.stderr.splitlines()] == ["docs/en/MSL101.md", "docs/zh/MSL999.md"]
    assert python("scripts/docs.py", cwd=tmp_path).returncode == 0
    assert stale.read_text(encoding="utf-8") == (ROOT / "docs" / "en" / "MSL101.md").read_text(encoding="utf-8")
    assert not orphan.exists()


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", prose)]
    missing = [target for target in targets if target and "://" not in target and not (page.parent / target).exists()]
    assert not missing


@pytest.mark.parametrize("name", ["architecture.md", "architecture.zh.md"])
def test_the_architecture_names_what_exists_in_its_order(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    named = re.findall(r"`(mslint(?:\.\w+)+)`", text)
    assert len(named) > 40
    for module in named:
        path = ROOT.joinpath(*module.split("."))
        assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), module
    table = [row for row in text.split("\n") if row.startswith("| `mslint.")]
    levels = [[LEVEL[module.split(".")[1]] for module in re.findall(r"`(mslint\.\w+)`", row)] for row in table]
    assert [max(row) for row in levels[:9]] == sorted(max(row) for row in levels[:9])
    assert all((ROOT / path).exists() for path in re.findall(r"`((?:rules|tests)/[\w.]+)`", text))


@pytest.mark.parametrize("name", READMES)
def test_the_two_commands_are_one_line_each(name: str) -> None:
    lines = re.findall(r"^python3 -m venv .*$", (ROOT / name).read_text(encoding="utf-8"), re.M)
    assert len(lines) == 2
    lint, test = lines
    assert "mslint --exit-zero" in lint
    assert (ROOT / lint.split()[-1]).is_dir()
    assert test.endswith("-m pytest")


def test_both_readmes_give_the_same_test_command() -> None:
    first, second = (
        re.findall(r"^python3 .*pytest$", (ROOT / name).read_text(encoding="utf-8"), re.M) for name in READMES
    )
    assert first == second


def blocks(name: str) -> List[List[str]]:
    """The lines of each code block, without what is said in the language of the page: comments, places to fill in."""
    text = (ROOT / name).read_text(encoding="utf-8")
    found = []
    for info, code in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        code = re.sub(r" --lang zh\b| +# .*|<[^<>\n]*>", "", code).replace('lang = "zh"', 'lang = "en"')
        found.append([info, *code.splitlines()])
    return found


def test_both_readmes_have_the_same_code_blocks() -> None:
    english, chinese = (blocks(name) for name in READMES)
    assert len(english) > 5
    assert english == chinese


def test_both_readmes_have_the_same_sections() -> None:
    english, chinese = (
        re.findall(r"^(#+) |^```(\w*)$", (ROOT / name).read_text(encoding="utf-8"), re.M) for name in READMES
    )
    assert english == chinese
