"""What a Model does with what it was given while it trains or evaluates: it calls callbacks, and a training cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Iterator, Sequence, Tuple

from mslint.program.events import Event, Frame, Given, Guard, Site
from mslint.program.values import Cls, Obj, Seq, Value, member_of

if TYPE_CHECKING:
    from mslint.program.calls import Calls

MODEL = "mindspore.train.Model"
#: One training step inside of Model.train without data sinking, among what callbacks do before and after it.
MODEL_STEP = f"{MODEL}.train.step"
CONTEXT = "mindspore.train.RunContext"
ARGUMENTS = "*arguments"  # the attribute under which it keeps what original_args() gives
PARAMETERS = "mindspore.train.callback.InternalCallbackParam"
#: The methods of Model that call what it was given, and how the hooks of callbacks are called then.
PHASES = {f"{MODEL}.train": "train", f"{MODEL}.fit": "train", f"{MODEL}.eval": "eval"}


_HOOK = re.compile(r"(?:on_(?:train|eval)_)?(?:begin|end|(?:epoch|step)_(?:begin|end))$")


def is_hook(name: str) -> bool:
    """Whether a method of a callback is one that Model calls."""
    return _HOOK.match(name) is not None


def run_hooks(event: Event, model: Obj, site: Site, frame: Frame, calls: Calls) -> None:
    """Run what a call of a method of Model calls: two rounds of it, as of any loop."""
    phase = PHASES[event.name]
    called = [obj for obj in _callbacks(event) if isinstance(obj.cls, Cls)]
    network = calls.given_to_base(model, "network")
    cells = [obj for obj in network.objects() if isinstance(obj.cls, Cls) and calls.steps(obj)] if network else []
    if not (called or cells):
        return
    given = [Given(_run_context(model, frame, calls), None, None)]
    steps = event.name == f"{MODEL}.train" and not _sinks(event)
    guards, loops, discards, targets = frame.guards, frame.loops, frame.discards, frame.targets

    def hook(name: str) -> None:
        for obj in called:
            frame.guards = _with(guards, obj.guards)
            calls.hook(obj, _spelled(obj, name, phase), given, site, frame)
        frame.guards = guards

    hook("begin")
    for number in range(2):
        frame.loops = (*loops, (site.path, site.where, number))
        hook("epoch_begin")
        hook("step_begin")
        for cell in cells if phase == "train" else ():
            calls.apply(cell, [], True, site, frame)
        if steps:
            calls.happened(MODEL_STEP, Value((model,)), site, frame)
        hook("step_end")
        hook("epoch_end")
    frame.loops = loops
    hook("end")
    frame.discards, frame.targets = discards, targets


def _sinks(event: Event) -> bool:
    """Whether data may be sunk: then each epoch begins with set_train(True), whatever a callback did before."""
    mode = event.get("dataset_sink_mode")
    if mode is not None:
        return not mode.is_just(False)
    given = event.signature.parameters if event.signature is not None else ()
    return not event.missing("dataset_sink_mode") or any(
        each.name == "dataset_sink_mode" and each.default != "False" for each in given
    )


def _callbacks(event: Event) -> Iterator[Obj]:
    value = event.get("callbacks")
    for atom in value.atoms if value is not None else ():
        if isinstance(atom, Obj):
            yield atom
        elif isinstance(atom, Seq):
            yield from dict.fromkeys(obj for item in atom.items for obj in item.objects())


def _spelled(obj: Obj, name: str, phase: str) -> str:
    """The method that is called: a class has it by its new name, on_train_begin, or by its old one, begin."""
    new = f"on_{phase}_{name}"
    return new if isinstance(obj.cls, Cls) and member_of(obj.cls, new) is not None else name


def _with(guards: Tuple[Guard, ...], more: Sequence[Guard]) -> Tuple[Guard, ...]:
    return (*guards, *(each for each in more if each not in guards))


def _run_context(model: Obj, frame: Frame, calls: Calls) -> Value:
    """What a callback is given: `run_context.original_args().network` is the network of the model."""
    parameters = Obj(PARAMETERS, None, frame.guards)
    for name, told in (("network", "network"), ("train_network", "network"), ("optimizer", "optimizer")):
        value = calls.given_to_base(model, told)
        if value is not None:
            parameters.attrs[name] = value
    context = Obj(CONTEXT, None, frame.guards)
    context.attrs[ARGUMENTS] = Value((parameters,))
    return Value((context,))
