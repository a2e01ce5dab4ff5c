"""The words by which people name training and evaluation, and what they say; undecided is an answer."""

from __future__ import annotations

import re
from typing import FrozenSet, Iterable, Optional, Tuple

from mslint.model import Span

TRAIN, EVAL, OTHER = "train", "eval", "other"

_TRAIN_WORDS = frozenset("train training trn trainset traindata traindir trainer".split())
_EVAL_WORDS = frozenset(
    "eval evaluate evaluation evaluating val vali valid validate validation test testing tests infer inference predict "
    "prediction predictions dev testset valset evalset query gallery export".split()
)
# Uses of training data in which its order is of no account: statistics, features, a look at it.
OTHER_WORDS = frozenset(
    "mean std stat stats statistics feature features extract extraction calib calibration calibrate count vocab "
    "visualize visualise visualization vis show demo plot display preview inspect print debug profile".split()
)
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


class Context:
    """training, evaluation or another use (or None), how certain that is, which words said so, and where they stand."""

    __slots__ = ("kind", "certain", "reason", "place")

    def __init__(
        self, kind: Optional[str], certain: bool = False, reason: str = "", place: Optional[Tuple[str, Span]] = None
    ) -> None:
        self.kind = kind
        self.certain = certain
        self.reason = reason
        self.place = place


UNDECIDED = Context(None)
NEITHER = Context(OTHER)


def words(text: str) -> FrozenSet[str]:
    """The words of a name or path: create_trainDataset gives create, train, dataset."""
    return frozenset(word.lower() for word in _CAMEL.findall(text))


def kind_of(texts: Iterable[str]) -> Tuple[Optional[str], bool, str]:
    """(train or eval, whether both kinds of words stand there, the text that decided)."""
    train, evaluation = "", ""
    for text in texts:
        found = words(text)
        if found & _TRAIN_WORDS and not train:
            train = text
        if found & _EVAL_WORDS and not evaluation:
            evaluation = text
    if train and evaluation:
        return None, True, ""
    if train:
        return TRAIN, False, train
    return (EVAL, False, evaluation) if evaluation else (None, False, "")
