"""Which calls are made for what they do, and not for what they give."""

from __future__ import annotations

from typing import List

import pytest
from trees import met

HEAD = "from mindspore import set_seed as see\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("see(1)", [True]),
        ("x = see(1)", [False]),
        ("print(see(1))", [False]),
        ("see(see(1))", [False, True]),
        ("see(1).more()", [False]),
        ("def f():\n    return see(1)\nf()", [False]),
        ("def f():\n    see(1)\nx = f()", [True]),
        ("if unknown:\n    see(1)", [True]),
        ("see(1) or stop()", [False]),
    ],
)
def test_what_is_discarded(code: str, expected: List[bool]) -> None:
    assert [event.discarded for event in met(HEAD + code, "mindspore.set_seed")] == expected
