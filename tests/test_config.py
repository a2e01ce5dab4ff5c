"""Configuration text: every key is delivered, every mistake is a sentence with file, line and a way out."""

from __future__ import annotations

import os
from typing import List, Optional

import pytest

from mslint.api.versions import NEWEST, format_version, parse_version
from mslint.config import (
    DEFAULT,
    KEYS,
    Overrides,
    Pin,
    Settings,
    apply_overrides,
    apply_pin,
    check_codes,
    default_settings,
    read_config,
)
from mslint.errors import ConfigError
from mslint.model import Severity

KNOWN = [("MSL101", "dropout-rate"), ("MSL102", "conv-without-bias"), ("MSL201", "eval-mode")]


def read(text: str, kind: str = "mslint.toml") -> Settings:
    settings = read_config(text, "m.toml", kind, "/root")
    assert settings is not None
    check_codes(settings, KNOWN)
    return settings


def refusal(text: str, kind: str = "mslint.toml") -> str:
    with pytest.raises(ConfigError) as caught:
        read(text, kind)
    assert caught.value.text("zh") != caught.value.text("en")
    return caught.value.text("en")


FULL = """
target-version = "2.7.1"
select = ["MSL1", "eval-mode"]
extend-select = ["MSL2"]
ignore = [
    "MSL101",
    "conv-without-bias",
]
exclude = ["data", "src/*.py"]
level = "info"
lang = "zh"
rule-paths = ["lint/rules", "../more"]
baseline = "base.json"
source-framework = "tensorflow"

[per-file-ignores]
"tests/*.py" = ["MSL1"]
'old' = ["dropout-rate"]

[severity]
MSL101 = "error"
conv-without-bias = "info"
"""


def test_every_key_is_delivered() -> None:
    settings = read(FULL)
    given = Settings(
        target_version=(2, 7),
        target_source="configuration",
        select=("MSL1", "eval-mode"),
        extend_select=("MSL2",),
        ignore=("MSL101", "conv-without-bias"),
        per_file_ignores=(("/root/tests/*.py", ("MSL1",)), ("/root/**/old", ("dropout-rate",))),
        exclude=("/root/**/data", "/root/src/*.py"),
        level=Severity.INFO,
        lang="zh",
        rule_paths=("/root/lint/rules", "/more"),
        rule_path_places=("m.toml:12", "m.toml:12"),
        baseline="/root/base.json",
        source_framework="tensorflow",
        severity=(("MSL101", Severity.ERROR), ("conv-without-bias", Severity.INFO)),
        root="/root",
        origins=settings.origins,
        mentions=settings.mentions,
    )
    assert settings == given
    keys = set(vars(settings)) - {"unknown_pin", "refusal", "edits"}  # which are no keys, and come later
    assert all(getattr(settings, name) != getattr(Settings(), name) for name in keys), "a key left out above"
    assert [key for key, _ in settings.origins] == list(KEYS)


def test_origins_name_the_line_of_each_key() -> None:
    origins = dict(read(FULL).origins)
    lines = FULL.split("\n")
    for key in ("target-version", "select", "ignore", "baseline"):
        name, number = origins[key].split(":")
        assert (name, lines[int(number) - 1].split(" = ")[0]) == ("m.toml", key)
    assert origins["severity"] == f"m.toml:{lines.index('[severity]') + 1}"
    assert dict(read("level = 'info'").origins)["lang"] == DEFAULT


def test_origin_of_a_table_without_a_header_is_its_first_key() -> None:
    assert (
        dict(read("lang = 'en'\nseverity.MSL101 = 'info'\nseverity.MSL102 = 'info'").origins)["severity"] == "m.toml:2"
    )


def test_each_rule_path_has_its_own_line() -> None:
    assert read("rule-paths = [\n  'a',\n  'b',\n]").rule_path_places == ("m.toml:2", "m.toml:3")


