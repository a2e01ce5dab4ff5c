"""Rules of one's own in libcst's way: visitors, matchers, metadata, and fixes that put one node in place of another."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, Tuple

import pytest
from running import ROOT, mslint

from mslint.api.versions import NEWEST
from mslint.config import Settings
from mslint.engine import check_source
from mslint.errors import RuleError
from mslint.fixing.edits import apply
from mslint.model import FileResult
from mslint.rulekit.catalog import load_catalog
from mslint.source.text import Source

UNIT = """code = "MSL950"
slug = "own"
severity = "warning"
status = "stable"
since = "0.1.0"

[on]
{on} = true

[text.en]
title = "t"
message = "{{name}}"
why = "w"
fix = "f"
"""
HEAD = """import libcst as cst
import libcst.matchers as m

from mslint.rulekit import *


class Own(Visitor):
"""


def found(folder: Path, checker: str, code: str, on: str = "file") -> Tuple[FileResult, Source]:
    unit = folder / "msl950_own"
    unit.mkdir()
    (unit / "rule.toml").write_text(UNIT.format(on=on), encoding="utf-8")
    (unit / "checker.py").write_text(checker, encoding="utf-8")
    source = Source("a.py", code)
    settings = Settings(target_version=NEWEST, select=("MSL950", "MSL003"))
    return check_source(source, settings, load_catalog([str(folder)])), source


def told(result: FileResult) -> List[Tuple[int, int, str]]:
    return [(each.span.line, each.span.column, each.message) for each in result.findings]


def fixed(result: FileResult, source: Source) -> str:
    edits = [edit for each in result.findings if each.fix is not None for edit in each.fix.edits]
    return apply(source, edits).text


CODE = """from mindspore import nn

class Net(nn.Cell):
    def construct(self, x):
        return nn.Dense(
            x,  # how wide
            out_channels=f(1),
        )
"""


def test_matchers_and_what_mslint_knows_of_a_call(tmp_path: Path) -> None:
    visitor = """    def visit_Call(self, node):
        call = self.facts.call(node)
        if call is not None and call.name == "mindspore.nn.Dense" and m.matches(node, m.Call(args=[m.Arg(), m.Arg()])):
            better = node.with_changes(args=[node.args[0], node.args[1].with_changes(keyword=cst.Name("out"))])
            text = call.get("out_channels").text
            self.report(node, name=f"{call.short} {text}", fix=unsafe(writing("out"), self.replace(node, better)))
"""
    result, source = found(tmp_path, HEAD + visitor, CODE)
    assert told(result) == [(5, 16, "nn.Dense f(1)")]
    assert fixed(result, source) == CODE.replace("out_channels", "out")


def test_a_lost_comment_costs_the_fix(tmp_path: Path) -> None:
    visitor = """    def visit_Call(self, node):
        if len(node.args) == 2:
            self.report(node, name="x", fix=unsafe(writing("x"), self.replace(node, node.with_changes(args=[]))))
"""
    result, _ = found(tmp_path, HEAD + visitor, CODE)
    assert [each.fix for each in result.findings] == [None]


def test_a_statement_is_put_in_place_of_one(tmp_path: Path) -> None:
    visitor = """    def visit_SimpleStatementLine(self, node):
        if m.matches(node, m.SimpleStatementLine([m.Assign()])):
            better = node.with_deep_changes(node.body[0], value=cst.parse_expression("[2,\\n  3]"))
            self.report(node, name="x", fix=unsafe(writing("x"), self.replace(node, better)))
"""
    code = "import mindspore\nif 1:\n    # above\n    a = 1  # behind\n"
    result, source = found(tmp_path, HEAD + visitor, code)
    assert told(result) == [(4, 5, "x")]
    assert fixed(result, source) == code.replace("a = 1", "a = [2,\n      3]")


def test_metadata_is_there_for_those_who_declare_it(tmp_path: Path) -> None:
    visitor = """    METADATA_DEPENDENCIES = (cst.metadata.QualifiedNameProvider,)

    def visit_Name(self, node):
        for name in self.get_metadata(cst.metadata.QualifiedNameProvider, node, ()):
            if name.name == "mindspore.nn":
                self.report(node, name=name.source.name)
