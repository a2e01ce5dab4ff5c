"""Text from files that are linted, made safe to print: names and values could hold commands to a terminal or to CI."""

from __future__ import annotations

import re
import unicodedata

# What acts on a terminal, or is not seen at all, instead of being shown.
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
# The colours of mslint's own reports.
_COLOUR = re.compile("(\x1b\\[(?:0|1|2|32|(?:31|33|36);1)m)")
# GitHub and Azure run what stands at the beginning of a line in their logs, and GitHub this one anywhere.
_COMMAND = re.compile(r"\A((?:\s|\x1b\[1m)*)(?=::)|#(?=#[\w-]*\[)")


def visible(text: str) -> str:
    """The text with control characters, line ends among them, written out as in a literal of Python."""
    return text if text.isprintable() else "".join(map(_shown, text))


def visible_line(line: str, painted: bool = False) -> str:
    """The same for a whole line of output, which no platform is to take for a command; what is painted keeps its
    colours."""
    if painted:
        line = "".join(part if number % 2 else visible(part) for number, part in enumerate(_COLOUR.split(line)))
    else:
        line = visible(line)
    if ":" in line or "#" in line:
        line = _COMMAND.sub(lambda match: "# " if match[0] == "#" else f"{match[0]}./", line)
    return line


def _shown(char: str) -> str:
    if char.isprintable() or unicodedata.category(char) not in _HIDDEN:
        return char
    code = ord(char)
    return _NAMED.get(char) or (
        f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    )
