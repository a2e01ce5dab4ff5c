"""Each way in which rule.toml or checker.py can be wrong is one sentence, with the file and the line to look at."""

# ruff: noqa: E501, ISC004  (tables of cases: one case, one line)

from __future__ import annotations

from pathlib import Path
from typing import Optional

import pytest
from reading import check

from mslint.errors import RuleError, UserError
from mslint.rulekit.catalog import load_catalog

UNIT = """code = "MSL950"
slug = "my-check"
severity = "warning"
status = "stable"
since = "0.1.0"
mindspore = ">=2.7"
yields_to = ["MSL101"]

[on]
calls = ["mindspore.nn.Dense"]

[[api]]
names = ["mindspore.nn.Dense"]
when = { has_bias = { given = true } }

[text.en]
title = "t"
message = "m"
why = "w"
fix = "f"

[text.zh]
title = "题"
message = "文"
why = "因"
fix = "改"
"""
CHECKER = "def check_call(call, facts):\n    return ()\n"

# What is replaced, by what, the line that is named, and a part of the sentence.
WRONG = {
    "unknown key": ('slug = "my-check"', 'slug = "my-check"\nsevrity = "error"', 3, "unknown key 'sevrity'"),
    "unknown key in [on]": ("calls = [", "call = [", 10, "unknown key 'call'"),
    "unknown key in a text": ('title = "t"', 'heading = "t"', 17, "unknown key 'heading'"),
    "unknown key in a row": ("names = [", "apis = [", 13, "unknown key 'apis'"),
    "unknown key in a fix": ("given = true } }", 'given = true } }\nfix = { safety = "safe", add = 1 }', 15, "unknown key 'add'"),
    "empty fix": ("given = true } }", 'given = true } }\nfix = { safety = "safe" }', 15, "write, name, drop and around"),
    "fix without safety": ("given = true } }", 'given = true } }\nfix = { drop = ["a"] }', 15, "safety"),
    "fix of no known safety": ("given = true } }", 'given = true } }\nfix = { safety = "sure", drop = ["a"] }', 15, "sure"),
    "fix that writes no Python": ("given = true } }", 'given = true } }\nfix = { safety = "safe", write = { a = "1 +" } }', 15, "1 +"),
    "fix that writes to no name": ("given = true } }", 'given = true } }\nfix = { safety = "safe", name = { a = "b c" } }', 15, "b c"),
    "fix around with one text": ("given = true } }", 'given = true } }\nfix = { safety = "safe", around = { a = ["("] } }', 15, "around.a"),
    "claim of no known safety": ('slug = "my-check"', 'slug = "my-check"\nfixes = ["sure"]', 3, "sure"),
    "unknown condition": ("given = true", "over = 1", 14, "unknown key 'over'"),
    "unknown language": ("[text.zh]", "[text.fr]", 22, "unknown key 'fr'"),
    "missing text": ('why = "w"\n', "", 16, "'text.en.why'"),
    "no code": ('code = "MSL950"\n', "", 1, "'code'"),
    "bad code": ("MSL950", "MSL95", 1, "MSL95"),
    "bad slug": ("my-check", "My_Check", 2, "My_Check"),
    "bad severity": ('severity = "warning"', 'severity = "fatal"', 3, "fatal"),
    "bad status": ('status = "stable"', 'status = "done"', 4, "done"),
    "bad type": ('since = "0.1.0"', "since = 0.1", 5, "'since'"),
    "bad range": ('">=2.7"', '"2.7"', 6, "2.7"),
    "calls that are no list": ('calls = ["mindspore.nn.Dense"]', 'calls = "mindspore.nn.Dense"', 10, "'calls'"),
    "a flag that is none": ('calls = ["mindspore.nn.Dense"]', "classes = 1", 10, "'classes'"),
    "a limit that is no number": ("given = true", 'below = "1"', 14, "'below'"),
    "a limit that is a flag": ("given = true", "above = true", 14, "'above'"),
    "a condition's flag that is none": ("given = true", "given = 1", 14, "'given'"),
    "a type that is none": ("given = true", 'type = "boolean"', 14, "boolean"),
    "a manner that is none": ("given = true", 'how = "by name"', 14, "by name"),
    "a row's severity": ("names = [", 'severity = "bad"\nnames = [', 13, "bad"),
    "a variant that is none": ("names = [", 'variant = "other"\nnames = [', 13, "other"),
    "a row's flag that is none": ("names = [", "group = 1\nnames = [", 13, "'group'"),
    "a framework that is none": ('slug = "my-check"', 'slug = "my-check"\nonly_from = "jax"', 3, "pytorch, tensorflow"),
    "text that is no table": ('[text.zh]\ntitle = "题"', '[texts]\nzh = "题"', 22, "unknown key 'texts'"),
    "no TOML": ('why = "w"', "why = w", 19, "TOML"),
    "a key twice": ('since = "0.1.0"', 'since = "0.1.0"\nsince = "0.2.0"', 6, "TOML"),
}  # fmt: skip

