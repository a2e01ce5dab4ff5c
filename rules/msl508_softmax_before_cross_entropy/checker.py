"""A network that ends in softmax, trained with a loss that begins with softmax."""

from typing import Iterator, Optional, Tuple

from mslint.rulekit import (
    Event,
    Hit,
    Network,
    Note,
    Obj,
    Program,
    Words,
    ending,
    event_context,
    networks,
    results_in,
    trainings,
)

SOFTMAX = frozenset(
    "mindspore.nn.Softmax mindspore.ops.Softmax mindspore.ops.softmax mindspore.Tensor.softmax "
    "mindspore.mint.nn.Softmax mindspore.mint.softmax mindspore.mint.nn.functional.softmax".split()
)
CLASSES = frozenset(
    "mindspore.nn.CrossEntropyLoss mindspore.nn.SoftmaxCrossEntropyWithLogits mindspore.mint.nn.CrossEntropyLoss "
    "mindspore.ops.SoftmaxCrossEntropyWithLogits mindspore.ops.SparseSoftmaxCrossEntropyWithLogits".split()
)
FUNCTIONS = ("mindspore.ops.cross_entropy", "mindspore.mint.nn.functional.cross_entropy")


def check_program(program: Program):
    seen = set()
    for network, loss in _pairs(program):
        last = ending(network)
        if last is None or last.name not in SOFTMAX or (last.path, last.span) in seen:
            continue
        seen.add((last.path, last.span))
        there = Note(loss.span, Words("this loss applies softmax itself", "此损失函数自身会做 softmax"), loss.path)
        name = loss.short
        yield Hit(last.span, params={"loss": name}, subject=last.span, related=(there,), path=last.path)


def _pairs(program: Program) -> Iterator[Tuple[Obj, Event]]:
    """Networks that are trained, and the losses that take what they give as it is."""
    steps, found = trainings(program), networks(program)
    for network in found:
        made = _made(network)
        if made is not None and any(step.event is network.event for step in steps):
            yield network.obj, made
    calls = program.calls(*FUNCTIONS, *(f"{name}.__call__" for name in CLASSES)) if steps else ()
    for call in calls:
        if event_context(call).kind != "eval":
            yield from ((obj, call) for obj in results_in(program, call) if any(obj is each.obj for each in found))


def _made(network: Network) -> Optional[Event]:
    losses = network.loss.objects() if network.loss.known else []
    return losses[0].made if losses and all(obj.api in CLASSES for obj in losses) else None
