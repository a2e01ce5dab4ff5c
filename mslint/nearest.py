"""Finds the known word that a misspelt one was most likely meant to be; knows no words itself."""

from __future__ import annotations

import os
from typing import Optional, Sequence, Tuple


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
