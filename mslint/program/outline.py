"""What importing a module sets off, told from its lines: most modules need not be run until somebody uses their names.

An outline is made without parsing, as a script that imports one name of a large package leads to hundreds of modules.
It decides nothing about names: whether a call leads into the project is for those who look for modules."""

from __future__ import annotations

import builtins
import re
from typing import Dict, Iterator, List, NamedTuple, Set, Tuple


class Imported(NamedTuple):
    """One import statement: `from ..module import names`, or `import module`."""

    level: int
    module: str
    names: Tuple[str, ...]


class Outline(NamedTuple):
    """What happens when a module is imported: whether it does anything to others, and what it imports in turn.

    `calls` are the imports of names that are called where the module only keeps the result."""

    acts: bool
    imports: Tuple[Imported, ...]
    calls: Tuple[Imported, ...] = ()


NOTHING = Outline(False, ())

# Comments and texts, of which nothing is code.
_NO_CODE = re.compile(
    r"#[^\n]*|[\"]{3}(?:\\.|[^\\])*?[\"]{3}|[']{3}(?:\\.|[^\\])*?[']{3}"
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
    re.DOTALL,
)
_IMPORT = (
    r"(?:from[ \t]+(?P<dots>\.*)[ \t]*(?P<module>[\w.]*)[ \t]+import[ \t]*(?P<names>\([^)]*\)|(?:[^\n\\]|\\\r?\n)*)"
    r"|import[ \t]+(?P<plain>(?:[^\n\\]|\\\r?\n)*))"
)
_QUIET = r"(?!(?:warnings|logging|logger|print|sys|os|raise|return)\b)"
_ACTS = (
    rf"(?P<acts>(?:for|while|with|async|assert|match)\b|@[^\n]*[Rr]egist|{_QUIET}[^\W\d][\w.]*\()"
    rf"|{_QUIET}(?!__all__\b)(?P<changed>[^\W\d]\w*)"
    r"(?:(?:\.\w+|\[[^\n=]*\])+[ \t]*[-+*/|]?=(?!=)|[ \t]*[-+*/|]=)"
    r"|@(?P<decorates>[^\W\d]\w*)\.\w"
    r"|[^\W\d][\w., \t]*(?::[^=\n]*)?=[ \t]*(?!=)(?P<called>[^\W\d]\w*)[\w.]*\("
)
# The statements of a module that matter here, by how they begin.
_STATEMENT = re.compile(
    rf"^(?:{_IMPORT}|(?P<scope>(?:def|class)\b|async[ \t]+def\b)"
    rf"|(?P<block>(?:if|try|else|elif|except|finally)\b)|{_ACTS})",
    re.MULTILINE,
)
_INDENTED = re.compile(rf"^[ \t]+(?:{_IMPORT}|{_ACTS})", re.MULTILINE)
# A second statement in a line.
_MORE = re.compile(rf"(?:;|^(?:if|try|else|elif|except|finally)\b[^\n]*:)[ \t]*{_QUIET}[^\W\d][\w.]*\(", re.MULTILINE)
_IDLE = re.compile(r"if[ \t]+(?:typing\.)?TYPE_CHECKING[ \t]*:|if[ \t]+__name__[ \t]*==")  # not run on import
_ALIAS = re.compile(r"([^\W\d][\w.]*)(?:\s+as\s+([^\W\d]\w*))?")
_BUILTINS = frozenset(dir(builtins))
_HARMLESS = frozenset(("logging", "logger"))


def outline_of(text: str) -> Outline:
    """The outline of a module's text."""
    code = _NO_CODE.sub('""', text)
    acts = _MORE.search(code) is not None
    imports: List[Imported] = []
    bound: Dict[str, Imported] = {}  # by the names that imports bind
    changed: Set[str] = set()
    called: Set[str] = set()
    found = list(_STATEMENT.finditer(code))
    for match, after in zip(found, [*(each.start() for each in found[1:]), len(code)]):
        every: List[re.Match[str]] = [match]
        if match["block"]:
            every = [] if _IDLE.match(code, match.start()) else list(_INDENTED.finditer(code, match.end(), after))
        for each in every:
            if each["acts"]:
                acts = True
            elif each["changed"]:
                changed.add(each["changed"])
            elif each["called"] or each["decorates"]:
                called.add(each["called"] or each["decorates"])
            elif each["plain"] is not None or each["names"] is not None:
                for one, names in _imports(each):
                    imports.append(one)
                    bound.update(dict.fromkeys(names, one))
    own = called - _BUILTINS - _HARMLESS - bound.keys()
    calls = [bound[name] for name in sorted(called & bound.keys() - _HARMLESS)]
    # What a module changes of its own nobody else sees.
    return Outline(acts or bool(own) or not changed.isdisjoint(bound), tuple(imports), tuple(calls))


def _imports(match: re.Match[str]) -> Iterator[Tuple[Imported, List[str]]]:
    """The modules and names that a statement imports, and what it binds."""
    if match["plain"] is not None:
        for part in match["plain"].split(","):
            alias = _ALIAS.search(part)
            if alias is not None:
                yield Imported(0, alias[1], ()), [alias[2] or alias[1].split(".")[0]]
    else:
        every = [_ALIAS.search(part) for part in match["names"].strip("()").split(",")]
        names = tuple([alias[1] for alias in every if alias is not None])
        yield (
            Imported(len(match["dots"]), match["module"], names),
            [alias[2] or alias[1] for alias in every if alias is not None],
        )


__all__ = ["Imported", "NOTHING", "Outline", "outline_of"]