CHECKERS = {
    "wrong name of a parameter": ("def check_call(site, facts):\n    return ()\n", 1, "check_call must take (call, facts) but takes (site, facts)"),
    "too few parameters": ("\n\ndef check_call(call):\n    return ()\n", 3, "must take (call, facts) but takes (call)"),
    "another function is wrong": (f"{CHECKER}\ndef check_file(file):\n    return ()\n", 4, "check_file must take (facts)"),
    "no function": ("def check_class(cell, facts):\n    return ()\n", None, "check_call(call, facts), which is missing"),
    "no function of that name": ("check_call = 3\n", 1, "check_call must take (call, facts)"),
    "syntax": ("def check_call(call, facts)\n", None, "SyntaxError"),
    "import": ("import no_such_module\n", None, "ModuleNotFoundError"),
    "exception": ("1 / 0\n", None, "ZeroDivisionError"),
}  # fmt: skip


def write(folder: Path, text: str = UNIT, checker: Optional[str] = CHECKER, name: str = "msl950_my_check") -> str:
    unit = folder / name
    unit.mkdir(parents=True)
    (unit / "rule.toml").write_text(text, encoding="utf-8")
    if checker is not None:
        (unit / "checker.py").write_text(checker, encoding="utf-8")
    return str(folder)


def test_the_unit_itself_is_fine(tmp_path: Path) -> None:
    assert load_catalog([write(tmp_path)]).rules["MSL950"].yields_to == ("MSL101",)


@pytest.mark.parametrize(("old", "new", "line", "sentence"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_unit_is_refused_at_load(tmp_path: Path, old: str, new: str, line: int, sentence: str) -> None:
    assert UNIT.count(old) >= 1
    with pytest.raises(UserError) as caught:
        load_catalog([write(tmp_path, UNIT.replace(old, new, 1))])
    for lang in ("en", "zh"):
        said = caught.value.text(lang)
        assert "\n" not in said
        assert f"{tmp_path / 'msl950_my_check' / 'rule.toml'}:{line}:" in said.replace("：", ":"), said
    assert sentence in caught.value.text("en")


@pytest.mark.parametrize(("checker", "line", "sentence"), CHECKERS.values(), ids=CHECKERS.keys())
def test_a_wrong_checker_is_refused_when_it_is_first_needed(
    tmp_path: Path, checker: str, line: Optional[int], sentence: str
) -> None:
    catalog = load_catalog([write(tmp_path, checker=checker)])
    with pytest.raises(RuleError) as caught:
        check("from mindspore import nn\nnn.Dense(1, 2)\n", catalog)
    said = caught.value.text("en")
    path = str(tmp_path / "msl950_my_check" / "checker.py")
    assert (f"{path}:{line}:" if line else path) in said and sentence in said, said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("code", "slug", "taken"), [("MSL101", "my-check", "MSL101"), ("MSL950", "conv-without-bias", "conv-without-bias")]
)
def test_what_another_unit_has_is_taken(tmp_path: Path, code: str, slug: str, taken: str) -> None:
    with pytest.raises(RuleError) as caught:
        load_catalog([write(tmp_path, UNIT.replace("MSL950", code).replace("my-check", slug))])
    said = caught.value.text("en")
    assert str(tmp_path) in said and f"'{taken}' is already taken" in said


def test_two_units_of_the_users_own_may_not_share_a_code(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b", UNIT.replace("my-check", "my-other-check"))
    with pytest.raises(RuleError) as caught:
        load_catalog([str(tmp_path / "a"), str(tmp_path / "b")])
    said = caught.value.text("en")
    assert str(tmp_path / "a") in said and str(tmp_path / "b") in said


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RuleError) as caught:
        load_catalog([str(tmp_path / "nowhere")])
    assert str(tmp_path / "nowhere") in caught.value.text("en")


def test_a_folder_without_rule_toml_is_no_unit(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "checker.py").write_text("raise SystemExit", encoding="utf-8")
    assert "MSL950" in load_catalog([str(tmp_path)]).rules
