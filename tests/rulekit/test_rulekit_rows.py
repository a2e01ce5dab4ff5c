"""The generic checker: what each condition of an [[api]] row lets through, and what it does not."""

# ruff: noqa: E501, ISC004  (tables of cases: one case, one line)

from __future__ import annotations

from pathlib import Path
from typing import List, Optional, Tuple

import pytest
from reading import check

from mslint.fixing.edits import apply
from mslint.model import FileResult, Severity
from mslint.rulekit.catalog import load_catalog
from mslint.source.text import Source

UNIT = """
code = "MSL950"
slug = "my-check"
severity = "warning"
status = "stable"
since = "0.1.0"
{rows}
[text.en]
title = "t"
message = "{{api}}"
why = "w"
fix = "f"
[text.en.variants.second]
message = "second {{argument}} {{value}} {{text}}"
[text.zh]
title = "题"
message = "{{api}}"
why = "因"
fix = "改"
[text.zh.variants.second]
message = "第二 {{argument}} {{value}} {{text}}"
"""
HEAD = "from functools import partial\nfrom mindspore import nn\nRATE = 0.1\n"


def run(folder: Path, rows: str, code: str, **settings: object) -> FileResult:
    unit = folder / "unit"
    unit.mkdir()
    (unit / "rule.toml").write_text(UNIT.format(rows=rows), encoding="utf-8")
    result = check(HEAD + code, load_catalog([str(folder)]), select=("MSL950", "MSL003"), **settings)
    assert not result.crashed
    return result


def row(condition: str, name: str = "p", api: str = "mindspore.nn.Dropout") -> str:
    return f'[[api]]\nnames = ["{api}"]\nwhen = {{ {name} = {{ {condition} }} }}\n'


CONDITIONS = {
    "nothing asked, given": ("", "nn.Dropout(p=0.1)", True),
    "nothing asked, missing": ("", "nn.Dropout()", False),
    "given": ("given = true", "nn.Dropout(p=x)", True),
    "given, missing": ("given = true", "nn.Dropout()", False),
    "given, perhaps": ("given = true", "nn.Dropout(**kw)", False),
    "missing": ("given = false", "nn.Dropout()", True),
    "missing, given": ("given = false", "nn.Dropout(p=0.1)", False),
    "missing, perhaps": ("given = false", "nn.Dropout(**kw)", False),
    "missing, from a partial": ("given = false", "D = partial(nn.Dropout, p=0.1)\nD()", False),
    "positional": ('how = "positional"', "nn.Dropout(0.5, 0.1)", True),
    "positional, keyword": ('how = "positional"', "nn.Dropout(p=0.1)", False),
    "keyword": ('how = "keyword"', "nn.Dropout(p=0.1)", True),
    "keyword, positional": ('how = "keyword"', "nn.Dropout(0.5, 0.1)", False),
    "keyword, from a dictionary": ('how = "keyword"', "nn.Dropout(**{'p': 0.1})", True),
    "bool": ('type = "bool"', "nn.Dropout(p=True)", True),
    "bool, int": ('type = "bool"', "nn.Dropout(p=1)", False),
    "bool, unknown": ('type = "bool"', "nn.Dropout(p=x)", False),
    "bool, perhaps": ('type = "bool"', "nn.Dropout(p=True if x else 0)", False),
    "bool, either": ('type = "bool"', "nn.Dropout(p=True if x else False)", True),
    "int": ('type = "int"', "nn.Dropout(p=1)", True),
    "int, bool": ('type = "int"', "nn.Dropout(p=True)", False),
    "float": ('type = "float"', "nn.Dropout(p=RATE)", True),
    "float, int": ('type = "float"', "nn.Dropout(p=1)", False),
    "str": ('type = "str"', "nn.Dropout(p='a')", True),
    "str, None": ('type = "str"', "nn.Dropout(p=None)", False),
    "tuple": ('type = "tuple"', "nn.Dropout(p=(1, 2))", True),
    "tuple, list": ('type = "tuple"', "nn.Dropout(p=[1, 2])", False),
    "equals": ("equals = 0.1", "nn.Dropout(p=RATE)", True),
    "equals, another": ("equals = 0.1", "nn.Dropout(p=0.2)", False),
    "equals, unknown": ("equals = 0.1", "nn.Dropout(p=x)", False),
    "equals, perhaps": ("equals = 0.1", "nn.Dropout(p=0.1 if x else 0.2)", False),
    "equals 1, 1.0": ("equals = 1", "nn.Dropout(p=1.0)", False),
    "equals 1, True": ("equals = 1", "nn.Dropout(p=True)", False),
    "equals a string": ('equals = "same"', "nn.Dropout(p='same')", True),
    "equals false": ("equals = false", "nn.Dropout(p=False)", True),
    "equals false, 0": ("equals = false", "nn.Dropout(p=0)", False),
    "below": ("below = 0.5", "nn.Dropout(p=0.4)", True),
    "below, the limit": ("below = 0.5", "nn.Dropout(p=0.5)", False),
    "below, perhaps": ("below = 0.5", "nn.Dropout(p=0.4 if x else 0.6)", False),
    "below, a string": ("below = 0.5", "nn.Dropout(p='a')", False),
    "below, a bool": ("below = 0.5", "nn.Dropout(p=False)", False),
    "below, unknown": ("below = 0.5", "nn.Dropout(p=x)", False),
    "at least": ("at_least = 0.5", "nn.Dropout(p=0.5)", True),
    "at least, less": ("at_least = 0.5", "nn.Dropout(p=0.4)", False),
    "above": ("above = 0.5", "nn.Dropout(p=0.6)", True),
    "above, the limit": ("above = 0.5", "nn.Dropout(p=0.5)", False),
    "between": ("above = 0.1, below = 0.5", "nn.Dropout(p=0.3)", True),
    "between, outside": ("above = 0.1, below = 0.5", "nn.Dropout(p=0.7)", False),
    "sure": ("sure = true, below = 0.5", "nn.Dropout(p=RATE)", True),
    "sure, a default": ("sure = true, below = 0.5", "def f(r=0.1):\n    nn.Dropout(p=r)", False),
    "unsure, a default": ("sure = false, below = 0.5", "def f(r=0.1):\n    nn.Dropout(p=r)", True),
    "unsure, a constant": ("sure = false, below = 0.5", "nn.Dropout(p=RATE)", False),
    "not None": ("not_none = true", "nn.Dropout(p=0.1)", True),
    "not None, None": ("not_none = true", "nn.Dropout(p=None)", False),
    "not None, perhaps": ("not_none = true", "nn.Dropout(p=None if x else 0.1)", False),
    "another API": ("given = true", "nn.Dropout1d(p=0.1)", False),
    "mint": ("given = true", "from mindspore import mint\nmint.nn.Dropout(p=0.1)", False),
    "an own class": ("given = true", "class Dropout: pass\nDropout(p=0.1)", False),
}  # fmt: skip


