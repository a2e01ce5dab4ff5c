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
    before = "from mindspore import nn\n\nx = nn.Embedding(\n    3,  # in\n    4,\n    use_one_hot=True,\n)\n"
    (tmp_path / "a.py").write_text(before, encoding="utf-8")
    done = mslint("--allow-rule-paths", "--fix", "--unsafe-fixes", "--select", "MSL950", "a.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "a.py").read_text(encoding="utf-8") == before.replace("    use_one_hot=True,\n", "")


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


TRANSFORMED = """from mslint.rulekit import *

def check_call(call, facts):
    if call.short == "ops.ReLU":
        yield at_call(call, name="x", fix=unsafe(writing("x"), transform(call, other)))

def other(node):
    import libcst as cst
    return {made}
"""
OPERATORS = "from mindspore import ops\nx = {0}\n"


def transformed(folder: Path, made: str, expression: str) -> Tuple[FileResult, Source]:
    checker = TRANSFORMED.format(made=made)
    unit = folder / "msl950_own"
    unit.mkdir()
    (unit / "rule.toml").write_text(UNIT.format(on="apis"), encoding="utf-8")
    (unit / "checker.py").write_text(checker, encoding="utf-8")
    source = Source("a.py", OPERATORS.format(expression))
    settings = Settings(target_version=NEWEST, select=("MSL950", "MSL003"))
    return check_source(source, settings, load_catalog([str(folder)])), source


@pytest.mark.parametrize(
    ("made", "before", "after"),
    [
        ("a + b", "2 * ops.ReLU()", "2 * (a + b)"),
        ("a + b", "f(ops.ReLU())", "f(a + b)"),
        ("a + b", "ops.ReLU().name", "(a + b).name"),
        ("lambda: 1", "ops.ReLU()", "lambda: 1"),
        ("lambda: 1", "[*ops.ReLU()]", "[*(lambda: 1)]"),
        ("1", "ops.ReLU().name", "(1).name"),
        ("-a", "ops.ReLU() ** 2", "(-a) ** 2"),
        ("ops.relu()", "ops.ReLU().name", "ops.relu().name"),
    ],
)
def test_an_expression_keeps_together(tmp_path: Path, made: str, before: str, after: str) -> None:
    result, source = transformed(tmp_path, f"cst.parse_expression({made!r})", before)
    assert fixed(result, source) == OPERATORS.format(after)


def test_a_transformation_that_loses_a_comment_is_not_made(tmp_path: Path) -> None:
    result, _ = transformed(tmp_path, 'cst.parse_expression("y")', "ops.ReLU(  # why\n)")
    assert [each.fix for each in result.findings] == [None]


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (
            'cst.parse_statement("x = 1")',
            "TypeError: other() gives a libcst expression or None, not SimpleStatementLine",
        ),
        ("7", "TypeError: other() gives a libcst expression or None, not int"),
        ("node.nothing", "AttributeError: 'Call' object has no attribute 'nothing', checker.py:9"),
    ],
)
def test_a_wrong_transformation_costs_the_fix_and_is_told(tmp_path: Path, made: str, said: str) -> None:
    result, _ = transformed(tmp_path, made, "ops.ReLU()")
    by_code = {each.code: each for each in result.findings}
    assert by_code["MSL950"].fix is None and said in by_code["MSL003"].message and result.crashed


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('replace(call, "y")', "what is to stand there is a libcst node, not str, checker.py:4"),
        (
            "replace(call.node, call.node)",
            "replace() takes the call that mslint gave, and a node, not Call, checker.py:4",
        ),
        ("call.node", "a fix is made of add_argument(...), replace(...) and the like, not of Call, checker.py:4"),
        ("transform(call, lambda node: node)", "transform() takes a function of checker.py by its name, not"),
    ],
)
def test_wrong_parts_of_a_fix_are_told_with_their_line(tmp_path: Path, wrong: str, said: str) -> None:
    checker = f"""from mslint.rulekit import *
def check_file(facts):
    for call in facts.calls:
        yield Hit(call.span, params={{"name": "x"}}, fix=unsafe(writing("x"), {wrong}))
"""
    result, _ = found(tmp_path, checker, "from mindspore import ops\nx = ops.ReLU()\n")
    (finding,) = result.findings
    assert finding.code == "MSL003" and said in finding.message


def test_statements_of_several_lines_are_not_replaced(tmp_path: Path) -> None:
    visitor = """    def visit_If(self, node):
        self.report(node, name="x", fix=unsafe(writing("x"), self.replace(node, node)))
"""
    result, _ = found(tmp_path, HEAD + visitor, "import mindspore\nif x: y  # t\n")
    assert (
        "replace() takes expressions, or statements of one line (SimpleStatementLine), not If"
        in result.findings[0].message
    )


BRACKETS = """    def visit_Call(self, node):
        if len(node.args) == 2:
            better = node.with_changes(args=[node.args[0], cst.Arg(cst.Integer("9"))])
            self.report(node, name="x", fix=unsafe(writing("x"), self.replace(node, better)))
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = (f(3, 4))", "x = (f(3, 9))"),
        ("x = (  # why\n    f(3, 4))", "x = (  # why\n    f(3, 9))"),
        ("x = (a +\n    b\n    .f(3, 4))", "x = (a +\n    b\n    .f(3, 9))"),
        ('x = f(d["k"], 4) + "" + f"{d[1]}"', 'x = f(d["k"], 9) + "" + f"{d[1]}"'),
        ('x = f(d[\'k\'], 4)  # """"', 'x = f(d[\'k\'], 9)  # """"'),
    ],
)
def test_a_node_is_replaced_and_nothing_beside_it(tmp_path: Path, before: str, after: str) -> None:
    result, source = found(tmp_path, HEAD + BRACKETS, f"import mindspore\n{before}\n")
    assert fixed(result, source) == f"import mindspore\n{after}\n"


def test_a_base_that_visitors_share_is_no_visitor_of_its_own(tmp_path: Path) -> None:
    visitors = """    def visit_Call(self, node):
        self.report(node, name=type(self).__name__)

class One(Own):
    pass

class Two(Own):
    pass
"""
    result, _ = found(tmp_path, HEAD + visitors, "import mindspore\nf()\n")
    assert told(result) == [(2, 1, "One"), (2, 1, "Two")]


@pytest.mark.parametrize("count", [300, 400, 480])
def test_a_tree_that_libcst_cannot_visit_is_passed_over(tmp_path: Path, count: int) -> None:
    visitor = """    def visit_Module(self, node):
        self.report(node, name="seen")
"""
    result, _ = found(tmp_path, HEAD + visitor, f"import mindspore\nx = {'1 + ' * count}1\n")
    assert "MSL003" not in {each.code for each in result.findings}


def test_both_kinds_of_new_rules_get_along(tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    for words in (["my-rule"], ["--libcst", "my-visitor"]):
        assert mslint("new-rule", *words, cwd=tmp_path).returncode == 0
    done = mslint("test-rules", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "Rules: 2; examples and silent cases: 6; differences: 0.\n")
