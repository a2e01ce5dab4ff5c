"""Whether a call of a program belongs to training or to evaluation; undecided is an answer."""

from __future__ import annotations

from typing import Iterator, List, Optional, Set, Tuple, cast

from mslint.facts.context import EVAL, NEITHER, OTHER_WORDS, TRAIN, UNDECIDED, Context, kind_of, words
from mslint.model import Span
from mslint.program.events import Event, Frame, Given, Guard
from mslint.program.hooks import is_hook
from mslint.program.nodes import Attr, Call, Choice, Compare, Constant, Expr, Item, Items, Logic, Name, Unary
from mslint.program.values import Value

_Place = Tuple[str, Span]
MODE_NAMES = frozenset("mode split phase usage subset stage".split())


def context_of(event: Event) -> Context:
    """What it is for: by usage=, its own names, the conditions around it, its function, its callers, its file.

    The nearest that says something decides; where that contradicts itself, nothing is decided."""
    told = {name for name, value in event.frame.given.items() if _meant(name, value) is not None}
    mentioned = (name for given in event.given if not _flag(event, given) for name in _of(given))
    # What its function was asked for says more than that it hands the question on.
    own = [*event.site.targets, *(name for name in mentioned if name not in told)]
    if any(words(name) & OTHER_WORDS for name in (*own, *(frame.name for frame in _chain(event.frame)))):
        return NEITHER
    usage = event.get("usage")
    if usage is not None and usage.atoms:
        kinds = {kind_of([atom])[0] if isinstance(atom, str) else None for atom in usage.atoms}
        kind = kinds.pop() if len(kinds) == 1 else None
        certain = usage.known and usage.sure
        return Context(kind, certain, f"usage={usage.atoms[0]!r}", _asked_at(event)) if kind else UNDECIDED
    condition, contrary = _conditions(event.guards)
    if contrary:
        return UNDECIDED
    # What a name says counts for nothing where a flag says something else.
    flags = {_asked(event.frame)[0], *_told_to_source(event)} - {None}
    for found in _levels(event, own, condition):
        kind, both, reason, certain, place = found
        if both or (kind is not None and condition is not None and kind != condition):
            return UNDECIDED
        if kind is not None and flags - {kind}:
            return UNDECIDED
        if kind is not None:
            *_, root = _chain(event.frame)
            # Scripts that train evaluate as well; one that is called eval.py does not train.
            evaluates = kind_of([root.module.path.rpartition("/")[2]])[0] == EVAL
            return UNDECIDED if evaluates and kind == TRAIN else Context(kind, certain, reason, place)
    return UNDECIDED


def condition_of(event: Event) -> Optional[str]:
    """What the conditions around it say, and nothing else: training, evaluation, or nothing that is understood."""
    return _conditions(event.guards)[0]


def flagged(expr: Expr, frame: Frame, on: bool) -> Optional[str]:
    """What a flag that is on (or off) says of its data: `mode == "train"` that does not hold means evaluation, unless
    the function was asked for training in other words, so that the comparison is what is wrong."""
    if isinstance(expr, Choice) and all(isinstance(each, Constant) for each in (expr.yes, expr.no)):
        on = on == bool(cast("Constant", expr.yes).value)
        expr = expr.test
    says = _says(expr, on)
    kind = says.pop() if len(says) == 1 else None
    asked = {_asked(each)[0] for each in _chain(frame)} - {None}
    return kind if not asked or kind in asked else None


def _flag(event: Event, given: Given) -> bool:
    """Whether an argument switches something on or off, or names columns: `shuffle=is_train` and `["node_features"]` do
    not say what the data is for."""
    if any(event.given_as(name) is given for name in ("shuffle", "decode", "cache", "column_names", "columns_list")):
        return True
    return bool(given.value.atoms) and all(isinstance(atom, bool) for atom in given.value.atoms)


def _told_to_source(event: Event) -> Iterator[Optional[str]]:
    """What the flags say that the things which are given were built with: `Source(root, train=True)`."""
    for given in event.given:
        for made in (each.made for each in given.value.objects()):
            if made is not None:
                yield from (_meant(each.name, each.value) for each in made.given if each.name is not None)


def _of(given: Given) -> Iterator[str]:
    return _names(given.expr) if given.expr is not None else iter(())


# (kind, whether both are named, the reason, whether that is certain, where it stands)
_Level = Tuple[Optional[str], bool, str, bool, Optional[_Place]]


def _levels(event: Event, own: List[str], condition: Optional[str]) -> Iterator[_Level]:
    """What each thing around an event says, the nearest first."""
    here = (event.path, event.span)
    yield (*kind_of(own), True, here)
    if condition is not None:
        yield condition, False, _reason(event.guards), True, here
    for frame in _chain(event.frame):
        site = (frame.site.path, frame.site.span) if frame.site is not None else None
        yield (*_asked(frame), True, site)
        decides = any(_is_mode(param.name) for param in frame.func.node.params) if frame.func is not None else False
        yield (*kind_of([_named(frame)]), not decides, site)
        if frame.site is not None:
            yield (*kind_of(frame.site.targets), True, site)
    owner = event.frame.func.owner if event.frame.func is not None else None
    classes = [owner.node.name] if owner is not None else []
    yield (*kind_of([*classes, event.path.rpartition("/")[2]]), False, None)


