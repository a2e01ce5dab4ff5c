"""Tells text and templates from Python that is broken; asked only of what does not parse."""

from __future__ import annotations

import re

TEXT, TEMPLATE = "text", "template"

_SHARE = 0.15  # of lines that read like Python in a text that is meant to be Python, at least
_STATEMENT = re.compile(
    r"(?:import|from)\s+[\w.]+(?:\s+(?:import|as)\s|\s*(?:,|$))"
    r"|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:]|@\w[\w.]*(?:\(|$)"
    r"|(?:if|elif|for|while|with|except)\b.*:\s*(?:#.*)?$|(?:try|else|finally):|(?:return|raise|assert|del|print)\b"
    r"|[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?:\s*,\s*[\w.]+)*\s*(?:[-+*/%@&|^]|//|\*\*)?=[^=].*"
    r"|[A-Za-z_][\w.]*\(.*|[)\]}]+,?$"
)
_BLOCK = re.compile(r"^\s*\{%.*%\}\s*$", re.MULTILINE)
_FIELD = re.compile(r"\{\{[-+]?\s*[A-Za-z_][\w.]*\s*(?:\|[^{}]*)?[-+]?\}\}")


def no_python(text: str, line: int) -> str:
    """What a text is that Python refuses at a line, if it was never meant to be Python; empty for broken Python."""
    lines = text.splitlines()
    refused = lines[line - 1] if 0 < line <= len(lines) else ""
    if _BLOCK.search(text) or _FIELD.search(refused):
        return TEMPLATE
    told = [each.strip() for each in lines if each.strip() and not each.lstrip().startswith("#")]
    like = sum(1 for each in told if _STATEMENT.match(each))
    return TEXT if like < _SHARE * len(told) else ""
