"""What is found on the way up from a file: the nearest configuration, and the pin of MindSpore."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mslint.config import Overrides
from mslint.errors import ConfigError
from mslint.model import Severity
from mslint.project import Project


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repo"
    (folder / ".git").mkdir(parents=True)
    (folder / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


def write(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="utf-8")


def level(path: str, overrides: Overrides = Overrides()) -> str:  # noqa: B008
    return Project(overrides).settings_for(path).level.label


def target(path: str = "x.py", **overrides: object) -> tuple:  # type: ignore[type-arg]
    settings = Project(Overrides(**overrides)).settings_for(path)  # type: ignore[arg-type]
    return settings.target_version, settings.target_source, dict(settings.origins)["target-version"]


def test_nearest_configuration_wins() -> None:
    write("mslint.toml", "level = 'error'")
    assert level("a/b/x.py") == "error"
    write("a/pyproject.toml", "[tool.mslint]\nlevel = 'info'")
    assert level("a/b/x.py") == "info"
    assert level("x.py") == "error"
    assert level("a/not/there/x.py") == "info"


def test_mslint_toml_before_pyproject() -> None:
    write("mslint.toml", "level = 'error'")
    write("pyproject.toml", "[tool.mslint]\nlevel = 'info'")
    assert level("x.py") == "error"


def test_pyproject_without_our_table_is_passed_by() -> None:
    write("mslint.toml", "level = 'error'")
    write("a/pyproject.toml", "[tool.black]\n")
    assert level("a/x.py") == "error"


def test_top_of_the_repository_is_the_last_looked_at(here: Path) -> None:
    write("../mslint.toml", "level = 'error'")
    write("../requirements.txt", "mindspore==2.7")
    assert level("x.py") == "warning"
    assert target()[1] == "default"
    os.rmdir(".git")
    assert level("x.py") == "error"
    assert target()[1] == "requirements"


def test_root_and_relative_paths_are_those_of_the_configuration(here: Path) -> None:
    write("a/mslint.toml", "rule-paths = ['rules']\nbaseline = 'b.json'\nexclude = ['c/*']")
    settings = Project(Overrides(config="a/mslint.toml", allow_rule_paths=True)).settings_for("a/b/x.py")
    root = here.as_posix() + "/a"
    assert (settings.root, settings.rule_paths, settings.baseline) == (root, (root + "/rules",), root + "/b.json")
    assert settings.exclude == (root + "/c/*",)


def test_config_given_by_name() -> None:
    write("mslint.toml", "level = 'error'")
    write("a/other.toml", "level = 'info'")
    assert level("x.py", Overrides(config="a/other.toml")) == "info"
    assert level("x.py", Overrides(config="a/other.toml", isolated=True)) == "info"


def test_isolated_reads_nothing() -> None:
    write("mslint.toml", "level = 'error'\nrule-paths = ['rules']")
    write("requirements.txt", "mindspore==2.7")
    assert Project(Overrides(isolated=True, allow_rule_paths=True)).settings_for("x.py").rule_paths == ()
    assert level("x.py", Overrides(isolated=True)) == "warning"
    assert target(isolated=True)[1] == "default"


def test_each_folder_is_looked_at_once_and_equal_settings_are_one_object(monkeypatch: pytest.MonkeyPatch) -> None:
    write("mslint.toml", "level = 'error'")
    looked = []
    listdir = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: looked.append(path) or listdir(path))
    project = Project()
    first = project.settings_for("a/b/x.py")
    assert project.settings_for("a/b/y.py") is first
    assert project.settings_for("z.py") is first
    assert len(looked) == len(set(looked)) == 3


def test_command_line_is_on_top_of_each_folder() -> None:
    write("mslint.toml", "level = 'error'\nlang = 'zh'")
    settings = Project(Overrides(level="info")).settings_for("x.py")
    assert (settings.level, settings.lang) == (Severity.INFO, "zh")


def test_excludes_asks_the_configuration_that_is_nearest(here: Path) -> None:
    write("mslint.toml", "exclude = ['skip']")
    write("a/mslint.toml", "exclude = ['b/*.py']")
    excludes = Project(Overrides(exclude=("cli",))).excludes
    root = here.as_posix()
    assert excludes(root + "/skip", True)
    assert not excludes(root + "/a/skip", True)
    assert excludes(root + "/a/b/x.py", False)
    assert excludes(root + "/a/cli", True) and excludes(root + "/cli", True)
    assert not excludes(root + "/x.py", False)


@pytest.mark.parametrize(
    "path, data, sentence",
    [
        ("mslint.toml", b"\nlevel = 3", "mslint.toml:2: level must be a quoted string, found 3"),
        ("a/pyproject.toml", b"[tool.mslint]\nlvl = 3", "a/pyproject.toml:2: unknown key 'lvl'; did you mean 'level'?"),
        ("mslint.toml", "# 中文".encode("gbk"), "mslint.toml: the file is not valid UTF-8, which TOML asks for"),
        ("a/pyproject.toml", b"[tool.mslint\n", "a/pyproject.toml:1: not valid TOML: "),
    ],
)
def test_mistakes_name_the_file(path: str, data: bytes, sentence: str) -> None:
    Path(path).write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        Project().settings_for("a/b/x.py")
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("data", [b"broken [", "[tool.x]\nname = '中文'".encode("gbk"), b"[project]\nx = mindspore=="])
def test_a_pyproject_that_is_not_ours_stops_nothing(data: bytes) -> None:
    Path("pyproject.toml").write_bytes(data)
    assert target()[1] == "default"


def test_byte_order_mark_and_crlf() -> None:
    Path("mslint.toml").write_bytes(b"\xef\xbb\xbflevel = 'error'\r\nlang = 'zh'\r\n")
    assert level("x.py") == "error"


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("none.toml", "the configuration file none.toml does not exist"),
        ("pyproject.toml", "pyproject.toml has no [tool.mslint] table; add one, or give another file with --config"),
    ],
)
def test_config_given_by_name_that_is_no_use(name: str, sentence: str) -> None:
    write("pyproject.toml", "[tool.black]\n")
    with pytest.raises(ConfigError) as caught:
        level("x.py", Overrides(config=name))
    assert str(caught.value) == sentence


def test_configuration_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkdir("mslint.toml")  # opens for nobody, not even for root
    with pytest.raises(ConfigError, match=r"^mslint\.toml is not a regular file$"):
        level("x.py")


@pytest.mark.parametrize(
    "line, version",
    [
        ("mindspore==2.7.0", (2, 7)),
        ("mindspore == 2.8", (2, 8)),
        ("MindSpore~=2.9.1  # why", (2, 9)),
        ("mindspore===2.10.0", (2, 10)),
        ("mindspore==2.7.*", (2, 7)),
        ("mindspore==2.3.0rc1", (2, 3)),
        ("mindspore-ascend==1.8.1", (1, 8)),
        ("mindspore_gpu==1.10.0 ; python_version < '3.10'", (1, 10)),
        ("mindspore-dev[x,y]==2.0.0", (2, 0)),
        ("mindspore @ https://host/2.3.0/unified/x86_64/mindspore-2.3.0-cp39-cp39-linux_x86_64.whl", (2, 3)),
        ("https://host/gpu/mindspore_gpu-1.7.0-cp38-cp38-linux_x86_64.whl", (1, 7)),
        ("# https://host/gpu/mindspore_gpu-1.7.0-cp38-cp38-linux_x86_64.whl", None),
        ("https://host/mindspore_lite-2.3.0-cp39-cp39-linux_x86_64.whl", None),
        ("mindspore>=2.7", None),
        ("mindspore<=2.7,>=2.0", None),
        ("mindspore!=2.7", None),
        ("mindspore", None),
        ("# mindspore==2.7", None),
        ("mindspore-lite==2.7.0", None),
        ("mindsporex==2.7", None),
        ("my-mindspore==2.7", None),
        ("mindspore==2", None),
    ],
)
def test_pins(line: str, version: object) -> None:
    write("requirements.txt", f"numpy\n{line}\n")
    expected = (version, "requirements", "requirements.txt:2") if version else ((2, 10), "default", "default")
    assert target("a/b/x.py") == expected
    os.remove("requirements.txt")
    write("pyproject.toml", f'[project]\nname = "x"\ndependencies = [\n  "numpy",\n  "{line}",\n]\n')
    expected = (version, "requirements", "pyproject.toml:5") if version else ((2, 10), "default", "default")
    assert target("a/b/x.py") == expected


def test_which_pin() -> None:
    write("requirements.txt", "mindspore==2.7")
    assert target("a/x.py")[0] == (2, 7)
    write("a/requirements-train.txt", "mindspore==2.9")
    write("a/pyproject.toml", "[project]\ndependencies = ['mindspore==2.8']")
    assert target("a/x.py") == ((2, 9), "requirements", "a/requirements-train.txt:1")
    write("a/requirements.txt", "numpy")
    assert target("a/x.py")[0] == (2, 9)
    write("a/requirements.txt", "mindspore==2.8.0")
    assert target("a/x.py")[0] == (2, 8)


@pytest.mark.parametrize(
    "name, line, pinned",
    [
        ("requirement.txt", "mindspore==2.7", True),
        ("cpu_requirements.txt", "mindspore==2.7", True),
        ("requirements/cpu.txt", "mindspore==2.7", True),
        ("environment.yml", "  - mindspore-gpu==2.7.0", True),
        ("environment-cpu.yaml", "  - mindspore=2.7.0=py39_0", True),
        ("mindspore2.7.yaml", "- mindspore==2.7", True),
        ("config.yaml", "  - mindspore==2.7", False),
        ("nonrequirements.txt", "mindspore==2.7", False),
        ("requirements/notes.md", "mindspore==2.7", False),
    ],
)
def test_where_a_pin_may_stand(name: str, line: str, pinned: bool) -> None:
    os.makedirs(os.path.dirname(f"a/{name}"), exist_ok=True)
    write(f"a/{name}", f"# needs\n{line}\n")
    assert target("a/b/x.py")[0] == ((2, 7) if pinned else (2, 10))


def test_configuration_and_command_line_go_before_a_pin() -> None:
    write("a/requirements.txt", "mindspore==2.7")
    write("mslint.toml", "target-version = '2.8'")
    assert target("a/x.py") == ((2, 8), "configuration", "mslint.toml:1")
    assert target("a/x.py", target_version="2.9") == ((2, 9), "command line", "--target-version")
