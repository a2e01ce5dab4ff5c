"""Decoding: what Python would read is read the same, what Python would refuse is refused with a place."""

from __future__ import annotations

import codecs
import re
import tokenize
from io import BytesIO
from typing import Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mslint.source.text import Source, Unreadable, decode
from mslint.words import LANGUAGES, say

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))


def refusal(data: bytes) -> Tuple[str, int, int]:
    with pytest.raises(Unreadable) as caught:
        decode("a.py", data)
    for lang in LANGUAGES:
        assert say(lang, caught.value.key, **caught.value.params)
    return caught.value.key, caught.value.line, caught.value.column


def test_plain_utf8() -> None:
    source = decode("a.py", "x = '中文'\n".encode())
    assert (source.path, source.text, source.encoding, source.bom) == ("a.py", "x = '中文'\n", "utf-8", False)


def test_empty_file_has_one_empty_line() -> None:
    assert decode("a.py", b"").lines == ("",)


def test_bom_is_taken_off_and_remembered() -> None:
    source = decode("a.py", codecs.BOM_UTF8 + b"x = 1\n")
    assert (source.text, source.bom) == ("x = 1\n", True)


@pytest.mark.parametrize(
    "head",
    [
        b"# -*- coding: gbk -*-\n",
        b"# vim: set fileencoding=GBK :\r\n",
        b"#!/usr/bin/env python\n# coding=gbk\n",
        b"#!/usr/bin/env python\r# coding=gbk\r",
        b"\n \t\f# coding: gbk\n",
    ],
)
def test_cookie(head: bytes) -> None:
    source = decode("a.py", head + "x = '中文'\n".encode("gbk"))
    assert source.text.endswith("x = '中文'\n")
    assert source.encoding == "gbk"


@pytest.mark.parametrize("head", [b"x = 1\n# coding: gbk\n", b"#\n#\n# coding: gbk\n", b"x = '# coding: gbk'\n"])
def test_no_cookie_where_python_sees_none(head: bytes) -> None:
    assert decode("a.py", head).encoding == "utf-8"


def test_gbk_without_cookie_is_recognised_and_placed() -> None:
    data = "import mindspore\nx = '训练'  # 中文\n".encode("gbk")
    # The first character happens to be valid UTF-8 as well; the second is not.
    assert refusal(data) == ("source-not-utf8-gbk", 2, 7)


def test_undecodable_bytes_count_columns_in_characters() -> None:
    assert refusal("a = 1\r\nx = '中".encode() + b"\xff\xff'\n") == ("source-not-utf8", 2, 7)


def test_bytes_that_break_the_declared_encoding() -> None:
    assert refusal(b"# coding: ascii\nx = '\xe4'\n") == ("source-not-in-encoding", 2, 6)


@pytest.mark.parametrize("name", ["no-such", "hex", "rot13", "utf-16", "cp037", "undefined"])
def test_codecs_that_hold_no_python_source(name: str) -> None:
    assert refusal(b"# coding: " + name.encode() + b"\nx = 1\n") == ("source-unknown-encoding", 1, 11)


def test_cookie_that_contradicts_the_bom() -> None:
    assert refusal(codecs.BOM_UTF8 + b"#\n# coding: gbk\n") == ("source-bom-contradicts-cookie", 2, 11)


@pytest.mark.parametrize("name", [b"utf8", b"UTF-8", b"utf-8-sig"])
def test_cookie_that_agrees_with_the_bom(name: bytes) -> None:
    assert decode("a.py", codecs.BOM_UTF8 + b"# coding: " + name + b"\n").bom


def test_nul_byte() -> None:
    assert refusal("# 中文\nx\0".encode()) == ("source-nul", 2, 2)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_refused(encoding: str) -> None:
    assert refusal("import mindspore\n".encode(encoding))[0] in ("source-utf16", "source-nul")


def test_lines_end_only_where_python_ends_them() -> None:
    text = "a\r\nb\rc\n\x0cd\x0b\x1c\x85\u2028e"
    assert Source("a.py", text).lines == ("a", "b", "c", "\x0cd\x0b\x1c\x85\u2028e")


def test_lines_are_computed_once() -> None:
    source = Source("a.py", "a\nb")
    assert source.lines is source.lines


@given(TEXT)
def test_any_utf8_text_survives_unless_it_holds_a_cookie(text: str) -> None:
    if "coding" not in text and not text.startswith("\ufeff"):
        assert decode("a.py", text.encode()).text == text


@given(TEXT)
def test_lines_and_their_ends_make_up_the_text(text: str) -> None:
    lines = Source("a.py", text).lines
    ends = re.findall(r"\r\n|\r|\n", text)
    assert len(lines) == len(ends) + 1
    assert "".join(line + end for line, end in zip(lines, [*ends, ""])) == text


HEADS = st.sampled_from(
    [b"", codecs.BOM_UTF8, b"# coding: gbk\n", b"# coding: latin-1\r\n", b"#\r# coding=big5\r", b"# coding: nonsense\n"]
)


@given(HEADS, st.binary())
def test_any_bytes_are_decoded_or_refused_with_a_place_inside(head: bytes, body: bytes) -> None:
    data = head + body
    try:
        decode("a.py", data)
    except Unreadable as error:
        lines = re.split(rb"\r\n|\r|\n", data)
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(HEADS, st.binary().map(lambda body: body.replace(b"\r", b"").replace(b"\0", b"")))
def test_the_encoding_is_the_one_python_takes(head: bytes, body: bytes) -> None:
    # detect_encoding knows only \n as the end of a line, so no \r here.
    data = head.replace(b"\r\n", b"\n").replace(b"\r", b"\n") + b"#" + body.replace(b"\n", b"")
    try:
        name, _ = tokenize.detect_encoding(BytesIO(data).readline)
        text = data.decode(name)
    except (SyntaxError, UnicodeDecodeError):
        refusal(data)
    else:
        assert decode("a.py", data).text == text
