"""What is in a list that is changed in place, also where a condition decides whether it happens."""

from __future__ import annotations

import pytest
from trees import met, told

SEE = "from mindspore import set_seed as see\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = [1]\nx += [2]\nx.append(3)\nsee(x)", "[1, 2, 3]"),
        ("x = [1]\nif unknown:\n    x += [2]\nsee(x)", "[1, 2]|[1]"),
        ("x = [1]\nif unknown:\n    x.append(2)\n    x.extend([3])\n    x.insert(0, 9)\nsee(x)", "[9, 1, 2, 3]|[1]"),
        ("x = [1]\nif unknown:\n    x += [2]\nelse:\n    x += [3]\nx += [4]\nsee(x)", "[1, 2, 4]|[1, 3, 4]"),
        ("x = [1]\nif unknown:\n    x += [2]\nsee(x + [5])", "[1, 2, 5]|[1, 5]"),
        ("x = (1,)\ny = x\nx += (2,)\nsee([x, y])", "[[1, 2], [1]]"),
        ("x = [1]\nx += unknown\nsee(x)", "[1, ...]"),
        ("x = [1]\nif a:\n    x += [2]\nif b:\n    x += [3]\nif c:\n    x += [4]\nsee(x)",
         "[1, 2, 3, 4, ...]|[1, 3, 4, ...]|[1, 2, 4, ...]|[1, 4, ...]"),
        ("x = [1]\nfor i in y:\n    if i:\n        x += [2]\nsee(x)", "[1, 2, 2, ...]"),
        ("def f(x):\n    if unknown:\n        x.append(2)\ny = [1]\nf(y)\nsee(y)", "[1, 2, ...]"),
        ("def f(x):\n    if unknown:\n        x += [2]\ny = [1]\nf(y)\nsee(y)", "[1, 2, ...]"),
        ("class A:\n    pass\na = A()\na.x = [1]\nif unknown:\n    a.x += [2]\nsee(a.x)", "[1, 2, ...]"),
        ("if unknown:\n    def f():\n        x = []\n        x.append(1)\n        return x\n    see(f())", "[1]"),
    ],
)  # fmt: skip
def test_lists_that_are_changed(code: str, expected: str) -> None:
    [event] = met(SEE + code, "mindspore.set_seed")
    assert told(event.given[0].value) == expected


def test_what_is_called_to_get_a_list_is_called_once() -> None:
    assert len(met(SEE + "import os\nos.stat('a').append(1)\nsee(1)", "os.stat")) == 1
