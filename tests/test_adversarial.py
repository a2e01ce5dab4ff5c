"""Small programs that are meant to upset the linter: none makes it fail, and none makes it work without end."""

# ruff: noqa: E501  (tables of cases: one case, one line)

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import List

import pytest
from reading import check, codes, facts_of
from running import ROOT, mslint, python
from trees import met

from mslint.config import read_config
from mslint.errors import ConfigError
from mslint.facts.cells import CellClass
from mslint.program.values import MAX_ITEMS, Seq
from mslint.source.notebook import MAX_CELLS, read_notebook
from mslint.source.reading import NOTEBOOK_BYTES
from mslint.source.suppress import MAX_CODES, read_suppressions
from mslint.source.text import Source, Unreadable
from mslint.syntax.parse import MAX_NEWER
from mslint.toml import parse_toml

HEAD = "import mindspore\nfrom mindspore import nn, mint\nimport mindspore.dataset as ds\n"
HUGE = "1" + "0" * 400

# What Python itself refuses, so that libcst is asked: it fails on these in ways of its own.
NO_PYTHON = {
    "text beside bytes": 'x = "a" b"b"\n',
    "text beside bytes behind grammar that may be newer": 'type A = int\nx = "a" b"b"\n',
    "an escape that is cut off": 'x = """a\\u"""\n',
    "an escape that is cut off, behind grammar that may be newer": "type A = int\nx = '\\x1'\n",
    "an escape that names nothing": 'def f():\n    """C:\\N{no such}"""\n',
    "bytes beyond ASCII": "x = b'é'\n",
    "a keyword beside a number behind a second BOM": "\ufeffclass D(not.1j): pass\n",
}


@pytest.mark.parametrize("text", NO_PYTHON.values(), ids=NO_PYTHON.keys())
def test_what_neither_python_nor_libcst_can_read_is_one_finding(text: str) -> None:
    result = check(HEAD + text)
    assert [code for _, code in codes(result)] == ["MSL001"]
    assert not result.crashed


