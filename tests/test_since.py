"""--since: what git says was changed, and which findings touch it, in real repositories."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Set, Tuple

import pytest
from running import environment, mslint

from mslint.model import Span
from mslint.since import Changes, Lines, place, read_diff

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")

HEAD = "from mindspore import nn\n\n"
ONE = "a = nn.Dropout(0.1)\n"
TWO = "b = nn.Dropout(0.2)\n"
LONG = "c = nn.Dense(\n    3,\n    4,\n    False,\n)\n"


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "-c", "protocol.file.allow=always")
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, capture_output=True, check=True, env={**os.environ, "LC_ALL": "C"}
    )
    return done.stdout.decode()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """A repository below another folder, with one commit."""
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    write(folder / "net.py", HEAD + ONE + TWO + LONG)
    commit(folder)
    return folder


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "state")


def found(cwd: Path, *args: str, since: str = "HEAD") -> Set[Tuple[str, int]]:
    done = mslint("--since", since, "--output-format", "json", *args, cwd=cwd)
    assert done.returncode in (0, 1), done.stderr
    return {(each["path"], each["line"]) for each in json.loads(done.stdout)["findings"]}


def test_nothing_changed_nothing_shown_and_it_is_said(repo: Path) -> None:
    done = mslint("--since", "HEAD", cwd=repo)
    assert (done.returncode, done.stdout) == (
        0,
        "No problems found in 1 file. 3 on lines that were not changed.\n",
    )
    assert "另有 3 处在未改动的行上" in mslint("--since", "HEAD", "--lang", "zh", cwd=repo).stdout
    document = json.loads(mslint("--since", "HEAD", "--output-format", "json", cwd=repo).stdout)
    assert document["summary"]["elsewhere"] == 3


def test_a_changed_line_is_shown_and_one_that_only_moved_is_not(repo: Path) -> None:
    write(repo / "net.py", HEAD + "x = 1\n" + ONE + TWO.replace("0.2", "0.3") + LONG)
    assert found(repo) == {("net.py", 5)}
    commit(repo)
    assert found(repo) == set()
    assert found(repo, since="HEAD~1") == {("net.py", 5)}


def test_any_line_of_a_finding_counts_also_one_that_was_taken_out(repo: Path) -> None:
    write(repo / "net.py", HEAD + ONE + TWO + LONG.replace("4", "5"))
    assert found(repo) == {("net.py", 5)}
    write(repo / "net.py", HEAD + ONE + TWO + LONG.replace("    4,\n", "    4,\n    # why\n"))
    commit(repo)
    write(repo / "net.py", HEAD + ONE + TWO + LONG)
    assert found(repo) == {("net.py", 5)}


def test_what_came_to_the_other_branch_is_not_this_branchs_doing(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "work")
    write(repo / "net.py", HEAD + ONE + TWO + LONG + "d = nn.Dropout(0.4)\n")
    commit(repo)
    git(repo, "checkout", "-q", "main")
    write(repo / "net.py", HEAD + ONE.replace("0.1", "0.3") + TWO + LONG)
    commit(repo)
    git(repo, "checkout", "-q", "work")
    assert found(repo, since="main") == {("net.py", 10)}


def test_new_files_ignored_files_and_files_outside_count_whole(repo: Path) -> None:
    write(repo / ".gitignore", "local.py\n")
    write(repo / "local.py", HEAD + ONE)
    write(repo / "new" / "deep.py", HEAD + ONE)
    write(repo.parent / "outside.py", HEAD + ONE)
    assert found(repo, ".", "local.py", "../outside.py") == {
        ("local.py", 3),
        ("new/deep.py", 3),
        (str(repo.parent / "outside.py"), 3),
    }
    git(repo, "add", "-A")
    assert found(repo) == {("new/deep.py", 3)}


def test_a_rename_alone_changes_no_line_and_a_deleted_file_is_no_matter(repo: Path) -> None:
    write(repo / "gone.py", HEAD + ONE)
    commit(repo)
    (repo / "gone.py").unlink()
    git(repo, "mv", "net.py", "moved.py")
    assert found(repo) == set()
    write(repo / "moved.py", HEAD + ONE + TWO.replace("0.2", "0.3") + LONG)
    assert found(repo) == {("moved.py", 4)}


@pytest.mark.parametrize("name", ["名字.py", "with blank.py", "b.py", "dev.py"])
def test_names_of_all_kinds(repo: Path, name: str) -> None:
    write(repo / name, HEAD + ONE + TWO)
    commit(repo)
    write(repo / name, HEAD + ONE + TWO.replace("0.2", "0.3"))
    assert found(repo) == {(name, 4)}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_names_that_git_quotes_whatever_is_set(repo: Path) -> None:
    name = 'a"\t\\ü.py'
    write(repo / name, HEAD + ONE + TWO)
    commit(repo)
    write(repo / name, HEAD + ONE + TWO.replace("0.2", "0.3"))
    assert {line for _, line in found(repo)} == {4}


def test_what_the_user_has_set_for_git_does_not_matter(repo: Path) -> None:
    for key, value in {
        "diff.noprefix": "true",
        "diff.mnemonicPrefix": "true",
        "diff.external": "false",
        "color.ui": "always",
        "core.pager": "false",
        "diff.context": "9",
        "diff.interHunkContext": "9",
        "diff.renames": "false",
        "diff.relative": "true",
    }.items():
        git(repo, "config", key, value)
    write(repo / "sub" / "net.py", HEAD + ONE)
    commit(repo)
    write(repo / "net.py", HEAD + ONE.replace("0.1", "0.3") + TWO + LONG.replace("4", "5"))
    write(repo / "sub" / "net.py", HEAD + ONE.replace("0.1", "0.3"))
    assert found(repo / "sub", "..") == {(str(repo / "net.py"), 3), (str(repo / "net.py"), 5), ("net.py", 3)}


def test_a_submodule_counts_whole_if_anything_in_it_was_changed(repo: Path) -> None:
    other = repo.parent / "other"
    other.mkdir()
    git(other, "init", "-q")
    write(other / "lib.py", HEAD + ONE)
    commit(other)
    git(repo, "submodule", "--quiet", "add", str(other), "vendor")
    commit(repo)
    assert found(repo) == set()
    write(repo / "vendor" / "lib.py", HEAD + ONE + TWO)
    assert found(repo) == {("vendor/lib.py", 3), ("vendor/lib.py", 4)}


def test_standard_input_is_compared_as_it_is(repo: Path) -> None:
    text = HEAD + ONE + "x = nn.Dropout(0.3)\n" + TWO + LONG
    done = mslint(
        "-", "--stdin-filename", "net.py", "--since", "HEAD", "--output-format", "json", cwd=repo, stdin=text.encode()
    )
    assert [each["line"] for each in json.loads(done.stdout)["findings"]] == [4]


def test_fix_leaves_other_lines_alone(repo: Path) -> None:
    text = HEAD + ONE + TWO.replace("0.2", "0.3") + LONG
    write(repo / "net.py", text)
    done = mslint("--fix", "--unsafe-fixes", "--since", "HEAD", cwd=repo)
    assert (repo / "net.py").read_text() == text.replace("(0.3)", "(p=0.3)")
    assert done.stdout.splitlines()[1:] == ["Fixed 1 finding."]


@pytest.mark.parametrize("revision", ["nowhere", "", "--output=x", "HEAD:net.py"])
def test_an_unknown_revision_is_a_sentence(repo: Path, revision: str) -> None:
    done = mslint(f"--since={revision}", cwd=repo)
    said = f"mslint: --since: git knows no revision {revision!r} here (a shallow clone may lack it)\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)
    assert not (repo / "x").exists()


def test_no_repository_and_no_git_are_sentences(repo: Path, tmp_path: Path) -> None:
    write(tmp_path / "a.py", HEAD)
    done = mslint("--since", "HEAD", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (2, "mslint: --since: . lies in no git work tree\n")
    done = mslint("--since", "HEAD", cwd=repo, env=environment(PATH=str(tmp_path)))
    assert (done.returncode, done.stderr) == (2, "mslint: --since needs git, which is not there\n")


def test_a_line_of_a_hunk_may_look_like_a_header() -> None:
    diff = [
        b"--- a/one.py",
        b"+++ b/one.py",
        b"@@ -3 +3,2 @@",
        b"--- old",
        b"+++ b/two.py",
        b"+@@ -1 +1 @@",
        b"@@ -9,2 +10,0 @@ def f():",
        b"-x",
        b"-y",
        b"\\ No newline at end of file",
        b"--- a/gone.py",
        b"+++ /dev/null",
        b"@@ -1 +0,0 @@",
        b"-x",
    ]
    assert read_diff(b"\n".join(diff)) == {b"one.py": Lines(frozenset({3, 4}), frozenset({10}))}


@pytest.mark.parametrize(
    ("after", "touched"),
    [
        (["a", "B", "c"], [2]),
        (["new", "a", "B", "c"], [1, 3]),
        (["a", "c"], []),
        (["a", "B", "c", "d"], [2, 4]),
    ],
)
def test_changes_follow_a_text_that_is_not_on_the_disk(tmp_path: Path, after: List[str], touched: List[int]) -> None:
    path = str(tmp_path / "x.py")
    known = Changes(place(str(tmp_path)), frozenset({place(path)}), (), {place(path): Lines(frozenset({2}))})
    changes = known.with_text(path, ["a", "B", "c"], after)
    assert [n for n in range(1, len(after) + 1) if changes.touches(path, Span(n, 1, n, 2))] == touched
    assert changes.touches(path, Span(1, 1, 2, 2))


def test_in_a_hook_the_folder_says_which_repository_is_asked(repo: Path) -> None:
    """To git that is told where its repository is, as in a hook of a linked work tree, any folder is the top of it."""
    write(repo / "sub" / "lib.py", HEAD + ONE + TWO)
    commit(repo)
    tree = repo.parent / "linked"
    git(repo, "worktree", "add", "-q", str(tree))
    write(tree / "sub" / "lib.py", HEAD + ONE + TWO.replace("0.2", "0.3"))
    where = str(repo / ".git" / "worktrees" / "linked")
    hook = environment(GIT_DIR=where, GIT_INDEX_FILE=f"{where}/index", GIT_PREFIX="")
    done = mslint("--since", "HEAD", "--output-format", "json", "sub", cwd=tree, env=hook)
    assert done.returncode == 1, done.stderr
    assert [(each["path"], each["line"]) for each in json.loads(done.stdout)["findings"]] == [("sub/lib.py", 4)]