@pytest.mark.parametrize(("condition", "code", "fires"), CONDITIONS.values(), ids=CONDITIONS.keys())
def test_conditions(tmp_path: Path, condition: str, code: str, fires: bool) -> None:
    assert bool(run(tmp_path, row(condition), code).findings) is fires


def test_a_preset_argument_is_reported_where_it_is_written(tmp_path: Path) -> None:
    result = run(tmp_path, row("below = 0.5"), "D = partial(nn.Dropout, p=0.1)\nD()\n")
    assert [finding.span.line for finding in result.findings] == [4]


def test_all_conditions_of_a_row_must_hold(tmp_path: Path) -> None:
    rows = '[[api]]\nnames = ["mindspore.nn.Dropout"]\nwhen = { p = { below = 0.5 }, keep_prob = { given = false } }\n'
    result = run(tmp_path, rows, "nn.Dropout(p=0.1)\nnn.Dropout(0.5, p=0.1)\nnn.Dropout(p=0.9)\n")
    assert [finding.span.line for finding in result.findings] == [4]


def test_a_row_without_conditions_fits_every_call(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        '[[api]]\nnames = ["mindspore.nn.Dropout", "mindspore.nn.ReLU"]\n',
        "nn.Dropout()\nnn.ReLU()\nnn.GELU()\n",
    )
    assert [finding.message for finding in result.findings] == ["nn.Dropout", "nn.ReLU"]


def test_the_first_row_that_fits_speaks(tmp_path: Path) -> None:
    rows = (
        '[[api]]\nnames = ["mindspore.nn.Dropout"]\nvariant = "second"\nseverity = "error"\nwhen = { p = { above = 0.5 } }\n'
        + row("given = true")
    )
    result = run(tmp_path, rows, "nn.Dropout(p=1 - RATE)\nnn.Dropout(p=0.1)\n")
    assert [(finding.message, finding.severity) for finding in result.findings] == [
        ("second p 0.9 1 - RATE", Severity.ERROR),
        ("nn.Dropout", Severity.WARNING),
    ]


@pytest.mark.parametrize(
    ("code", "certainty"),
    [
        ("nn.Dropout(p=0.1)", "sure"),
        ("def f(r=0.1):\n    nn.Dropout(p=r)", "likely"),
        ("from mindspore.nn import *\nDropout(p=0.1)", "likely"),
    ],
)
def test_what_is_not_sure_is_likely(tmp_path: Path, code: str, certainty: str) -> None:
    assert [finding.certainty for finding in run(tmp_path, row("below = 0.5"), code).findings] == [certainty]


@pytest.mark.parametrize(
    ("mindspore", "version", "fires"),
    [(">=2.8", (2, 7), False), (">=2.8", (2, 8), True), ("<2.8", (2, 8), False), (">=2.7,<2.9", (2, 10), False)],
)
def test_a_unit_speaks_only_of_its_versions(
    tmp_path: Path, mindspore: str, version: Tuple[int, int], fires: bool
) -> None:
    result = run(
        tmp_path, f'mindspore = "{mindspore}"\n' + row("given = true"), "nn.Dropout(p=0.1)", target_version=version
    )
    assert bool(result.findings) is fires


