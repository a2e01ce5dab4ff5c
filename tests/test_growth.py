"""Twice as much code takes about twice the work: counted in calls, which are the same on every machine."""

from __future__ import annotations

import sys
from typing import Callable, Dict

import pytest
from reading import check
from trees import met

HEAD = "from mindspore import nn\nimport mindspore.dataset as ds\n"
CLASS = """class C{number}({base}):
    def __init__(self):
        super().__init__()
        self.a{number} = nn.Dense(1, 2)
    def construct(self, x):
        return self.a{number}(x)
"""


def classes(count: int, names: Callable[[int], str]) -> str:
    return "".join(CLASS.format(number=number, base=names(number)) for number in range(count))


# What takes so much of each; many have found quadratic work in one of them.
GROWING: Dict[str, Callable[[int], str]] = {
    "switches": lambda n: "# mslint: off\nx = nn.Dropout(0.1)\n# mslint: on\n" * n,
    "switches that stay": lambda n: "# mslint: off[MSL101]\nx = nn.Dropout(0.1)\n" * n,
    "comments for the file": lambda n: "# mslint: ignore-file[MSL101]\nx = nn.Dropout(0.1)\n" * n,
    "comments that silence nothing": lambda n: "x = nn.Dropout(p=0.1)  # noqa: MSL101\n" * n,
    "classes that inherit from the one before": lambda n: classes(n, lambda at: f"C{at - 1}" if at else "nn.Cell"),
    "classes": lambda n: classes(n, lambda at: "nn.Cell"),
    "stages of one pipeline": lambda n: "d = ds.MnistDataset('a')\n" + "d = d.map(f)\n" * n,
    "stages of one expression": lambda n: "d = ds.MnistDataset('a')" + ".map(f)" * (n // 4) + "\n",
    "pipelines": lambda n: "d = ds.MnistDataset('a')\nd = d.map(f).batch(2)\n" * n,
    "bindings in one loop": lambda n: "for i in range(3):\n" + "    p = i; nn.Dropout(p)\n" * n,
    "loops that bind one name": lambda n: "for i in range(3):\n    p = i; nn.Dropout(p)\n" * n,
    "bindings on a condition": lambda n: "if a:\n    p = 1\nnn.Dropout(p)\n" * n,
    "calls of one function": lambda n: "def f(x, y=1):\n    return nn.Dropout(x)\n" + "f(0.1)\n" * n,
    "functions": lambda n: "".join(f"def f{at}(x):\n    return nn.Dropout(x)\nf{at}(0.1)\n" for at in range(n)),
    "layers of one cell": lambda n: CLASS.format(number=0, base="nn.Cell").replace(
        "        self.a0 = nn.Dense(1, 2)\n", "".join(f"        self.a{at} = nn.Dense(1, 2)\n" for at in range(n))
    ),
    "items of a list": lambda n: f"x = [{', '.join(['nn.Dropout(0.1)'] * n)}]\nnn.SequentialCell(x)\n",
    "a list that grows": lambda n: "x = []\n" + "x.append(nn.Dropout(0.1))\n" * n + "nn.SequentialCell(x)\n",
}
# Where the work of a bound shows in small numbers, the numbers are large enough to be beyond it.
LARGE = {"switches", "bindings in one loop", "loops that bind one name", "bindings on a condition"}


def calls(text: str) -> int:
    """How many functions were called to check a text."""
    count = 0

    def called(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        check(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("name", GROWING)
def test_work_grows_as_the_code_does(name: str) -> None:
    made, size = GROWING[name], 200 if name in LARGE else 60
    check(HEAD + made(2))  # what is loaded and remembered once
    small, middle, large = (calls(HEAD + made(count)) for count in (size, 2 * size, 4 * size))
    # In proportion, the second step is twice the first one; of what takes the square, four times.
    assert large - middle < 2.6 * (middle - small), (small, middle, large)


def test_a_call_of_many_parameters_takes_its_share_of_the_steps() -> None:
    """Else a function of thousands of parameters, called thousands of times, takes what only the product bounds."""

    def seen(parameters: int) -> int:
        signature = ", ".join(f"a{at}=1" for at in range(parameters))
        text = f"from mindspore import set_seed as see\ndef f({signature}):\n    see(a1)\n" + "f(1)\n" * 400
        return len(met(text, "mindspore.set_seed"))

    assert seen(10) == 400
    assert seen(8000) < 200
