"""action.yml and the examples of docs/integrations: valid where they are read, and doing what they say."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, Callable, List

import jsonschema
import pytest
import yaml
from downloads import wheel
from running import BAD, ROOT, environment, mslint

PAGES = ("docs/integrations.md", "docs/integrations.zh.md")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))


def blocks(page: str, kind: str) -> List[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)


@pytest.fixture(scope="module")
def builtin(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Any]:
    """The schemas of the platforms, as check-jsonschema carries them."""
    archive = zipfile.ZipFile(wheel("check-jsonschema==0.39.0", tmp_path_factory.mktemp("schemas")))

    def read(name: str) -> Any:
        return json.loads(archive.read(f"check_jsonschema/builtin_schemas/vendor/{name}.json"))

    return read


def test_the_action_is_what_github_reads(builtin: Callable[[str], Any]) -> None:
    jsonschema.validate(ACTION, builtin("github-actions"))


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_are_what_the_platforms_read(builtin: Callable[[str], Any], page: str) -> None:
    annotations, scanning, quality, hooks = map(yaml.safe_load, blocks(page, "yaml"))
    for workflow in (annotations, scanning):
        workflow["on"] = workflow.pop(True)  # YAML 1.1 takes `on` for true
        jsonschema.validate(workflow, builtin("github-workflows"))
    jsonschema.validate(quality, builtin("gitlab-ci"))
    (wanted,) = [step for step in annotations["jobs"]["mslint"]["steps"] if "mslint" in step["uses"]]
    assert set(wanted["with"]) <= set(ACTION["inputs"])
    assert [hook["id"] for hook in hooks["repos"][0]["hooks"]] == [
        hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_the_examples_run(tmp_path: Path, page: str) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    commands = re.findall(r"(?:- run: |- )(mslint .*) > (\S+)$", "\n".join(blocks(page, "yaml")), re.M)
    assert [target for _, target in commands] == ["mslint.sarif", "gl-code-quality-report.json"]
    for command, _ in commands:
        done = mslint(*command.split()[1:], cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)


@pytest.mark.parametrize("page", PAGES)
def test_editors_find_the_places(tmp_path: Path, page: str) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (task,) = json.loads(blocks(page, "json")[0])["tasks"]
    done = mslint(*task["command"].split()[1:], cwd=tmp_path)
    matched = [re.match(task["problemMatcher"]["pattern"]["regexp"], line) for line in done.stdout.splitlines()]
    assert [match and match.group(1, 2, 3, 4, 5) for match in matched] == [
        ("bad.py", "3", "8", "MSL101", "warning"),
        ("bad.py", "4", "9", "MSL107", "error"),
    ]


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="bash is not there")
@pytest.mark.parametrize(
    ("paths", "args", "status", "count"),
    [
        (".", "", 1, 4),
        ("bad.py\ngood.py\n", "--select MSL107", 1, 1),
        ("good.py", "", 0, 0),
        ("$(touch x) `id`", "", 2, 0),
        ('"a folder" good.py', "", 1, 2),
        (".", "--exclude \"a folder\" --exclude 'good.py'", 1, 2),
        ("'a folder/*' bad.py", '--select "MSL107" --exclude "bad.py" --force-exclude', 2, 0),
        ("good.py", "--exclude 'a # b' --level info", 0, 0),
        (".", "--exclude 'a folder", 2, 1),
    ],
)
def test_the_action_runs_what_it_was_given(tmp_path: Path, paths: str, args: str, status: int, count: int) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "a folder").mkdir()
    (tmp_path / "a folder" / "more.py").write_text(BAD, encoding="utf-8")
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mslint "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    given = {"MSLINT_PATHS": paths, "MSLINT_ARGS": args, "GITHUB_WORKSPACE": str(tmp_path)}
    env = environment(MSLINT_PROGRAM=str(program), MSLINT_PYTHON=sys.executable, **given)
    script = ACTION["runs"]["steps"][-1]["run"]
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=tmp_path,
        env=dict(env),
        capture_output=True,
        check=False,
    )
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, len(lines)) == (status, count), done.stderr
    shown = re.compile(
        r"::(error|warning) title=(MSL\d+ .*,file=(bad|a folder/more)\.py,line=|mslint::the input 'args')"
    )
    assert all(shown.match(line) for line in lines)
    assert not (tmp_path / "x").exists()


def test_the_action_leaves_nothing_to_later_steps() -> None:
    """What is written into GITHUB_ENV counts in all steps of the job that come after."""
    assert "GITHUB_ENV" not in (ROOT / "action.yml").read_text(encoding="utf-8")
    given = ACTION["runs"]["steps"][-1]["env"]
    assert {"MSLINT_PROGRAM", "MSLINT_PYTHON", "MSLINT_PATHS", "MSLINT_ARGS"} == set(given)


def test_the_action_puts_no_input_into_a_script() -> None:
    assert not [step for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")]