NORM = '[[api]]\nnames = ["mindspore.ops.norm", "mindspore.Tensor.norm"]\n'
OPS = "from mindspore import Tensor, mint, ops\n"


@pytest.mark.parametrize(("call", "fires"), [("()", True), ("(1)", False), ("(p=1)", False), ("(*x)", False)])
def test_a_bare_row_fits_calls_without_any_argument(tmp_path: Path, call: str, fires: bool) -> None:
    rows = '[[api]]\nnames = ["mindspore.nn.Dropout"]\nbare = true\n'
    assert bool(run(tmp_path, rows, f"nn.Dropout{call}\n").findings) is fires


def test_a_bare_row_leaves_a_partial_alone(tmp_path: Path) -> None:
    rows = '[[api]]\nnames = ["mindspore.nn.Dropout"]\nbare = true\n'
    assert not run(tmp_path, rows, "D = partial(nn.Dropout, p=0.1)\nD()\n").findings


@pytest.mark.parametrize(("group", "found"), [("", [4, 5, 6]), ("group = true\n", [4, 6])])
def test_a_row_may_gather_what_it_finds_of_one_api(tmp_path: Path, group: str, found: List[int]) -> None:
    rows = f'[[api]]\nnames = ["mindspore.nn.Dropout", "mindspore.nn.ReLU"]\n{group}'
    result = run(tmp_path, rows, "nn.Dropout()\nnn.Dropout()\nnn.ReLU()\n")
    assert [finding.span.line for finding in result.findings] == found
    assert [related.span.line for related in result.findings[0].related] == ([5] if group else [])


METHODS = {
    "a tensor": ("Tensor([1]).norm(1)", True),
    "a name of one": ("y = ops.relu(x)\ny.norm(1)", True),
    "no tensor": ("x.norm(1)", False),
    "a function": ("ops.norm(x)", True),
    "another module's function": ("mint.norm(x)", False),
    "patched": ("Tensor.norm = f\nTensor([1]).norm(1)", False),
    "a method of another name": ("Tensor([1]).sum(1)", False),
}


@pytest.mark.parametrize(("code", "fires"), METHODS.values(), ids=METHODS.keys())
def test_a_row_about_a_method_asks_for_a_tensor(tmp_path: Path, code: str, fires: bool) -> None:
    assert bool(run(tmp_path, NORM, OPS + code).findings) is fires


def test_a_row_about_a_method_binds_its_arguments(tmp_path: Path) -> None:
    result = run(
        tmp_path, row("equals = 1", "ord", "mindspore.Tensor.norm"), OPS + "x = Tensor([1])\nx.norm(1), x.norm(2)\n"
    )
    assert [finding.message for finding in result.findings] == ["Tensor.norm"]


@pytest.mark.parametrize(("framework", "fires"), [("pytorch", True), ("tensorflow", False)])
def test_a_rule_may_be_about_code_from_one_framework(tmp_path: Path, framework: str, fires: bool) -> None:
    rows = 'only_from = "pytorch"\n[[api]]\nnames = ["mindspore.nn.Dropout"]\n'
    assert bool(run(tmp_path, rows, "nn.Dropout()\n", source_framework=framework).findings) is fires


@pytest.mark.parametrize(
    ("fix", "call", "after"),
    [
        ('write = { p = "0.5" }', "nn.Dropout(p=0.1)", "nn.Dropout(p=0.5)"),
        ('write = { dtype = "None" }', "nn.Dropout(p=0.1)", "nn.Dropout(p=0.1, dtype=None)"),
        ('write = { p = "0.5" }', "nn.Dropout(p=RATE)", None),  # whoever changes RATE decides
        ('name = { p = "rate" }', "nn.Dropout(p=0.1)", "nn.Dropout(rate=0.1)"),
        ('drop = ["p"]', "nn.Dropout(0.9, p=0.1)", "nn.Dropout(0.9)"),
        ('drop = ["p"]', "partial(nn.Dropout, p=0.1)", None),
        ('around = { p = ["1 - (", ")"] }', "nn.Dropout(p=RATE)", "nn.Dropout(p=1 - (RATE))"),
        ('write = { keep_prob = "0.5" }', "nn.Dropout(p=0.1, **more)", None),  # it may be among those
    ],
)
def test_what_a_row_says_of_its_fix(tmp_path: Path, fix: str, call: str, after: Optional[str]) -> None:
    rows = row("given = true") + f'\nfix = {{ safety = "unsafe", {fix} }}\n'
    (finding,) = run(tmp_path, rows, f"{call}\n").findings
    if after is None:
        assert finding.fix is None
        return
    assert finding.fix is not None and finding.fix.safety == "unsafe"
    assert apply(Source("", HEAD + call), finding.fix.edits).text == HEAD + after
