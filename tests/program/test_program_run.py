"""Following programs: values, branches, loops, functions, classes, imports, options."""

# ruff: noqa: E501  (tables of cases: one case, one line)

from __future__ import annotations

import sys
from typing import Dict, List, Optional

import pytest
from trees import met, program, told

from mslint.program.values import Method

SEE = "from mindspore import set_seed as see\n"


def seen(code: str, others: Optional[Dict[str, str]] = None) -> List[str]:
    """What `see(...)` is given, call by call; a place that a loop repeats is told once."""
    events = met(SEE + code, "mindspore.set_seed", others)
    return [told(event.given[0].value) for event in events if not event.loops or event.loops[-1][2] == 0]


@pytest.mark.parametrize(
    ("code", "told_so"),
    [
        ("see(3)", ["3"]),
        ("see(1 - 0.9)", ["0.1"]),
        ("see(-2 ** 2)", ["-4"]),
        ("a = b = 2\nsee(a * b)", ["4"]),
        ("a, b = 1, 2\nsee(b)", ["2"]),
        ("a, *b = f()\nsee(a)", ["?"]),
        ("see(unknown)", ["?"]),
        ("x = [1, 2]\nx.append(3)\nsee(x)", ["[1, 2, 3]"]),
        ("x = [1]\nif unknown:\n    x.append(2)\nsee(x)", ["[1, 2]|[1]"]),
        ("x = []\nfor i in y:\n    x.append(1)\nsee(x[0])", ["1?"]),
        ("d = {'a': 1}\nd['b'] = 2\nsee(d['b'])", ["2"]),
        ("d = dict(a=1)\nsee(d.get('c', 5))", ["5"]),
        ("see(x := 3)\nsee(x)", ["3", "3"]),
        ("see([i for i in (1, 2)])", ["[1, 2]"]),
        ("see([i for i in (1, 2) if i > 1])", ["[2]"]),
        ("see([i for i in (1, 2) if unknown])", ["[1|2, ...]"]),
        ("see([i + j for i in (1, 2) for j in (1,)])", ["[?, ...]"]),
        ("see({k: v + 1 for k, v in {'a': 1}.items()}['a'])", ["2"]),
        ("x = []\nfor i in (1, 2):\n    x.append(i)\nsee(x)", ["[1, 2]"]),
        ("x = []\nfor i in (1, 2):\n    x.append(i)\n    if unknown:\n        break\nsee(x)", ["[1|2, 1|2, ...]"]),
        ("for i in (1, 2):\n    pass\nsee(i)", ["2"]),
        ("for i, j in enumerate('ab'):\n    see(i)", ["?"]),
        ("see([i + j for i, j in enumerate([5, 6])])", ["[5, 7]"]),
        ("see([i * j for i, j in zip((1, 2), (3, 4, 5))])", ["[3, 8]"]),
        ("see([1, 2, 3][1:])", ["[2, 3]"]),
        ("see([1, 2, 3][-1:][0])", ["3"]),
        ("see([1, 2, 3][::-1])", ["[3, 2, 1]"]),
        ("see([1, 2, 3][unknown:])", ["[1, 2, 3, ...]"]),
        ("see([1, 2, 3][::0])", ["[1, 2, 3, ...]"]),
        ("a, *b, c = 1, 2, 3, 4\nsee(b)\nsee(c)", ["[2, 3]", "4"]),
        (
            "see(isinstance({}, dict))\nsee(isinstance(1, (str, list)))\nsee(isinstance(y, dict))",
            ["True", "False", "<isinstance>"],
        ),
        ("from enum import Enum\nclass A(Enum):\n    B = 'c'\nsee(A.B.value)", ["'c'"]),
        ("see('a' in ('a', 'b'))", ["True"]),
        ("see(not None)", ["True"]),
        ("see(3 if True else 4)", ["3"]),
        ("see(3 if unknown else 4)", ["3|4"]),
        ("see(10 ** 400)", ["?"]),
        ("see(1 / 0)", ["?"]),
        ("see(1 > 'a')", ["?"]),
        ("see(len(f'{x}'))", ["<len>"]),
    ],
)
def test_values(code: str, told_so: List[str]) -> None:
    assert seen(code) == told_so


