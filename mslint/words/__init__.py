"""Every sentence of the tool itself, in English and Chinese. Rules bring their own words in rule.toml."""

from __future__ import annotations

from typing import Dict, Tuple

from mslint.visible import visible
from mslint.words import adoption, checklist, cli, data, device, editor, explain, fixes, html, project, syntax

LANGUAGES = ("en", "zh")

WORDS: Dict[str, Tuple[str, str]] = {
    **cli.WORDS,
    **device.WORDS,
    **project.WORDS,
    **syntax.WORDS,
    **checklist.WORDS,
    **data.WORDS,
    **editor.WORDS,
    **html.WORDS,
    **fixes.WORDS,
    **adoption.WORDS,
    **explain.WORDS,
}


def say(lang: str, key: str, /, **params: object) -> str:
    """The sentence `key` in the language `lang`, with its placeholders filled; a tuple of texts is a list of them.

    What fills them may come from files that are linted: control characters are written out."""
    index = LANGUAGES.index(lang)
    comma = WORDS["list-comma"][index]
    filled = {name: comma.join(value) if isinstance(value, tuple) else value for name, value in params.items()}
    safe = {name: _Given(value) if isinstance(value, str) else value for name, value in filled.items()}
    return WORDS[key][index].format(**safe)


class _Given(str):
    """A text that fills a placeholder; as a literal (`!r`) Python writes control characters out by itself."""

    def __format__(self, spec: str) -> str:
        return format(visible(str(self)), spec)
