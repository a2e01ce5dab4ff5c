"""Turns the bytes of a file into its text, or into one clear reason why not; must not read files."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Optional, Tuple

if TYPE_CHECKING:
    from mslint.source.cells import Cells

# Nobody wrote more by hand: what is larger holds data or was generated, and reading it would take minutes.
MAX_BYTES = 2_000_000
MAX_COMMAS = 250_000  # each stands for a value; what holds more takes more memory than all other files together

# Only these end a line in Python; form feed, U+2028 and the like, which str.splitlines would split at, do not.
LINE_END = re.compile(r"\r\n|\r|\n")
_LINE_END_BYTES = re.compile(rb"\r\n|\r|\n")

# PEP 263: a comment that names the encoding, in the first line, or in the second if the first holds no code.
_COOKIE = re.compile(rb"[ \t\f]*#.*?(coding[:=][ \t]*([-\w.]+))")
_NO_CODE = re.compile(rb"[ \t\f]*(?:#.*)?$")


@dataclass(frozen=True)
class Source:
    """The text of one file, without the BOM and with the line ends as they are; `path` is for display.

    Of a notebook it is a virtual module, and `cells` says where its lines come from."""

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bool = False
    cells: Optional[Cells] = None

    @cached_property
    def lines(self) -> Tuple[str, ...]:
        """The lines without their ends; the last one is empty where the text ends in a line end."""
        if "\r" in self.text:
            return tuple(LINE_END.split(self.text))
        return tuple(self.text.split("\n"))

    @cached_property
    def double_quotes(self) -> bool:
        """Whether the file writes its texts in double quotes."""
        return self.text.count('"') > self.text.count("'")


class Unreadable(Exception):
    """The bytes are not Python text; `key` names the sentence, `line` and `column` the place, in characters from 1."""

    kind = ""  # "text", "template": it was never meant to be Python

    def __init__(self, line: int, column: int, key: str, **params: object) -> None:
        super().__init__(key)
        self.line = line
        self.column = column
        self.key = key
        self.params = params


def decode(path: str, data: bytes) -> Source:
    """Decode as Python would: UTF-8 unless a coding cookie says otherwise; Unreadable where Python would refuse."""
    require_size(len(data))
    if data.count(b",") > MAX_COMMAS:
        raise Unreadable(1, 1, "source-too-many-items", limit=MAX_COMMAS)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unreadable(1, 1, "source-utf16")
    bom = data.startswith(codecs.BOM_UTF8)
    if bom:
        data = data[len(codecs.BOM_UTF8) :]
    encoding = _declared_encoding(data, bom)
    nul = data.find(b"\0")
    if nul >= 0:
        raise Unreadable(*_place(data, nul, encoding or "utf-8"), "source-nul")
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        raise _undecodable(data, error, encoding) from None
    except Exception as error:  # codecs may fail in ways of their own (punycode, idna, undefined)
        raise Unreadable(1, 1, "source-codec-failed", encoding=encoding, reason=str(error)) from None
    return Source(path, text, encoding or "utf-8", bom)


def require_size(size: int) -> None:
    """Refuse what is too large to be code, before any time goes into it."""
    if size > MAX_BYTES:
        raise Unreadable(1, 1, "source-too-large", limit=MAX_BYTES // 1_000_000)


def _declared_encoding(data: bytes, bom: bool) -> Optional[str]:
    """The name of the codec that the cookie asks for; None without a cookie."""
    start = 0
    for number in (1, 2):
        end_match = _LINE_END_BYTES.search(data, start)
        line = data[start : end_match.start() if end_match else len(data)]
        cookie = _COOKIE.match(line)
        if cookie is not None:
            return _codec(line, cookie.group(1), cookie.group(2).decode("ascii"), number, cookie.start(2), bom)
        if end_match is None or not _NO_CODE.match(line):
            return None
        start = end_match.end()
    return None


def _codec(line: bytes, cookie: bytes, name: str, number: int, start: int, bom: bool) -> str:
    column = len(line[:start].decode("utf-8", "replace")) + 1
    try:
        codec = codecs.lookup(name).name
        # A codec that does not leave the cookie itself as it is (utf-16, hex, cp037) cannot be what the file is in.
        fits = cookie.decode("ascii") in line.decode(codec, "replace")
    except Exception:  # LookupError as a rule, but some codecs raise what they like
        fits = False
    if not fits:
        raise Unreadable(number, column, "source-unknown-encoding", encoding=name)
    if bom and codec not in ("utf-8", "utf-8-sig"):
        raise Unreadable(number, column, "source-bom-contradicts-cookie", encoding=name)
    return codec


def _undecodable(data: bytes, error: UnicodeDecodeError, encoding: Optional[str]) -> Unreadable:
    line, column = _place(data, error.start, encoding or "utf-8")
    byte = f"0x{data[error.start]:02X}" if error.start < len(data) else "?"
    if encoding is not None:
        return Unreadable(line, column, "source-not-in-encoding", byte=byte, encoding=encoding)
    # The usual case by far among the people this is for: an editor on a Chinese Windows saved the file as GBK.
    try:
        data.decode("gbk")
    except UnicodeDecodeError:
        return Unreadable(line, column, "source-not-utf8", byte=byte)
    return Unreadable(line, column, "source-not-utf8-gbk", byte=byte)


def _place(data: bytes, offset: int, encoding: str) -> Tuple[int, int]:
    """Line and column, in characters from 1, of the byte at `offset`."""
    line, start = 1, 0
    for end in _LINE_END_BYTES.finditer(data, 0, offset):
        line, start = line + 1, end.end()
    return line, len(data[start:offset].decode(encoding, "replace")) + 1
