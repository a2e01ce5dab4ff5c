"""Weights on their way from PyTorch to MindSpore: loops that carry the names of a state_dict over as they are."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, NamedTuple, Optional, Set, Tuple

from mslint.program.events import Event
from mslint.program.nodes import (
    Assign,
    Attr,
    Binary,
    Call,
    Choice,
    Comprehension,
    Constant,
    Expr,
    For,
    Item,
    Items,
    Name,
    Statement,
    Table,
    Where,
    called,
    pieces,
)
from mslint.program.program import Program
from mslint.program.values import Value

SAVE, LOAD = "mindspore.save_checkpoint", "mindspore.load_param_into_net"
# What takes something away at the ends of a name, or puts other text in place of some of it.
_EDITS = frozenset("replace strip lstrip rstrip removeprefix removesuffix".split())
_PARAMETERS = ("weight", "bias", "running")
# What hands on what it is given, item by item, in a form that has the names first.
_WRAPPERS = frozenset("list sorted tqdm OrderedDict dict tuple".split())


class Conversion(NamedTuple):
    """A checkpoint of PyTorch's that is saved or loaded with its own names, but for text that is cut or replaced."""

    source: Event  # torch.load, or state_dict() of a module
    sink: Event  # save_checkpoint or load_param_into_net
    network: Optional[Value]  # what it is loaded into
    texts: FrozenSet[str]  # all strings that are written in the module


def conversions(program: Program) -> List[Conversion]:
    """The conversions of a program; each place once. Names that go through anything unknown are left out."""
    return program.once(conversions, lambda: list(_conversions(program)))


def _conversions(program: Program) -> Iterator[Conversion]:
    seen = set()
    for sink in program.calls(SAVE, LOAD):
        key = (sink.path, sink.span)
        given = sink.given_as("save_obj" if sink.name == SAVE else "parameter_dict")
        if key in seen or given is None or not isinstance(given.expr, (Name, Comprehension, Items, Table)):
            continue
        seen.add(key)
        sources = [event for event in program.events if _is_source(event)]
        own = {event.site.where: event for event in sources if event.frame is sink.frame}
        handed = {
            name: event
            for name, value in sink.frame.given.items()
            for event in sources
            if any(obj.made is event for obj in value.objects())
        }
        if not own and not handed:
            continue
        if _Reader(program.body_of(sink.frame), set(handed), set(own)).carries(given.expr):
            source = next(iter((*own.values(), *handed.values())))
            yield Conversion(source, sink, sink.get("net"), program.texts_of(sink.frame))


def _is_source(event: Event) -> bool:
    """torch.load(...), or state_dict() of what is made by PyTorch."""
    if event.name == "torch.load":
        return True
    name, _, method = event.name.rpartition(".")
    return method == "state_dict" and name.startswith(("torch", "timm.", "transformers."))


