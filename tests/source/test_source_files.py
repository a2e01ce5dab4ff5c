"""Finding files: which are found, in what order, and what stops nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import List

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mslint.errors import UserError
from mslint.source.files import FoundFile, display_path, find_files


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def make(*paths: str) -> None:
    for path in paths:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        Path(path).write_text("", encoding="utf-8")


def link(target: str, path: str) -> None:
    try:
        os.symlink(target, path)
    except OSError:
        pytest.skip("this system lets nobody make links")


def found(*paths: str) -> List[str]:
    files, errors = find_files(paths or (".",))
    assert not errors
    return [file.path.replace(os.sep, "/") for file in files]


def test_python_files_and_notebooks_in_a_fixed_order() -> None:
    make("b.py", "a/z.py", "a/a.py", "c.pyi", "d.ipynb", "e.txt", "empty/x.txt")
    assert found() == ["a/a.py", "a/z.py", "b.py", "d.ipynb"]


def test_paths_can_be_opened_from_here() -> None:
    make("a/b.py", "../beside/c.py")
    assert all(os.path.isfile(path) for path in found("./a", "../beside", os.path.abspath("a")))


def test_file_named_on_the_command_line_is_always_read() -> None:
    make("build/script", ".venv/a.py")
    Path(".gitignore").write_text("script\n")
    files, _ = find_files(["build/script", ".venv/a.py"], lambda path, is_folder: True)
    assert files == [FoundFile(".venv/a.py", True), FoundFile("build/script", True)]


def test_named_wins_over_found() -> None:
    make("a.py", "b.py")
    assert find_files([".", "b.py"])[0] == [FoundFile("a.py"), FoundFile("b.py", True)]


def test_path_that_does_not_exist() -> None:
    with pytest.raises(UserError, match=r"^no/such\.py does not exist$"):
        find_files([os.path.join("no", "such.py")])


def test_path_that_cannot_be_looked_at() -> None:
    link("self.py", "self.py")
    with pytest.raises(UserError, match=r"^self\.py cannot be read: "):
        find_files(["self.py"])


def test_named_pipe_is_refused_and_one_met_on_the_way_is_passed_by() -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo("pipe.py")
    with pytest.raises(UserError, match=r"^pipe\.py is neither a file nor a folder"):
        find_files(["pipe.py"])
    assert found() == []


def test_folders_that_are_not_the_users_code() -> None:
    make("a.py", ".git/a.py", "__pycache__/a.py", "x/node_modules/a.py", "build/a.py", "myenv/pyvenv.cfg", "myenv/a.py")
    assert found() == ["a.py"]


def test_such_a_folder_is_searched_when_named() -> None:
    make("build/a.py", "myenv/pyvenv.cfg", "myenv/b.py")
    assert found("build", "myenv") == found(".", "myenv", "build") == ["build/a.py", "myenv/b.py"]


def test_exclude_is_asked_with_absolute_posix_paths(here: Path) -> None:
    make("a/b.py", "c.py")
    asked = []

    def exclude(path: str, is_folder: bool) -> bool:
        asked.append((path, is_folder))
        return is_folder

    assert find_files(["."], exclude)[0] == [FoundFile("c.py")]
    assert sorted(asked) == [(here.as_posix() + "/a", True), (here.as_posix() + "/c.py", False)]


def test_gitignore_nested_and_negated() -> None:
    make(
        "a.py",
        "gen/a.py",
        "gen/keep.py",
        "x/gen/a.py",
        "x/b.py",
        "x/only_here.py",
        "y/only_here.py",
        "x/y/top.py",
        "top.py",
    )
    Path(".gitignore").write_text("gen/*\n!gen/keep.py\n/top.py\nb.py\n# a comment\n")
    Path("x/.gitignore").write_text("only_here.py\n!b.py\n")
    assert found() == ["a.py", "gen/keep.py", "x/b.py", "x/gen/a.py", "x/y/top.py", "y/only_here.py"]


def test_gitignore_agrees_with_git() -> None:
    make("a.py", "d/a.py", "d/e/a.py", "d/e/b.py", "f/a.py", "f/g/a.py", "h i/a.py", "[k]/a.py", "deep/er/est/a.py")
    Path(".gitignore").write_text("d/*\n!d/e\nd/e/b.py\nf/\n!f/g/a.py\nh\\ i/\n\\[k]\n**/est\n!\n[broken\n")
    Path("d/e/.gitignore").write_text("!b.py\n")
    subprocess.run(["git", "init", "-q"], check=True)
    make("own/a.py", "own/b.py")
    Path(".git/info/exclude").write_text("/own/\nb.py\n")
    Path("own/.gitignore").write_text("!a.py\n")
    seen = subprocess.run(
        ["git", "-c", "core.quotePath=false", "ls-files", "-co", "--exclude-standard", "*.py"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert found() == sorted(seen.stdout.split("\n")[:-1])
    assert "d/e/b.py" in found()


def test_gitignore_above_the_folder_counts_inside_a_repository() -> None:
    make("repo/pkg/a.py", "repo/pkg/gen.py")
    Path("repo/.gitignore").write_text("gen.py\n")
    assert found("repo/pkg") == ["repo/pkg/a.py", "repo/pkg/gen.py"]
    make("repo/.git/HEAD")
    assert found("repo/pkg") == ["repo/pkg/a.py"]


def test_what_a_repository_keeps_to_itself_comes_before_what_it_shares() -> None:
    make("repo/pkg/a.py", "repo/pkg/b.py", "repo/.git/info/exclude")
    Path("repo/.git/info/exclude").write_text("[ab].py\n")
    assert found("repo") == found("repo/pkg") == []
    Path("repo/.gitignore").write_text("!b.py\n")
    assert found("repo") == found("repo/pkg") == ["repo/pkg/b.py"]


def test_what_a_repository_keeps_to_itself_counts_in_its_worktrees(tmp_path: Path) -> None:
    make("main/.git/info/exclude", "main/.git/worktrees/side/HEAD", "side/a.py", "side/pkg/gen.py")
    Path("main/.git/info/exclude").write_text("gen.py\n")
    Path("main/.git/worktrees/side/commondir").write_text("../..\n")
    Path("side/.git").write_text("gitdir: ../main/.git/worktrees/side\n")
    assert found("side") == ["side/a.py"]
    assert found("side/pkg") == []
    make("side/info/exclude")
    Path("side/info/exclude").write_text("*.py\n")
    for broken in ("", "nothing of the kind\n", "gitdir: a\0b\n"):
        Path("side/.git").write_text(broken)
        assert found("side") == ["side/a.py", "side/pkg/gen.py"]


def test_ignored_folder_is_searched_when_named() -> None:
    make("out/deep/a.py", "out/b.py", ".git/HEAD")
    Path(".gitignore").write_text("out/\n")
    assert found("out") == ["out/b.py", "out/deep/a.py"]
    assert found("out/deep") == ["out/deep/a.py"]
    assert found() == []


def test_repository_inside_a_repository_has_its_own_rules() -> None:
    make(".git/HEAD", "sub/.git/HEAD", "sub/a.py", "a.py")
    Path(".gitignore").write_text("a.py\n")
    assert found() == ["sub/a.py"]


def test_pathspec_is_imported_only_for_a_pattern_that_may_match() -> None:
    make("a.py")
    code = "import sys; from mslint.source.files import find_files; find_files(['.']); print('pathspec' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}

    def imported() -> str:
        command = [sys.executable, "-c", code]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip()

    assert imported() == "False"
    Path(".gitignore").write_text("b.py\n*.py[cod]\nbuild/\n")
    assert imported() == "False"
    Path(".gitignore").write_text("*.py\n")
    assert imported() == "True"


def test_a_pattern_that_is_none_and_one_that_python_would_warn_of_stop_nothing(
    recwarn: pytest.WarningsRecorder,
) -> None:
    make("a.py", "b.py")
    Path(".gitignore").write_text("[?-.]*\n[[a]*.py\n")
    assert found() == ["b.py"]
    assert not recwarn.list


def test_links_that_loop_lead_nowhere_or_upward_stop_nothing() -> None:
    make("a/b.py")
    link(".", "a/loop")
    link("../..", "a/up")
    link("self.py", "a/self.py")
    link("gone.py", "a/broken.py")
    assert found() == ["a/b.py"]


def test_links_to_folders_are_not_followed_but_may_be_named() -> None:
    make("../outside/x.py", "a.py")
    link("../outside", "out")
    assert found() == ["a.py"]
    assert found("out") == ["out/x.py"]


def test_each_folder_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a/b/x.py")
    listed = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: listed.append(path) or scandir(path))
    find_files([".", "a", "a/b"])  # so that a junction, which is no link, cannot make a loop
    assert len(listed) == 3


def test_each_real_file_once_and_in_its_own_place() -> None:
    make("z/real.py", "../outside.py")
    link("z/real.py", "a_link.py")
    link("z", "folder")
    assert found() == ["z/real.py"]
    assert found("z", "z/../z", "folder") == ["z/real.py"]
    assert found("folder") == ["folder/real.py"]


def test_unreadable_folder_is_an_error_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a/x.py", "b/x.py", "c.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path == "a":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)  # root may read everything, so chmod would show nothing
    files, errors = find_files(["."])
    assert [file.path for file in files] == [os.path.join("b", "x.py"), "c.py"]
    assert [(error.path, error.message) for error in errors] == [("a", "the folder cannot be read: Permission denied")]
    assert [error.named for error in errors] == [False]
    assert [(error.kind, error.named) for error in find_files(["a"])[1]] == [("folder", True)]
    assert "无法读取" in find_files(["."], lang="zh")[1][0].message


def test_depth_is_no_limit() -> None:
    folder = "/".join(["d"] * 400)
    make(folder + "/a.py")
    assert found() == [folder + "/a.py"]


@pytest.mark.parametrize(
    "path, shown",
    [("a.py", "a.py"), ("./x/../a.py", "a.py"), ("x//y.py", "x/y.py"), (".", "."), ("中文.py", "中文.py")],
)
def test_display_path_below_here(path: str, shown: str) -> None:
    assert display_path(path) == shown


def test_display_path_outside_is_absolute(here: Path) -> None:
    assert display_path("../b.py") == here.parent.as_posix() + "/b.py"
    assert display_path(str(here) + "_not/b.py") == here.as_posix() + "_not/b.py"
    assert display_path(str(here / "b.py")) == "b.py"


def test_display_path_of_a_name_in_no_encoding_can_be_printed() -> None:
    assert display_path("\udcffx.py") == "\\udcffx.py"


_PATTERNS = st.lists(
    st.one_of(
        st.text("ab*?/!.c-", min_size=1, max_size=6),
        st.sampled_from(
            ["*", "!*/", "!*.py", "a/", "!a/", "a/*", "!a/b", "a/**", "!a/b.py", "**/b", "*.py[cod]", "[ab]*"]
        ),
    ),
    min_size=1,
    max_size=5,
)
_TREE = [
    f"{folder}{name}" for folder in ("", "a/", "b/", "a/b/", "b/a/", "a/b/c/") for name in ("a.py", "b.py", "c.py")
]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(_PATTERNS)
def test_what_is_ignored_is_what_git_ignores(lines: List[str]) -> None:
    # Where git matches more than one folder with a pattern that pathspec reads otherwise, or the other way round.
    assume(not any("**" in line.strip("!") and line not in ("a/**", "**/b") for line in lines))
    if not os.path.exists(".git"):
        make(*_TREE)
        subprocess.run(["git", "init", "-q", "."], check=True)
    Path(".gitignore").write_text("\n".join(lines) + "\n")
    command = ["git", "ls-files", "-co", "--exclude-standard", "*.py"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert found() == sorted(told)
