"""Which identifiers a piece of code holds."""

from __future__ import annotations

from typing import List

import pytest

from mslint.program.nodes import names_in
from mslint.source.text import Source
from mslint.workspace import summary_of


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a.b.c(d, e=f)", ["a", "b", "c", "d", "f"]),
        ("1 / (self.scale * sens)", ["self", "scale", "sens"]),
        ("[g / s for g in grads if g]", ["g", "s", "g", "grads", "g"]),
        ("'text'", []),
    ],
)
def test_names_in_code(code: str, expected: List[str]) -> None:
    summary = summary_of(Source("a.py", f"x = {code}"))
    assert summary is not None
    assert list(names_in(summary.body[0]))[1:] == expected