@pytest.mark.parametrize(
    ("code", "told_so"),
    [
        ("if True:\n    see(1)\nelse:\n    see(2)", ["1"]),
        ("if unknown:\n    x = 1\nelse:\n    x = 2\nsee(x)", ["1|2"]),
        ("x = 1\nif unknown:\n    x = 2\nsee(x)", ["2|1"]),
        ("if unknown:\n    x = 1\nelse:\n    raise ValueError\nsee(x)", ["1"]),
        ("x = 1\nfor i in y:\n    see(x)\n    x = 2\nsee(x)", ["1", "1|2"]),
        ("try:\n    x = 1\nexcept OSError:\n    x = 2\nsee(x)", ["1|2"]),
        ("while True:\n    x = 1\n    if unknown:\n        break\n    x = 2\nsee(x)", ["1|2"]),
        ("with open('a') as f:\n    see(1)", ["1"]),
        ("def f():\n    if unknown:\n        return 1\n    return 2\nsee(f())", ["1|2"]),
        ("def f(a, b=2, *c, d=4, **e):\n    return [a, b, c, d, e]\nsee(f(1, 3, 5, d=6, g=7))", ["[1, 3, [5], 6, {'g': 7}]"]),
        ("def f(a, b=2):\n    return b\nsee(f(**options))", ["?"]),
        ("def f(n):\n    return f(n - 1)\nsee(f(3))", ["?"]),
        ("x = 1\ndef f():\n    global x\n    x = 2\nf()\nsee(x)", ["2"]),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    g()\n    return x\nsee(f())", ["2"]),
        ("from functools import partial\ndef f(a, b):\n    return [a, b]\ng = partial(f, b=2)\nsee(g(1))", ["[1, 2]"]),
        ("see((lambda a: a + 1)(2))", ["3"]),
        ("def f():\n    yield 1\nsee(f())", ["<generator>"]),
        ("import functools\n@functools.wraps\ndef f():\n    return 1\nsee(f())", ["1"]),
        ("def f(a):\n    see(a)\nif __name__ == '__main__':\n    f(4)", ["4"]),
    ],
)  # fmt: skip
def test_statements(code: str, told_so: List[str]) -> None:
    assert seen(code) == told_so


CLASSES = """
class Base:
    kind = "base"

    def __init__(self, size):
        self.size = size

    def grow(self):
        return self.size + 1


class Child(Base):
    def __init__(self, size):
        super().__init__(size)
        self.more = 7

    @property
    def twice(self):
        return self.size * 2

    @staticmethod
    def plain(a):
        return a
"""


@pytest.mark.parametrize(
    ("code", "told_so"),
    [
        ("see(Child(2).grow())", "3"),
        ("see(Child(2).twice)", "4"),
        ("see(Child(2).plain(5))", "5"),
        ("see(Child(2).kind)", "'base'"),
        ("c = Child(2)\nc.size = 9\nsee(c.grow())", "10"),
        ("c = Child(2)\nif unknown:\n    c.size = 9\nsee(c.size)", "2|9"),
        ("see(getattr(Child(2), 'more', None))", "7"),
        ("see(Child(2).nothing)", ".nothing"),
    ],
)
def test_classes(code: str, told_so: str) -> None:
    found = seen(CLASSES + code)
    assert found == [told_so]


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("from src.config import rate\nsee(rate)", {"src/config.py": "rate = 3", "src/__init__.py": ""}),
        ("from src.config import rate\nsee(rate)", {"src/config.py": "rate = 3"}),  # no __init__.py
        ("from src import config\nsee(config.rate)", {"src/config.py": "rate = 3"}),
        ("from src.a import c\nsee(c.rate)", {"src/a.py": "from . import c", "src/c.py": "rate = 3"}),
        ("import src.config as c\nsee(c.rate)", {"src/config.py": "rate = 3", "src/__init__.py": ""}),
        ("import src.config\nsee(src.config.rate)", {"src/config.py": "rate = 3", "src/__init__.py": ""}),
        ("from src import rate\nsee(rate)", {"src/__init__.py": "from .config import *", "src/config.py": "rate = 3"}),
        ("from src import rate\nsee(rate)", {"src/__init__.py": "from .a.b import rate", "src/a/b.py": "from ..c import rate", "src/c.py": "rate = 3"}),
        ("from config import rate\nsee(rate)", {"config.py": "rate = 3"}),
        ("from a import rate\nsee(rate)", {"a.py": "from b import other\nrate = 3", "b.py": "import a\nother = 1"}),  # a cycle
    ],
)  # fmt: skip
def test_imports(line: str, files: Dict[str, str]) -> None:
    assert seen(line, files) == ["3"]


