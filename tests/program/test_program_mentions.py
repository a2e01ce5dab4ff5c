"""Which names other files of a project mention."""

from __future__ import annotations

from typing import Dict, FrozenSet

import pytest
from trees import ROOT, Tree

from mslint.model import NamesElsewhere
from mslint.program import mentions
from mslint.program.mentions import found_in_project


def asked(files: Dict[str, str], *names: str) -> FrozenSet[str]:
    """Those of some names of src/model.py that are used."""
    wanted = NamesElsewhere(used=frozenset((name, "model") for name in names))
    return frozenset(name for name, _ in looked_for(files, wanted).used)


def looked_for(files: Dict[str, str], wanted: NamesElsewhere) -> NamesElsewhere:
    tree = Tree({"src/model.py": "def f(g): f(g=1)\n", **files})
    return found_in_project(tree, f"{ROOT}/src/model.py", ROOT, wanted)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("train.py", "from src.model import f\nf()\n"),
        ("src/deep/down/other.py", "from . import model\nmodel.f()\n"),
        ("src/__init__.py", "from .model import f\n"),
        ("train.py", "from src.model import f as g\ng()\n"),
        ("train.py", "from src.model import *\nf()\n"),
        ("train.py", "import src.model as m\nm.f()\n"),
        ("train.py", "def g():\n    from src.model import f\n    return f\n"),
        ("run.py", "import model\ncall('f')\n"),
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
        ("train.py", "from src.model import f\n"),  # and no more than that
        ("train.py", "from src.other import f\nf()\n"),
        ("train.py", "import model\n# f is not called\n"),
        ("train.py", "from src.model import g\nfrom src.other import f\nf()\n"),
        ("data.csv", "f\n"),
        (".git/config.toml", "f\n"),
        ("build/lib/other.py", "f()\n"),
    ],
)
def test_where_it_is_not(path: str, text: str) -> None:
    assert asked({path: text}, "f") == frozenset()


def test_its_own_file_says_nothing() -> None:
    assert asked({}, "f") == frozenset()


def test_a_name_that_a_package_takes_from_a_module() -> None:
    package = {"src/__init__.py": "from .model import *\n"}
    assert asked(package, "f") == frozenset()
    assert asked({**package, "train.py": "import src\nsrc.f()\n"}, "f") == {"f"}


def test_a_method_is_used_without_an_import() -> None:
    wanted = NamesElsewhere(used=frozenset((("f", ""), ("g", ""))))
    assert looked_for({"train.py": "net.f()\n"}, wanted).used == {("f", "")}


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("call(flag=1)\n", True),
        ("net.flag = 1\n", True),
        ("OPTIONS = {'flag': 1}\n", True),
        ("parser.add_argument('--flag')\n", True),
        ("flag = 1\n", False),
        ("print(net.flag)\n", False),
    ],
)
def test_what_is_given(text: str, given: bool) -> None:
    assert bool(looked_for({"train.py": text}, NamesElsewhere(given=frozenset(("flag",)))).given) is given


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("Net(1, 2)\n", True),
        ("models.Net(1, 2, 3)\n", True),
        ("Net(*sizes)\n", True),
        ("class Other(Net):\n    pass\n", True),
        ("Net(1)\n", False),
        ("Net(1, depth=2)\n", False),
        ("Other(1, 2)\n", False),
    ],
)
def test_what_is_called(text: str, called: bool) -> None:
    assert bool(looked_for({"train.py": text}, NamesElsewhere(called=frozenset((("Net", 1),)))).called) is called


def test_in_a_project_with_too_many_files_all_counts_as_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mentions, "MAX_FILES", 3)
    assert asked({"a.py": "", "b.py": ""}, "f") == frozenset()
    assert asked({"a.py": "", "b.py": "", "c.py": ""}, "f") == {"f"}


def test_what_a_package_offers_may_be_called_with_anything() -> None:
    wanted = NamesElsewhere(called=frozenset((("Net", 1),)))
    assert looked_for({"src/__init__.py": "from .model import Net\n"}, wanted).called == {("Net", 1)}
    assert looked_for({"src/main.py": "from .model import Net\n"}, wanted).called == frozenset()
