"""What of a file's bytes is code: whatever else changes, no program does; must not parse."""

from __future__ import annotations

import io
import re
from typing import List, Optional

from mslint.source.text import MAX_BYTES

# A text in three quotes, and one in one; every alternative begins with a written character: then `re` looks for these
# alone, in a third of the time.
_LONG = r"{0}{0}{0}[^{0}\\]*(?:(?:\\(?s:.)|{0}(?!{0}{0}))[^{0}\\]*)*{0}{0}{0}"
_SHORT = r"{0}[^{0}\\\r\n]*(?:\\(?:\r\n|(?s:.))[^{0}\\\r\n]*)*{0}"
TEXTS = "|".join(form.replace("{0}", quote) for form in (_LONG, _SHORT) for quote in "\"'")
# Texts, comments and quotes of texts that never end.
_PIECES = re.compile(TEXTS.encode("ascii") + rb"|#([^\r\n]*)|\"|'")
# What begins a text that may hold texts in turn, with what this takes for its end.
_FORMATTED = re.compile(rb"(?:[fFtT][rR]?|[rR][fFtT])\Z")
_INSIDE = re.compile(rb"[{}:#'\"]")
# Of another encoding, half a character may look like a backslash.
_ENCODED = re.compile(
    rb"(?:[^\r\n]*(?:\r\n|\r|\n))?[^\r\n#]*#[^\r\n]*coding[:=](?![ \t]*utf-?8(?![-\w.]))", re.IGNORECASE
)
_BLANK = b" \t\f"
_SPREAD = re.compile(r"[#\r\n\t\f\v]|  ")


def code_in(data: bytes) -> bytes:
    """The lines of a file without comments, as far as the last that holds code; all of it where that is not certain."""
    if b"\0" in data or len(data) > MAX_BYTES or _ENCODED.match(data) or not _readable(data):
        return data
    lines: List[bytes] = []
    done = 0
    for piece in _PIECES.finditer(data):
        begin, end = piece.span()
        if piece.lastindex is not None:
            line = data[done:begin].rstrip(_BLANK)
            if line.endswith(b"\\"):  # nothing may stand behind one, not even a comment
                return data
            lines.append(line)
            done = end
        elif (
            end == begin + 1
            or (  # texts within texts, or one that is not closed
                _FORMATTED.search(data, max(0, begin - 2), begin) and not _closed(data[begin:end])
            )
        ):
            return data
    code = b"".join([*lines, data[done:]]).rstrip(_BLANK + b"\r\n")
    return data if code.endswith(b"\\") else code


def on_one_line(text: str) -> Optional[str]:
    """An expression on one line and without its comments; None where it is uncertain what of it they are."""
    if not _SPREAD.search(text):
        return text
    import ast
    import tokenize

    # Python takes each of these for the same end of a line, in texts too.
    text = "(" + text.replace("\r\n", "\n").replace("\r", "\n") + "\n)"
    starts = [0, *(end.end() for end in re.finditer("\n", text))]
    parts: List[str] = []
    before = inside = 0  # where the last part ended; how deep we are in texts that hold texts
    try:
        for kind, token, *ends, _ in tokenize.generate_tokens(io.StringIO(text).readline):
            name = tokenize.tok_name[kind]
            if name == "ERRORTOKEN":
                return None
            if name == "COMMENT" or not (token.strip() or inside):
                continue
            begin, end = (starts[row - 1] + column for row, column in ends)
            if not inside:
                parts.append(" " if begin > before else "")
                before = begin
            inside += name.endswith("STRING_START") - name.endswith("STRING_END")
            if not inside:
                part = text[before:end]
                # A text of several lines may be written on one, but not if it has fields.
                parts.append(repr(ast.literal_eval(part)) if "\n" in part else part)
                before = end
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    return "".join(parts[2:-1]).strip()


def _readable(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _closed(text: bytes) -> bool:
    """Whether a text that may hold texts certainly ends where it seems to: in none of its fields."""
    if b"{" not in text and b"}" not in text:
        return True
    quote = text[:3] if text[:3] in (b'"""', b"'''") else text[:1]
    text = text[len(quote) : -len(quote)]
    depth = done = 0
    format_spec = False
    for found in _INSIDE.finditer(text):
        at, char = found.start(), found[0]
        if at < done:
            continue
        if char == b"{":
            if depth == 0 and text[at + 1 : at + 2] == b"{":
                done = at + 2
                continue
            depth += 1
        elif char == b"}":
            if depth == 0:
                if text[at + 1 : at + 2] != b"}":
                    return False
                done = at + 2
                continue
            depth -= 1
            format_spec = format_spec and depth > 0
        elif depth and char == b"#":
            return False
        elif depth and char == b":":
            format_spec = True
        elif depth:  # a text in a field; what follows a colon may be no field's code
            end = text.find(char, at + 1)
            if format_spec or end < 0 or b"\\" in text[at:end] or text[at : at + 3] == char * 3:
                return False
            if _FORMATTED.search(text, max(0, at - 2), at):
                return False
            done = end + 1
    return depth == 0