def test_a_script_in_a_folder_finds_what_lies_above_it() -> None:
    files = {"tools/train.py": SEE + "from src.config import rate\nsee(rate)", "src/config.py": "rate = 3"}
    (event,) = program(files, "tools/train.py").calls("mindspore.set_seed")
    assert told(event.given[0].value) == "3"


def test_of_two_modules_of_one_name_the_nearer_one_counts() -> None:
    files = {"a/train.py": SEE + "import config\nsee(config.x)", "a/config.py": "x = 1", "config.py": "x = 2"}
    (event,) = program(files, "a/train.py").calls("mindspore.set_seed")
    assert told(event.given[0].value) == "1"


def test_a_module_that_does_not_parse_costs_only_itself() -> None:
    files = {"train.py": SEE + "from src.a import x\nfrom src.b import y\nsee(x)\nsee(y)", "src/a.py": "x = (", "src/b.py": "y = 2"}  # fmt: skip
    found = program(files)
    assert [told(event.given[0].value) for event in found.calls("mindspore.set_seed")] == ["?", "2"]
    assert not found.whole


@pytest.mark.parametrize(
    ("code", "told_so"),
    [
        ("p.add_argument('--lr', type=float, default=0.1)\nargs = p.parse_args()\nsee(args.lr)", "0.1~"),
        ("p.add_argument('--run-it', action='store_true')\nargs, _ = p.parse_known_args()\nsee(args.run_it)", "False~"),
        ("p.add_argument('-b', '--batch', default=2)\nargs = p.parse_args()\nsee(args.batch)", "2~"),
        ("p.add_argument('path')\nargs = p.parse_args()\nsee(args.path)", "?"),
        ("g = p.add_argument_group('g')\ng.add_argument('--x', default=2)\nsee(p.parse_args().x)", "2~"),
        ("p.add_argument('--x', dest='y', default=2)\np.set_defaults(y=3)\nsee(p.parse_args().y)", "3~"),
        ("args = p.parse_args()\nsee(args.unknown)", "?"),
    ],
)
def test_options_of_the_command_line(code: str, told_so: str) -> None:
    assert seen("import argparse\np = argparse.ArgumentParser()\n" + code) == [told_so]


def test_a_default_does_not_decide_a_condition() -> None:
    code = (
        "import argparse\np = argparse.ArgumentParser()\np.add_argument('--d', default=False)\nargs = p.parse_args()\n"
    )
    (event,) = met(SEE + code + "if args.d:\n    see(1)", "mindspore.set_seed")
    assert [guard.likely for guard in event.guards] == [False]


def test_configurations() -> None:
    easy = "from easydict import EasyDict as edict\nconfig = edict({'lr': 0.1, 'opt': {'name': 'sgd'}})"
    assert seen("from src.config import config\nsee(config.lr)\nsee(config.opt.name)", {"src/config.py": easy}) == [
        "0.1",
        "'sgd'",
    ]
    yaml = {"default_config.yaml": "lr: 0.1\nsizes: [1, 2]\n---\nlr: help text\n"}
    code = "from model_utils import config\nsee(config.lr)\nsee(config.sizes)\nsee(config.other)\nsee(thing.lr)"
    assert seen(code, yaml) == ["0.1~", "[1~, 2~]~", "model_utils.config.other", "?"]
    assert seen("from a import config\nsee(config.lr)", {"config.yaml": "lr: [", "b/b.py": ""}) == ["a.config.lr"]
    assert seen("from a import config\nsee(config.lr)", {"config.yaml": "lr: 1", "default_config.yaml": "lr: 2"}) == [
        "a.config.lr"
    ]


NETWORK = """
from mindspore import nn, Model


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell([nn.Dense(3, 4), nn.Dropout(p=0.1)])

    def construct(self, x):
        return self.layers(x)


class Step(nn.TrainOneStepCell):
    def construct(self, x, y):
        grads = self.grad(self.network, self.weights)(x, y, self.sens)
        return self.optimizer(grads)


net = Net()
"""


