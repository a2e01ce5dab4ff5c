"""What importing a module sets off, told from its lines, and modules that are run when somebody uses their names."""

from __future__ import annotations

from typing import Dict, List, Set

import pytest
from trees import ROOT, Tree, program, told

from mslint.program.imports import Finder, Found, Named, Places
from mslint.program.outline import Imported, outline_of


@pytest.mark.parametrize(
    "text",
    [
        "set_seed(1)",
        "ms.set_context(mode=0)",
        "from mindspore import nn\nnn.Cell.construct = f",
        "from c import TABLE\nTABLE['a'] = f",
        "@register_model\ndef f(): pass",
        "@MODELS.register_module()\nclass A: pass",
        "for name in names:\n    add(name)",
        "with a:\n    pass",
        "if a:\n    ms.set_context(mode=0)",
        "if a: ms.set_context(mode=0)",
        "if not TYPE_CHECKING:\n    set_seed(1)",
        "if __name__ != '__main__':\n    set_seed(1)",
        "x = 1; set_seed(1)",
        "import b; b.set_seed(1)",
        "assert set_seed(1)",
        "from c import T, K\nT[K[0]] = f",
        "from c import NAMES\nNAMES += [1]",
        "def f(): pass\nx = f()",
        "def f(): pass\na, b = f(), 1",
        "@M.add\nclass A: pass",
        "try:\n    pass\nexcept E:\n    a.b = 1",
    ],
)
def test_what_does_something_to_others(text: str) -> None:
    assert outline_of(f"import a\n{text}\n").acts


@pytest.mark.parametrize(
    "text",
    [
        '"""A text.\n\nset_seed is called elsewhere.\nset_seed(1)\nimport seeds\n"""',
        "# set_seed(1); f()\nx = '#'; y = 1",
        "def f():\n    set_seed(1)\n    nn.a = 1",
        "class A(nn.Cell):\n    def g(self):\n        self.x = 1",
        "x = a.f(1)",
        "x: int = a.f(1)",
        "x = logging.get_logger(1)",
        "x = dict(a=1)",
        "a == b",
        "@dataclass\nclass A: pass",
        "import functools\n@functools.wraps(f)\ndef g(): pass",
        "T = {}\nT['a'] = 1\nT.b = 2\nN = []\nN += [1]",
        "logger.info('x')",
        "if TYPE_CHECKING:\n    from b import c",
        "if __name__ == '__main__':\n    main()",
        "def f(): pass\nx = [\n    f(1),\n]",
    ],
)
def test_what_keeps_to_itself(text: str) -> None:
    assert not outline_of(f"import a\n{text}\n").acts


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("import a, b.c as d  # e, f", [Imported(0, "a", ()), Imported(0, "b.c", ())]),
        ("from .a import (  # x\n    b,\n    c as d,\n)", [Imported(1, "a", ("b", "c"))]),
        ("from .. import a", [Imported(2, "", ("a",))]),
        ("from a import b, \\\n    c", [Imported(0, "a", ("b", "c"))]),
        ("from a import *", [Imported(0, "a", ())]),
        (
            "try:\n    import a\nexcept ImportError:\n    from b import c",
            [Imported(0, "a", ()), Imported(0, "b", ("c",))],
        ),
        ("if TYPE_CHECKING:\n    import a", []),
        ("def f():\n    import a", []),
    ],
)
def test_what_a_module_imports(text: str, imports: List[Imported]) -> None:
    assert list(outline_of(text).imports) == imports


def test_what_only_looks_like_an_import() -> None:
    assert outline_of('"""\nimport a\n"""\nimport b\n').imports == (Imported(0, "b", ()),)


def test_a_result_that_is_kept_comes_from_a_function_of_the_project_that_may_do_anything() -> None:
    files = {
        "train.py": "import common\nimport mindspore as ms\n",
        "common.py": "from setup import setup\nrank = setup()\n",
        "setup.py": "import mindspore as ms\ndef setup():\n    ms.set_seed(1)\n",
    }
    assert len(list(program(files).calls("mindspore.set_seed"))) == 1


def loaded(files: Dict[str, str]) -> List[str]:
    followed = program(files)
    return sorted(path[len(ROOT) + 1 :] for path in followed.files)


def test_a_module_of_which_no_name_is_used_is_not_run() -> None:
    files = {
        "train.py": "from a import f, g\nf()\n",
        "a.py": "from b import g\ndef f(): pass\n",
        "b.py": "def g(): pass\n",
    }
    assert loaded(files) == ["a.py", "train.py"]
    files["train.py"] += "g()\n"
    assert loaded(files) == ["a.py", "b.py", "train.py"]


def test_a_module_that_does_something_on_import_is_run_whoever_uses_it() -> None:
    files = {
        "train.py": "import mindspore as ms\nimport a\nprint(ms.get_context('mode'))\n",
        "a.py": "import b\ndef f(): pass\n",
        "b.py": "import mindspore as ms\nms.set_context(mode=ms.GRAPH_MODE)\n",
    }
    assert loaded(files) == ["b.py", "train.py"]
    assert [event.path for event in program(files).calls("mindspore.set_context")] == ["b.py"]


def test_what_modules_register_is_there() -> None:
    files = {
        "train.py": "import models\nfrom registry import TABLE\nnet = TABLE['net']()\nprint(net)\n",
        "registry.py": "TABLE = {}\ndef register(f):\n    TABLE[f.__name__] = f\n    return f\n",
        "models/__init__.py": "from .nets import *\n",
        "models/nets.py": (
            "from mindspore import nn\nfrom registry import register\nTABLE = 0\n"
            "@register\ndef net():\n    return nn.Dense(1, 1)\n"
        ),
    }
    (event,) = program(files).calls("builtins.print")
    assert told(event.given[0].value) == "<Dense>"


def test_names_that_modules_have_from_each_other() -> None:
    files = {
        "train.py": "from a import f\nprint(f())\n",
        "a.py": "from b import g\ndef f():\n    return g()\ndef h():\n    return 1\n",
        "b.py": "from a import h\ndef g():\n    return h()\n",
    }
    (event,) = program(files).calls("builtins.print")
    assert told(event.given[0].value) == "1"


def test_a_branch_that_imports_or_not() -> None:
    files = {
        "train.py": "try:\n    from a import f\nexcept ImportError:\n    f = None\nprint(1)\n",
        "a.py": "def f(): pass\n",
    }
    assert loaded(files) == ["train.py"]
    files["train.py"] += "print(f)\nf()\n"
    followed = program(files)
    assert told(list(followed.calls("builtins.print"))[1].given[0].value) == "f|None"


def test_every_module_is_seen_once_however_it_is_reached() -> None:
    files = {"train.py": "", "a.py": "import b\nimport c\n", "b.py": "import a\nimport c\n", "c.py": "f()\n"}
    places = Places(Tree(files))
    finder = Finder(places.files, f"{ROOT}/train.py", ROOT, places)
    seen: Set[str] = set()
    found = [each.name for each in finder.acting(Named(Found(f"{ROOT}/a.py", False), "a"), seen)]
    assert found == ["c"] and len(seen) == 3
    assert {path.rpartition("/")[2] for path in places.read} == {"a.py", "b.py", "c.py"}
