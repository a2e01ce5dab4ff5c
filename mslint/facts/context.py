"""Whether a call belongs to training or to evaluation, with the reason; undecided is an answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, FrozenSet, Iterable, List, Optional, Set, Tuple

import libcst as cst

from mslint.facts.calls import CallSite
from mslint.facts.results import EVALUATES, TRAINS
from mslint.facts.scopes import Function, Place
from mslint.facts.values import read_literal

if TYPE_CHECKING:
    from mslint.facts.module import Facts

TRAIN, EVAL = "train", "eval"

_TRAIN_WORDS = frozenset("train training trn trainset traindata traindir trainer".split())
_EVAL_WORDS = frozenset(
    "eval evaluate evaluation evaluating val valid validate validation test testing tests infer inference predict "
    "prediction predictions dev testset valset evalset query gallery export".split()
)
# Uses of training data in which its order is of no account: statistics, features, a look at it.
OTHER_WORDS = frozenset(
    "mean std stat stats statistics feature features extract extraction calib calibration calibrate count vocab "
    "visualize visualise vis show demo plot".split()
)
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+")


class Context:
    """training or evaluation (or None), how certain that is, and which word said so."""

    __slots__ = ("kind", "certain", "reason")

    def __init__(self, kind: Optional[str], certain: bool = False, reason: str = "") -> None:
        self.kind = kind
        self.certain = certain
        self.reason = reason


UNDECIDED = Context(None)


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


def context_of(call: CallSite, facts: Facts) -> Context:
    """The context of a dataset: usage=, then its own names, then conditions, then the function, then the file."""
    later = facts.results.later_methods(call)
    if TRAINS in later or EVALUATES in later:
        return (
            UNDECIDED
            if EVALUATES in later and TRAINS in later
            else Context(TRAIN if TRAINS in later else EVAL, True, "Model.train" if TRAINS in later else "Model.eval")
        )
    condition, contrary = _conditions(call.place)
    names = [*facts.results.targets_of(call), *_argument_names(call)]
    functions = _around(call.place, "function")
    classes = _around(call.place, "class")
    if any(words(name) & OTHER_WORDS for name in (*names, *functions, *classes)):
        return UNDECIDED
    usage = call.get("usage")
    if usage is not None and usage.value.known:
        kinds = {kind_of([option])[0] if isinstance(option, str) else None for option in usage.value.options}
        kind = kinds.pop() if len(kinds) == 1 else None
        return Context(kind, kind is not None, f"usage={usage.text}") if kind else UNDECIDED
    kind, both, reason = kind_of(names)
    if both or contrary:
        return UNDECIDED
    if kind is not None:
        return Context(kind, condition is None or condition == kind, reason) if condition in (None, kind) else UNDECIDED
    if condition is not None:
        return Context(condition, True, condition)
    kind, both, reason = kind_of(functions)
    if both:
        return UNDECIDED
    if kind is not None:
        # What a function is named tells what all of it is for, unless it asks for the mode itself.
        return Context(kind, not _asks_for_mode(call.function), reason)
    file = facts.source.path.replace("\\", "/").rpartition("/")[2]
    kind, both, reason = kind_of([*classes, file])
    return UNDECIDED if both or kind is None else Context(kind, False, reason)


def _argument_names(call: CallSite) -> Iterable[str]:
    """What the arguments name: the last name of an attribute, names in an expression, the ends of paths."""
    for argument in [*call.arguments.values(), *call.extra]:
        for text in [argument.name] if argument.name else _texts(argument.node):
            *folders, last = re.split(r"[/\\]", text)
            yield last
            # A folder on the way counts only as a whole: /home/train_user/ says nothing.
            yield from (folder for folder in folders if folder.lower() in _TRAIN_WORDS | _EVAL_WORDS)


def _conditions(place: Place) -> Tuple[Optional[str], bool]:
    """What the conditions around a place say; (None, True) where they contradict each other or are not understood."""
    found: Set[str] = set()
    for guard in place.guards:
        if guard.kind == "if" and guard.test is not None:
            found |= _says(guard.test, guard.positive)
    return (found.pop(), False) if len(found) == 1 else (None, bool(found))


def _says(test: cst.BaseExpression, positive: bool) -> Set[str]:
    """What follows from a test being true (or false): train, eval, both where words for them are not understood."""
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return _says(test.expression, not positive)
    if isinstance(test, cst.BooleanOperation) and isinstance(test.operator, cst.And) == positive:
        return _says(test.left, positive) | _says(test.right, positive)
    kind = _test(test)
    if kind is not None:
        return {kind if positive else _opposite(kind)}
    return {TRAIN, EVAL} if any(words(text) & (_TRAIN_WORDS | _EVAL_WORDS) for text in _texts(test)) else set()


def _texts(node: cst.CSTNode) -> Iterable[str]:
    """The names and strings in an expression."""
    pending: List[cst.CSTNode] = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, cst.Name):
            yield each.value
        elif isinstance(each, cst.SimpleString):
            text = read_literal(each)
            if text is not None and isinstance(text.single, str):
                yield text.single
        else:
            pending.extend(each.children)


def _test(test: cst.BaseExpression) -> Optional[str]:
    """The context in which a test is true: a name, or a comparison of one with a constant."""
    if isinstance(test, (cst.Name, cst.Attribute)):
        return kind_of([_last_name(test)])[0]
    if isinstance(test, cst.Comparison) and len(test.comparisons) == 1:
        step = test.comparisons[0]
        sides = (test.left, step.comparator)
        literals = [literal for side in sides for literal in (read_literal(side),) if literal is not None]
        if len(literals) != 1:
            return None
        constant = literals[0].single
        kind: Optional[str] = None
        if isinstance(constant, str):
            kind = kind_of([constant])[0]
        elif isinstance(constant, bool):
            named = [side for side in sides if read_literal(side) is None]
            kind = kind_of([_last_name(named[0])])[0]
            kind = _opposite(kind) if kind is not None and not constant else kind
        if kind is None:
            return None
        if isinstance(step.operator, (cst.Equal, cst.Is)):
            return kind
        return _opposite(kind) if isinstance(step.operator, (cst.NotEqual, cst.IsNot)) else None
    return None


def _opposite(kind: str) -> str:
    return EVAL if kind == TRAIN else TRAIN


def _last_name(node: cst.BaseExpression) -> str:
    if isinstance(node, cst.Attribute):
        return node.attr.value
    return node.value if isinstance(node, cst.Name) else ""


def _around(place: Place, kind: str) -> List[str]:
    """The names of the functions, or of the classes, around a place."""
    names: List[str] = []
    scope = place.scope
    while scope.parent is not None:
        if scope.name and scope.kind == kind:
            names.append(scope.name)
        scope = scope.parent
    return names


def _asks_for_mode(function: Optional[Function]) -> bool:
    """Whether a parameter of the function decides between training and evaluation."""
    return function is not None and any(
        kind_of([name])[0] or name in ("mode", "split", "phase", "usage") for name in function.defaults
    )
