"""A network that ends in softmax, trained with a loss that begins with softmax."""

from typing import Iterator, Optional, Tuple

from mslint.rulekit import (
    Ending,
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
    for last, loss in (*_endings(program), *_direct(program)):
        if last is None or last.name not in SOFTMAX or (last.path, last.span) in seen:
            continue
        seen.add((last.path, last.span))
        there = Note(loss.span, Words("this loss applies softmax itself", "此损失函数自身会做 softmax"), loss.path)
        name = loss.short
        yield Hit(last.span, params={"loss": name}, subject=last.span, related=(there,), path=last.path)


def _endings(program: Program) -> Iterator[Tuple[Optional[Ending], Event]]:
    for network, loss in _pairs(program):
        yield ending(network), loss


def _direct(program: Program) -> Iterator[Tuple[Ending, Event]]:
    """What is given to a loss as it comes from a call: `loss(ops.softmax(x), y)`."""
    for call in _losses(program):
        logits = call.given[0].value.only if call.given else None
        made = logits.made if isinstance(logits, Obj) else None
        if made is not None and not made.parallel(call):
            yield Ending(logits.api.removesuffix(".__call__"), made.path, made.span), call


def _losses(program: Program) -> Iterator[Event]:
    """The calls of losses that serve training."""
    calls = program.calls(*FUNCTIONS, *(f"{name}.__call__" for name in CLASSES)) if trainings(program) else ()
    return (call for call in calls if event_context(call).kind != "eval")


def _pairs(program: Program) -> Iterator[Tuple[Obj, Event]]:
    """Networks that are trained, and the losses that take what they give as it is."""
    steps, found = trainings(program), networks(program)
    for network in found:
        made = _made(network)
        if made is not None and any(step.event is network.event for step in steps):
            yield network.obj, made
    for call in _losses(program):
        yield from ((obj, call) for obj in results_in(program, call) if any(obj is each.obj for each in found))


def _made(network: Network) -> Optional[Event]:
    losses = network.loss.objects() if network.loss.known else []
    return losses[0].made if losses and all(obj.api in CLASSES for obj in losses) else None
