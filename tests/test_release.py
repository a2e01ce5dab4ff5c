"""What a release may bring: the policy of docs/versioning.md, held against the rules of the last tag."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Callable, Dict, Tuple

import pytest
from running import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from release import Unit, breaches  # noqa: E402

OLD = Unit("some-slug", "stable", "warning")

CASES: Dict[str, Tuple[Unit, Unit, str, str]] = {
    "nothing changed": (OLD, OLD, "1.0.1", ""),
    "a preview in a minor version": (OLD._replace(status="preview"), OLD, "1.1.0", ""),
    "a preview in a patch": (OLD._replace(status="preview"), OLD, "1.0.1", "joins the defaults"),
    "louder in a minor version": (OLD, OLD._replace(severity="error"), "1.1.0", ""),
    "louder in a patch": (OLD, OLD._replace(severity="error"), "1.0.1", "gets louder"),
    "softer in a patch": (OLD, OLD._replace(severity="info"), "1.0.1", ""),
    "deprecated in a patch": (OLD, OLD._replace(status="deprecated"), "1.0.1", ""),
    "back from the dead": (OLD._replace(status="removed"), OLD, "2.0.0", "not used again"),
    "another name": (OLD, OLD._replace(slug="other"), "2.0.0", "some-slug"),
    "an older version": (OLD, OLD, "0.9.0", "does not come after 1.0.0"),
    "the same version": (OLD, OLD, "1.0.0", "does not come after 1.0.0"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_a_version_may_bring(case: str) -> None:
    before, now, version, complaint = CASES[case]
    said = breaches({"MSL101": before}, {"MSL101": now}, "v1.0.0", version, "MSL101 changes")
    assert [complaint in line for line in said] == ([True] if complaint else [])


def test_rules_that_come_and_go() -> None:
    new = {"MSL101": OLD, "MSL120": OLD._replace(status="preview")}
    assert breaches({"MSL101": OLD}, new, "v1.0.0", "1.1.0", "Added: MSL120.") == []
    assert ["does not name it" in line for line in breaches({"MSL101": OLD}, new, "v1.0.0", "1.1.0", "")] == [True]
    loud = {**new, "MSL120": OLD}
    assert ["enters as 'preview'" in line for line in breaches({}, {"MSL120": OLD}, "v1.0.0", "1.1.0", "MSL120")] == [
        True
    ]
    assert any("MSL101: gone" in line for line in breaches(loud, {"MSL120": OLD}, "v1.0.0", "1.1.0", ""))


@pytest.fixture
def checkout(tmp_path: Path) -> Callable[..., str]:
    """A copy of this tree under git, with version 0.1.0 tagged; gives what git, or the release script, says."""
    tree = tmp_path / "tree"
    for name in ("mslint", "rules", "scripts"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "_api"))
    for name in ("CHANGELOG.md", "pyproject.toml"):
        shutil.copy(ROOT / name, tree / name)
    (tree / ".gitignore").write_text("__pycache__/\n", encoding="utf-8")

    def run(*words: str) -> str:
        words = words if words[0] == "git" else (sys.executable, str(tree / "scripts" / "release.py"), *words)
        done = subprocess.run(words, cwd=tree, capture_output=True, text=True, encoding="utf-8", check=False)
        return f"{done.returncode} {done.stdout}{done.stderr}"

    run("git", "init", "-q")
    for name, value in (("user.email", "a@b"), ("user.name", "a"), ("commit.gpgsign", "false")):
        run("git", "config", name, value)
    run("git", "add", ".")
    run("git", "commit", "-qm", "a")
    return run


def test_the_script_says_what_is_in_the_way(checkout: Callable[..., str], tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    assert checkout("0.1.0", "--only-check") == "0 "
    assert checkout("git", "tag", "v0.1.0").startswith("0")
    assert "the tag v0.1.0 exists already" in checkout("0.1.0", "--only-check")
    said = checkout("0.2", "--only-check")
    assert said.startswith("1 0.2 is no version")
    unit = next((tree / "rules").glob("msl101_*")) / "rule.toml"
    unit.write_text(unit.read_text(encoding="utf-8").replace('severity = "warning"', 'severity = "error"', 1), "utf-8")
    said = checkout("0.1.1", "--only-check")
    assert "__version__ is 0.1.0, not 0.1.1" in said and "no section '## 0.1.1'" in said
    assert "not committed" in said and "MSL101: gets louder, which takes a minor version" in said
    for path, old, new in (
        (tree / "mslint" / "__init__.py", '"0.1.0"', '"0.2.0"'),
        (tree / "CHANGELOG.md", "## 0.1.0", "## 0.2.0\n\nMSL101 is an error now.\n\n## 0.1.0"),
    ):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    checkout("git", "commit", "-qam", "b")
    assert checkout("0.2.0", "--only-check") == "0 "
