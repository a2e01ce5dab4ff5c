"""Cases of units as Python files, their Chinese beside them, and units of an earlier form that become such."""

from __future__ import annotations

from pathlib import Path
from typing import Dict

import pytest
from running import ROOT, mslint

from mslint.errors import RuleError
from mslint.model import Severity
from mslint.rulekit.casefiles import examples_in, silent_in
from mslint.rulekit.convert import convert, is_old, without_lines
from mslint.rulekit.schema import read_rule

OLD = '''code = "MSL950"
slug = "my-check"
severity = "warning"
status = "stable"
since = "0.1.0"

[[api]]
names = ["mindspore.nn.Dense"]
when = { activation = { given = true } }

[text.en]
title = "t"
message = "{text}"
why = "w"
fix = "f"

[text.zh]
title = "题"
message = "{text} 文"
why = """
[text.en]
因"""
fix = "改"

[[example]]
target = "2.7"
bad = \'\'\'
from mindspore import nn

[[example]] = nn.Dense(3, 4, activation="relu")  # MSL950
\'\'\'
good = "x = 1"

[[silent]]
case = "one"
case_zh = "一"
level = "info"
code = "x = 2"
[[silent]]
case = "two"
code = """
x = 3
"""

[[source]]
title = "s"
title_zh = "源"
fact = """
first
second"""
fact_zh = """
第一
第二"""
checked = 2026-11-18

[[source]]
title = "plain"
fact = "fact"

[measured]
date = 2026-11-18
corpora = ["a"]
right = 1
wrong = 0
cannot_tell = 0
note = "n"
note_zh = "注"
'''


def unit(folder: Path, files: Dict[str, str]) -> Path:
    place = folder / "msl950_my_check"
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place / "rule.toml"


def test_a_converted_unit_says_the_same(tmp_path: Path) -> None:
    old = unit(tmp_path, {"rule.toml": OLD})
    before = read_rule(old, whole=True)
    assert is_old(old)
    assert [path.name for path in convert(old)] == ["rule.toml", "text.zh.toml", "bad.py", "good.py", "silent.py"]
    assert without_lines(read_rule(old, whole=True)) == without_lines(before)
    assert not is_old(old) and convert(old) == []
    text = old.read_text(encoding="utf-8")
    assert "zh" not in text and "example" not in text and text.endswith('note = "n"\n')
    assert (old.parent / "bad.py").read_text(encoding="utf-8").startswith("# %% 2.7\nfrom mindspore import nn\n")
    assert (old.parent / "silent.py").read_text(encoding="utf-8") == "# %% info: one | 一\nx = 2\n\n# %% two\nx = 3\n"


def test_units_of_mslint_have_todays_form() -> None:
    for path in sorted((ROOT / "rules").glob("msl*/rule.toml")):
        assert not is_old(path), f"mslint new-rule --convert {path.parent}"
        assert path.with_name("text.zh.toml").is_file(), path


