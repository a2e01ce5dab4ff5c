"""libcst's nodes of calls, statements, classes and modules: which call is which, and where each node stands."""

from __future__ import annotations

import glob
import textwrap

import libcst as cst
import pytest
from reading import catalog, facts_of
from running import ROOT

from mslint.api.versions import NEWEST
from mslint.errors import NodeError, NoNode
from mslint.facts.cells import CellClass
from mslint.facts.module import Facts
from mslint.source.text import Source, decode
from mslint.syntax.node import code_of, written
from mslint.syntax.parse import parse

CODE = """
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, 宽):
        super().__init__()
        if 宽:
            self.first = nn.SequentialCell(
                nn.Dense(宽, 4),  # why
                nn.ReLU(),
            )
        elif nn.ReLU():
            pass

    @staticmethod
    def other(x=nn.Dense(3, 4)):
        return f"{nn.Tanh()}"
"""


def test_calls_are_shown_as_they_are_written() -> None:
    facts = facts_of(CODE)
    first = next(call for call in facts.calls if call.short == "nn.SequentialCell")
    assert isinstance(first.node, cst.Call)
    assert code_of(first.node) == written(facts.source, first.span)
    assert first.node is first.node
    inner = first.node.args[0].value
    assert isinstance(inner, cst.Call)
    known = facts.call(inner)
    assert known is not None and known.short == "nn.Dense" and known.span == facts.place(inner)
    assert written(facts.source, facts.place(inner.args[1])) == "4"


def test_the_innermost_statement_around_a_call() -> None:
    facts = facts_of(CODE)
    sequence = next(call for call in facts.calls if call.short == "nn.SequentialCell")
    assigned = sequence.statement
    assert isinstance(assigned, cst.SimpleStatementLine)
    assert code_of(assigned.body[0]).startswith("self.first = nn.SequentialCell(\n")
    tests = [call.statement for call in facts.calls if call.short == "nn.ReLU"]
    assert [type(each) for each in tests] == [cst.SimpleStatementLine, cst.If]
    default = [call for call in facts.calls if call.short == "nn.Dense"][1].statement
    assert isinstance(default, cst.FunctionDef) and default.name.value == "other"


def test_a_class_is_shown_with_its_methods() -> None:
    facts = facts_of(CODE)
    cell = CellClass(facts, facts.classes[0])
    assert cell.node.name.value == "Net"
    method = cell.method_node("other")
    assert method is not None and len(method.decorators) == 1
    assert cell.method_node("none") is None
    calls = [each for each in _calls(cell.node) if facts.call(each) is not None]
    assert [facts.call(each).short for each in calls] == [call.short for call in facts.calls]  # type: ignore[union-attr]
    for each in calls:
        assert written(facts.source, facts.place(each)) == facts.shown.code(each, each)


@pytest.mark.parametrize("indent", ["", "if 1:\n  if 2:\n      "])
def test_places_of_nodes_are_those_of_the_file(indent: str) -> None:
    facts = facts_of(f"from mindspore import nn\n{indent}x = [nn.Dense(1,\n   2), 中]\n")
    (call,) = facts.calls
    for node in (call.node.args[1].value, _last(call.statement)):
        assert written(facts.source, facts.place(node)) == facts.shown.code(node, node)


def _last(statement: cst.CSTNode) -> cst.CSTNode:
    assert isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Assign)
    assert isinstance(statement.body[0].value, cst.List)
    return statement.body[0].value.elements[-1].value


def _calls(node: cst.CSTNode) -> list[cst.Call]:
    found = [node] if isinstance(node, cst.Call) else []
    return [*found, *(each for child in node.children for each in _calls(child))]


def test_every_call_of_the_module_is_known_where_it_stands() -> None:
    """Over all fixtures, with places as libcst itself tells them."""
    count = 0
    for path in sorted(glob.glob(str(ROOT / "fixtures/projects/**/*.py"), recursive=True)):
        with open(path, "rb") as file:
            source = decode(path, file.read())
        facts = Facts(parse(source), catalog().tables, NEWEST)
        places = cst.MetadataWrapper(facts.module, unsafe_skip_copy=True).resolve(cst.metadata.PositionProvider)
        for node in _calls(facts.module):
            at, span = places[node], facts.place(node)
            assert (at.start.line, at.start.column + 1) == (span.line, span.column), f"{path}:{span.line}"
            assert (at.end.line, at.end.column + 1) == (span.end_line, span.end_column)
            count += 1
    assert count > 1000


def test_a_node_of_another_tree_is_told() -> None:
    facts = facts_of("from mindspore import nn\nx = nn.Dense(3, 4)\n")
    changed = facts.calls[0].node.with_changes(args=[])
    for ask in (facts.call, facts.place):
        with pytest.raises(NodeError, match="this Call comes neither from facts.module nor"):
            ask(changed)
    with pytest.raises(NodeError, match="this Name comes"):
        facts.place(cst.Name("x"))


def test_what_is_too_deep_for_libcst_is_not_shown() -> None:
    deep = "1 + " * 600
    facts = facts_of(f"from mindspore import nn\nx = nn.Dense({deep}1, 4)\ny = nn.ReLU()\n")
    dense, relu = facts.calls
    with pytest.raises(NoNode):
        _ = dense.node
    with pytest.raises(NoNode):
        _ = facts.module
    assert code_of(relu.node) == "nn.ReLU()"


def test_code_of_a_file_with_carriage_returns() -> None:
    text = textwrap.dedent("from mindspore import nn\r\nx = nn.Dense(3,\r\n    4)\r\n")
    facts = Facts(parse(Source("a.py", text)), catalog().tables, NEWEST)
    assert code_of(facts.calls[0].node) == "nn.Dense(3,\n    4)"
    assert facts.place(facts.calls[0].node.args[1].value).line == 3
