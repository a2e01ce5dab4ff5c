"""A short run of the fuzzer, and that it tells of what goes wrong. A long run is for whoever has the time."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from running import ROOT, python

import mslint.engine
from mslint.source.text import Source

SCRIPT = ROOT / "scripts" / "fuzz.py"


def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz"] = module
    spec.loader.exec_module(module)
    return module


def test_a_few_hundred_inputs_fail_nowhere(tmp_path: Path) -> None:
    done = python(SCRIPT, "--seed", "1", "--inputs", "300", "--output", tmp_path, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    told = re.match(r"(\d+) inputs of seed 1 in \d+ s, (\d+) of them Python; (\d+) rules spoke;", done.stdout)
    assert told is not None, done.stdout
    inputs, parsed, rules = map(int, told.groups())
    assert inputs == 300
    assert parsed > 120 and rules > 20  # most of mslint has had something to look at


def test_an_input_is_made_again_from_its_number(tmp_path: Path) -> None:
    module = fuzz()
    texts = module.corpus()
    assert [module.made(number, 3, texts) for number in range(40)] == [
        module.made(number, 3, texts) for number in range(40)
    ]
    only = python(SCRIPT, "--seed", "3", "--only", "17", cwd=tmp_path)
    assert only.stdout == module.made(17, 3, texts) + "\n"
    assert (only.returncode, only.stderr) == (0, "no failure\n")


def test_a_failure_is_told_and_made_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    module = fuzz()
    subject = module.Subject(20.0)
    whole = (ROOT / "fixtures" / "projects" / "msl402_device_by_default" / "train.py").read_text(encoding="utf-8")
    assert subject.failure(whole) is None
    real = mslint.engine.check_source

    def fails(source: Source, *args: object) -> object:
        if "mindspore" in source.text and "import" in source.text:
            raise ZeroDivisionError("by purpose")
        return real(source, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(mslint.engine, "check_source", fails)
    told = subject.failure(whole)
    assert told is not None and told.startswith("ZeroDivisionError in test_fuzz.py:") and "by purpose" in told
    small = module.smaller(whole, lambda part: subject.failure(part) == told)
    assert len(small) < 25 and "mindspore" in small and "import" in small


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="this system cannot interrupt itself")
def test_an_input_that_takes_too_long_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    module = fuzz()
    subject = module.Subject(0.05)

    def endless(*args: object) -> None:
        while True:
            pass

    monkeypatch.setattr(mslint.engine, "check_source", endless)
    assert subject.failure("import mindspore\n") == "takes longer than 0.05 seconds"
