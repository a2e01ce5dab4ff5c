"""The datasets of a program: where each comes from, what its stages do, and where it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple, Optional, Sequence, Set

from mslint.facts.context import EVAL, TRAIN, UNDECIDED, Context
from mslint.facts.kinds import DATASET
from mslint.model import Span
from mslint.program.context import context_of
from mslint.program.events import Event
from mslint.program.nodes import Name, called, calls_of
from mslint.program.precision import MODEL, TRAINS
from mslint.program.program import Program
from mslint.program.values import (
    ELEMENT,
    UNKNOWN,
    Atom,
    Cls,
    Func,
    Obj,
    Seq,
    Value,
    join,
    member_of,
)

if TYPE_CHECKING:
    from mslint.program.operations import Worked

GENERATOR = "generator"
# Functions and methods that put things in random order.
RANDOM = frozenset(
    "shuffle permutation choice choices sample Random SystemRandom randint default_rng Generator RandomState".split()
)
EVALUATES = (f"{MODEL}.eval",)
# Calls that take several datasets and give one.
JOINED = ("mindspore.dataset.zip", "mindspore.dataset.ZipDataset", "mindspore.dataset.ConcatDataset")


_NEXT = ("._get_next", ".get_next", ".__next__", ".next")
_OPENS = (".__iter__", ".create_dict_iterator", ".create_tuple_iterator")


class Pipeline:
    """One dataset from its source on; with what is made of several, each of them."""

    def __init__(self, source: Event) -> None:
        self.source = source
        self.stages: List[Event] = []  # methods called on it or on what became of it, in order
        self.takers: List[Event] = []  # calls that it was given to
        self.worked: Optional[List[Worked]] = None  # its operations, as soon as somebody asked

    def methods(self) -> List[str]:
        """The names of the methods that were called on it."""
        return [stage.name.rpartition(".")[2] for stage in self.stages]

    @property
    def reads(self) -> List[Event]:
        """The calls by which it is iterated."""
        return [stage for stage in self.stages if stage.name.endswith(_OPENS)]

    @property
    def sampled(self) -> bool:
        """Whether nothing is read of it but single batches, to look at them."""
        own = self.source.loops
        taken = [each for each in (*self.stages, *self.takers) if each.name.endswith(_NEXT) and each.loops == own]
        others = [each for each in self.takers if not each.name.startswith("builtins.")]
        return len(self.reads) <= len(taken) > 0 and not self.escaped and not others

    @property
    def escaped(self) -> bool:
        """Whether it was handed to code that nobody knows."""
        made = self.source.made
        return made is None or made.escaped


def pipelines(program: Program) -> List[Pipeline]:
    """Every dataset that is built from a source, as often as it was met, in order."""
    return program.once(pipelines, lambda: _pipelines(program))


def _pipelines(program: Program) -> List[Pipeline]:
    found: Dict[int, Pipeline] = {}
    first: Optional[Event] = None
    for event in program.named(lambda name: name not in JOINED and program.is_a(name, DATASET)):
        made = event.made
        if made is not None and event.receiver is None:
            found[id(made)] = Pipeline(event)
            first = first or event
    known: Known = {}
    for event in program.after(first) if first is not None else ():
        for pipeline in _of(event.receiver, found, known):
            pipeline.stages.append(event)
        for given in event.given:
            for pipeline in _of(given.value, found, known):
                if event not in pipeline.stages[-1:] and pipeline.source is not event:
                    pipeline.takers.append(event)
    return list(found.values())


# By object, the pipelines that it is a stage of.
Known = Dict[int, Sequence[Pipeline]]


def _of(value: Optional[Value], found: Dict[int, Pipeline], known: Known) -> Sequence[Pipeline]:
    """The pipelines that a value may be a stage of."""
    led: List[Pipeline] = []
    for atom in value.atoms if value is not None else ():
        if type(atom) is Obj:
            if id(atom) not in known:
                known[id(atom)] = _leading_to(atom, found, known)
            led += [each for each in known[id(atom)] if each not in led]
    return led


def _leading_to(stage: Obj, found: Dict[int, Pipeline], known: Known) -> Sequence[Pipeline]:
    led: List[Pipeline] = []
    seen: Set[int] = set()
    pending = [stage]
    while pending:
        obj = pending.pop()
        if id(obj) in seen:
            continue
        seen.add(id(obj))
        if id(obj) in known:
            led += [each for each in known[id(obj)] if each not in led]
            continue
        if id(obj) in found:
            led.append(found[id(obj)])
        if obj.parent is not None:
            pending.extend(obj.parent.objects())
        if obj.made is not None and (obj.api in JOINED or obj.made.name in JOINED):
            for given in obj.made.given:
                pending.extend(given.value.objects())
                for item in given.value.items() or ():
                    pending.extend(item.objects())
    if not led:
        known.update(dict.fromkeys(seen, ()))
    return led


def _trained_on(taker: Event, pipeline: Pipeline) -> bool:
    """Whether it is what train or fit trains on, and not what fit evaluates with in between."""
    made = pipeline.source.made
    found = {id(made): pipeline}
    return bool(_of(taker.get("train_dataset"), found, {}) or not _of(taker.get("valid_dataset"), found, {}))


def use_of(pipeline: Pipeline) -> Context:
    """What a dataset is for: what takes it says so, else where it is built."""
    found: Dict[str, Event] = {}
    for taker in pipeline.takers:
        if taker.name in EVALUATES or (taker.name in TRAINS and not _trained_on(taker, pipeline)):
            found.setdefault(EVAL, taker)
        elif taker.name in TRAINS:
            found.setdefault(TRAIN, taker)
    if len(found) > 1:
        return UNDECIDED
    for kind, taker in found.items():
        return Context(kind, True, f"Model.{kind}", (taker.path, taker.span))
    return context_of(pipeline.source)


class Source(NamedTuple):
    """What a GeneratorDataset reads from."""

    indexed: bool  # whether it is asked for samples by number; else it is iterated
    sample: Value
    cls: Optional[Cls]
    func: Optional[Func]  # what gives a sample, or yields them

    def random(self) -> bool:
        """Whether it puts its samples in random order itself, as far as names tell: silence is safer."""
        node = self.cls.node if self.cls is not None else self.func.node if self.func is not None else None
        return node is not None and any(called(call) in RANDOM for call in calls_of(node))

    def sized(self) -> Optional[bool]:
        """Whether it says how many samples it has; None where that is not known."""
        if self.cls is None:
            return True if self.func is None and self.indexed else None
        if any("__len__" in each.members or "__getattr__" in each.members for each in self.cls.lineage()):
            return True
        return None if self.cls.open or any(name != "builtins.object" for name in self.cls.outside()) else False

    def columns(self) -> Optional[int]:
        """How many columns a sample has, for certain: every value that it can be must have as many."""
        if self.sample.open or not self.sample.atoms:
            return None
        counts = {_width(atom) for atom in self.sample.atoms}
        return counts.pop() if len(counts) == 1 else None


def _width(atom: Atom) -> Optional[int]:
    if isinstance(atom, Seq):
        return None if atom.open or not atom.items or atom.kind == "set" else len(atom.items)
    if isinstance(atom, (bool, int, float, str)):
        return 1
    return 1 if isinstance(atom, Obj) and atom.api in ("numpy.array", "mindspore.Tensor") else None


def sources_of(program: Program, value: Value) -> Optional[List[Source]]:
    """What a source may be; None where some of it is not known."""
    found = [_source(program, atom) for atom in value.atoms]
    known = [source for source in found if source is not None]
    return known if known and len(known) == len(found) and not value.open else None


def _source(program: Program, atom: Atom) -> Optional[Source]:
    if isinstance(atom, Seq):
        return Source(True, join(atom.items) if atom.items else UNKNOWN, None, None)
    if isinstance(atom, Func):
        made = program.returned(atom)
        inner = made.only if not atom.node.yields else None
        if isinstance(inner, Obj) and inner.cls == GENERATOR:
            return Source(False, inner.attrs.get(ELEMENT, UNKNOWN), None, _named(atom) or atom)
        return Source(False, made, None, atom) if atom.node.yields else None
    if not isinstance(atom, Obj):
        return None
    if atom.cls == GENERATOR:
        return Source(False, atom.attrs.get(ELEMENT, UNKNOWN), None, None)
    if not isinstance(atom.cls, Cls):
        return None
    for name in ("__getitem__", "__next__", "__iter__"):
        member = member_of(atom.cls, name)
        func = member.only if member is not None else None
        if isinstance(func, Func):
            func = func.bound(Value((atom,)))
            sample = program.returned(func) if name != "__iter__" or func.node.yields else UNKNOWN
            return Source(name == "__getitem__", sample, atom.cls, func)
        if atom.cls.open or atom.cls.outside():
            return None  # a base that is not known may have it
    return None


def _named(func: Func) -> Optional[Func]:
    """The one function of the program that a function calls, such as `lambda: samples(100)`."""
    within = [func.env.find(called(call)) for call in calls_of(func.node)]
    functions = [value.only for value in within if value is not None and isinstance(value.only, Func)]
    return functions[0] if len(functions) == 1 and isinstance(functions[0], Func) else None


class Origin(NamedTuple):
    """Where the value of an argument is written."""

    path: str
    span: Span


def written(event: Event, *names: str) -> Origin:
    """Where the value of an argument stands: at the call, or at the call of the function that hands it on."""
    given = event.given_as(*names)
    frame = event.frame
    if given is not None and isinstance(given.expr, Name) and frame.site is not None and given.expr.id in frame.given:
        return Origin(frame.site.path, frame.site.span)
    return Origin(event.path, event.span)
