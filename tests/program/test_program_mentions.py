"""Which names other files of a project use."""

from __future__ import annotations

from typing import Dict, FrozenSet

import pytest
from trees import ROOT, Tree

from mslint.model import NamesElsewhere
from mslint.program import mentions
from mslint.program.mentions import used_in_project


def asked(files: Dict[str, str], *names: str, top: str = ROOT) -> FrozenSet[str]:
    """Those of some names of src/model.py that are used."""
    tree = Tree({"src/model.py": "def f(): f()\n", **files})
    wanted = NamesElsewhere(used=frozenset(names), mentioned=frozenset(names))
    found = used_in_project(tree, f"{ROOT}/src/model.py", top, wanted)
    assert found.used <= found.mentioned <= set(names)
    return found.used


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("train.py", "from src.model import f\nf()\n"),
        ("train.py", "from src.model import f as g\ng()\n"),
        ("train.py", "from src.model import *\nf()\n"),
        ("train.py", "import src.model as m\nm.f()\n"),
        ("train.py", "def g():\n    from src.model import f\n    return f\n"),
        ("src/deep/down/other.py", "from . import model\nmodel.f()\n"),
        ("src/__init__.py", "from .model import f\n"),
        ("train.py", "import facade\nfacade.f()\n"),
        ("run.py", "call('f')\n"),
        ("run.py", "importlib.import_module('src.model').f()\n"),
        ("run.py", "locate('src.model.f')\n"),
        ("broken.py", "f(\n"),
        ("config.yaml", "model: f\n"),
        ("README.md", "Call `f`.\n"),
        ("notebook.ipynb", '{"cells": [{"source": ["f()"]}]}'),
        ("run.sh", "python -c 'f()'\n"),
    ],
)
def test_where_a_name_is_used(path: str, text: str) -> None:
    assert "f" in asked({path: text}, "f", "nowhere")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("train.py", "from src.model import off\noff()\n"),
        ("train.py", "from src.model import f\n"),  # and no more than that
        ("train.py", "import model\n# f is not called\n"),
        ("data.csv", "f\n"),
    ],
)
def test_where_it_is_not(path: str, text: str) -> None:
    assert asked({path: text}, "f") == frozenset()


def test_its_own_file_says_nothing() -> None:
    assert asked({}, "f") == frozenset()


def test_an_import_mentions_a_name() -> None:
    tree = Tree({"src/model.py": "", "train.py": "from src.model import f\n"})
    wanted = NamesElsewhere(mentioned=frozenset(("model", "f", "g")))
    found = used_in_project(tree, f"{ROOT}/src/model.py", ROOT, wanted)
    assert found.mentioned == {"model", "f"}


def test_where_it_is_not_known_what_the_project_is_all_counts_as_used(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"a.py": "x = y", "b.py": "z = 1", "c/d/e.py": ""}
    assert asked(files, "f") == frozenset()
    assert asked(files, "f", top="") == {"f"}
    for limit, value in (("MAX_FILES", 3), ("MAX_DEPTH", 2), ("MAX_WORDS", 2)):
        with monkeypatch.context() as patched:
            patched.setattr(mentions, limit, value)
            assert asked(files, "f") == {"f"}, limit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class A:\n    def f(self): pass\n", True),
        ("if x:\n    class A(B):\n        async def f(self): pass\n", True),
        ("class A:\n    @property\n    def  f (self): pass\n", True),
        ("def f(): pass\n", False),
        ("class A:\n    def ff(self): pass\n", False),
        ("class A:\n    def g(self):\n        self.f()\n", False),
        ("f = 1\n", False),
    ],
)
def test_which_methods_are_defined(text: str, found: bool) -> None:
    tree = Tree({"src/model.py": "class C:\n    def f(self): pass\n", "other.py": text})
    wanted = NamesElsewhere(defined=frozenset(("f",)))
    place = f"{ROOT}/src/model.py"
    assert used_in_project(tree, place, ROOT, wanted).defined == ({"f"} if found else set())
    assert used_in_project(tree, place, "", wanted).defined == set()