def test_settings_can_be_hashed_and_are_defaults_when_nothing_is_said() -> None:
    empty = read("")
    assert empty.target_version == NEWEST
    assert empty.target_source == "default"
    assert len({empty, default_settings(), read(FULL)}) == 3


def test_pyproject_has_its_table_under_tool() -> None:
    assert read("[tool.black]\nlevel = 3\n[tool.mslint]\nlevel = 'error'\n", "pyproject").level == Severity.ERROR
    assert read("[tool.mslint.severity]\nMSL101 = 'info'\n", "pyproject").severity == (("MSL101", Severity.INFO),)


@pytest.mark.parametrize(
    "text", ["", "[project]\nname = 'mslint-plugin'", "[tool.black]\n# mslint", "not toml at all ="]
)
def test_pyproject_without_the_table_says_nothing(text: str) -> None:
    assert read_config(text, "pyproject.toml", "pyproject") is None


@pytest.mark.parametrize(
    "text, sentence",
    [
        (
            "\ntarget-version = 2.10\n",
            'm.toml:2: target-version must be in quotes, as in "2.10": without them TOML reads 2.10 as the number 2.1',
        ),
        (
            "target-version = 2\n",
            'm.toml:1: target-version must be in quotes, as in "2.10": without them TOML reads 2.10 as the number 2.1',
        ),
        ("target-version = true\n", "m.toml:1: target-version must be a quoted string, found true"),
        ("target-version = '2.11'\n", "m.toml:1: target-version: this mslint knows MindSpore 1.0 to 2.10, not 2.11"),
        ("target-version = '0.7'\n", "m.toml:1: target-version: this mslint knows MindSpore 1.0 to 2.10, not 0.7"),
        (
            "target-version = 'r2.7'\n",
            'm.toml:1: target-version: \'r2.7\' is not a MindSpore version such as "2.7" or "2.10"',
        ),
        ("lang = 'zh'\nlevels = 'info'\n", "m.toml:2: unknown key 'levels'; did you mean 'level'?"),
        ("per_file_ignores = {}\n", "m.toml:1: unknown key 'per_file_ignores'; did you mean 'per-file-ignores'?"),
        ("qqqq = 1\n", f"m.toml:1: unknown key 'qqqq'; valid keys are {', '.join(KEYS)}"),
        (
            "\n[tool.mslint]\nlevel = 'info'\n",
            "m.toml:2: in mslint.toml, keys stand at the top of the file, without [tool.mslint]",
        ),
        ("level = 'warn'\n", "m.toml:1: level: 'warn' is not one of error, warning, info"),
        ("lang = 'cn'\n", "m.toml:1: lang: 'cn' is not one of en, zh"),
        ("source-framework = 'jax'\n", "m.toml:1: source-framework: 'jax' is not one of pytorch, tensorflow"),
        ("select = 'MSL1'\n", 'm.toml:1: select must be a list of strings such as ["..."], found "MSL1"'),
        ("select = ['MSL1', 2]\n", 'm.toml:1: select must be a list of strings such as ["..."], found ["MSL1", 2]'),
        ("select = ['']\n", "m.toml:1: select: empty text stands for nothing here"),
        (
            "select = [\n  'MSL1',\n  'MSL301',\n]\n",
            "m.toml:3: select: there is no rule 'MSL301'; did you mean 'MSL201'?",
        ),
        ("ignore = ['msl2']\n", "m.toml:1: ignore: there is no rule 'msl2'; did you mean 'MSL2'?"),
        (
            "[severity]\nmsl2 = 'info'\n",
            "m.toml:2: severity.msl2: there is no rule 'msl2'; did you mean 'MSL201'?",
        ),
        ("ignore = ['msl102']\n", "m.toml:1: ignore: there is no rule 'msl102'; did you mean 'MSL102'?"),
        (
            "ignore = ['conv_bias']\n",
            "m.toml:1: ignore: there is no rule 'conv_bias'; did you mean 'conv-without-bias'?",
        ),
        ("ignore = ['E501']\n", "m.toml:1: ignore: there is no rule 'E501'; 'mslint rules' lists them"),
        (
            "[per-file-ignores]\na = ['MSL1']\n'b/*' = ['MSL103']\n",
            "m.toml:3: per-file-ignores.b/*: there is no rule 'MSL103'; did you mean 'MSL102'?",
        ),
        (
            "[per-file-ignores]\na = 'MSL1'\n",
            'm.toml:2: per-file-ignores.a must be a list of strings such as ["..."], found "MSL1"',
        ),
        ("per-file-ignores = ['a']\n", 'm.toml:1: per-file-ignores must be a table, found ["a"]'),
        ("[severity]\nMSL101 = 'fatal'\n", "m.toml:2: severity.MSL101: 'fatal' is not one of error, warning, info"),
        (
            "[severity]\n\nMSL11 = 'info'\n",
            "m.toml:3: severity.MSL11: there is no rule 'MSL11'; did you mean 'MSL101'?",
        ),
        (
            "[severity]\nMSL1 = 'info'\n",
            "m.toml:2: severity.MSL1: the severity is set for one rule at a time, not for all that begin with 'MSL1'",
        ),
        ("level = 'info'\nlevel = 'info'\n", "m.toml:2: not valid TOML: Cannot overwrite a value"),
        ("level = \n", "m.toml:1: not valid TOML: Invalid value"),
    ],
)
def test_mistakes(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


def test_options_in_a_sentence_are_listed_as_its_language_does() -> None:
    with pytest.raises(ConfigError) as caught:
        read("level = 'warn'")
    assert caught.value.text("zh") == "m.toml:1: level：'warn' 无效，可选值为 error、warning、info"


def test_line_of_a_mistake_in_pyproject_is_that_of_our_table() -> None:
    text = "[tool.other]\nlevel = 'x'\nselect = ['MSL9']\n\n[tool . 'mslint']  # ours\nlevel = 'x'\n"
    assert refusal(text, "pyproject").startswith("m.toml:6: level")
    assert refusal("[tool]\nmslint = 3\n", "pyproject") == "m.toml:2: tool.mslint must be a table, found 3"
    assert refusal("[tool]\nmslint.level = 3\n", "pyproject").startswith("m.toml:2: level")
    assert refusal("[x]\n[tool]\nmslint = {level = 3}\n", "pyproject").startswith("m.toml:3: level")


@pytest.mark.parametrize("text", ["1.0", "1.10", "2.0", "2.7", "2.10", "2.10.0"])
def test_versions_that_can_be_targets(text: str) -> None:
    version = read(f"target-version = '{text}'").target_version
    assert format_version(version) == ".".join(text.split(".")[:2])


@pytest.mark.parametrize(
    "text", ["", "2", "2.", ".7", "2.7.", "2.7.0.1", "v2.7", "2.7rc1", " 2.7", "2.7 ", "2,7", "2.٧", "-2.7"]
)
def test_texts_that_are_no_version(text: str) -> None:
    with pytest.raises(ValueError):
        parse_version(text)


def over(text: str, overrides: Overrides) -> Settings:
    return apply_overrides(read(text), overrides, "/here")


def test_command_line_wins_and_says_so() -> None:
    settings = over(
        "target-version = '2.7'\nlevel = 'info'\nlang = 'zh'\nbaseline = 'b'",
        Overrides(target_version="2.8", level="error", lang="en", baseline="../c"),
    )
    assert (settings.target_version, settings.target_source) == ((2, 8), "command line")
    assert (settings.level, settings.lang, settings.baseline) == (Severity.ERROR, "en", "/c")
    origins = dict(settings.origins)
    assert [origins[key] for key in ("target-version", "level", "lang", "baseline")] == [
        "--target-version", "--level", "--lang", "--baseline",
    ]  # fmt: skip


def test_saying_nothing_changes_nothing() -> None:
    assert over(FULL, Overrides()) == read(FULL)


def test_select_on_the_command_line_begins_anew() -> None:
    settings = over(FULL, Overrides(select=("MSL101",)))
    assert (settings.select, settings.extend_select, settings.ignore) == (("MSL101",), (), ())
    assert settings.per_file_ignores == read(FULL).per_file_ignores
    assert dict(settings.origins)["ignore"] == DEFAULT


def test_the_others_add_to_the_configuration() -> None:
    settings = over(
        "extend-select = ['MSL1']\nignore = ['MSL101', 'MSL102']\nexclude = ['a']",
        Overrides(extend_select=("MSL102",), ignore=("MSL201",), exclude=("b", "c/d")),
    )
    assert settings.extend_select == ("MSL1", "MSL102")
    assert settings.ignore == ("MSL101", "MSL201")  # --extend-select takes MSL102 back
    assert settings.exclude == ("/root/**/a", "/here/**/b", "/here/c/d")
    assert dict(settings.origins)["exclude"] == "m.toml:3, --exclude"


@pytest.mark.parametrize(
    "overrides, sentence",
    [
        (Overrides(target_version="2"), '--target-version: \'2\' is not a MindSpore version such as "2.7" or "2.10"'),
        (Overrides(target_version="9.9"), "--target-version: this mslint knows MindSpore 1.0 to 2.10, not 9.9"),
        (Overrides(level="all"), "--level: 'all' is not one of error, warning, info"),
        (Overrides(lang="de"), "--lang: 'de' is not one of en, zh"),
        (Overrides(select=("MSL10", "MSL109")), "--select: there is no rule 'MSL109'; did you mean 'MSL102'?"),
        (Overrides(ignore=("",)), "--ignore: there is no rule ''; 'mslint rules' lists them"),
        (
            Overrides(extend_select=("dropout",)),
            "--extend-select: there is no rule 'dropout'; did you mean 'dropout-rate'?",
        ),
    ],
)
def test_mistakes_on_the_command_line(overrides: Overrides, sentence: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_codes(over("", overrides), KNOWN)
    assert str(caught.value) == sentence


def test_codes_that_select_replaces_are_not_checked() -> None:
    settings = read_config("select = ['MSL999']", "m.toml", "mslint.toml")
    assert settings is not None
    check_codes(apply_overrides(settings, Overrides(select=("MSL1",)), "/"), KNOWN)


@pytest.mark.parametrize(
    "text, pinned, expected, source",
    [
        ("", (2, 8), (2, 8), "requirements"),
        ("", (2, 99), NEWEST, "requirements"),
        ("", (0, 5), (1, 0), "requirements"),
        ("", None, NEWEST, "default"),
        ("target-version = '2.9'", (2, 8), (2, 9), "configuration"),
    ],
)
def test_pin(text: str, pinned: Optional[tuple], expected: tuple, source: str) -> None:  # type: ignore[type-arg]
    settings = apply_pin(read(text), pinned and Pin(pinned, "requirements.txt:3"))
    assert (settings.target_version, settings.target_source) == (expected, source)
    if source == "requirements":
        assert dict(settings.origins)["target-version"] == "requirements.txt:3"


def test_toml_is_imported_only_for_a_configuration() -> None:
    import subprocess
    import sys

    code = (
        "import sys; from mslint.config import read_config; read_config({!r}, 'a', 'pyproject');"
        "print('tomllib' in sys.modules or 'tomli' in sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}
    seen: List[str] = []
    for text in ("[tool.black]", "[tool.mslint]"):
        run = [sys.executable, "-c", code.format(text)]
        seen.append(subprocess.run(run, check=True, capture_output=True, text=True, env=environment).stdout.strip())
    assert seen == ["False", "True"]