def test_methods_are_named_by_the_class_that_has_them() -> None:
    code = NETWORK + "net.set_train()\nmodel = Model(net)\nmodel.train(1, data)\nlost.set_train()\n"
    found = [event.name for event in program({"train.py": code}).events]
    for name in (
        "mindspore.nn.Cell.set_train",
        "mindspore.train.Model.train",
        "?.set_train",
        "train.Net",
        "__main__.Net",
    ):
        assert (name in found) == (name != "train.Net"), name


def test_what_a_cell_holds() -> None:
    found = program({"train.py": NETWORK + "model = Model(net)\n"})
    (model,) = found.calls("mindspore.train.Model")
    held = {part.api for part in found.parts(model.get("network")) if part.api}  # type: ignore[arg-type]
    assert {"mindspore.nn.Dropout", "mindspore.nn.Dense", "mindspore.nn.SequentialCell"} <= held


def test_a_training_step_of_the_programs_own_is_followed() -> None:
    code = NETWORK + "step = Step(net, nn.SGD(net.trainable_params()))\nfor x, y in data:\n    step(x, y)\n"
    found = program({"train.py": code})
    (call, again) = found.calls("mindspore.nn.TrainOneStepCell.__call__")
    assert call.loops and call.span == again.span
    assert list(found.calls("mindspore.nn.SGD.__call__"))
    (made,) = found.calls("mindspore.nn.TrainOneStepCell.__init__")
    assert told(made.get("network")) == "<Net>"


def test_gradient_functions_run_what_they_are_given() -> None:
    code = NETWORK + "def forward(x):\n    return net(x)\ngrad = nn.value_and_grad\nimport mindspore as ms\n"
    code += "step = ms.value_and_grad(forward, None, net.trainable_params())\nstep(3)\n"
    (event,) = met(code, "mindspore.nn.Cell.__call__")
    assert event.frame.name == "forward"


def test_pipelines_keep_their_kind_and_their_past() -> None:
    code = "import mindspore.dataset as ds\nd = ds.MnistDataset('a')\nd = d.map(f).batch(2)\nd.shuffle(3)\n"
    (event,) = met(code, "mindspore.dataset.Dataset.shuffle") or met(code, "mindspore.dataset.MnistDataset.shuffle")
    (stage,) = event.receiver.objects()  # type: ignore[union-attr]
    made = []
    while stage is not None:
        assert stage.api == "mindspore.dataset.MnistDataset"
        made.append(stage.made.name.rpartition(".")[2])  # type: ignore[union-attr]
        stage = stage.parent.objects()[0] if stage.parent is not None else None
    assert made == ["batch", "map", "MnistDataset"]


def test_a_method_is_not_taken_for_the_argument_of_its_name() -> None:
    code = "import mindspore.dataset as ds\nd = ds.NumpySlicesDataset([1], shuffle=False)\nd.shuffle(4)\n"
    assert met(code, "mindspore.dataset.Dataset.shuffle")
    code = "from mindspore import nn\nstep = nn.TrainOneStepCell(net, opt)\nstep.network.set_train()\n"
    assert met("from mindspore import nn\nnet = nn.Dense(3, 4)\nopt = 1\n" + code, "mindspore.nn.Cell.set_train")


def test_what_goes_to_unknown_code_has_escaped() -> None:
    found = program({"train.py": NETWORK + "from elsewhere import prepare\nprepare(net)\nmodel = Model(net)\n"})
    (model,) = found.calls("mindspore.train.Model")
    assert model.get("network").objects()[0].escaped  # type: ignore[union-attr]


def test_branches_of_one_condition_never_meet() -> None:
    one, other = met(SEE + "if unknown:\n    see(1)\nelse:\n    see(2)", "mindspore.set_seed")
    assert one.parallel(other)
    one, other = met(SEE + "if unknown:\n    see(1)\nsee(2)", "mindspore.set_seed")
    assert not one.parallel(other)


def test_identifiers_of_the_whole_program() -> None:
    found = program({"train.py": "from src.a import f\nf()", "src/a.py": "def f(loss_scale=1): pass"})
    assert found.mentions("loss_sc") and not found.mentions("sens")


