"""Where only comments change: what was found stands, unless comments have a say in it; and little is loaded."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import List, Tuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import catalog
from running import ROOT, python

from mslint import workspace
from mslint.cli import main
from mslint.concluding import Checked
from mslint.config import Settings
from mslint.engine import examine
from mslint.rulekit.catalog import load_catalog
from mslint.source.code import code_in
from mslint.source.text import Source, Unreadable

COMMENTS = ("  # why", "\t#x", "  # (a)", '  # it\'s "net.set_train()"', "  # 注释", "  # noqa: MSL101")


@cache
def texts() -> Tuple[str, ...]:
    """The examples of all rules, and the fixtures."""
    examples = [each for rule in load_catalog(whole=True).rules.values() for each in (*rule.examples, *rule.silent)]
    files = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "fixtures").rglob("*.py"))]
    return tuple(sorted({text for each in examples for text in (each.bad, each.good) if text} | set(files)))


def examined(text: str) -> Checked:
    return examine(Source("m.py", text), Settings(), catalog())


def with_comments(text: str, chosen: random.Random, share: float) -> str:
    """With comments, or others, at the ends of some lines; in texts they are none, and then the code is another."""
    return re.sub(r"(?m)$", lambda _: chosen.choice(COMMENTS) if chosen.random() < share else "", text)


def hits_of(checked: Checked) -> List[object]:
    return [(rule.code, hit) for rule, hit in checked.found]


@settings(max_examples=400, deadline=None)
@given(st.integers(0, 10**6))
def test_what_was_found_stands_where_comments_have_no_say_in_it(seed: int) -> None:
    chosen = random.Random(seed)
    text = chosen.choice(texts())
    changed = with_comments(text, chosen, chosen.choice((0.1, 0.9)))
    if code_in(text.encode()) != code_in(changed.encode()):
        return
    try:
        before = examined(text)
    except Unreadable:
        return
    if before.plain:
        after = examined(changed)
        assert hits_of(before) == hits_of(after)
        assert after.plain


def test_most_is_found_without_comments() -> None:
    """Else nothing would be spared, and the test above would say nothing."""
    checked = []
    for text in texts():
        try:
            checked.append(examined(text))
        except Unreadable:
            continue
    telling = [each for each in checked if each.found]
    assert len(telling) > 300
    assert sum(each.plain for each in telling) > 0.8 * len(telling)


HEAD = "from mindspore import nn\n\n\n"


@pytest.mark.parametrize(
    "code",
    [
        # The message holds the argument as it is written, on one line.
        "net = nn.Dropout(p=1 -\n    0.3)\n",
        # What is underlined ends with the line.
        "class Net(nn.Cell):\n    def __init__(self):\n        self.dense = nn.Dense(2, 2)\n",
        # The brackets are the argument's own, unless a comment stands behind the first.
        "net = nn.Dropout((\n    0.3))\n",
        # A name in a comment is taken for a mention.
        (
            "net = nn.Dense(2, 2)\nopt = nn.SGD(net.trainable_params(), weight_decay=0.1)\n"
            "net.weight.requires_grad = False\nx = 1\n"
        ),
        # Messages that hold other pieces of code.
        "nets = nn.SequentialCell([nn.Dense(2, 2)] * (1 +\n    2))\n",
        "from mindspore import ops\nnet = nn.Dense(2, 2)\ny = ops.stop_gradient((\n    net)(1))\n",
        "net = nn.Dense(2, 2)\n(net\n .weight).requires_grad = False\n",
        "nets = [nn.Dense(2, 2)]\nnets[\n    0].weight.requires_grad = False\n",
    ],
)
def test_a_comment_that_has_a_say_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    monkeypatch.chdir(tmp_path)

    def told(*args: str) -> str:
        assert main(["--level", "info", "--output-format", "json", *args]) in (0, 1)
        return re.sub(r'"seconds": [0-9.e-]+', "", capsys.readouterr().out)

    lines = (HEAD + code).split("\n")
    for number in range(len(lines) - 1):
        for comment in ("  # one", "  # net, opt and another (one)"):
            changed = [*lines]
            changed[number] += comment
            (tmp_path / "a.py").write_text("\n".join(changed), encoding="utf-8")
            assert told() == told("--no-cache")


LOADED = """
import sys
from mslint.cli import main
main(sys.argv[1:])
parts = ("engine", "facts", "program", "api.tables", "runner", "rulekit.files", "rulekit.programs")
print(f"loaded={[part for part in parts if 'mslint.' + part in sys.modules]}", file=sys.stderr)
"""


def test_what_finds_is_not_loaded_to_say_it_again(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    code = HEAD + "net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.Dropout(0.1))\n"
    for text in (code, code + "# why\n", code + "x = 1\n"):
        path.write_text(text, encoding="utf-8")
        loaded = python("-c", LOADED, cwd=tmp_path).stderr.splitlines()[-1]
        assert (loaded == "loaded=[]") == (text == code + "# why\n")


def test_what_is_known_of_the_code_stands_where_comments_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the file would be parsed in every later run that follows programs. One that is looked at is parsed once."""
    monkeypatch.chdir(tmp_path)
    read: List[str] = []
    made = workspace.summary_of
    monkeypatch.setattr(workspace, "summary_of", lambda source: read.append(source.path) or made(source))
    script = HEAD + "if __name__ == '__main__':\n    net = nn.Dense(2, 2)\n    net.set_train()\n"
    for name, text in (("a", script), ("b", script), ("a", script + "# why\n"), ("b", script + "x = 1\n")):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        if (tmp_path / "b.py").exists():
            read.clear()
            main(["--level", "info"])
    assert read == []
