"""Which cells of a program are a network itself, given to an optimizer or a Model, as against a part of another."""

from __future__ import annotations

from typing import Dict, Iterator, List, NamedTuple

from mslint.program.calls import CELL
from mslint.program.events import Event
from mslint.program.nodes import Assign, Call, Name, pieces
from mslint.program.precision import MODEL, trainings
from mslint.program.program import Program
from mslint.program.values import Cls, Obj, Value

CHAIN = "mindspore.nn.SequentialCell"
# Cells that keep the names of what they hold, and do nothing to what it gives but what the loss does.
LOSS_CELLS = ("mindspore.nn.WithLossCell",)
_PARAMETERS = (f"{CELL}.trainable_params", f"{CELL}.get_parameters", f"{CELL}.untrainable_params")


class Network(NamedTuple):
    """A cell of the program, or a chain of layers: a Model or a training step is given it, or somebody asks for its
    parameters."""

    obj: Obj
    event: Event  # where that happens
    loss: Value  # the loss that is known to come behind it


def networks(program: Program) -> List[Network]:
    """The networks of a program; each object once. What another cell of the program holds is none."""
    return program.once(networks, lambda: _networks(program))


def _networks(program: Program) -> List[Network]:
    known: Dict[int, Network] = {}
    for network in _given(program):
        before = known.get(id(network.obj))
        if _is_network(network.obj) and (before is None or not before.loss.atoms and network.loss.atoms):
            known[id(network.obj)] = network
    if not known:
        return []
    held = {
        id(part)
        for event in program.events
        for made in event.result.objects()
        if made.made is event and isinstance(made.cls, Cls)
        for value in made.attrs.values()
        for part in _direct(value)
    }
    return [network for network in known.values() if id(network.obj) not in held]


def results_in(program: Program, event: Event) -> Iterator[Obj]:
    """The cells of the program whose result is the first argument of a call, as it is: written there, or by a name that
    the same function gives it and nothing else."""
    expr = event.given[0].expr if event.given and event.given[0].name is None else None
    if isinstance(expr, Name):
        assigned = [each for each in pieces(program.body_of(event.frame)) if isinstance(each, Assign)]
        binding = [each for each in assigned if any(expr in pieces(target) for target in each.targets)]
        expr = binding[0].value if len(binding) == 1 and binding[0].targets == (expr,) else None
    if not isinstance(expr, Call):
        return
    for call in program.events:
        own = call.frame is event.frame and call.site.where == expr.where and call.name.endswith(".__call__")
        if own and call.receiver is not None and call.receiver.known:
            yield from filter(_is_network, call.receiver.objects())


def _is_network(obj: Obj) -> bool:
    """Whether it is a cell of the program, or a chain of layers."""
    return isinstance(obj.cls, Cls) or obj.api == CHAIN


def _given(program: Program) -> Iterator[Network]:
    for training in trainings(program):
        loss = training.event.get("loss_fn") or Value()
        for obj in training.network.objects() if training.network is not None else ():
            if obj.api in LOSS_CELLS and obj.made is not None:
                inner, behind = obj.made.get("backbone"), obj.made.get("loss_fn")
                for part in inner.objects() if inner is not None else ():
                    yield Network(part, training.event, behind or Value())
            else:
                yield Network(obj, training.event, loss)
    for event in program.calls(*_PARAMETERS):
        for obj in event.receiver.objects() if event.receiver is not None else ():
            yield Network(obj, event, Value())
    for event in program.calls(MODEL):
        for obj in (event.get("network") or Value()).objects():
            yield Network(obj, event, event.get("loss_fn") or Value())


def _direct(value: Value) -> Iterator[Obj]:
    """The objects that an attribute is, or a list in it has."""
    yield from value.objects()
    for item in value.items() or ():
        yield from item.objects()
