"""`mslint confirm` as users run it: every format carries the evidence, and the exit status follows what is shown."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from running import BAD, GOOD, ROOT, mslint, python

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)


def test_json_carries_the_evidence(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint("confirm", "bad.py", "--output-format", "json", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    found = {finding["code"]: finding["evidence"] for finding in json.loads(done.stdout)["findings"]}
    evidence = found["MSL101"]
    assert (evidence["verdict"], evidence["device"]) == ("confirmed", "CPU")
    assert evidence["measured"]["zeros"] == pytest.approx(0.9, abs=0.01)
    assert evidence["versions"]["mindspore"]


def test_people_are_told_what_was_seen(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    full = mslint("confirm", "bad.py", cwd=tmp_path).stdout
    assert "  = CPU: confirmed: nn.Dropout with 0.1 zeroed 90." in full
    assert "On CPU: " in full.splitlines()[-1]
    concise = mslint("confirm", "bad.py", "--output-format", "concise", "--lang", "zh", cwd=tmp_path).stdout
    assert "[CPU：已证实：" in concise


def test_only_what_was_confirmed_decides_the_status_then(tmp_path: Path) -> None:
    # The call raises for another reason, so that no experiment can show what its momentum does.
    (tmp_path / "open.py").write_text(
        "from mindspore import nn\n\nnorm = nn.BatchNorm2d(64, momentum=0.1, foo=1)\n", encoding="utf-8"
    )
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint("confirm", ".", "--level", "info", "--only-confirmed", "--output-format", "json", cwd=tmp_path)
    found = json.loads(done.stdout)["findings"]
    assert {each["evidence"]["verdict"] for each in found} == {"confirmed"} and done.returncode == 1
    alone = mslint("confirm", "open.py", "--select", "MSL106", "--only-confirmed", cwd=tmp_path)
    assert "not shown" in alone.stdout and alone.returncode == 0


def test_a_file_that_cannot_be_read_is_never_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import mindspore\ndef (\n", encoding="utf-8")
    done = mslint("confirm", "broken.py", "--only-confirmed", cwd=tmp_path)
    assert done.returncode == 1 and "MSL001" in done.stdout


def test_an_error_of_another_cause_confirms_nothing(tmp_path: Path) -> None:
    code = "from mindspore import nn\n\nnorm = nn.BatchNorm2d(64, momentum=0.1, foo=1)\n"
    (tmp_path / "two.py").write_text(code, encoding="utf-8")
    done = mslint("confirm", "two.py", "--select", "MSL106", "--output-format", "json", cwd=tmp_path)
    assert [each["evidence"]["verdict"] for each in json.loads(done.stdout)["findings"]] == ["inconclusive"]


def test_nothing_found_is_nothing_to_ask(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    done = mslint("confirm", "good.py", cwd=tmp_path)
    assert done.returncode == 0 and "0 confirmed" in done.stdout


def test_a_device_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint("confirm", "bad.py", "--device", "Ascend", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: MindSpore cannot use the device Ascend") and done.stderr.count("\n") == 1


def test_what_mslint_does_not_know_is_no_error_of_mindspore(tmp_path: Path) -> None:
    code = (
        "from mindspore import nn\n\n\ndef make(eps):\n"
        "    return nn.BatchNorm2d(64, eps, momentum=0.1), nn.Dropout(p=eps, keep_prob=eps), nn.Dropout(0.1, **eps)\n"
    )
    (tmp_path / "open.py").write_text(code, encoding="utf-8")
    done = mslint("confirm", "open.py", "--level", "info", "--output-format", "json", cwd=tmp_path)
    found = [each for each in json.loads(done.stdout)["findings"] if each["evidence"]]
    assert {each["evidence"]["verdict"] for each in found if each["code"] == "MSL106"} == {"inconclusive"}
    assert not [each for each in found if "Unclear" in each["evidence"]["summary"]]


def test_what_a_moving_mean_starts_from_refutes_nothing(tmp_path: Path) -> None:
    code = (
        "from mindspore import nn\n\n\ndef make(mean):\n"
        "    first = nn.BatchNorm2d(8, momentum=0.1, moving_mean_init='ones')\n"
        "    second = nn.BatchNorm2d(8, momentum=0.1, moving_mean_init=mean)\n"
        "    third = nn.BatchNorm2d(8, use_batch_statistics=False)\n"
        "    fourth = nn.BatchNorm2d(8, moving_mean_init='ones', use_batch_statistics=True)\n"
        "    return first, second, third, fourth\n"
    )
    (tmp_path / "norm.py").write_text(code, encoding="utf-8")
    words = ("--select", "MSL106,MSL205", "--level", "info", "--output-format", "json")
    found = json.loads(mslint("confirm", "norm.py", *words, cwd=tmp_path).stdout)["findings"]
    verdicts = [(each["code"], each["line"], each["evidence"]["verdict"]) for each in found]
    assert verdicts == [(*place, "confirmed") for place in (("MSL106", 5), ("MSL106", 6), ("MSL205", 7), ("MSL205", 8))]


def test_evidence_says_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    import mindspore

    version = mindspore.__version__
    newest = ".".join(version.split(".")[:2])
    same = mslint("confirm", "bad.py", "--target-version", newest, cwd=tmp_path).stdout
    assert f"(MindSpore {version}, PyNative mode)\n" in same
    other = "2.8" if newest != "2.8" else "2.9"
    shown = mslint("confirm", "bad.py", "--target-version", other, "--output-format", "concise", cwd=tmp_path).stdout
    assert f"(MindSpore {version}, PyNative mode, the finding is for MindSpore {other})" in shown
    graph = "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    def construct(x):\n        return x\n"
    (tmp_path / "graph.py").write_text(graph, encoding="utf-8")
    words = ("--level", "info", "--output-format", "json")
    found = json.loads(mslint("confirm", "graph.py", *words, cwd=tmp_path).stdout)["findings"]
    assert {each["evidence"]["mode"] for each in found if each["code"] == "MSL804"} == {"graph"}


def test_a_run_that_confirms_nothing_does_not_pass_for_one_that_does(tmp_path: Path) -> None:
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    done = python(ROOT / "scripts" / "confirm_fixtures.py", "good.py", cwd=tmp_path)
    assert done.returncode == 1 and "no finding was confirmed" in done.stderr
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = python(ROOT / "scripts" / "confirm_fixtures.py", "bad.py", cwd=tmp_path)
    assert done.returncode == 0 and "2 confirmed" in done.stdout, done.stderr
