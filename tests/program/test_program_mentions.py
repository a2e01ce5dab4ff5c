"""Which names other files of a project mention."""

from __future__ import annotations

from typing import Dict, FrozenSet

import pytest
from trees import ROOT, Tree

from mslint.model import NamesElsewhere
from mslint.program import mentions
from mslint.program.mentions import found_in_project


def asked(files: Dict[str, str], *names: str) -> FrozenSet[str]:
    return looked_for(files, NamesElsewhere(mentioned=frozenset(names))).mentioned


def looked_for(files: Dict[str, str], wanted: NamesElsewhere) -> NamesElsewhere:
    tree = Tree({"src/model.py": "def f(g): f(g=1)\n", **files})
    return found_in_project(tree, f"{ROOT}/src/model.py", ROOT, wanted)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("train.py", "from src.model import f\n"),
        ("src/deep/down/other.py", "model.f()\n"),
        ("run.py", "call('f')\n"),
        ("config.yaml", "model: f\n"),
        ("README.md", "Call `f`.\n"),
        ("notebook.ipynb", '{"cells": [{"source": ["f()"]}]}'),
        ("run.sh", "python -c 'f()'\n"),
    ],
)
def test_where_a_name_is_mentioned(path: str, text: str) -> None:
    assert asked({path: text}, "f", "g") == {"f"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("train.py", "from src.model import off\n"),
        ("train.py", "# f is not called\n"),
        ("data.csv", "f\n"),
        (".git/config.toml", "f\n"),
        ("build/lib/other.py", "f()\n"),
    ],
)
def test_where_it_is_not(path: str, text: str) -> None:
    assert asked({path: text}, "f") == frozenset()


def test_its_own_file_says_nothing() -> None:
    assert asked({}, "f") == frozenset()


def test_in_a_project_with_too_many_files_all_counts_as_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mentions, "MAX_FILES", 3)
    assert asked({"a.py": "", "b.py": ""}, "f") == frozenset()
    assert asked({"a.py": "", "b.py": "", "c.py": ""}, "f") == {"f"}
