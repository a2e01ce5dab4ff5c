"""Where there is no MindSpore, whoever asks for a device is told so in one sentence."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from running import BAD, mslint

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mindspore") is not None, reason="MindSpore is here")


@pytest.mark.parametrize("words", [["confirm", "bad.py"], ["smoke", "bad:drop", "--input", "2x3", "--allow-import"]])
@pytest.mark.parametrize(("lang", "sentence"), [("en", "there is no MindSpore in "), ("zh", "中没有安装 MindSpore")])
def test_it_is_one_sentence_and_status_2(tmp_path: Path, words: list[str], lang: str, sentence: str) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint(*words, "--lang", lang, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["resnet", "--input", "1"], "smoke takes MODULE:NAME"),
        (["a:b"], "say what the network takes"),
        (["a:b", "--input", "1x"], "--input takes a shape and a type"),
        (["a:b", "--input", "1:float"], "--input takes a shape and a type"),
        (["a:b", "--input", "0x3"], "--input takes a shape and a type"),
        (["a:b", "--input", "1", "--reference", "c"], "--reference takes MODULE:NAME"),
        (["a:b", "--input", "1"], "smoke imports and runs a:b; say --allow-import"),
    ],
)
def test_what_smoke_does_not_understand(tmp_path: Path, words: list[str], sentence: str) -> None:
    done = mslint("smoke", *words, cwd=tmp_path)
    assert done.returncode == 2 and sentence in done.stderr and done.stderr.count("\n") == 1
