"""The tool's own sentences: complete in both languages, spoken with what they ask for, and none that nobody speaks."""

from __future__ import annotations

import ast
import string
from typing import Iterator, Set

import pytest
from running import ROOT

from mslint.errors import UserError
from mslint.words import WORDS, say


def placeholders(text: str) -> Set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def has_chinese(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


@pytest.mark.parametrize("key", sorted(WORDS))
def test_both_languages_ask_for_the_same(key: str) -> None:
    english, chinese = WORDS[key]
    assert placeholders(english) == placeholders(chinese)
    assert english.strip()
    assert chinese.strip()
    assert has_chinese(english) == (key == "docs-other-language")
    # What has no Chinese in Chinese holds no words at all, or none that are translated.
    wordless = (
        "data-error",
        "data-titled",
        "explain-and",
        "test-rules-place-in-file",
        "docs-other-language",
        "heading",
        "labelled",
        "list-comma",
        "rule-status-behind",
    )
    assert has_chinese(chinese) or english == chinese or key in wordless


def texts_in_the_code() -> Iterator[str]:
    """All string constants, and for f-strings a pattern of their constant beginning."""
    for path in [*(ROOT / "mslint").rglob("*.py"), *(ROOT / "scripts").glob("*.py")]:
        if path.parent.name == "words":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_every_sentence_is_spoken_somewhere() -> None:
    texts = set(texts_in_the_code())
    # Some keys are put together: "help-" + the name of an option, and the like.
    starts = tuple(text for text in texts if text.endswith("-") and text != "-")
    ends = tuple(text for text in texts if text.startswith("-") and text != "-" and not text.startswith("--"))
    unspoken = [key for key in WORDS if key not in texts and not key.startswith(starts) and not key.endswith(ends)]
    assert not unspoken


def test_a_placeholder_may_be_called_anything() -> None:
    WORDS["test"] = ("{key} {lang}", "{key} {lang}")
    try:
        assert say("en", "test", key="a", lang="b") == "a b"
        assert str(UserError("test", key="a", lang="b")) == "a b"
    finally:
        del WORDS["test"]
