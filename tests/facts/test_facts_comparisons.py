"""Comparisons: what their sides stand for, which operator is between them, and where they are."""

from __future__ import annotations

from typing import List, Tuple

import pytest
from reading import facts_of

from mslint.facts.comparisons import comparisons
from mslint.model import Span


def told(text: str) -> List[Tuple[str, str, str]]:
    return [(each.left.text, each.operator, each.right.text) for each in comparisons(facts_of(text))]


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"])
def test_every_operator_has_its_text(operator: str) -> None:
    assert told(f"x = a {operator} b\n") == [("a", operator, "b")]


def test_a_chain_is_several_comparisons_at_one_place() -> None:
    found = list(comparisons(facts_of("x = 1 <  a.b <= f(2)\n")))
    assert [(each.left.text, each.operator, each.right.text) for each in found] == [
        ("1", "<", "a.b"),
        ("a.b", "<=", "f(2)"),
    ]
    assert {each.span for each in found} == {Span(1, 5, 1, 21)}
    assert {each.text for each in found} == {"1 < a.b <= f(2)"}


def test_those_inside_others_come_after_them() -> None:
    found = told("(a < b) < c\nx = [y for y in z if y > 1] == (lambda: 1 < 2)\n")
    assert found[:2] == [("(a < b)", "<", "c"), ("a", "<", "b")]
    assert [operator for _, operator, _ in found[2:]] == ["==", ">", "<"]


@pytest.mark.parametrize(
    ("text", "dotted", "sure"),
    [
        ("import mindspore as ms\nms.__version__ < '2'\n", "mindspore.__version__", True),
        ("from mindspore import __version__ as v\nv < '2'\n", "mindspore.__version__", True),
        ("import mindspore\nv = mindspore.__version__\ndef f():\n    return v < '2'\n", "mindspore.__version__", True),
        ("import mindspore\ndef f(v=mindspore.__version__):\n    return v < '2'\n", "mindspore.__version__", False),
        ("import mindspore\nmindspore.nn.Dense(1, 2) < 3\n", "", True),
        ("v < '2'\n", "", False),
    ],
)
def test_a_side_stands_for_a_name_of_mindspore(text: str, dotted: str, sure: bool) -> None:
    left = next(comparisons(facts_of(text))).left
    assert (left.dotted, left.sure) == (dotted, sure)


def test_a_side_has_a_value() -> None:
    found = next(comparisons(facts_of("limit = '2.10'\nx < limit\n")))
    assert found.right.value.single == "2.10"
    assert not found.left.value.known
