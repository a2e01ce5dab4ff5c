"""What the first imports of a program bring along is taken over as a whole by the next one that begins alike."""

from __future__ import annotations

import random
import unittest.mock
from typing import Dict, List, Optional, Tuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import catalog
from trees import ROOT, Tree, told

from mslint.api.versions import NEWEST
from mslint.program.bundles import Bundles
from mslint.program.imports import Places
from mslint.program.program import follow
from mslint.program.run import Run

SEE = "import mindspore as ms\nsee = ms.set_seed\n"
FILES = {
    "registry.py": "TABLE = {}\ndef register(f):\n    TABLE[f.__name__] = f\n    return f\n",
    "nets.py": "import heads\nfrom registry import register\n@register\ndef net(): pass\n",
    "heads.py": f"{SEE}see(7)\nfrom registry import register\n@register\ndef head(): pass\n",
    "later.py": "from registry import TABLE\nTABLE.clear()\nx = 3\n",
    "local.py": "from nets import net\n",
    "lib/nets.py": "x = 1\n",
    "a.py": f"{SEE}see(1)\nimport nets\nfrom registry import TABLE\nsee(TABLE)\nimport later\nsee(TABLE)\n",
    "b.py": f"{SEE}import nets\nfrom registry import TABLE\nTABLE['own'] = 1\nsee(TABLE)\n",
    "c.py": f"{SEE}import local\nfrom registry import TABLE\nsee(TABLE)\n",
    "d.py": f"{SEE}import later\nimport nets\nfrom registry import TABLE\nsee(TABLE)\n",
    "lib/e.py": f"{SEE}import nets\nsee(nets.x)\n",
}


Shown = Tuple[List[str], List[str], List[str], List[str]]


def shown(tree: Tree, places: Places, script: str) -> Shown:
    """What a script shows: its calls with their numbers, its files, and what that was read and looked up for."""
    places.forget_asked()
    program = follow(tree, f"{ROOT}/{script}", ROOT, catalog().tables, NEWEST, places=places)
    assert program is not None
    calls = [f"{event.order} {event.path} {[told(each.value) for each in event.given]}" for event in program.events]
    names = sorted(f"{name} {len(list(program.calls(name)))}" for name in {event.name for event in program.events})
    told_of = [*calls, *names, f"{program.whole} {program.left_out}"]
    found = told_of, sorted(program.files), sorted(places.asked), sorted(places.read)
    program.release()
    return found


@pytest.mark.parametrize("order", ["abcde", "bacde", "edcba", "ccbbaa", "daebc", "abab"])
def test_a_program_is_the_same_after_others(order: str) -> None:
    tree = Tree(FILES)
    places = Places(tree)
    for letter in order:
        script = "lib/e.py" if letter == "e" else f"{letter}.py"
        assert shown(tree, places, script) == shown(tree, Places(tree), script), script


def test_they_are_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: List[int] = []
    take = Run._take_bundle

    def noted(run: Run, bundle: object) -> None:
        before = len(run.modules)
        take(run, bundle)  # type: ignore[arg-type]
        taken.append(len(run.modules) - before)

    monkeypatch.setattr(Run, "_take_bundle", noted)
    tree = Tree(FILES)
    places = Places(tree)
    shown(tree, places, "a.py")
    assert taken == []
    shown(tree, places, "b.py")
    assert taken[0] == 3  # nets and heads, and the registry that they need
    taken.clear()
    shown(tree, places, "nets.py")  # which is one of them
    assert taken == []


def test_a_script_that_is_one_of_the_modules_is_not_run_twice() -> None:
    tree = Tree(
        {**FILES, "nets.py": f"{SEE}import heads\nimport local\nsee(5)\n", "local.py": "import nets\nimport heads\n"}
    )
    places = Places(tree)
    for script in ("c.py", "nets.py", "c.py", "nets.py"):
        assert shown(tree, places, script) == shown(tree, Places(tree), script), script


def numbers(files: Dict[str, str], script: str, places: Optional[Places] = None) -> List[str]:
    tree = Tree(files)
    program = follow(tree, f"{ROOT}/{script}", ROOT, catalog().tables, NEWEST, places=places or Places(tree))
    assert program is not None
    found = [told(event.given[0].value) for event in program.events]
    assert [event.order for event in program.events] == list(range(len(found)))
    return found


def test_calls_before_an_import_come_first() -> None:
    assert numbers(FILES, "a.py")[:2] == ["1", "7"]


def project(dice: random.Random) -> Tuple[Dict[str, str], List[str]]:
    """Modules in two packages that import each other in any order, circles included, and scripts beside them."""
    modules = [f"{folder}m{number}" for folder in ("", "one/", "one/two/") for number in range(dice.randint(1, 4))]
    files = {f"{folder}__init__.py": "" for folder in ("one/", "one/two/") if dice.random() < 0.8}
    scripts = [f"{folder}s{number}.py" for folder in ("", "one/") for number in range(2)]
    every = [*modules, *(script[:-3] for script in scripts)]
    for name in every:
        lines = [SEE, f"x = {dice.randint(1, 9)}", "T = {}"]
        for other in dice.choices(every, k=dice.randint(0, 4)):
            dotted = other.replace("/", ".")
            lines += [
                dice.choice(
                    [
                        f"import {dotted} as other\nsee(other.x)",
                        f"from {dotted} import x, T",
                        f"from {dotted} import T\nT['{name}'] = x",
                        f"import {dotted} as other\nother.x = {dice.randint(1, 9)}",
                        f"from {dotted} import *",
                        f"import {dotted}",
                        f"from .{other.rpartition('/')[2]} import x",
                    ]
                )
            ]
        lines += [
            dice.choice(
                [
                    "see(x)\nsee(T)",
                    "see(x)\nregister(1)",
                    "see(3)\nregister(1)",
                    "broken(" if name in modules and dice.random() < 0.2 else "",
                ]
            )
        ]
        files[f"{name}.py"] = "\n".join(lines) + "\n"
    return files, scripts


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**9))
def test_taking_over_changes_nothing(seed: int) -> None:
    files, scripts = project(random.Random(seed))
    tree = Tree(files)
    with_bundles, without = Places(tree), Places(tree)
    for script in (*scripts, *scripts[::-1]):
        calls, made_of, asked, read = shown(tree, with_bundles, script)
        with unittest.mock.patch.object(Bundles, "get", lambda *_: None):
            others = shown(tree, without, script)
        assert (calls, made_of, read) == (others[0], others[1], others[3])
        assert set(asked) >= set(others[2])  # to depend on more than is needed does no harm