def test_long_chains_end() -> None:
    chain = {f"m{i}.py": f"from m{i + 1} import x" for i in range(600)}
    found = program({"train.py": SEE + "see(1)\nfrom m0 import x\nsee(x)", **chain, "m600.py": "x = 3"})
    assert [told(event.given[0].value) for event in found.calls("mindspore.set_seed")][0] == "1"
    assert not found.whole
    nested = SEE + "x = " + "(" * 80 + "1" + ")" * 80 + "\nsee(x)\nsee(" + "+".join(["1"] * 900) + ")"
    assert seen(nested)[0] == "1"


def test_no_end_is_cut_off() -> None:
    deep = "\n".join(f"def f{i}(x):\n    f{i + 1}(x)\n    f{i + 1}(x)" for i in range(30))
    found = program({"train.py": f"{deep}\nf0(1)"})
    assert found.whole in (True, False)
    wide = "import mindspore as ms\ndef f(x):\n    ms.set_seed(x)\n" + "    x = x + 1\n" * 500 + "\n" + "f(1)\n" * 1000
    assert not program({"train.py": wide}).whole


CONFIG = """
class Config:
    def __init__(self, table):
        for key, value in table.items():
            setattr(self, key, value)

config = Config(read())
"""


@pytest.mark.parametrize(
    ("test", "decided"),
    [
        ("config.net in ('a', 'b')", False),
        ("config.net not in ('a', 'b')", False),
        ("unknown.net in ('a', 'b')", False),
        ("other.net in ['a']", False),
        ("call() in ('a',)", False),
        ("'a' in (config.net, 'b')", False),
        ("'b' in (config.net, 'b')", True),
        ("'c' in ('a', 'b')", True),
        ("1 in (1.0, 2)", True),
        ("3 in (unknown, 2)", False),
        ("None in (config.net,)", False),
        ("config.net is None", False),
        ("config.net == None", False),
        ("other.net is not None", False),
        ("os.getenv('RANK') is None", False),
        ("os.environ.get('RANK') is None", False),
        ("call() is None", False),
        ("nn.Dense is None", True),
        ("nn.Dense(3, 4) is None", True),
        ("Config({}) is None", True),
        ("[] is None", True),
        ("1 < config.net < 3", False),
        ("1 < 2 < unknown", False),
        ("isinstance(config.net, str)", False),
        ("config.net and True", False),
        ("config.net or False", False),
        ("not config.net", False),
        ("False and config.net", True),
        ("True or config.net", True),
        ("len(config.net) > 1", False),
        ("config['net'] == 'a'", False),
        ("{}.get(unknown)", False),
        ("args.net in ('a',)", False),
        ("filled", False),
        ("table.get('x') is None", False),
    ],
)
def test_what_is_not_known_decides_nothing(test: str, decided: bool) -> None:
    code = (
        "import os, argparse\nimport other\nfrom mindspore import nn\nfrom outside import call\n"
        "parser = argparse.ArgumentParser()\nparser.add_argument('--net', default='x')\nargs = parser.parse_args()\n"
        f"{CONFIG}\nfilled, table = [], {{}}\ncall(filled, table)\nif {test}:\n    see(1)\nelse:\n    see(2)\n"
    )
    assert len(seen(code)) == (1 if decided else 2)


