"""Notebooks are linted like files: named or met in folders, in every format, with their comments and programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest
from running import ROOT, mslint, python

FOLDER = ROOT / "fixtures" / "notebooks"


def found(*args: object, cwd: Path = FOLDER, stdin: bytes = b"") -> Dict[str, Any]:
    done = mslint(*map(str, args), "--output-format", "json", cwd=cwd, stdin=stdin)
    assert done.returncode in (0, 1), done.stderr
    result: Dict[str, Any] = json.loads(done.stdout)
    return result


def places(document: Dict[str, Any]) -> List[Tuple[object, ...]]:
    return [(each["code"], each["path"], each["cell"], each["line"], each["column"]) for each in document["findings"]]


def notebook(*cells: str) -> bytes:
    made = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": cell.splitlines(True)} for cell in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


TRAIN = [
    ("MSL101", "train.ipynb", 4, 9, 21),
    ("MSL001", "train.ipynb", 7),
    ("MSL101", "train.ipynb", 8, 2, 8),
]


def test_named_and_met_in_a_folder() -> None:
    named = places(found("train.ipynb"))
    # Where an unclosed bracket is reported differs with the Python.
    assert [place[: len(wanted)] for place, wanted in zip(named, TRAIN)] == TRAIN
    assert len(named) == len(TRAIN)
    everything = places(found("."))
    assert [place for place in everything if place[1] == "train.ipynb"] == named
    assert [place for place in everything if place[1] != "train.ipynb"] == [
        ("MSL001", "damaged.ipynb", None, 16, 1),
        ("MSL101", "escaped.ipynb", 1, 3, 1),
        ("MSL101", "helpers.ipynb", 2, 2, 1),
        ("MSL001", "old_format.ipynb", None, 1, 1),
        ("MSL101", "windows.ipynb", 1, 2, 1),
    ]


def test_from_standard_input() -> None:
    data = (FOLDER / "helpers.ipynb").read_bytes()
    assert places(found("-", "--stdin-filename", "helpers.ipynb", stdin=data)) == places(found("helpers.ipynb"))


def test_text_names_cell_and_line_and_frames_show_the_cell() -> None:
    done = mslint("helpers.ipynb", cwd=FOLDER)
    assert done.stdout.splitlines()[0].startswith("helpers.ipynb:cell 2:2:1: MSL101 warning: ")
    assert done.stdout.splitlines()[1:4] == [
        "  1 | top = head()",
        "  2 | nn.Dropout(0.1)",
        "    | ^^^^^^^^^^^^^^^",
    ]
    concise = mslint("helpers.ipynb", "--output-format", "concise", cwd=FOLDER)
    assert concise.stdout.startswith("helpers.ipynb:cell 2:2:1: MSL101 warning: ")


def test_the_frame_of_a_damaged_notebook_shows_its_json() -> None:
    done = mslint("old_format.ipynb", cwd=FOLDER)
    assert "  1 | {\n" in done.stdout


def test_state_flows_from_cell_to_cell(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_bytes(
        notebook("from mindspore import nn as layers", "rate = 0.1", "layers.Dropout(rate)")
    )
    assert places(found("n.ipynb", cwd=tmp_path)) == [("MSL101", "n.ipynb", 3, 1, 1)]


def test_related_places_name_their_cells(tmp_path: Path) -> None:
    bad = "net = nn.CellList([nn.Dense(1, 1)])\nparams = load_param_into_net(net, x)"
    code = "import mindspore as ms\nfrom mindspore import nn, context\n"
    (tmp_path / "n.ipynb").write_bytes(notebook(code + "nn.Dropout(0.1)", bad, "nn.Dropout(0.1)", "nn.Dropout(0.3)"))
    document = found("n.ipynb", "--level", "info", cwd=tmp_path)
    for each in document["findings"]:
        assert all(other["path"] != "n.ipynb" or other["cell"] >= 1 for other in each["related"])
    assert [each["cell"] for each in document["findings"] if each["code"] == "MSL101"] == [1, 3, 4]


def test_comments_count_in_their_cell(tmp_path: Path) -> None:
    code = ["from mindspore import nn", "nn.Dropout(0.1)  # noqa: MSL101", "nn.Dropout(0.1)", "x = 1  # noqa: MSL101"]
    (tmp_path / "n.ipynb").write_bytes(notebook(*code))
    assert places(found("n.ipynb", "--level", "info", cwd=tmp_path)) == [
        ("MSL101", "n.ipynb", 3, 1, 1),
        ("MSL002", "n.ipynb", 4, 1, 16),
    ]
    (tmp_path / "n.ipynb").write_bytes(notebook(*code[:3], "# mslint: ignore-file[MSL1]"))
    assert places(found("n.ipynb", "--level", "info", cwd=tmp_path)) == []


def test_what_ends_a_cell_is_shown_and_not_thrown_away(tmp_path: Path) -> None:
    load = "ms.load_checkpoint('a.ckpt')"
    cells = (
        "import mindspore as ms",
        f"{load}  # what is in it\n\n",
        f"{load};",
        f"{load}\nprint(1)",
        f"if ms:\n    {load}",
    )
    (tmp_path / "n.ipynb").write_bytes(notebook(*cells))
    assert [each[2] for each in places(found("n.ipynb", cwd=tmp_path))] == [3, 4]


# A training script over two files: what is wrong shows only where both are seen.
NETWORK = "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    def construct(self, x):\n        return x\n"


def test_a_notebook_is_a_program_of_its_own(tmp_path: Path) -> None:
    """It imports local modules and is told of them what a script is told; nobody imports it."""
    port = ROOT / "fixtures" / "projects" / "resnet_port"
    script = (port / "train.py").read_text(encoding="utf-8")
    for path in port.rglob("*.py"):
        if path.name != "train.py":
            (tmp_path / path.relative_to(port)).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path.relative_to(port)).write_bytes(path.read_bytes())
    (tmp_path / "train.py").write_text(script, encoding="utf-8")
    as_script = places(found("train.py", cwd=tmp_path))
    (tmp_path / "train.py").unlink()
    (tmp_path / "train.ipynb").write_bytes(notebook(script))
    as_notebook = places(found("train.ipynb", cwd=tmp_path))
    assert as_script
    assert [(code, line, column) for code, _, _, line, column in as_notebook] == [
        (code, line, column) for code, _, _, line, column in as_script
    ]
    assert {cell for _, _, cell, _, _ in as_notebook} == {1}
    whole = places(found(".", cwd=tmp_path))
    (tmp_path / "train.ipynb").unlink()
    (tmp_path / "train.py").write_text(script, encoding="utf-8")
    assert sorted((code, line) for code, _, _, line, _ in whole) == sorted(
        (code, line) for code, _, _, line, _ in places(found(".", cwd=tmp_path))
    )


def test_the_checklist_names_cells(tmp_path: Path) -> None:
    """Whatever it says of a script, it says of the notebook with the same code, cell by cell."""
    fixed = ROOT / "fixtures" / "projects" / "resnet_port_fixed"
    for path in fixed.rglob("*.py"):
        (tmp_path / path.relative_to(fixed)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path.relative_to(fixed)).write_bytes(path.read_bytes())
    lines = (tmp_path / "train.py").read_text(encoding="utf-8").splitlines(True)
    # Cells begin where statements do.
    starts = [number for number, line in enumerate(lines) if number and line.startswith(("def ", "if ", "class "))]
    cells = ["".join(lines[first:last]) for first, last in zip([0, *starts], [*starts, len(lines)])]
    script = mslint("checklist", "train.py", "--output-format", "json", cwd=tmp_path).stdout
    (tmp_path / "train.ipynb").write_bytes(notebook(*cells))
    (tmp_path / "train.py").unlink()
    book = mslint("checklist", "train.ipynb", "--output-format", "json", cwd=tmp_path).stdout

    def in_cell(match: re.Match[str]) -> str:
        number = int(match.group(1))
        cell = sum(start < number for start in starts)
        return f"train.ipynb:cell {cell + 1}:{number - [0, *starts][cell]}"

    said = [each["evidence"] for each in json.loads(script)["items"]]
    wanted = json.loads(re.sub(r"train\.py:(\d+)", in_cell, json.dumps(said)))
    assert wanted != said
    assert [each["evidence"] for each in json.loads(book)["items"]] == wanted


def test_a_damaged_notebook_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / "n.ipynb").write_bytes(b"{")
    for lang in ("en", "zh"):
        done = mslint("n.ipynb", "--lang", lang, "--output-format", "concise", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (1, "")
        assert done.stdout.startswith("n.ipynb:1:2: MSL001 ")


def test_a_notebook_that_only_shows_mindspore_is_of_no_interest(tmp_path: Path) -> None:
    doc = json.loads(notebook("x = ("))
    doc["cells"][0]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": ["mindspore"]}]
    (tmp_path / "n.ipynb").write_text(json.dumps(doc), encoding="utf-8")
    assert places(found(".", cwd=tmp_path)) == []
    assert [place[:3] for place in places(found("n.ipynb", cwd=tmp_path))] == [("MSL001", "n.ipynb", 1)]


def test_findings_of_programs_have_fixes_in_cells(tmp_path: Path) -> None:
    code = (ROOT / "fixtures" / "projects" / "msl201_loop_in_a_module" / "src" / "trainer.py").read_text("utf-8")
    net = (ROOT / "fixtures" / "projects" / "msl201_loop_in_a_module" / "src" / "net.py").read_text("utf-8")
    run = "import mindspore.dataset as ds\ndata = ds.MnistDataset('d', usage='train').batch(32)\n"
    run += "Trainer(Classifier(10), 0.1).run(data, 3)\n"
    (tmp_path / "n.ipynb").write_bytes(notebook(net, code, run))
    (finding,) = [each for each in found("n.ipynb", cwd=tmp_path)["findings"] if each["code"] == "MSL201"]
    assert finding["cell"] == 2
    assert "# MSL201" in code.splitlines()[finding["line"] - 1]
    assert finding["fix"] is None or all(edit["line"] <= len(code.splitlines()) for edit in finding["fix"]["edits"])


MAGIC = "%matplotlib inline\nfrom mindspore import nn"
WRONG = "drop = nn.Dropout(0.1)\n!ls\nnorm = nn.BatchNorm2d(3, momentum=0.1)"
RIGHT = "drop = nn.Dropout(p=0.1)\n!ls\nnorm = nn.BatchNorm2d(3, momentum=0.9)"


def test_fixes_change_the_cells_and_nothing_else(tmp_path: Path) -> None:
    before, after = notebook(MAGIC, WRONG, "x = 1"), notebook(MAGIC, RIGHT, "x = 1")
    (tmp_path / "n.ipynb").write_bytes(before)
    shown = mslint("--diff", "--unsafe-fixes", "n.ipynb", cwd=tmp_path)
    assert shown.returncode == 1
    assert shown.stdout.startswith("--- n.ipynb:cell 2\n+++ n.ipynb:cell 2\n")
    assert (tmp_path / "n.ipynb").read_bytes() == before
    done = mslint("--fix", "--unsafe-fixes", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "Fixed 2 findings in 1 file." in done.stdout
    assert (tmp_path / "n.ipynb").read_bytes() == after


def test_a_notebook_from_standard_input_is_given_back_fixed(tmp_path: Path) -> None:
    words = ("--fix", "--unsafe-fixes", "-", "--stdin-filename", "n.ipynb")
    done = mslint(*words, cwd=tmp_path, stdin=notebook(MAGIC, WRONG))
    assert done.stdout.encode("utf-8") == notebook(MAGIC, RIGHT)


@pytest.mark.parametrize("text", ["", "{}", "[]"])
def test_flake8_does_not_see_notebooks(tmp_path: Path, text: str) -> None:
    (tmp_path / "n.ipynb").write_text(text, encoding="utf-8")
    done = python("-m", "flake8", ".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("cells", "after"),
    [
        (("import mindspore", "x = 1\n# noqa: MSL101"), ("import mindspore", "x = 1\n")),
        (("import mindspore\n# noqa: MSL101", "x = 1"), ("import mindspore\n", "x = 1")),
        (("%pwd\n# noqa: MSL101", "import mindspore"), ("%pwd\n", "import mindspore")),
        (("import mindspore", "# noqa: MSL101\nx = 1"), ("import mindspore", "x = 1")),
        (("import mindspore\nx = 1  # noqa: MSL101", "x = 2"), ("import mindspore\nx = 1", "x = 2")),
    ],
)
def test_unused_comments_go_wherever_they_stand_in_a_cell(
    tmp_path: Path, cells: Tuple[str, ...], after: Tuple[str, ...]
) -> None:
    (tmp_path / "n.ipynb").write_bytes(notebook(*cells))
    done = mslint("--fix", "--level", "info", "n.ipynb", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "Fixed 1 finding."
    written = json.loads((tmp_path / "n.ipynb").read_bytes())["cells"]
    assert ["".join(cell["source"]) for cell in written] == list(after)


def test_no_line_is_put_into_a_cell_that_is_indented_as_a_whole(tmp_path: Path) -> None:
    """It would stand where the cell's lines stand for Python, and not where they are written."""
    code = "class N(nn.Cell):\n    def __init__(self):\n        self.a = nn.Dense(3, 3)\n"
    (tmp_path / "n.ipynb").write_bytes(
        notebook("from mindspore import nn", code, "".join(f"  {line}\n" for line in code.splitlines()))
    )
    found_ones = [each for each in found("n.ipynb", cwd=tmp_path)["findings"] if each["code"] == "MSL504"]
    assert [(each["cell"], each["fix"] is None) for each in found_ones] == [(2, False), (3, True)]


