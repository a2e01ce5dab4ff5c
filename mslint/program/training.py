"""Where a program trains by hand: the calls of training cells and of optimizers, with the network and the optimizer."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from mslint.program.calls import DIFFERENTIATE
from mslint.program.events import Event, Frame, Site
from mslint.program.hooks import MODEL_STEP
from mslint.program.nodes import Where
from mslint.program.pipelines import Pipeline
from mslint.program.precision import EVALUATES, SCALED_STEP, STEP, TRAINS, is_optimizer, trainings
from mslint.program.program import Program
from mslint.program.values import Obj, Value

# Cells that hold a network and an optimizer and make one step when they are called.
STEP_CELLS = (STEP, SCALED_STEP)


def training_places(program: Program) -> List[Event]:
    """Where a program trains, whether or not it is known with what: what holds the optimizer, else Model.train."""
    found = [training.event for training in trainings(program)]
    return found or list(program.calls(*TRAINS))


# Whoever changes weights, by whatever means, uses a name with one of these in it.
_UPDATES = ("optim", "Optim", "grad", "Grad", "TrainOneStep", "train_step", "fit")


def only_looked_at(program: Program, pipeline: Pipeline) -> bool:
    """Whether a dataset is read, and nothing is trained on it: samples are shown, counted, inferred from."""
    if pipeline.sampled:
        return True
    if pipeline.escaped or pipeline.source.alone or not pipeline.reads:
        return False
    return not program.mentions(*_UPDATES) and not training_places(program)


class Step(NamedTuple):
    """One place where a program makes a training step."""

    event: Event  # the call of the cell, or of the optimizer
    cell: Optional[Obj]  # the training cell; None where the optimizer is called
    network: Optional[Value]  # None where nothing is known of it
    optimizer: Optional[Obj]


def training_steps(program: Program, once: bool = True) -> List[Step]:
    """The steps of a program, each place once or as often as it was met; of a step cell of its own, its own call."""
    return program.once((training_steps, once), lambda: _training_steps(program, once))


def _training_steps(program: Program, once: bool) -> List[Step]:
    found: List[Step] = []
    seen = set()
    for event in program.named(lambda name: name.endswith(".__call__")):
        if event.receiver is None:
            continue
        key = (event.path, event.span)
        for step in _steps(program, event):
            if not (once and key in seen) and not any(_inside(event, other.event) for other in found):
                seen.add(key)
                found.append(step)
    return found


def each_step(program: Program) -> Iterator[Step]:
    """The steps as often as they were met; those that Model.train makes, between what the program's callbacks do."""
    model = {(event.path, event.site.where) for event in program.calls(*TRAINS, *EVALUATES)}
    for step in training_steps(program, once=False):
        sites = [step.event.site, *_sites(step.event.frame)]
        if not any((site.path, site.where) in model for site in sites):
            yield step
    for event in program.calls(MODEL_STEP):
        yield Step(event, None, event.receiver, None)


def _steps(program: Program, event: Event) -> Iterator[Step]:
    assert event.receiver is not None
    for obj in event.receiver.objects():
        if any(program.derives(obj, name) for name in STEP_CELLS):
            optimizer = program.built_with(obj, "optimizer")
            yield Step(event, obj, program.built_with(obj, "network"), _first(optimizer))
        elif is_optimizer(program, obj):
            yield Step(event, None, program.built_with(obj, "params", "parameters"), obj)


def _inside(event: Event, other: Event) -> bool:
    """Whether a call happened while another was being run."""
    return any((site.path, site.where) == (other.path, other.site.where) for site in _sites(event.frame))


def _first(value: Optional[Value]) -> Optional[Obj]:
    objects = value.objects() if value is not None else []
    return objects[0] if objects else None


def serves_training(program: Program, event: Event) -> bool:
    """Whether a call makes a training step, happens in one, or is made for its gradients."""
    steps, around = program.once(serves_training, lambda: _sites_of_training(program))
    if (event.path, event.site.where) in steps | around:
        return True
    return any((site.path, site.where) in steps for site in _sites(event.frame))


Sites = FrozenSet[Tuple[str, Where]]


def _sites_of_training(program: Program) -> Tuple[Sites, Sites]:
    """The calls that train or give gradients, and the calls that lead to them."""
    steps = [step.event for step in training_steps(program)]
    steps += program.calls(*(f"{name}.__call__" for name in DIFFERENTIATE))
    around = (site for event in steps for site in _sites(event.frame))
    return (
        frozenset((event.path, event.site.where) for event in steps),
        frozenset((site.path, site.where) for site in around),
    )


def _sites(frame: Optional[Frame]) -> Iterator[Site]:
    """The calls that led to a run of a function."""
    while frame is not None:
        if frame.site is not None:
            yield frame.site
        frame = frame.caller


def switches_mode(program: Program, part: Obj) -> Optional[bool]:
    """Whether a layer does something else in training than in inference; None where nobody knows."""
    api = program.api(part)
    if api is None or not api.mode or part.made is None:
        return False
    if api.role == "dropout":
        rate, kept = part.made.get("p"), part.made.get("keep_prob")
        if rate is not None and rate.number is not None:
            return rate.number > 0
        if kept is not None and kept.number is not None:
            return kept.number < 1
        return True if rate is None and kept is None and not part.made.open else None
    if api.role == "norm":
        forced = part.made.get("use_batch_statistics")
        return True if forced is None and not part.made.open else None
    return None