DROPOUT = "y = nn.Dropout(0.1)\n"
ODD = {
    "an empty index": "x[()] = 1\nf(1)\n",
    "an empty index, read": "f(x[()])\n",
    "an empty index behind newer grammar": "match x:\n    case 1: x[()] = 1\n",
    "a class whose base is an attribute of itself": "class R(R.Cell):\n    def construct(self, x):\n        return mint.a(x)\n",
    "a class that takes the place of its module": "class nn(nn.Cell):\n    def construct(self, x):\n        return nn.a(x)\n",
    "two classes that are each other's bases": "class A(B.X):\n    x = 1\nclass B(A.Y):\n    def construct(self, x): return self.z(x)\n",
    "a rate that no float holds": f"nn.SGD(p, learning_rate={HUGE})\n",
    "a decay that no float holds": f"nn.SGD(net.trainable_params(), 0.1, weight_decay={HUGE})\n",
    "a loss scaled without end": "opt = nn.SGD(net.trainable_params(), loss_scale=1e999)\nstep = nn.TrainOneStepCell(net, opt)\n",
    "a loss scaled by next to nothing": "opt = nn.SGD(net.trainable_params(), loss_scale=1e300)\nstep = nn.TrainOneStepCell(net, opt, sens=1e-300)\n",
    "batches of nothing": "data = ds.MnistDataset('a', usage='test').batch(0, drop_remainder=True)\nnn.Model(net, metrics={'a'}).eval(data)\n",
    "an integer of many digits in quotes": f"nn.SGD(p, learning_rate=int('{'9' * 450}'))\n",
    "a name that no file can bear": f"nn.Dense{'.Dense' * 60}(1, 2)\nx = nn.Conv2d{'.x' * 200}\n",
    "shards that cannot be written": f"ds.Cifar10Dataset('a', num_shards=0x{'1' * 4000}, shard_id=0x{'1' * 4000})\n",
    "a product that no float holds": f"nn.SGD(p, learning_rate=1{'0' * 290} * 1{'0' * 290} * 10)\n",
    "a power that no float holds": "x = 10 ** 30\nnn.SGD(p, learning_rate=x ** 60)\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_python_fails_no_rule(text: str) -> None:
    result = check(HEAD + DROPOUT + text)
    told = [code for _, code in codes(result)]
    assert "MSL101" in told  # the file has been looked at
    assert not result.crashed
    assert not {"MSL001", "MSL003"} & set(told)


# -- programs that stand for more than a memory holds: each is looked at in a process with limits, as there would be no end

LIMITED = """
import sys
sys.path.insert(0, {tests!r})
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except ImportError:
    pass
from reading import check
result = check(open("endless.py", encoding="utf-8").read())
print(sorted({{finding.code for finding in result.findings}} & {{"MSL003"}}, key=str), result.crashed)
"""
IN_A_CELL = "class N(nn.Cell):\n    def __init__(self):\n        super().__init__()\n{}    def construct(self, x):\n        return x\nN()\n"


def in_a_cell(*lines: str) -> str:
    return IN_A_CELL.format("".join(f"        {line}\n" for line in lines))


def doubled(first: str, step: str, use: str = "nn.SGD(nn.SequentialCell(x).trainable_params())") -> List[str]:
    return [f"x = {first}", *[f"x = {step}"] * 60, use]


def diamonds(wide: int, levels: int) -> str:
    above = [", ".join(f"C{level}_{each}" for each in range(wide)) for level in range(levels)]
    return "".join(
        f"class C{level}_{each}({above[level - 1] if level else 'nn.Cell'}):\n    def construct(self, x): return x\n"
        for level in range(levels)
        for each in range(wide)
    )


LAYERS = "[nn.Dense(1, 2)]"
ENDLESS = {
    "a list that is extended by itself": in_a_cell(f"self.l = {LAYERS}", "self.l.extend(self.l)"),
    "a list that holds itself and is extended by itself": in_a_cell(
        f"self.l = {LAYERS}", "self.l.append(self.l)", "self.l.extend(self.l)"
    ),
    "a list that is added to itself": in_a_cell(f"self.l = {LAYERS}", "self.l += self.l"),
    "a list with itself added": "\n".join(doubled(LAYERS, "x + x")),
    "a list written out with itself": "\n".join(doubled(LAYERS, "[*x, *x]")),
    "a list extended, in a loop": f"x = {LAYERS}\nfor i in range(9):\n" + "    x.extend(x)\n" * 60,
    "a list given to a function twice": "def f(*a): return a\n" + "\n".join(doubled(LAYERS, "f(*x, *x)")),
    "a list in a cell with itself added": in_a_cell(*doubled(LAYERS, "x + x", "self.net = nn.SequentialCell(x)")),
    "a list in a cell that is repeated": in_a_cell(*doubled(LAYERS, "x * 2", "self.net = nn.SequentialCell(x)")),
    "a list in a cell, given to a container": in_a_cell(*doubled(LAYERS, "nn.CellList([*x, *x])", "self.net = x")),
    "a text with itself added": "\n".join(doubled("'a'", "x + x", "nn.Conv2d(1, 2, 3, pad_mode=x)")),
    "a tuple of itself": "\n".join(doubled("(1, 2)", "(x, x)")),
    "diamonds of classes": diamonds(2, 60),
    "diamonds of six classes": diamonds(6, 20),
}


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS.keys())
def test_what_grows_without_end_is_bounded(text: str, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(HEAD + text, encoding="utf-8")
    done = python("-c", LIMITED.format(tests=str(ROOT / "tests")), cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[] False\n", "")


def test_diamonds_of_classes_are_cells_all_the_same() -> None:
    facts = facts_of(HEAD + diamonds(2, 30) + "class D(C29_0, C29_1, Other): pass\n")
    assert [facts.is_cell(cls) for cls in facts.classes[-2:]] == [True, True]
    cells = [CellClass(facts, cls) for cls in facts.classes]
    assert cells[-2].fully_known and not cells[-1].fully_known
    assert facts.method(facts.classes[-1], "construct") is facts.classes[-3].methods["construct"]
    lineage = facts.instances.lineage(facts.classes[-2])
    assert lineage is not None and len(lineage[0]) == 59


@pytest.mark.parametrize("count", [3, MAX_ITEMS, MAX_ITEMS + 1])
@pytest.mark.parametrize("step", ["x = [0] + {}", "x = [0]\nx.extend({})", "x = [0]\nx += {}", "x = [0, *{}]"])
def test_a_long_list_is_known_as_far_as_it_is_kept(count: int, step: str) -> None:
    written = step.format("[" + ", ".join(["1"] * (count - 1)) + "]")
    (event,) = met(f"from mindspore import set_seed as see\n{written}\nsee(x)\n", "mindspore.set_seed")
    held = event.given[0].value.atoms[0]
    assert isinstance(held, Seq)
    assert (len(held.items), held.open) == (min(count, MAX_ITEMS), count > MAX_ITEMS)


# -- what lies beside the code

LEVELS = range(1, 12)
YAML = {
    "aliases": "a0: &a0 [x, x]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in LEVELS)
    + "rate: *a11\n",
    "few aliases": "a0: &a0 [1, 2]\n"
    + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 24))
    + "rate: *a23\n",
    "merges": "a0: &a0 {k: 1}\n"
    + "".join(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}], k{n}: 1}}\n" for n in LEVELS),
    "few merges": "a0: &a0 {k: 1}\n"
    + "".join(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], k{n}: 1}}\n" for n in range(1, 24)),
    "a list that holds itself": "rate: &a [*a]\n",
    "an empty integer": 'rate: !!int ""\n',
    "an empty number": 'rate: !!float ""\n',
    "no truth": "rate: !!bool x\n",
    "no time": "rate: !!timestamp x\n",
    "an integer without end": f"rate: 0x{'f' * 5000}\n",
    "an integer of sixties": f"rate: 1{':59' * 3000}\n",
    "a key that is a list": "? [a]\n: 1\n",
    "deep": "rate: " + "[" * 3000 + "\n",
}


