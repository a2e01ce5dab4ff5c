"""What the conditions around a place leave of a value."""

from __future__ import annotations

from typing import Tuple

import pytest
from reading import facts_of

BODY = """from mindspore import nn

p = 0.0 if A else 0.3 if B else 0.9
CODE
"""


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("nn.Dropout(p=p)", (0.0, 0.3, 0.9)),
        ("if p > 0:\n    nn.Dropout(p=p)", (0.3, 0.9)),
        ("if 0.5 >= p:\n    nn.Dropout(p=p)", (0.0, 0.3)),
        ("if p:\n    nn.Dropout(p=p)", (0.3, 0.9)),
        ("if not p:\n    nn.Dropout(p=p)", (0.0,)),
        ("if p == 0:\n    pass\nelse:\n    nn.Dropout(p=p)", (0.3, 0.9)),
        ("if p and p < 0.5:\n    nn.Dropout(p=p)", (0.3,)),
        ("if p == 0 or p == 0.9:\n    nn.Dropout(p=p)", (0.0, 0.9)),
        ("if p > 0 or other:\n    nn.Dropout(p=p)", (0.0, 0.3, 0.9)),
        ("if p > 0 and other:\n    nn.Dropout(p=p)", (0.3, 0.9)),
        ("x = nn.Dropout(p=p) if p else None", (0.3, 0.9)),
        ("if p > 1:\n    nn.Dropout(p=p)", ()),
        ("if p > 0.5:\n    p = 0.1\n    nn.Dropout(p=p)", (0.1,)),
        ("if p < 'x':\n    nn.Dropout(p=p)", (0.0, 0.3, 0.9)),
        ("while p > 0:\n    nn.Dropout(p=p)", (0.0, 0.3, 0.9)),
    ],
)
def test_a_condition_takes_out_what_does_not_pass_it(code: str, left: Tuple[float, ...]) -> None:
    (call,) = (call for call in facts_of(BODY.replace("CODE", code)).calls if call.name == "mindspore.nn.Dropout")
    argument = call.get("p")
    assert argument is not None and argument.value.options == left


def test_a_default_that_every_call_of_the_module_replaces_is_no_value() -> None:
    code = "from mindspore import nn\n\n\ndef make(p=0.2, q=0.3, r=0.4):\n"
    code += "    return nn.Dropout(p), nn.Dropout(q), nn.Dropout(r)\n\n\nmake(0.8, unknown)\nmake(p=0.7)\n"
    values = [call.value("keep_prob").options for call in facts_of(code).calls if call.name == "mindspore.nn.Dropout"]
    assert values == [(0.8, 0.7), (0.3,), (0.4,)]
