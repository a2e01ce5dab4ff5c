"""Modules that several programs share: run once, and the same for each program as if it were the only one."""

from __future__ import annotations

import ast
import random
from typing import Dict, List, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import catalog
from trees import ROOT, Tree, told

from mslint.api.versions import NEWEST
from mslint.program.imports import Places
from mslint.program.program import Program, follow

SEE = "import mindspore as ms\nsee = ms.set_seed\n"


def traces(files: Dict[str, str], scripts: Sequence[str], together: bool = True) -> Dict[str, List[str]]:
    """What each script shows, followed one after the other with the modules in common, or each by itself."""
    tree, tables = Tree(files), catalog().tables
    places = Places(tree)
    found: Dict[str, List[str]] = {}
    for script in scripts:
        program = follow(tree, f"{ROOT}/{script}", ROOT, tables, NEWEST, places=places if together else Places(tree))
        assert program is not None
        found[script] = shown(program)
        program.release()
    return found


def shown(program: Program) -> List[str]:
    calls = [f"{event.path} {event.name} {[told(each.value) for each in event.given]}" for event in program.events]
    return [*calls, *(path[len(ROOT) :] for path in sorted(program.files)), str(program.whole)]


def seen(files: Dict[str, str], script: str, scripts: Sequence[str]) -> List[str]:
    lines = traces(files, scripts)[script]
    return [ast.literal_eval(line.partition("set_seed ")[2])[0] for line in lines if " mindspore.set_seed " in line]


SETTINGS = """
class Settings:
    def __init__(self):
        self.rate = 1
settings = Settings()
TABLE = {}
NAMES = ['a']
"""


@pytest.mark.parametrize(
    ("change", "shows", "value"),
    [
        ("conf.settings.rate = 2", "conf.settings.rate", "1"),
        ("conf.settings = 2", "conf.settings", "<Settings>"),
        ("conf.TABLE['a'] = 2", "conf.TABLE.get('a', 3)", "3"),
        ("conf.TABLE.update(a=2)", "conf.TABLE.get('a', 3)", "3"),
        ("conf.NAMES.append('b')", "conf.NAMES", "['a']"),
        ("conf.NAMES += ['b']", "conf.NAMES", "['a']"),
        ("conf.NAMES.sort()\nconf.NAMES.insert(0, 'b')", "conf.NAMES[0]", "'a'"),
        ("conf.Settings.rate = 2", "conf.Settings().rate", "1"),
        ("conf.Settings.other = 2", "conf.Settings().other", ".other"),
        ("unknown(conf.NAMES)", "conf.NAMES", "['a']"),
    ],
)
def test_what_one_script_changes_another_does_not_see(change: str, shows: str, value: str) -> None:
    files = {
        "conf.py": SETTINGS,
        "a.py": f"{SEE}import conf\nfrom elsewhere import unknown\n{change}\nsee({shows})\n",
        "b.py": f"{SEE}import conf\nsee({shows})\n",
    }
    alone = traces(files, ["b.py"], together=False)["b.py"]
    assert traces(files, ["a.py", "b.py"])["b.py"] == alone
    assert seen(files, "b.py", ["a.py", "b.py"]) == [value]


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("from conf import NAMES\nimport conf\nconf.NAMES = ['b']\nsee(NAMES)", ["['a']"]),
        (
            "from conf import NAMES\nimport conf, other\nsee(NAMES)\nconf.NAMES = 2\nsee(other.y)\nsee(NAMES)",
            ["['a']", "3", "['a']"],
        ),
        ("from conf import NAMES\nfrom elsewhere import unknown\nunknown(NAMES)\nsee(NAMES)", ["['a', ...]"]),
        ("from conf import mode\nif mode == 'c':\n    see(1)\nelse:\n    see(2)", ["2"]),
        ("import other, both\nfrom conf import NAMES\nsee(NAMES)", ["['a', 'b', ...]"]),
        ("from late import handed\nprint(handed)", ["7"]),
    ],
)
def test_what_imports_bind_is_what_it_was_when_they_were_run(code: str, values: List[str]) -> None:
    files = {
        "conf.py": f"{SETTINGS}import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--mode', default='a', choices=['a', 'b'])\nmode = parser.parse_args().mode\n",
        "late.py": "import mindspore as ms\nhanded = ms.set_seed(7)\n",
        "other.py": "y = 3\n",
        "both.py": "import conf\nfrom elsewhere import unknown\nunknown(conf.NAMES)\nimport more\n",
        "more.py": "import conf\nconf.NAMES.append('b')\n",
        "a.py": "import other\nfrom conf import NAMES\nprint(other.y, NAMES)\n",
        "b.py": f"{SEE}{code}\n",
    }
    for scripts in (["b.py"], ["a.py", "b.py"]):
        assert seen(files, "b.py", scripts) == values


