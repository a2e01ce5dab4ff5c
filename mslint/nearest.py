"""Finds the known word that a misspelt one was most likely meant to be; knows no words itself."""

from __future__ import annotations

import os
import re
from typing import Optional, Sequence, Tuple

# What was meant to be a code: letters and a number, which may have a slip at its end.
_CODE = re.compile(r"[A-Za-z]{1,4}[-_ ]?[0-9]\w*")


def closest(word: str, known: Sequence[str], cutoff: float = 0.7) -> Optional[str]:
    """The most similar one; of several, the one that begins the same for longest. None where none is similar."""
    import difflib  # wanted only after a mistake

    near = difflib.get_close_matches(word, known, n=len(known) or 1, cutoff=cutoff)
    if not near:
        return None
    ratio = {each: difflib.SequenceMatcher(None, each, word).ratio() for each in near}

    def rank(each: str) -> Tuple[float, int, str]:
        # Somebody who errs in the middle of a long name has begun it well; of numbers, the next one is meant.
        begun = len(os.path.commonprefix([each, word])) / 50
        return ratio[each] + begun, -sum(abs(ord(one) - ord(other)) for one, other in zip(each, word)), each

    return max(near, key=rank)


def closest_rule(word: str, rules: Sequence[Tuple[str, str]], prefixes: bool = False) -> Optional[str]:
    """The code or the name, of these (code, name), that was most likely meant; with `prefixes`, also what codes begin
    with. A code is near only where one slip of the pen lies between: of numbers, all look alike."""
    if not _CODE.fullmatch(word):
        return closest(word.lower().replace("_", "-"), [name for _, name in rules], cutoff=0.6)
    plain = re.sub(r"[-_ ]", "", word.upper())
    codes = [code for code, _ in rules]
    begun = sorted({code[:count] for code in codes for count in range(4, len(code))}) if prefixes else []
    if plain in codes or plain in begun:
        return plain
    near = (
        [code for code in codes if _one_slip(plain, code)]
        or [code for code in codes if code.startswith(plain)]
        or [each for each in begun if _one_slip(plain, each)]
    )
    return closest(plain, near, cutoff=0.0) if near else None


def _one_slip(one: str, other: str) -> bool:
    """Whether a character too much, too few, or wrong, or two in the wrong order, is all that lies between."""
    begun = len(os.path.commonprefix([one, other]))
    one, other = one[begun:], other[begun:]
    swapped = len(one) >= 2 and one[:2] == other[1::-1] and one[2:] == other[2:]
    return swapped or one[1:] == other or one == other[1:] or one[1:] == other[1:]
