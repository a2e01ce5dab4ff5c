"""One cause, one finding: which rules speak of one call, and which of them leave it to another."""

from __future__ import annotations

from functools import cache
from typing import Set, Tuple

import pytest

from mslint.config import Settings
from mslint.engine import check_source
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.source.text import Source

HEAD = "import mindspore as ms\nfrom mindspore import nn, ops\n"
# A call, and the rules that speak of it: a finding is silenced only by one about the same argument.
CALLS: Tuple[Tuple[str, str], ...] = (
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode='pad', padding=1), nn.ReLU())", "102"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode='pad', bias_init='ones'), nn.ReLU())", "103"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU())", "102 104"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, 2), nn.ReLU())", "102 105"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, 2, bias_init='ones'), nn.ReLU())", "103 105"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, padding=1, bias_init='ones'), nn.ReLU())", "103 104"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode='valid', bias=True), nn.ReLU())", "111"),
    ("nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode='valid', groups=2), nn.ReLU())", "102 111"),
    ("nn.MaxPool2d(2, padding=1)", "104 109"),
    ("nn.MaxPool2d(2, kernel=2)", "109 111"),
    ("nn.SequentialCell(nn.Conv2d(3, 4, 2, groups=1), nn.ReLU())", "102 105 111"),
    ("nn.LayerNorm(768)", "110 117"),
    ("nn.LayerNorm(768, 1e-5)", "117"),
    ("nn.LayerNorm((768,), 1e-5)", "117"),
    ("nn.LayerNorm((768,))", "110"),
    ("nn.LayerNorm((768,), eps=1e-5)", "111"),
    ("nn.LayerNorm(768, eps=1e-5)", "111 117"),
    ("nn.RMSProp(ps, 1e-3, 0.9, 1e-8)", "108 114"),
    ("nn.Adagrad(ps)", "110 114"),
    ("ops.std(x, unbiased=True)", "110"),  # beside 901: no argument of that name, and ddof says the same
    ("ops.max(x, dim=1)", "111"),
    ("ops.max(x)", "116"),
)


@cache
def catalog() -> Catalog:
    return load_catalog()


def codes(line: str, **settings: object) -> Set[str]:
    """The rules of group 1 that speak of a line."""
    source = Source("example.py", f"{HEAD}def use(ps, x):\n    return {line}\n")
    found = check_source(source, Settings(**settings), catalog()).findings  # type: ignore[arg-type]
    return {finding.code[3:] for finding in found if finding.code.startswith("MSL1")}


@pytest.mark.parametrize(("line", "wanted"), CALLS)
def test_a_finding_is_silenced_about_its_own_argument_only(line: str, wanted: str) -> None:
    assert codes(line) == set(wanted.split())


def test_a_rate_that_keeps_too_little_and_a_dropout_without_mode_are_two_causes() -> None:
    text = f"""{HEAD}
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = ops.Dropout(drop_rate)

    def construct(self, x):
        return self.drop(x)[0]
"""
    found = check_source(Source("example.py", text), Settings(), catalog()).findings
    assert [finding.code for finding in found] == ["MSL101", "MSL119"]


def test_a_network_that_stands_in_for_one_in_a_test_is_information() -> None:
    text = "import pytest\nfrom mindspore import nn\n"
    text += "net = nn.SequentialCell(nn.Conv2d(3, 8, 3, pad_mode='pad'), nn.ReLU())\n"
    for path, level in (("test_steps.py", "info"), ("steps.py", "warning"), ("test.py", "warning")):
        found = check_source(Source(path, text), Settings(), catalog(), answers=True).findings
        assert [(each.code, each.severity.label) for each in found if each.code == "MSL102"] == [("MSL102", level)]