def test_what_a_module_registers_is_there_for_whoever_imports_it() -> None:
    files = {
        "registry.py": "TABLE = {}\ndef register(f):\n    TABLE[f.__name__] = f\n    return f\n",
        "nets.py": "from registry import register\n@register\ndef net(): pass\n",
        "more.py": "from registry import register\nimport nets\n@register\ndef large(): pass\n",
        "a.py": f"{SEE}import more\nfrom registry import TABLE\nsee(TABLE)\n",
        "b.py": f"{SEE}import nets\nfrom registry import TABLE\nsee(TABLE)\n",
        "c.py": f"{SEE}from registry import TABLE\nsee(TABLE)\n",
    }
    for scripts in (["a.py", "b.py", "c.py"], ["c.py", "b.py", "a.py"], ["a.py", "b.py", "c.py", "a.py"]):
        assert seen(files, "a.py", scripts) == ["{'net': net, 'large': large}"]
        assert seen(files, "b.py", scripts) == ["{'net': net}"]
        assert seen(files, "c.py", scripts) == ["{}"]


def test_what_a_module_does_on_import_happens_in_each_program() -> None:
    files = {
        "setup.py": f"{SEE}see(7)\n",
        "a.py": "import setup\n",
        "b.py": f"{SEE}see(1)\nimport setup\nsee(2)\n",
    }
    assert seen(files, "a.py", ["a.py", "b.py"]) == ["7"]
    assert seen(files, "b.py", ["a.py", "b.py"]) == ["1", "7", "2"]


def test_a_module_is_the_one_that_its_script_would_find() -> None:
    files = {
        "lib.py": "from helper import x\n",
        "one/helper.py": "x = 1\n",
        "two/helper.py": "x = 2\n",
        "one/a.py": f"{SEE}from lib import x\nsee(x)\n",
        "two/b.py": f"{SEE}from lib import x\nsee(x)\n",
    }
    assert seen(files, "one/a.py", ["one/a.py", "two/b.py"]) == ["1"]
    assert seen(files, "two/b.py", ["one/a.py", "two/b.py"]) == ["2"]


PIECES = [
    "import m{i}",
    "from m{i} import x",
    "from m{i} import f, C",
    "from m{i} import *",
    "x = {n}",
    "T['k{n}'] = {n}",
    "T = {{}}",
    "L = [{n}]",
    "L.append({n})",
    "m{i}.x = {n}",
    "m{i}.T['k{n}'] = {n}",
    "m{i}.L.append({n})",
    "m{i}.c.a = {n}",
    "m{i}.put({n})",
    "class C:\n    a = {n}\n    def __init__(self):\n        self.b = {n}",
    "class C(m{i}.C):\n    def g(self):\n        return self.a",
    "c = C()",
    "c.a = {n}",
    "def f():\n    return x",
    "def put(v):\n    global x\n    x = v\n    L.append(v)",
    "x = m{i}.f()",
    "if unknown:\n    x = {n}\n    L.append({n})",
    "try:\n    from m{i} import x\nexcept ImportError:\n    x = {n}",
    "see(x)",
    "see(c.a)",
    "see(m{i}.x)",
]
LOOKS = "".join(f"\nsee(m{i}.x)\nsee(m{i}.T)\nsee(m{i}.L)\nsee(m{i}.c.a)\nsee(m{i}.f())" for i in range(4))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_programs_say_the_same_together_and_alone(seed: int) -> None:
    dice = random.Random(seed)

    def code(later: int, count: int) -> str:
        """Statements of a module that may import those behind it only: what goes round in circles is another matter."""
        names = range(later, 4)
        lines = [piece for piece in dice.choices(PIECES, k=count) if names or "{i}" not in piece]
        made = [line.format(i=dice.choice(names) if names else 0, n=dice.randint(0, 9)) for line in lines]
        known = "".join(f"import m{i}\n" for i in names)
        return f"{SEE}{known}x, T, L = 0, {{}}, []\nclass C:\n    a = 0\nc = C()\ndef f():\n    return x\n" + "\n".join(
            made
        )

    files = {f"m{i}.py": code(i + 1, dice.randint(0, 6)) for i in range(4)}
    scripts = [f"s{i}.py" for i in range(3)]
    files.update({script: code(0, dice.randint(2, 8)) + LOOKS for script in scripts})
    alone = traces(files, scripts, together=False)
    assert traces(files, scripts) == alone
    assert traces(files, scripts[::-1]) == alone