@pytest.mark.parametrize(
    ("code", "told_so"),
    [
        ("if target == 'CPU':\n    config.run = False\nsee(config.run)", "?"),
        ("config.run = False\nsee(config.run)", "False"),
        ("if target:\n    config.run = False\nelse:\n    config.run = True\nsee(config.run)", "False|True"),
        ("config.run = 1\nif target:\n    config.run = 2\nsee(config.run)", "1|2"),
        ("if target:\n    config.run = 2\n    see(config.run)", "2"),
        ("if target:\n    if more:\n        config.run = 2\nsee(config.run)", "?"),
        (
            "if target:\n    if more:\n        config.run = 1\n    else:\n        config.run = 2\n    see(config.run)",
            "1|2",
        ),
        ("for i in y:\n    config.run = 2\nsee(config.run)", "?"),
        ("while y:\n    config.run = 2\nsee(config.run)", "?"),
        ("for i in y:\n    if i:\n        break\n    config.run = 2\nsee(config.run)", "?"),
        ("try:\n    config.run = 2\nexcept OSError:\n    pass\nsee(config.run)", "?"),
        ("with open(y):\n    config.run = 2\nsee(config.run)", "2"),
        ("match y:\n    case 1:\n        config.run = 2\nsee(config.run)", "?"),
        ("match y:\n    case 1:\n        config.run = 2\n    case _:\n        config.run = 3\nsee(config.run)", "2|3"),
        ("x = 1\nmatch y:\n    case [x, 2]:\n        see(x)\n", "?"),
        ("x = 1\nmatch y:\n    case 1:\n        x = 2\n    case 2:\n        see(x)\n", "1"),
        ("if y:\n    raise ValueError\nconfig.run = 2\nsee(config.run)", "2"),
        ("def f():\n    if y:\n        return\n    config.run = 2\nf()\nsee(config.run)", "?"),
        ("def f():\n    if y:\n        return\n    config.run = 2\n    see(config.run)\nf()", "2"),
        ("def f():\n    if y:\n        config.run = 1\n        return\n    config.run = 2\nf()\nsee(config.run)", "?"),
        ("def f():\n    if y:\n        raise ValueError\n    config.run = 2\nf()\nsee(config.run)", "2"),
        ("def f(c):\n    if y:\n        c.run = 2\nf(config)\nsee(config.run)", "?"),
        ("if y:\n    config['run'] = 2\nsee(config['run'])", "?"),
        ("d = {}\nif y:\n    d['run'] = 2\nsee(d.get('run', 3))", "2?"),
        ("d = {'run': 1}\nif y:\n    d['run'] = 2\nsee(d['run'])", "1|2"),
        ("d = {'run': 1}\nif y:\n    d.update(run=2)\nsee(d['run'])", "1|2"),
        ("x = 1\ndef f():\n    global x\n    if y:\n        x = 2\nf()\nsee(x)", "1|2"),
        ("x = 1\ndef f():\n    global x\n    if y:\n        return\n    x = 2\nf()\nsee(x)", "1|2"),
        ("import settings\nif y:\n    settings.run = 2\nsee(settings.run)", "1|2"),
        ("class C:\n    run = 1\nif y:\n    C.run = 2\nsee(C.run)", "1|2"),
        ("if y:\n    x = 1\nelse:\n    x = 2\nif z:\n    config.run = x\nsee(config.run)", "?"),
        ("a = Config({}) if y else None\nif a:\n    a.run = 1\nif z:\n    a.run = 2\nsee(a.run)", "?"),
        ("args = parser.parse_args()\nif y:\n    args.net = 2\nsee(args.net)", "'x'|2~"),
        ("args = parser.parse_args()\nif y:\n    args.more = 2\nsee(args.more)", "2?"),
        (
            "class Net:\n    def __init__(self, y):\n        if y:\n            self.a = 1\n        else:\n            self.a = 2\nsee(Net(unknown).a)",
            "1|2",
        ),
        ("class Net:\n    def __init__(self, y):\n        if y:\n            self.a = 1\nsee(Net(unknown).a)", "1"),
    ],
)
def test_what_happens_under_a_condition_need_not_have_happened(code: str, told_so: str) -> None:
    if "match y" in code and sys.version_info < (3, 10):
        pytest.skip("the grammar is newer")
    head = "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--net', default='x')\n"
    events = met(SEE + head + CONFIG + code, "mindspore.set_seed", {"settings.py": "run = 1\n"})
    value = events[-1].given[0].value
    assert ("?" if any(isinstance(atom, Method) for atom in value.atoms) else told(value)) in (told_so, f"{told_so}?")


OPTIONS = (
    "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--scale', type=float, default=1024)\n"
)


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("args = parser.parse_args()", "1024~"),
        ("parser.set_defaults(scale=1)\nargs = parser.parse_args()", "1~"),
        ("parser.set_defaults(**load())\nargs = parser.parse_args()", "1024?~"),
        ("args = parser.parse_args()\nfor k, v in load().items():\n    setattr(args, k, v)", "1024?~"),
        ("args = parser.parse_args()\nvars(args).update(load())", "1024?~"),
        ("args = parser.parse_args()\nargs.__dict__.update(load())", "1024?~"),
        ("args = parser.parse_args()\nprint(vars(args))", "1024~"),
    ],
)
def test_options_that_a_file_may_change(code: str, value: str) -> None:
    assert seen(f"{OPTIONS}from elsewhere import load\n{code}\nsee(args.scale)") == [value]