def test_comments_are_added_in_cells(tmp_path: Path) -> None:
    cells = (
        "%matplotlib inline\nfrom mindspore import nn",
        "!echo it's\na = nn.Dropout(0.1)\n%time b = nn.Dropout(0.2)  # why",
        "x = (",
        "    c = nn.Dense(3, 4, False), nn.Dropout(\n        0.3)",
    )
    after = (
        cells[0],
        "!echo it's\na = nn.Dropout(0.1)  # noqa: MSL101\n%time b = nn.Dropout(0.2)  # why  # noqa: MSL101",
        cells[2],
        "    c = nn.Dense(3, 4, False), nn.Dropout(  # noqa: MSL107, MSL101\n        0.3)",
    )
    path = tmp_path / "n.ipynb"
    path.write_bytes(notebook(*cells))
    done = mslint("--add-noqa", "n.ipynb", cwd=tmp_path)
    assert done.returncode == 1, "the cell that is not Python is left"
    told = [line.split(": ", 1)[1] for line in done.stderr.splitlines()]
    assert all(line.startswith("n.ipynb:cell 3:") for line in told) and len(told) == 1
    written = ["".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"]]
    assert written[0] == cells[0] and written[2] == cells[2]
    assert (written[1], written[3]) == (after[1], after[3])
    assert path.read_bytes() == notebook(*after)
    assert "Silenced 4 findings in 1 file." in done.stdout