def test_cells_know_their_lines(tmp_path: Path) -> None:
    bad = "\n# %%\n\n\nx = 1\n# %% 2.7\ny = 2\n"
    place = unit(tmp_path, {"bad.py": bad, "good.py": "# %%\nx\n# %%\ny", "silent.py": "# %% info: a | 甲\nz\n"}).parent
    one, two = examples_in(place)
    assert (one.bad, one.good, one.target, one.lines) == ("x = 1", "x", "", (5, 2))
    assert (two.bad, two.good, two.target, two.lines) == ("y = 2", "y", "2.7", (7, 4))
    (silent,) = silent_in(place)
    assert (silent.good, silent.case.en, silent.case.zh, silent.level) == ("z", "a", "甲", Severity.INFO)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"bad.py": "x = 1\n"}, "bad.py:1: a file of cases begins with # %%"),
        ({"bad.py": "x = 1\n# %%\ny\n"}, "bad.py:1: a file of cases begins with # %%"),
        ({"bad.py": "# %%\nx\n"}, "good.py: 0 cells, and 1 in bad.py"),
        ({"bad.py": "# %% new\nx\n", "good.py": "# %%\nx\n"}, "bad.py:1: behind # %% stands a MindSpore version"),
        ({"silent.py": "# %% a\nx\n# %%\ny\n"}, "silent.py:3: behind # %% must stand what the case is"),
        ({"text.zh.toml": 'title = "题"\n'}, "text.zh.toml:1: 'message' must be given"),
        ({"text.zh.toml": 'titel = "题"\n'}, "text.zh.toml:1: unknown key 'titel'"),
        ({"text.zh.toml": "[[source]]\n[[source]]\n[[source]]\n"}, "text.zh.toml:1: 3 [[source]] tables here, 2 in"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_line(tmp_path: Path, files: Dict[str, str], said: str) -> None:
    english = OLD[: OLD.index("[text.zh]")] + OLD[OLD.index("[[source]]") :]
    path = unit(tmp_path, {"rule.toml": english, **files})
    with pytest.raises(RuleError) as caught:
        read_rule(path, whole=True)
    assert said in str(caught.value).replace(str(path.parent) + "/", "")
    assert caught.value.text("zh") != caught.value.text("en")


def test_the_command_converts_a_folder_and_tells_of_old_units(tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    (tmp_path / "lint").mkdir()
    unit(tmp_path / "lint", {"rule.toml": OLD.replace("[[example]] = nn", "x = nn")})
    told = mslint("test-rules", cwd=tmp_path)
    assert "lint/msl950_my_check has an earlier form" in told.stderr
    done = mslint("new-rule", "--convert", "lint", cwd=tmp_path)
    assert done.stdout == "lint/msl950_my_check: wrote rule.toml, text.zh.toml, bad.py, good.py, silent.py.\n"
    again = mslint("new-rule", "--convert", "lint/msl950_my_check", "--lang", "zh", cwd=tmp_path)
    assert again.stdout == "lint/msl950_my_check：已是现在的格式。\n"
    assert mslint("test-rules", cwd=tmp_path).stderr == ""
    missing = mslint("new-rule", "--convert", "nothing", cwd=tmp_path)
    assert (missing.returncode, missing.stdout) == (2, "") and "holds no rule" in missing.stderr


@pytest.mark.parametrize(("old", "new"), [('"x = 2"', '"# %% x"'), ('case = "two"', 'case = "two | three"')])
def test_what_has_no_place_in_a_file_of_cases_is_not_converted(tmp_path: Path, old: str, new: str) -> None:
    path = unit(tmp_path, {"rule.toml": OLD.replace(old, new)})
    before = path.read_bytes()
    with pytest.raises(RuleError, match="must not begin with # %%"):
        convert(path)
    assert path.read_bytes() == before and not path.with_name("bad.py").exists()


def test_tables_may_stand_in_any_order(tmp_path: Path) -> None:
    head, chinese = OLD[: OLD.index("[text.zh]")], OLD[OLD.index("[text.zh]") : OLD.index("[[example]]")]
    rest = OLD[OLD.index("[[example]]") :]
    path = unit(tmp_path, {"rule.toml": f"{head}{rest}\n# a ''' in a comment\n{chinese}"})
    before = read_rule(path, whole=True)
    assert [each.name for each in convert(path)][1] == "text.zh.toml"
    assert without_lines(read_rule(path, whole=True)) == without_lines(before)
    assert path.with_name("text.zh.toml").read_text(encoding="utf-8").startswith("title = ")


def test_what_a_run_needs_may_stand_behind_the_documentation(tmp_path: Path) -> None:
    english = OLD[: OLD.index("[text.zh]")] + '[text.en.variants.v]\nmessage = "v"\n' + OLD[OLD.index("[[source]]") :]
    words = 'title = "题"\nmessage = "文"\nwhy = "因"\nfix = "改"\n'
    chinese = f'{words}[[source]]\ntitle = "源"\n[[source]]\n[variants.v]\nmessage = "变"\n'
    path = unit(tmp_path, {"rule.toml": english, "text.zh.toml": chinese})
    assert read_rule(path, whole=False).text["zh"].variants["v"].message == "变"