def _named(frame: Frame) -> str:
    """The name of a function; of what Model calls of a callback, that of the callback: `on_train_epoch_end` of
    EvalCallback evaluates."""
    owner = frame.func.owner if frame.func is not None else None
    return owner.node.name if owner is not None and is_hook(frame.name) else frame.name


def _asked_at(event: Event) -> _Place:
    """Where `usage=` is given, or where the function is asked that hands it on."""
    given, frame = event.given_as("usage"), event.frame
    if given is not None and isinstance(given.expr, Name) and frame.site is not None and given.expr.id in frame.given:
        return frame.site.path, frame.site.span
    return event.path, event.span


def _chain(frame: Frame) -> Iterator[Frame]:
    each: Optional[Frame] = frame
    while each is not None:
        yield each
        each = each.caller


def _is_mode(name: str) -> bool:
    return name.lower() in MODE_NAMES or kind_of([name])[0] is not None


def _asked(frame: Frame) -> Tuple[Optional[str], bool, str]:
    """What a function was asked for: `do_train=True`, `usage="train"`."""
    kinds = []
    for name, value in frame.given.items():
        kind = _meant(name, value)
        if kind is not None:
            kinds.append((kind, f"{name}={value.only!r}"))
    if not kinds:
        return None, False, ""
    return (kinds[0][0], False, kinds[0][1]) if len({kind for kind, _ in kinds}) == 1 else (None, True, "")


def _meant(name: str, value: Value) -> Optional[str]:
    if not value.known or len(value.atoms) != 1:
        return None
    atom = value.atoms[0]
    if isinstance(atom, bool):
        kind = kind_of([name])[0]
        return kind if atom or kind is None else (EVAL if kind == TRAIN else TRAIN)
    if not isinstance(atom, str):
        return None
    # `flag="val"`, whatever the parameter is called; `path="test_images"` is no such word.
    return kind_of([atom])[0] if _is_mode(name) or words(atom) == {atom.lower()} else None


def _conditions(guards: Tuple[Guard, ...]) -> Tuple[Optional[str], bool]:
    """What the conditions around it say; (None, True) where they contradict each other or are not understood."""
    found: Set[str] = set()
    for guard in guards:
        if guard.test is not None:
            found |= _says(guard.test, guard.way == 1)
    return (found.pop(), False) if len(found) == 1 else (None, bool(found))


def _reason(guards: Tuple[Guard, ...]) -> str:
    """The word in the conditions around it that says what they say."""
    named = (name for guard in reversed(guards) if guard.test is not None for name in _names(guard.test))
    return next((name for name in named if kind_of([name])[0]), "")


def _says(test: Expr, positive: bool) -> Set[str]:
    """What follows from a test being true (or false): train, eval, or both where words for them are not understood."""
    if isinstance(test, Unary) and test.op == "not":
        return _says(test.value, not positive)
    if isinstance(test, Logic) and (test.op == "and") == positive:
        return {kind for value in test.values for kind in _says(value, positive)}
    kind = _tested(test)
    if kind is not None:
        return {kind if positive else _opposite(kind)}
    return {TRAIN, EVAL} if any(kind_of([name])[0] or kind_of([name])[1] for name in _names(test)) else set()


def _tested(test: Expr) -> Optional[str]:
    """The context in which a test is true: a name, or a comparison of one with a constant."""
    if isinstance(test, (Name, Attr)):
        return kind_of(list(_names(test))[:1])[0]
    if not isinstance(test, Compare) or len(test.rights) != 1:
        return None
    sides = (test.left, test.rights[0])
    constants = [side.value for side in sides if isinstance(side, Constant)]
    if len(constants) != 1:
        return None
    kind: Optional[str] = None
    if isinstance(constants[0], str):
        kind = kind_of([constants[0]])[0]
    elif isinstance(constants[0], bool):
        kind = kind_of([name for side in sides for name in _names(side)][:1])[0]
        kind = _opposite(kind) if kind is not None and not constants[0] else kind
    if kind is None or test.ops[0] not in ("==", "is", "!=", "is not"):
        return None
    return kind if test.ops[0] in ("==", "is") else _opposite(kind)


def _opposite(kind: str) -> str:
    return EVAL if kind == TRAIN else TRAIN


def _names(expr: Expr) -> Iterator[str]:
    """What an expression names: the last name of an attribute, texts, and the names in whatever is made of them."""
    pending: List[Expr] = [expr]
    while pending:
        each = pending.pop(0)
        if isinstance(each, Name):
            yield each.id
        elif isinstance(each, Attr):
            yield each.name
        elif isinstance(each, Constant):
            if isinstance(each.value, str):
                # A folder on the way counts only as a whole: /home/train_user/ says nothing.
                *folders, last = each.value.replace("\\", "/").split("/")
                yield last
                yield from (folder for folder in folders if folder.isalpha() and kind_of([folder])[0])
        elif isinstance(each, Call):
            pending.extend((each.func, *(arg.value for arg in each.args)))
        elif isinstance(each, Item):
            pending.append(each.key if isinstance(each.key, Constant) else each.value)
        elif isinstance(each, Items):
            pending.extend(each.items)
        elif isinstance(each, Compare):
            pending.extend((each.left, *each.rights))
        elif isinstance(each, Logic):
            pending.extend(each.values)
        elif isinstance(each, Unary):
            pending.append(each.value)