class _Reader:
    """Reads the body of one function."""

    def __init__(self, body: Tuple[Statement, ...], names: Set[str], calls: Set[Where]) -> None:
        self._pieces = list(pieces(body))
        self._sources = names
        self._calls = calls
        self._assigned = [each for each in self._pieces if isinstance(each, Assign)]
        before = -1
        while before < len(self._sources):
            before = len(self._sources)
            for assign in self._assigned:
                if self._is_source(assign.value):
                    self._sources.update(target.id for target in assign.targets if isinstance(target, Name))
        # What is also made of something else, such as a dictionary with other names, is none.
        mixed = [each for each in self._assigned if not self._is_source(each.value)]
        self._sources -= {target.id for each in mixed for target in each.targets if isinstance(target, Name)}

    def carries(self, sunk: Expr) -> bool:
        """Whether what is saved holds names of the source, and certainly no others."""
        if isinstance(sunk, Name):
            held = [each.value for each in self._assigned if Name(sunk.id) in each.targets]
            if len(held) != 1 or self._handed_on(sunk.id):
                return False
            made = held[0]
            empty = isinstance(made, (Items, Table)) and not _filled(made)
            if empty or (isinstance(made, Call) and called(made) in _WRAPPERS and not made.args):
                loops = [each for each in self._pieces if isinstance(each, For) and self._fills(each, sunk.id)]
                return bool(loops) and all(self._loop(each, sunk.id) for each in loops)
            sunk = made
        return isinstance(sunk, Comprehension) and self._comprehension(sunk)

    # -- where names come from

    def _is_source(self, expr: Expr) -> bool:
        """`checkpoint`, `checkpoint["state_dict"]`, `checkpoint.get("model", checkpoint)`, `net.state_dict()`."""
        if isinstance(expr, Name):
            return expr.id in self._sources
        if isinstance(expr, Item):
            return isinstance(expr.key, Constant) and self._is_source(expr.value)
        if isinstance(expr, Choice):
            return self._is_source(expr.yes) and self._is_source(expr.no)
        if isinstance(expr, Call) and expr.where in self._calls:
            return True
        if isinstance(expr, Call) and isinstance(expr.func, Attr) and expr.func.name in ("get", "state_dict", "copy"):
            return self._is_source(expr.func.value)
        return False

    def _key(self, target: Expr, source: Expr) -> str:
        """What holds the names of the source in a loop over it; empty where it is a loop over anything else."""
        pairs = False
        while isinstance(source, Call):
            if called(source) in _WRAPPERS and len(source.args) > 0:
                source = source.args[0].value
            elif isinstance(source.func, Attr) and source.func.name in ("items", "keys") and not source.args:
                pairs = source.func.name == "items"
                source = source.func.value
                break
            elif called(source) == "enumerate" and source.args and isinstance(target, Items) and len(target.items) == 2:
                target, source = target.items[1], source.args[0].value
            else:
                break
        if not self._is_source(source):
            return ""
        if pairs:
            target = target.items[0] if isinstance(target, Items) and len(target.items) == 2 else Constant(None)
        return target.id if isinstance(target, Name) else ""

    # -- what they are stored under

    def _loop(self, loop: For, sunk: str) -> bool:
        key = self._key(loop.target, loop.source)
        inside = list(pieces(loop.body))
        names = list(_stored(inside, sunk))
        return bool(key) and bool(names) and all(_kept(name, key, inside, ()) for name in names)

    def _comprehension(self, made: Comprehension) -> bool:
        if len(made.clauses) != 1:
            return False
        key = self._key(made.clauses[0].target, made.clauses[0].source)
        if made.kind == "dict":
            names = [made.elements[0]]
        else:
            names = list(_stored(list(pieces(made.elements)), ""))
        return bool(key) and bool(names) and all(_kept(name, key, [], ()) for name in names)

    def _fills(self, loop: For, sunk: str) -> bool:
        return any(isinstance(each, Name) and each.id == sunk for each in pieces(loop.body))

    def _handed_on(self, name: str) -> bool:
        """Whether a function gets it that may change it: anything but what saves, loads, counts or prints."""
        calls = [
            each for each in self._pieces if isinstance(each, Call) and any(a.value == Name(name) for a in each.args)
        ]
        return any(called(each) not in ("save_checkpoint", "load_param_into_net", "len", "print") for each in calls)


def _filled(made: Expr) -> bool:
    """Whether a list or dictionary is written with anything in it."""
    return bool(made.items if isinstance(made, Items) else made.keys if isinstance(made, Table) else True)


def _stored(inside: List[object], sunk: str) -> Iterator[Expr]:
    """The expressions under "name" in dictionaries, and the keys under which something is put into `sunk`."""
    for each in inside:
        if isinstance(each, Table):
            yield from (value for key, value in zip(each.keys, each.values) if key == Constant("name"))
        elif isinstance(each, Call) and called(each) == "dict":
            yield from (arg.value for arg in each.args if arg.name == "name")
        elif isinstance(each, Assign):
            for target in each.targets:
                if isinstance(target, Item) and target.key == Constant("name"):
                    yield each.value
                elif isinstance(target, Item) and target.value == Name(sunk):
                    yield target.key


def _kept(expr: Expr, key: str, inside: List[object], known: Tuple[str, ...]) -> bool:
    """Whether a name is one of the source's, but for text that is cut off, put before it or replaced."""
    if isinstance(expr, Name):
        if expr.id in known:
            return True
        values = [each.value for each in inside if isinstance(each, Assign) and expr in each.targets]
        if any(isinstance(each, For) and expr in (each.target,) for each in inside):
            return False
        kept = all(_kept(value, key, inside, (*known, expr.id)) for value in values)
        return kept and (bool(values) or expr.id == key)
    if isinstance(expr, Call):
        func = expr.func
        plain = all(_of_no_parameter(arg.value) for arg in expr.args)
        return isinstance(func, Attr) and func.name in _EDITS and plain and _kept(func.value, key, inside, known)
    if isinstance(expr, Item):
        return _kept(expr.value, key, inside, known)
    if isinstance(expr, Binary) and expr.op == "+":
        return isinstance(expr.left, Constant) and _kept(expr.right, key, inside, known)
    if isinstance(expr, Choice):
        return _kept(expr.yes, key, inside, known) and _kept(expr.no, key, inside, known)
    return False


def _of_no_parameter(text: Expr) -> bool:
    """Whether a piece of a name is that of a part of the network, and not one that parameters themselves have."""
    return isinstance(text, Constant) and not any(part in str(text.value) for part in _PARAMETERS)