@pytest.mark.parametrize("text", YAML.values(), ids=YAML.keys())
def test_a_configuration_that_stands_for_more_than_it_says(text: str, tmp_path: Path) -> None:
    (tmp_path / "default_config.yaml").write_text(text, encoding="utf-8")
    code = f"{HEAD}{DROPOUT}net = nn.Dense(1, 2)\nnn.SGD(net.trainable_params(), config.rate)\nnn.Conv2d(1, 2, config.rate)\n"
    (tmp_path / "train.py").write_text(code, encoding="utf-8")
    done = python("-c", CAPPED, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "MSL101" in done.stdout and "MSL003" not in done.stdout


CAPPED = """
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
except ImportError:
    pass
from mslint.cli import main
sys.exit(main(["--isolated", "--no-cache", "-j", "1", "--output-format", "concise", "."]))
"""


def test_shared_tables_of_a_configuration_are_read() -> None:
    shared = "base: &base {lr: 0.5, sizes: [1, 2]}\nlr: 0.1\n<<: *base\nmore: {<<: *base, lr: 3}\n"
    files = {"default_config.yaml": shared}
    code = "from mindspore import set_seed as see\nsee(config.sizes)\nsee(config.lr)\n"
    given = [event.given[0].value for event in met(code, "mindspore.set_seed", files)]
    assert [len(given[0].atoms[0].items), given[1].number] == [2, 0.1]  # type: ignore[union-attr]


def test_standard_input_without_end_is_one_sentence(tmp_path: Path) -> None:
    done = mslint("-", cwd=tmp_path, stdin=b"#" * (NOTEBOOK_BYTES + 1))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mslint: standard input is larger than 64 MB, too large to be code that somebody wrote\n"


def test_a_large_file_is_not_read_in_the_grammar_of_a_newer_python() -> None:
    large = HEAD + "x = f(1, b)\n" * (MAX_NEWER // 12) + "print 'a'\n"
    (finding,) = check(large).findings
    assert (finding.code, finding.span.line) == ("MSL001", large.count("\n"))
    assert "only files below 300 kB are read in the grammar of a newer Python" in finding.message


@pytest.mark.parametrize("source", ["x = 1", "x" * 300])
def test_a_notebook_of_too_much_code_is_refused_before_its_cells_are_parsed(source: str) -> None:
    cell = {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
    data = json.dumps({"cells": [cell] * (MAX_CELLS + 1), "nbformat": 4}).encode()
    with pytest.raises(Unreadable) as caught:
        read_notebook("a.ipynb", data)
    assert caught.value.key == ("notebook-too-many-cells" if len(source) < 200 else "source-too-large")
    whole = json.dumps({"cells": [{**cell, "source": "x = 1"}] * MAX_CELLS, "nbformat": 4}).encode()
    assert len(read_notebook("a.ipynb", whole).cells) == MAX_CELLS


# -- comments


def test_codes_of_a_comment_count_once_and_up_to_a_bound() -> None:
    codes_ = [f"MSL{number}" for number in range(9000, 9000 + 2 * MAX_CODES)]
    comment = f"x = nn.Dropout(p=0.1)  # noqa: {', '.join(['MSL101'] * 5 + codes_)}\n"
    told = check(HEAD + comment).findings
    assert {finding.code for finding in told} == {"MSL002"}
    assert len(told) == len({finding.message for finding in told}) == MAX_CODES - 4


def test_comments_that_switch_are_looked_at_once_for_each_rule() -> None:
    source = Source("a.py", "x\n" + "# mslint: off[MSL101]\nx\n# mslint: on\n# mslint: off\nx\n# mslint: on\n" * 50)
    comments = read_suppressions(source)
    asked: List[str] = []
    for switch in comments.switches:
        switch.entry = Counted(switch.entry, asked)  # type: ignore[assignment]
    for line in range(1, len(source.lines)):
        covered = comments.covers("MSL101", "drop", line, line)
        assert covered is ((line - 1) % 6 in (1, 2, 4, 5)), line
    assert len(asked) <= len(comments.switches) + len(source.lines)


class Counted:
    def __init__(self, entry: object, asked: List[str]) -> None:
        self._entry, self._asked = entry, asked

    def matches(self, code: str, slug: str) -> bool:
        self._asked.append(code)
        return bool(self._entry.matches(code, slug))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._entry, name)


# -- TOML


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "level = 'info'\n" + ".".join(["a"] * 30_000) + " = 1\n",
            "m.toml:2: a dotted key may have no more than 64 parts",
        ),
        ("x = {" + "a." * 100 + "b = 1}\n", "m.toml:1: a dotted key may have no more than 64 parts"),
        ("level = 'info'\nx = " + "1" * 5000 + "\n", "m.toml:2: this integer has too many digits"),
        ("level = 0x" + "f" * 5000 + "\n", "m.toml:1: level must be a quoted string, found 0xffffffff..."),
        ("x = " + "[" * 5000, "m.toml:1: the lists and tables of this file are nested too deeply"),
    ],
)
def test_toml_that_takes_too_much(text: str, sentence: str) -> None:
    if "digits" in sentence and not hasattr(sys, "get_int_max_str_digits"):
        pytest.skip("this Python reads integers of any length")
    with pytest.raises(ConfigError) as caught:
        read_config(text, "m.toml", "mslint.toml")
    assert str(caught.value) == sentence


