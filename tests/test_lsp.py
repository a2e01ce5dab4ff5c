"""The language server with an editor at its other end: what is typed is checked, the newest text has the last word."""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import pytest
from lsp_client import Client, edited
from running import BAD, FIXED, PORT, ROOT, mslint, python

from mslint.lsp.positions import Change, Point, changed, characters, points, units
from mslint.model import Span

needs_pygls = pytest.mark.skipif(
    python("-c", "import pygls.lsp.server", cwd=ROOT).returncode != 0, reason="pygls 2 is not installed"
)
Starts = Callable[..., Client]


@pytest.fixture()
def start(tmp_path: Path) -> Iterator[Starts]:
    clients: List[Client] = []

    def made(*args: str, folder: Path = tmp_path, **how: Any) -> Client:
        client = Client(folder, *args)
        clients.append(client)
        client.greeting = client.start(**how)  # type: ignore[attr-defined]
        return client

    yield made
    for client in clients:
        client.kill()


def codes(found: List[Dict[str, Any]]) -> List[str]:
    return [each["code"] for each in found]


def places(found: List[Dict[str, Any]]) -> List[List[int]]:
    ranges = [each["range"] for each in found]
    return [[part[side][axis] for side in ("start", "end") for axis in ("line", "character")] for part in ranges]


def full(text: str) -> Dict[str, Any]:
    return {"text": text}


def part(line: int, first: int, last: int, text: str) -> Dict[str, Any]:
    return {
        "range": {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}},
        "text": text,
    }


def at(line: int, character: int) -> Dict[str, Any]:
    place = {"line": line, "character": character}
    return {"start": place, "end": place}