"""
    result, _ = found(tmp_path, HEAD + visitor, "from mindspore import nn as N\nx = N\n")
    assert told(result) == [(2, 5, "IMPORT")]


def test_functions_may_look_at_nodes_too(tmp_path: Path) -> None:
    checker = """from mslint.rulekit import *

def check_class(cell, facts):
    import libcst as cst
    construct = cell.method_node("construct")
    for part in construct.body.body:
        yield Hit(facts.place(part), params={"name": type(part).__name__ + cell.node.name.value})
"""
    result, _ = found(tmp_path, checker, CODE, on="classes")
    assert told(result) == [(5, 9, "SimpleStatementLineNet")]


@pytest.mark.parametrize("ask", ["self.facts.call(made)", 'self.report(made, name="x")', "self.facts.place(made)"])
def test_a_node_of_another_tree_is_told_with_its_line(tmp_path: Path, ask: str) -> None:
    visitor = f"""    def visit_Call(self, node):
        made = node.with_changes(args=[])
        {ask}
"""
    result, _ = found(tmp_path, HEAD + visitor, "import mindspore\nx = f(1)\n")
    (finding,) = result.findings
    assert finding.code == "MSL003" and "checker.py:10" in finding.message
    assert "this Call comes neither from facts.module nor" in finding.message


def test_nothing_is_said_of_what_cannot_be_shown(tmp_path: Path) -> None:
    visitor = """    def visit_Module(self, node):
        self.report(node, name="seen")
"""
    result, _ = found(tmp_path, HEAD + visitor, f"import mindspore\nx = {'1 + ' * 600}1\n")
    assert result.findings == () and not result.crashed


def test_a_new_rule_in_libcsts_way_runs_at_once(tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    made = mslint("new-rule", "--libcst", "my-check", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    fine = mslint("test-rules", cwd=tmp_path)
    assert (fine.returncode, fine.stdout) == (0, "Rules: 1; examples and silent cases: 3; differences: 0.\n")
    before = 'from mindspore import nn\n\nx = nn.Dense(\n    3,  # in\n    4,\n    activation="relu",\n)\n'
    (tmp_path / "a.py").write_text(before, encoding="utf-8")
    done = mslint("--allow-rule-paths", "--fix", "--unsafe-fixes", "--select", "MSL950", "a.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == before.replace('    activation="relu",\n', "")


def test_the_example_of_the_page_does_what_it_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (example,) = [each for each in re.findall(r"```python\n(.*?)```", page, re.S) if "(Visitor)" in each]
    code = "from mindspore import nn, ops\n\nx = ops.ReLU()(nn.ReLU()(  # why\n    y))\nz = ops.Add()(x)\n"
    result, source = found(tmp_path, example.replace("api=made", "name=made"), code)
    assert told(result) == [(3, 5, "ops.ReLU")]
    assert fixed(result, source) == code.replace("ops.ReLU()(", "ops.relu(")


def test_names_of_earlier_versions_are_understood_with_a_notice(tmp_path: Path) -> None:
    checker = """from mslint.rulekit import Hit, giving, unsafe, writing

def check_file(facts):
    for call in facts.calls:
        yield Hit(call.span, params={"name": "x"}, fix=unsafe(writing("a"), giving(call, "has_bias", "True")))
"""
    with pytest.warns(FutureWarning, match="mslint.rulekit.giving is called add_argument now"):
        result, source = found(tmp_path, checker, "from mindspore import nn\nx = nn.Dense(3, 4)\n")
    assert fixed(result, source).endswith("nn.Dense(3, 4, has_bias=True)\n")


def test_names_that_are_gone_are_told(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match="mslint.rulekit.Swap is gone; there is rename_attribute"):
        found(tmp_path, "import mslint.rulekit as kit\nkit.Swap\n", "import mindspore\n")