def test_a_long_text_with_dots_is_no_key() -> None:
    assert parse_toml(f'x = "{"a. " * 30} {"9" * 100}"\ny = "{"ab" * 5000}"\n', "m.toml")


def test_places_of_many_keys_are_read_once() -> None:
    count = 20_000  # each of which was looked for from the beginning before
    text = "[severity]\n" + "".join(f'"MSL{number}" = "info"\n' for number in range(count))
    settings = read_config(text, "m.toml", "mslint.toml")
    assert settings is not None
    assert [each.where for each in settings.mentions[-2:]] == [
        f"m.toml:{count + n}: severity.MSL{count - 2 + n}" for n in (0, 1)
    ]


CLASSES = (
    "Model",
    "nn.Cell",
    "nn.Dense",
    "nn.SGD",
    "nn.TrainOneStepCell",
    "ds.MnistDataset",
    "mindspore.Tensor",
    "Own",
)
METHODS = (
    "set_train to_float train eval fit predict build batch shuffle map repeat create_dict_iterator create_tuple_iterator "
    "trainable_params get_parameters parameters_dict parameters_and_names insert_child_to_cell construct asnumpy set_grad "
    "update_parameters_name requires_grad get_dataset_size set_data init_data cells cells_and_names __call__ __init__"
).split()


@pytest.mark.parametrize("arguments", ["", "net", "False", "1, data", "mindspore.float16"])
@pytest.mark.parametrize("name", CLASSES)
def test_methods_of_a_class_itself_fail_no_rule(name: str, arguments: str) -> None:
    """Nobody receives such a call; `model = Model` is a slip that people make."""
    head = "import mindspore\nfrom mindspore import Model, nn\nimport mindspore.dataset as ds\n\n\nclass Own(nn.Cell):\n    x = 1\n\n\n"
    made = "net = nn.Dense(1, 1)\ndata = ds.MnistDataset('train')\nnet.set_train()\n"
    trained = "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, data)\n"
    for method in METHODS:
        result = check(f"{head}{made}{trained}it = {name}\nit.{method}({arguments})\n{name}.{method}({arguments})\n")
        assert not result.crashed, [each.message for each in result.findings if each.code == "MSL003"]