def silencing(actions: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The action that silences, among those that mend."""
    (found,) = [each for each in actions if each["title"].startswith("Silence ")]
    return found


# -- what is typed


@needs_pygls
def test_what_is_typed_is_checked(start: Starts) -> None:
    client = start()
    uri = client.open("train.py", BAD)
    found = client.diagnostics(uri, 1)
    assert [(each["code"], each["severity"], each["source"]) for each in found] == [
        ("MSL101", 2, "mslint"),
        ("MSL107", 1, "mslint"),
    ]
    assert places(found) == [[2, 7, 2, 22], [3, 8, 3, 29]]
    client.change(uri, 2, part(2, 18, 18, "p="))
    assert codes(client.diagnostics(uri, 2)) == ["MSL107"]
    client.change(uri, 3, part(3, 23, 28, "has_bias=False"), part(2, 18, 20, ""))
    assert codes(client.diagnostics(uri, 3)) == ["MSL101"]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.diagnostics(uri) == []
    assert client.stop() == 0
    assert client.errors == b""


@needs_pygls
def test_the_same_as_on_the_command_line(start: Starts) -> None:
    client = start(folder=PORT)
    document = json.loads(mslint(".", "--output-format", "json", cwd=PORT).stdout)
    for path in sorted(PORT.rglob("*.py")):
        name = path.relative_to(PORT).as_posix()
        uri = client.open(name, path.read_text(encoding="utf-8"))
        alone = json.loads(mslint(name, "--output-format", "json", cwd=PORT).stdout)
        wanted = [(each["code"], each["message"], each["line"]) for each in alone["findings"]]
        assert wanted == [
            (each["code"], each["message"], each["line"]) for each in document["findings"] if each["path"] == name
        ]
        client.settled(uri, lambda found: told(found) == wanted)  # noqa: B023
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert document["findings"]


def told(found: List[Dict[str, Any]]) -> List[Tuple[str, str, int]]:
    return [(each["code"], each["message"], each["range"]["start"]["line"] + 1) for each in found]


LAYERS = """from mindspore import nn


class Block(nn.Cell):
    def __init__(self, share=0.9, momentum=0.1):
        super().__init__()
        self.drop = nn.Dropout(keep_prob=share)
        self.norm = nn.BatchNorm2d(8, momentum=momentum)

    def construct(self, x):
        return self.drop(self.norm(x))
"""
USES = """from mindspore import nn
from layers import Block

net = nn.SequentialCell(Block(0.1, 0.9))
net.set_train()
"""


@needs_pygls
def test_files_that_lead_to_an_open_one_are_looked_at_when_nothing_is_typed(start: Starts, tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").touch()
    (tmp_path / "train.py").write_text(USES, encoding="utf-8")
    (tmp_path / "layers.py").write_text(LAYERS, encoding="utf-8")
    client = start()
    uri = client.open("layers.py", LAYERS)
    # By itself, the defaults count: a momentum of 0.1, as PyTorch means it.
    assert codes(client.diagnostics(uri, 1)) == ["MSL106"]
    # The script gives 0.1 for the share and 0.9 for the momentum.
    found = client.settled(uri, lambda found: codes(found) == ["MSL101"])
    assert told(found)[0][2] == 7
    # What is typed elsewhere neither brings back the one nor takes away the other, which moves down.
    client.change(uri, 2, full("# a comment\n" + LAYERS))
    assert told(client.diagnostics(uri, 2))[0][::2] == ("MSL101", 8)
    # A line that has changed is judged anew.
    client.change(uri, 3, full("# a comment\n" + LAYERS.replace("keep_prob=share", "p=share")))
    assert codes(client.diagnostics(uri, 3)) == []
    # Another open file counts as it is in the editor.
    client.open("train.py", USES.replace("0.1, 0.9", "0.9, 0.2"))
    client.settled(uri, lambda found: codes(found) == ["MSL106"])


@needs_pygls
def test_broken_code_is_one_finding_and_mended_code_is_checked_again(start: Starts) -> None:
    client = start()
    uri = client.open("a.py", BAD + "x = (\n")
    assert codes(client.diagnostics(uri, 1)) == ["MSL001"]
    deep = "import mindspore\nx = " + "(" * 5000 + "1" + ")" * 5000
    for version, text in enumerate([deep, "import mindspore\0", "import mindspore\nx = '\\ud800", BAD, ""], 2):
        client.change(uri, version, full(text))
        found = codes(client.diagnostics(uri, version))
        assert found == (["MSL101", "MSL107"] if text == BAD else ["MSL001"] if text else [])


@needs_pygls
def test_old_results_never_come_after_newer_ones(start: Starts) -> None:
    client = start()
    long = BAD + "x = nn.Dense(1, 2)\n" * 3000  # so that a check takes longer than a stroke
    uri = client.open("a.py", long)
    client.diagnostics(uri, 1)
    for version in range(2, 42):
        client.change(uri, version, full(long if version % 2 else long.replace("(0.1", "(p=0.1")))
        client.pause(0.03 if version % 5 else 0.2)
    last = {"version": 41, "diagnostics": client.diagnostics(uri, 41)}
    client.pause(0.5)
    shown = [each["params"] for each in client.seen if each["method"] == "textDocument/publishDiagnostics"] + [last]
    versions = [each["version"] for each in shown]
    assert versions == sorted(set(versions))
    assert len(versions) < 40, "not every stroke is checked"
    for each in shown:
        assert codes(each["diagnostics"])[: each["version"] % 2 + 1] == ["MSL101", "MSL107"][1 - each["version"] % 2 :]


@needs_pygls
def test_the_newest_version_gets_its_answer_soon(start: Starts, capsys: pytest.CaptureFixture[str]) -> None:
    """Only that there is an answer; how long it took is printed, as a ratio to what libcst takes to parse the file."""
    import libcst

    pieces = (FIXED / "train.py").read_text(encoding="utf-8").splitlines(True)
    text = "".join(pieces)
    function = "\n\ndef block_{0}(x, y):\n    z = x + y * {0}\n    return ops.relu(nn.Dense({0}, 8)(z))\n"
    text += "\nfrom mindspore import nn, ops\n"
    number = 1
    while text.count("\n") < 500:
        text += function.format(number)
        number += 1
    client = start()
    uri = client.open("long.py", text)
    client.diagnostics(uri, 1)
    seconds = []
    for version in range(2, 22):
        began = time.perf_counter()
        client.change(uri, version, full(f"{text}nn.Dropout(0.1)  # {version}\n"))
        assert "MSL101" in codes(client.diagnostics(uri, version))
        seconds.append(time.perf_counter() - began)
        client.pause(0.05)
    parses = []
    for _ in range(5):
        began = time.perf_counter()
        libcst.parse_module(text)
        parses.append(time.perf_counter() - began)
    answer, parse = statistics.median(seconds), min(parses)
    with capsys.disabled():
        print(
            f"\nanswer to an edit of {text.count(chr(10))} lines: {answer * 1000:.0f} ms (slowest "
            f"{max(seconds) * 1000:.0f}), {answer / parse:.1f} times libcst's parse ({parse * 1000:.0f} ms)"
        )


@needs_pygls
def test_lines_are_those_of_python(start: Starts) -> None:
    """Form feeds and separators end no line, neither for Python nor for the editor."""
    client = start("--stdio")
    text = "a = 1\n\f\nfrom mindspore import nn\nb = '\u2028\v'; nn.Dropout(0.1)\n"
    uri = client.open("a.py", text)
    assert places(client.diagnostics(uri, 1)) == [[3, 10, 3, 25]]
    client.change(uri, 2, part(3, 21, 21, "p="))
    assert client.diagnostics(uri, 2) == []
    client.change(uri, 3, part(3, 21, 23, ""), part(1, 0, 1, "\f\n\f"))
    assert places(client.diagnostics(uri, 3)) == [[4, 10, 4, 25]]


# -- how characters are counted

WIDE = 'from mindspore import nn\n\nname, drop = "损失😀", nn.Dropout(0.1)\n'


@needs_pygls
@pytest.mark.parametrize(
    ("offered", "chosen", "column"),
    [(None, "utf-16", 21), (["utf-32", "utf-16"], "utf-32", 20), (["utf-8"], "utf-8", 27), (["utf-7"], "utf-16", 21)],
)
def test_columns_are_counted_as_the_editor_counts(start: Starts, offered: Any, chosen: str, column: int) -> None:
    client = start(encodings=offered)
    assert client.greeting["capabilities"]["positionEncoding"] == chosen  # type: ignore[attr-defined]
    uri = client.open("a.py", WIDE)
    found = client.diagnostics(uri, 1)
    assert places(found) == [[2, column, 2, column + 15]]
    # An edit behind wide characters, and an action that is applied there.
    client.change(uri, 2, part(2, column + 14, column + 15, "+ 0)  # 概率"))
    changed_text = WIDE.replace("0.1)", "0.1+ 0)  # 概率")
    found = client.diagnostics(uri, 2)
    assert places(found) == [[2, column, 2, column + 18]]
    action = silencing(client.actions(uri, found[0]["range"]))
    edits = action["edit"]["documentChanges"][0]["edits"]
    assert edited(changed_text, edits, chosen) == changed_text.replace("概率", "概率  # noqa: MSL101")


def test_units() -> None:
    assert [units("a损😀", encoding) for encoding in ("utf-8", "utf-16", "utf-32")] == [8, 4, 3]
    assert [characters("a损😀b", count, "utf-16") for count in range(7)] == [0, 1, 2, 2, 3, 4, 4]
    assert points(Span(1, 3, 2, 2), ["a😀b", "损"], "utf-16") == (Point(0, 3), Point(1, 1))
    assert points(Span(5, 1, 5, 2), ["a"], "utf-16") == (Point(0, 1), Point(0, 1)), "beyond the end is the end"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_changes_are_applied_where_python_and_the_editor_see_lines(end: str) -> None:
    # str.splitlines would see more lines than there are.
    text = end.join(["a\fb\u2028c", "😀d", ""])
    assert changed(text, Change("X", (Point(1, 2), Point(1, 3))), "utf-16") == end.join(["a\fb\u2028c", "😀X", ""])
    assert changed(text, Change("X", (Point(0, 5), Point(1, 0))), "utf-16") == "a\fb\u2028cX😀d" + end
    assert changed(text, Change("X", (Point(9, 0), Point(9, 0))), "utf-16") == text + "X"
    assert changed(text, Change("X"), "utf-16") == "X"


# -- actions and pages


@needs_pygls
def test_a_comment_silences(start: Starts) -> None:
    client = start()
    text = BAD.replace("(0.1)", "(\n    0.1\n)").replace("False)", "False)  # noqa: E501")
    uri = client.open("a.py", text)
    found = client.diagnostics(uri, 1)
    for each in found:
        action = silencing(client.actions(uri, each["range"]))
        assert (action["kind"], action["title"]) == ("quickfix", f"Silence {each['code']} here with a comment")
        assert codes(action["diagnostics"]) == [each["code"]]
        (change,) = action["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": uri, "version": 1}
        text = edited(text, change["edits"])
    assert "nn.Dropout(  # noqa: MSL101\n" in text
    assert "# noqa: E501, MSL107\n" in text
    client.change(uri, 2, full(text))
    assert client.diagnostics(uri, 2) == []
    assert client.actions(uri, at(0, 0)) == []


@needs_pygls
def test_a_fix_mends(start: Starts) -> None:
    client = start()
    uri = client.open("a.py", BAD)
    client.diagnostics(uri, 1)
    action = client.actions(uri, at(2, 10), ["quickfix"])[0]
    assert action["title"].endswith("(changes what the code does)")
    text = edited(BAD, action["edit"]["documentChanges"][0]["edits"])
    assert "nn.Dropout(p=0.1)" in text
    client.change(uri, 2, full(text))
    assert codes(client.diagnostics(uri, 2)) == ["MSL107"]


@needs_pygls
def test_all_safe_fixes_mend_the_open_text(start: Starts) -> None:
    client = start()
    head = "from mindspore import nn\r\n"
    text = f"{head}a = nn.ReLU()  # noqa: MSL101\r\nb = nn.ReLU()\r\nc = nn.ReLU()  # noqa: MSL107\r\n"
    (client.folder / "mslint.toml").write_text('level = "info"\n', encoding="utf-8")
    uri = client.open("a.py", text)
    assert codes(client.diagnostics(uri, 1)) == ["MSL002"] * 2
    (action,) = client.actions(uri, at(0, 0), ["source.fixAll"])
    edits = action["edit"]["documentChanges"][0]["edits"]
    assert len(edits) == 2, "what is between them stays"
    assert edited(text, edits) == "".join(f"{line.split('  #')[0]}\r\n" for line in text.split("\r\n")[:-1])


@needs_pygls
def test_actions_are_about_the_newest_text_and_of_the_kind_asked_for(start: Starts) -> None:
    client = start()
    uri = client.open("a.py", BAD)
    client.change(uri, 2, part(0, 0, 0, "\n\n"))
    assert codes(client.actions(uri, at(4, 10))[0]["diagnostics"]) == ["MSL101"]
    assert client.actions(uri, at(2, 10)) == []
    assert client.actions(uri, at(4, 10), ["refactor"]) == []
    assert len(client.actions(uri, at(4, 10), ["quickfix"])) >= 1
    assert client.actions(client.uri("unknown.py"), at(0, 0)) == []


@needs_pygls
def test_hover_shows_the_page_of_the_rule(start: Starts) -> None:
    client = start(lang="zh")
    uri = client.open("a.py", BAD)
    for line, code in ((2, "MSL101"), (3, "MSL107")):
        asked = {"textDocument": {"uri": uri}, "position": {"line": line, "character": 12}}
        answer = client.request("textDocument/hover", asked)
        assert answer["contents"]["kind"] == "markdown"
        page = (ROOT / "docs" / "zh" / f"{code}.md").read_text(encoding="utf-8").split("\n", 4)[-1]
        assert answer["contents"]["value"].startswith(f"**{code}** ")
        assert page.strip() in answer["contents"]["value"]
        assert answer["range"]["start"]["line"] == line
    asked = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 1}}
    assert client.request("textDocument/hover", asked) is None


# -- languages, settings, rules of the repository


@needs_pygls
@pytest.mark.parametrize(
    ("locale", "options", "configured", "lang"),
    [
        ("zh-CN", {}, "", "zh"),
        ("zh_TW.UTF-8", {}, "", "zh"),
        ("de", {}, "", "en"),
        ("de", {"lang": "zh"}, "", "zh"),
        ("zh-cn", {"lang": "en"}, 'lang = "zh"\n', "en"),
        ("zh-cn", {}, 'lang = "en"\n', "en"),
        ("en", {}, 'lang = "zh"\n', "zh"),
        ("en", {"lang": 7}, "", "en"),
    ],
)
def test_languages(start: Starts, tmp_path: Path, locale: str, options: Any, configured: str, lang: str) -> None:
    (tmp_path / "mslint.toml").write_text(configured, encoding="utf-8")
    client = start(locale=locale, **options)
    uri = client.open("a.py", BAD)
    message = client.diagnostics(uri, 1)[0]["message"]
    assert any("\u4e00" <= char <= "\u9fff" for char in message) == (lang == "zh")


@needs_pygls
def test_configuration_counts_and_is_read_anew(start: Starts, tmp_path: Path) -> None:
    config = tmp_path / "mslint.toml"
    config.write_text('ignore = ["MSL101"]\n', encoding="utf-8")
    client = start()
    registered = client.wait_for("client/registerCapability")["params"]["registrations"]
    assert [each["method"] for each in registered] == ["workspace/didChangeWatchedFiles"]
    uri = client.open("a.py", BAD)
    assert codes(client.diagnostics(uri, 1)) == ["MSL107"]
    changes = {"changes": [{"uri": config.as_uri(), "type": 2}]}
    config.write_text('ignore = ["MSL107"]\n', encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles", changes)
    assert codes(client.diagnostics(uri)) == ["MSL101"]
    config.write_text('ignroe = ["MSL107"]\n', encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles", changes)
    assert client.messages() == ["mslint: mslint.toml:1: unknown key 'ignroe'; did you mean 'ignore'?"] or (
        "ignroe" in client.messages()[0]
    )
    assert client.diagnostics(uri) == []
    config.write_text('exclude = ["a.py"]\n', encoding="utf-8")
    client.notify("workspace/didChangeWatchedFiles", changes)
    assert client.diagnostics(uri) == []
    config.unlink()
    client.notify("workspace/didChangeWatchedFiles", changes)
    assert codes(client.diagnostics(uri)) == ["MSL101", "MSL107"]


@pytest.fixture()
def own_rule(tmp_path: Path) -> Path:
    """A rule of the repository that leaves a file behind when its code is run, and prints."""
    made = mslint("new-rule", "own-thing", "--code", "MSL999", "--path", "lint", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    (folder,) = (tmp_path / "lint").iterdir()
    toml = (folder / "rule.toml").read_text(encoding="utf-8")
    (tmp_path / "mslint.toml").write_text('rule-paths = ["lint"]\nextend-select = ["MSL999"]\n', encoding="utf-8")
    ran = tmp_path / "ran"
    head, _, rest = toml.partition("[[api]]")
    asks = '[on]\ncalls = ["mindspore.nn.Dropout"]\n\n[text.en]'
    (folder / "rule.toml").write_text(head + asks + rest.partition("[text.en]")[2], encoding="utf-8")
    (folder / "checker.py").write_text(
        "from mslint.rulekit import at_call\n\n"
        f"open({str(ran)!r}, 'w').close()\n"
        "print('this is no message')\n\n\n"
        "def check_call(call, facts):\n    print('nor is this')\n    yield at_call(call, text='')\n",
        encoding="utf-8",
    )
    return ran


@needs_pygls
@pytest.mark.parametrize("answer", ["Run them", "Go on without", None])
def test_rules_of_the_repository_run_only_when_they_may(start: Starts, own_rule: Path, answer: Any) -> None:
    client = start()
    client.replies["window/showMessageRequest"] = lambda params: {"title": answer} if answer else None
    uri = client.open("a.py", BAD)
    first = codes(client.diagnostics(uri, 1))
    question = client.wait_for("window/showMessageRequest")["params"]
    assert "(rule-paths: lint)" in question["message"]
    assert [each["title"] for each in question["actions"]] == ["Run them", "Go on without"]
    without, whole = ["MSL101", "MSL107"], ["MSL101", "MSL999", "MSL107"]
    if answer == "Run them" and first == without:  # else the answer came before anything was shown
        assert codes(client.diagnostics(uri, 1)) == whole
    client.change(uri, 2, full(BAD))
    assert codes(client.diagnostics(uri, 2)) == (whole if answer == "Run them" else without)
    assert own_rule.exists() == (answer == "Run them")
    assert len([each for each in client.asked if each["method"] == "window/showMessageRequest"]) == 1
    assert client.stop() == 0
    assert (b"nor is this" in client.errors) == (answer == "Run them"), "it does not get between the messages"


@needs_pygls
def test_isolated_asks_nothing(start: Starts, own_rule: Path) -> None:
    client = start("--isolated")
    uri = client.open("a.py", BAD)
    assert codes(client.diagnostics(uri, 1)) == ["MSL101", "MSL107"]
    assert not [each for each in client.asked if each["method"] == "window/showMessageRequest"]


@needs_pygls
def test_a_defect_costs_one_answer(tmp_path: Path) -> None:
    """A stand-in for a defect: the check of one text raises, and the next one is made all the same."""
    program = (
        "import sys\n"
        "from mslint.lsp import checking\n"
        "honest = checking.Checker.check\n"
        "def check(self, target, beside):\n"
        "    if 'defect' in target.text:\n"
        "        raise ZeroDivisionError('on purpose')\n"
        "    return honest(self, target, beside)\n"
        "checking.Checker.check = check\n"
        "from mslint.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    (tmp_path / "broken").mkdir()
    runner = tmp_path / "broken" / "python"
    (tmp_path / "broken" / "main.py").write_text(program, encoding="utf-8")
    if sys.platform == "win32":
        pytest.skip("needs a script that can be started")
    runner.write_text(f'#!/bin/sh\nshift 2\nexec "{sys.executable}" "{tmp_path}/broken/main.py" "$@"\n')
    runner.chmod(0o755)
    client = Client(tmp_path, executable=str(runner))
    try:
        client.start()
        uri = client.open("a.py", BAD)
        assert len(client.diagnostics(uri, 1)) == 2
        client.change(uri, 2, full(BAD + "# defect"))
        assert client.diagnostics(uri, 2) == []
        (message,) = client.messages()
        assert message.startswith("mslint itself failed on a.py: ZeroDivisionError: on purpose (main.py:6)")
        client.change(uri, 3, full(BAD))
        assert len(client.diagnostics(uri, 3)) == 2
        assert client.stop() == 0
    finally:
        client.kill()


@needs_pygls
def test_a_request_that_makes_no_sense_costs_nothing(start: Starts) -> None:
    client = start()
    client.notify(
        "textDocument/didChange", {"textDocument": {"uri": "file:///gone.py", "version": 1}, "contentChanges": []}
    )
    client.notify("textDocument/didClose", {"textDocument": {"uri": "file:///gone.py"}})
    client.notify(
        "notebookDocument/didClose", {"notebookDocument": {"uri": "file:///g.ipynb"}, "cellTextDocuments": []}
    )
    client.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": "untitled:1", "languageId": "python", "version": 1, "text": BAD}},
    )
    uri = client.open("a.py", BAD)
    assert client.actions(uri, at(999, 999)) == []
    assert len(client.diagnostics(uri, 1)) == 2


# -- programs over several open files

MODES = "def training_mode(net):\n    net.set_train(True)\n    return net\n"
SCRIPT = """import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from modes import training_mode

net = training_mode(nn.SequentialCell([nn.Dense(784, 10), nn.BatchNorm1d(10)]))
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
for x, y in ds.MnistDataset("data", usage="train").batch(32).create_tuple_iterator():
    loss, grads = grad(x, y)
    optimizer(grads)
"""


@needs_pygls
def test_open_files_see_each_others_unsaved_text(start: Starts, tmp_path: Path) -> None:
    (tmp_path / "modes.py").write_text(MODES, encoding="utf-8")
    (tmp_path / "train.py").write_text(SCRIPT, encoding="utf-8")
    client = start()
    script = client.open("train.py", SCRIPT)
    assert "MSL201" not in codes(client.diagnostics(script, 1))
    modes = client.open("modes.py", MODES)
    client.diagnostics(modes, 1)
    client.diagnostics(script, 1)
    # Nobody types in the script: what is typed in the module reaches it.
    client.change(modes, 2, full(MODES.replace("    net.set_train(True)\n", "")))
    assert "MSL201" in codes(client.diagnostics(script, 1))
    # While the module does not parse, what it said last counts.
    client.change(modes, 3, full("def training_mode(net:\n"))
    client.change(script, 2, full(SCRIPT + "\n"))
    assert "MSL201" in codes(client.diagnostics(script, 2))
    # Closed without being saved: what is on disk counts.
    client.seen.clear()
    client.notify("textDocument/didClose", {"textDocument": {"uri": modes}})
    assert "MSL201" not in codes(client.diagnostics(script, 2))


@needs_pygls
def test_a_module_that_is_opened_again_is_read_again(start: Starts, tmp_path: Path) -> None:
    without = MODES.replace("    net.set_train(True)\n", "")
    (tmp_path / "modes.py").write_text(MODES, encoding="utf-8")
    client = start()
    modes = client.open("modes.py", without)
    script = client.open("train.py", SCRIPT)
    assert "MSL201" in codes(client.diagnostics(script, 1))
    client.notify("textDocument/didClose", {"textDocument": {"uri": modes}})
    client.open("modes.py", MODES)
    client.change(script, 2, full(SCRIPT + "\n"))
    assert "MSL201" not in codes(client.diagnostics(script, 2))


@needs_pygls
def test_a_change_that_comes_while_all_is_checked_again_reaches_the_others(start: Starts, tmp_path: Path) -> None:
    """The files change on disk, and while the first of two is checked on that account, somebody types in the second."""
    (tmp_path / "modes.py").write_text(MODES, encoding="utf-8")
    client = start()
    long = SCRIPT + "x = nn.Dense(1, 2)\n" * 1500  # its check takes longer than the pause below
    script = client.open("train.py", long)
    modes = client.open("modes.py", MODES)
    client.diagnostics(modes, 1)
    client.pause(2.0)
    client.seen.clear()
    client.notify("workspace/didChangeWatchedFiles", {"changes": []})
    client.pause(0.1)
    client.change(modes, 2, full(MODES.replace("    net.set_train(True)\n", "")))
    found = codes(client.diagnostics(script, 1))
    # On a machine so busy that the change came before the check, there is nothing more to be told.
    assert "MSL201" in (found if "MSL201" in found else codes(client.diagnostics(script, 1)))


@needs_pygls
def test_files_on_disk_count_as_they_are_now(start: Starts, tmp_path: Path) -> None:
    client = start()
    script = client.open("train.py", SCRIPT)
    client.diagnostics(script, 1)
    for version, (text, told) in enumerate([(MODES, False), (MODES.replace("True", "False"), True), (MODES, False)], 2):
        (tmp_path / "modes.py").write_text(text, encoding="utf-8")
        client.change(script, version, full(SCRIPT + "\n" * version))
        assert ("MSL201" in codes(client.diagnostics(script, version))) == told


@needs_pygls
def test_a_notebook_sees_open_modules_too(start: Starts, tmp_path: Path) -> None:
    client = start()
    client.open("modes.py", MODES)
    (tmp_path / "modes.py").write_text("def training_mode(net):\n    return net\n", encoding="utf-8")
    for name, told in (("a", False), ("b", True)):
        if told:
            client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri("modes.py")}})
        code = {"uri": f"cell:{name}", "languageId": "python", "version": 1, "text": SCRIPT}
        document = {"uri": client.uri(f"{name}.ipynb"), "notebookType": "jupyter-notebook", "version": 1}
        document["cells"] = [{"kind": 2, "document": code["uri"]}]
        client.notify("notebookDocument/didOpen", {"notebookDocument": document, "cellTextDocuments": [code]})
        assert ("MSL201" in codes(client.diagnostics(f"cell:{name}"))) == told


# -- notebooks


def cell(name: str, text: str, language: str = "python", version: int = 1) -> Dict[str, Any]:
    return {"uri": f"vscode-notebook-cell:/n.ipynb#{name}", "languageId": language, "version": version, "text": text}


def listed(item: Dict[str, Any]) -> Dict[str, Any]:
    return {"kind": 2 if item["languageId"] == "python" else 1, "document": item["uri"]}


@needs_pygls
def test_notebooks(start: Starts) -> None:
    client = start()
    assert client.greeting["capabilities"]["notebookDocumentSync"]["notebookSelector"]  # type: ignore[attr-defined]
    notebook = client.uri("n.ipynb")
    cells = [
        cell("a", "%matplotlib inline\nfrom mindspore import nn"),
        cell("b", "# Training", "markdown"),
        cell("c", 'x = "😀"; nn.Dropout(0.1)'),
    ]
    document = {"uri": notebook, "notebookType": "jupyter-notebook", "version": 1, "cells": [listed(e) for e in cells]}
    client.notify("notebookDocument/didOpen", {"notebookDocument": document, "cellTextDocuments": cells})
    assert client.diagnostics(cells[0]["uri"]) == []
    found = client.diagnostics(cells[2]["uri"], 1)
    assert (codes(found), places(found)) == (["MSL101"], [[0, 10, 0, 25]])
    action = silencing(client.actions(cells[2]["uri"], found[0]["range"]))
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == cells[2]["uri"]
    assert edited(cells[2]["text"], change["edits"]) == cells[2]["text"] + "  # noqa: MSL101"
    # A change inside of a cell, one that breaks another, and a new cell before both.
    changes = [{"document": {"uri": cells[2]["uri"], "version": 2}, "changes": [part(0, 10, 10, "y = ")]}]
    client.notify(
        "notebookDocument/didChange",
        {"notebookDocument": {"uri": notebook, "version": 2}, "change": {"cells": {"textContent": changes}}},
    )
    assert places(client.diagnostics(cells[2]["uri"], 2)) == [[0, 14, 0, 29]]
    new = cell("d", "x = (")
    structure = {
        "array": {"start": 0, "deleteCount": 2, "cells": [listed(new), listed(cells[0])]},
        "didOpen": [new],
        "didClose": [{"uri": cells[1]["uri"]}],
    }
    client.notify(
        "notebookDocument/didChange",
        {"notebookDocument": {"uri": notebook, "version": 3}, "change": {"cells": {"structure": structure}}},
    )
    assert codes(client.diagnostics(new["uri"], 1)) == ["MSL001"]
    assert places(client.diagnostics(cells[2]["uri"], 2)) == [[0, 14, 0, 29]]
    client.notify("notebookDocument/didClose", {"notebookDocument": {"uri": notebook}, "cellTextDocuments": []})
    client.pause(0.3)
    assert client.diagnostics(new["uri"]) == []
    assert client.stop() == 0


@needs_pygls
def test_a_notebook_that_is_opened_as_text_is_left_alone(start: Starts) -> None:
    client = start()
    client.open("n.ipynb", '{"cells": []}  # mindspore')
    uri = client.open("a.py", BAD)
    client.diagnostics(uri, 1)
    assert client.versions(client.uri("n.ipynb")) == []


# -- the command


def test_without_pygls_there_is_one_sentence(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['pygls'] = None\n"
        "from mslint.cli import main; sys.exit(main(['server', *sys.argv[1:]]))"
    )
    for lang, said in (
        ("en", "the language server needs pygls 2; install it with: "),
        ("zh", "语言服务器需要 pygls 2"),
    ):
        done = python("-c", program, "--lang", lang, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"mslint: {said}")
        assert len(done.stderr.splitlines()) == 1


@needs_pygls
def test_a_mistake_on_the_command_line_is_told_at_once(tmp_path: Path) -> None:
    done = mslint("server", "--target-version", "99", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: --target-version: ")
    assert mslint("server", "a.py", cwd=tmp_path).returncode == 2


@needs_pygls
def test_an_editor_that_hangs_up_ends_the_server(tmp_path: Path) -> None:
    done = mslint("server", cwd=tmp_path, stdin=b"")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
