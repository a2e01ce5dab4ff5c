"""What runs as a graph, how certain that is, and what stands in it."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Tuple

import pytest
from reading import catalog
from trees import ROOT, Tree, program

from mslint.program.graphs import traced
from mslint.program.program import programs
from mslint.program.traces import odd_ones

NET = """
import mindspore as ms
from mindspore import nn, context
class Net(nn.Cell):
    def __init__(self, flag=True, kind="a"):
        super().__init__()
        self.flag = flag
        self.kind = kind
    def construct(self, x):
        return self.helper(x)
    def helper(self, x):
        return x
"""

OPTION = """
import argparse
p = argparse.ArgumentParser()
p.add_argument('--mode', type=int, default=0)
args = p.parse_args()
"""


def modes(code: str, name: str = "construct", others: Optional[Mapping[str, str]] = None) -> List[Tuple[str, str]]:
    found = traced(program({"train.py": code, **(others or {})}))
    return [(each.mode.graph, each.mode.reason) for each in found if each.func.node.name == name]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ("ms.set_context(mode=ms.GRAPH_MODE)\nnet = Net()\nnet(1)", "certain"),
        ("context.set_context(mode=context.GRAPH_MODE)\nnet = Net()\nnet(1)", "certain"),
        ("ms.set_context(mode=0, device_target='CPU')\nnet = Net()\nnet(1)", "certain"),
        ("ms.set_context(ms.GRAPH_MODE)\nnet = Net()\nnet(1)", "certain"),
        ("ms.set_context(mode=ms.PYNATIVE_MODE)\nnet = Net()\nnet(1)", "excluded"),
        ("ms.set_context(device_target='CPU')\nnet = Net()\nnet(1)", "unknown"),
        ("net = Net()\nnet(1)", "default"),
        ("ms.set_context(mode=ms.GRAPH_MODE)", "unknown"),  # nobody makes one
        ("if x:\n    ms.set_context(mode=ms.GRAPH_MODE)\nnet = Net()\nnet(1)", "unknown"),
        ("if x:\n    ms.set_context(mode=0)\nelse:\n    ms.set_context(mode=0)\nnet = Net()\nnet(1)", "certain"),
        ("ms.set_context(mode=0)\nms.set_context(mode=1)\nnet = Net()\nnet(1)", "excluded"),
        ("ms.set_context(mode=1)\nms.set_context(mode=0)\nnet = Net()\nnet(1)", "certain"),
        ("ms.set_context(mode=0)\nnet = Net()\nnet(1)\nms.set_context(mode=1)", "certain"),
        ("net = Net()\nms.export(net, x, file_name='a', file_format='MINDIR')", "certain"),
        ("net = ms.jit(Net())\nnet(1)", "certain"),
        ("net = ms.jit(Net(), capture_mode='bytecode')\nnet(1)", "default"),
        (
            f"{OPTION}ms.set_context(mode=args.mode)\nnet = Net()\nnet(1)",
            "likely",
        ),
    ],
)
def test_the_mode_of_a_network(lines: str, wanted: str) -> None:
    assert [graph for graph, _ in modes(NET + lines)] == [wanted]
    # What construct calls runs as it does.
    assert [graph for graph, _ in modes(NET + lines, "helper")] == [wanted]


@pytest.mark.parametrize(
    ("decorator", "wanted"),
    [
        ("@ms.jit", ["certain"]),
        ("@ms.ms_function", ["certain"]),
        ("@jit", ["certain"]),
        ("@ms.jit()", ["certain"]),
        ("@ms.jit(capture_mode='ast')", ["certain"]),
        ("@ms.jit(capture_mode='bytecode')", []),
        ("@ms.jit(mode='PIJit')", []),
        ("@ms.jit(capture_mode=HOW)", []),
        ("@functools.partial(ms.jit, jit_level='O1')", ["certain"]),
        ("@functools.wraps", []),
        ("", []),
    ],
)
def test_decorated_functions(decorator: str, wanted: List[str]) -> None:
    imports = "import functools\nimport mindspore as ms\nfrom mindspore import jit\n"
    code = f"{imports}{decorator}\ndef step(x):\n    return x\nstep(1)"
    assert [graph for graph, reason in modes(code, "step") if reason == "jit"] == wanted


def test_helpers_of_other_modules_belong_to_the_graph() -> None:
    code = "import mindspore as ms\nfrom tools import shift\n@ms.jit\ndef step(x):\n    return shift(x)\nstep(1)"
    others = {
        "tools.py": "import mindspore.ops as ops\ndef shift(x):\n    return known(x)\n@ops.constexpr\ndef known(x): ..."
    }
    assert modes(code, "shift", others) == [("certain", "jit")]
    assert modes(code, "known", others) == []  # run when the graph is made, not read


def odd(body: str, lines: str = "Net()(1)") -> Dict[str, bool]:
    code = NET.replace("        return self.helper(x)\n", "".join(f"        {line}\n" for line in body.splitlines()))
    code = f"{code}\nms.set_context(mode=0)\n{lines}\n"
    found = [one for each in traced(program({"train.py": code})) for one in odd_ones(each)]
    return {one.kind: one.always for one in found}


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("try:\n    x = 1\nexcept ValueError:\n    del x", {"try": True}),
        ("with x:\n    pass", {"with": False}),  # what x is nobody knows
        ("with Plain():\n    pass", {"with": False}),
        ("with open(x):\n    pass", {"with": True}),
        ("yield x", {"yield": True}),
        ("del x", {"del": True}),
        ("y = (z := 1)", {"walrus": True}),
        ("for i in x:\n    pass\nelse:\n    x = 1", {"for-else": True}),
        ("while x:\n    pass\nelse:\n    x = 1", {"while-else": True}),
        ("import os", {"import": True}),
        ("from os import path", {"import": True}),
        ("y = {1, 2}", {"set": True}),
        ("y = {i for i in x}", {"set comprehension": True}),
        ("y = [i for i in x for j in i]", {"two for": True}),
        ("class A:\n    pass", {"class": True}),
        ("def f():\n    nonlocal y\nreturn f()", {"nonlocal": True}),
        ("if self.flag:\n    del x", {"del": True}),
        ("if not self.flag:\n    del x", {}),
        ("if self.kind == 'b':\n    del x", {}),
        ("if self.kind == 'a' and self.flag is True:\n    del x", {"del": True}),
        ("if self.training:\n    del x", {"del": False}),
        ("if self.flag:\n    return x\ndel x", {}),
        ("if self.training:\n    return x\ndel x", {"del": False}),
        ("if not self.flag:\n    raise ValueError\ndel x", {"del": True}),
        ("y = [i for i in x if i]\nz = {1: 2}\nassert x\nglobal a\nf = lambda v: v\nprint(f'{x}', *y)", {}),
    ],
)
def test_statements_that_graph_mode_does_not_take(body: str, wanted: Dict[str, bool]) -> None:
    assert odd(body) == wanted


def test_branches_follow_what_the_objects_hold() -> None:
    body = "if self.flag:\n    del x"
    assert odd(body, "Net(flag=False)(1)") == {}
    assert odd(body, "Net(flag=False)(1)\nNet(flag=True)(1)") == {"del": False}
    assert odd(body, "Net(flag=x)(1)") == {"del": False}


def test_what_no_script_imports_is_asked_for_what_it_defines() -> None:
    files = Tree({"net.py": NET, "other.py": "import mindspore as ms\nx = 1", "train.py": "import net\nnet.Net()(1)"})
    places = {f"{ROOT}/{name}": ROOT for name in ("net.py", "other.py", "train.py")}

    def defined(*names: str) -> List[Tuple[str, int]]:
        wanted = {f"{ROOT}/{name}": ROOT for name in names}
        assert wanted.keys() <= places.keys()
        found = programs(files, wanted, catalog().tables, (2, 10), frozenset(), 10, frozenset(("construct",)))
        return [(each.path, len(each.defined)) for each in found]

    assert defined("net.py", "other.py") == [("net.py", 3)]
    assert defined("net.py", "train.py") == [("train.py", 3)]  # the program has it
