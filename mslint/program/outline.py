"""What importing a module sets off, told from its lines: most modules need not be run until somebody uses their names.

An outline is made without parsing, as a script that imports one name of a large package leads to hundreds of modules.
Where a line may be part of a text or of something longer, it counts as what it looks like: a module that is run for
nothing costs time and changes nothing."""

from __future__ import annotations

import re
from typing import Iterator, List, NamedTuple, Sequence, Tuple


class Imported(NamedTuple):
    """One import statement: `from ..module import names`, or `import module`."""

    level: int
    module: str
    names: Tuple[str, ...]


class Outline(NamedTuple):
    """What happens when a module is imported: whether it does anything to others, and what it imports in turn."""

    acts: bool
    imports: Tuple[Imported, ...]


NOTHING = Outline(False, ())

_IMPORT = (
    r"(?:from[ \t]+(?P<dots>\.*)[ \t]*(?P<module>[\w.]*)[ \t]+import[ \t]*(?P<names>\([^)]*\)|(?:[^\n\\]|\\\r?\n)*)"
    r"|import[ \t]+(?P<plain>(?:[^\n\\]|\\\r?\n)*))"
)
# The statements of a module that matter here, by how they begin.
_STATEMENT = re.compile(
    rf"^(?:{_IMPORT}"
    r"|(?P<scope>(?:def|class|async)\b)"
    r"|(?P<block>(?:if|try|else|elif|except|finally)\b)"
    r"|(?P<acts>(?:for|while|with)\b|@.*[Rr]egist"
    r"|(?!(?:warnings|logging|logger|print|sys|os)\b)[^\W\d][\w.]*\("
    r"|[^\W\d]\w*(?:\.\w+|\[[^\]\n]*\])+[ \t]*[-+*/|]?=(?!=)))",
    re.MULTILINE,
)
_INDENTED = re.compile(
    rf"^[ \t]+(?:{_IMPORT}"
    r"|(?P<acts>(?:for|while|with)\b|@.*[Rr]egist"
    r"|(?!(?:warnings|logging|logger|print|sys|os|raise|return)\b)[^\W\d][\w.]*\("
    r"|[^\W\d]\w*(?:\.\w+|\[[^\]\n]*\])+[ \t]*[-+*/|]?=(?!=)))",
    re.MULTILINE,
)
_IDLE = re.compile(r"if\b[^\n]*\b(?:TYPE_CHECKING|__name__)\b")  # what stands below is not run on import
_NAME = re.compile(r"[^\W\d][\w.]*|\*")


def outline_of(text: str) -> Outline:
    """The outline of a module's text."""
    acts = False
    imports: List[Imported] = []
    found = list(_STATEMENT.finditer(text))
    for match, after in zip(found, [*(each.start() for each in found[1:]), len(text)]):
        kind = match.lastgroup
        if kind == "acts":
            acts = True
        elif kind == "block":
            if not _IDLE.match(text, match.start()):
                for each in _INDENTED.finditer(text, match.end(), after):
                    if each.lastgroup == "acts":
                        acts = True
                    else:
                        imports += _imports(each)
        elif kind != "scope":
            imports += _imports(match)
    return Outline(acts, tuple(imports))


def _imports(match: re.Match[str]) -> Iterator[Imported]:
    if match["plain"] is not None:
        for part in match["plain"].split("#")[0].split(","):
            name = _NAME.search(part)
            if name is not None:
                yield Imported(0, name[0], ())
    else:
        lines = (line.split("#")[0] for line in match["names"].strip("()").splitlines())
        yield Imported(len(match["dots"]), match["module"], tuple(_bound(",".join(lines).split(","))))


def _bound(parts: Sequence[str]) -> Iterator[str]:
    for part in parts:
        name = _NAME.search(part)
        if name is not None and name[0] != "*":
            yield name[0]


__all__ = ["Imported", "NOTHING", "Outline", "outline_of"]
