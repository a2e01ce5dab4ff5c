"""Losses that give one number per sample or element, handed to what sums up their gradients."""

from typing import Iterator

from mslint.rulekit import (
    Obj,
    Program,
    Severity,
    Training,
    add_argument,
    at_event,
    follows_size,
    note,
    trainings,
    unsafe,
    writing,
)

BY_SAMPLE = "mindspore.nn.SoftmaxCrossEntropyWithLogits"
BY_ELEMENT = "mindspore.nn.SmoothL1Loss"
WITH_LOSS = "mindspore.nn.WithLossCell"


def check_program(program: Program):
    seen = set()
    for step in trainings(program):
        for loss in _losses(step):
            made = loss.made
            if made is None or not _unreduced(loss) or made.parallel(step.event) or _shrunk(step):
                continue
            sizes = [follows_size(obj) for obj in step.optimizer.objects()]
            key = (made.path, made.span, True in sizes)
            if key in seen:
                continue
            seen.add(key)
            there = note(step.event, "its gradients are summed here", "在此对其梯度求和")
            if True in sizes:
                variant = "elements" if loss.api == BY_ELEMENT else ""
                fix = unsafe(writing("reduction='mean'"), add_argument(made, "reduction", "'mean'"))
                yield at_event(made, variant, about="reduction", related=[there], fix=fix)
            else:
                yield at_event(made, "hidden", Severity.INFO, sure=False, about="reduction", related=[there])


def _losses(step: Training) -> Iterator[Obj]:
    """The losses that a training certainly takes as they are; what cells of the program make of one is unknown."""
    if step.kind in ("model", "build"):
        value = step.event.get("loss_fn")
        return iter(value.objects() if value is not None and value.known else [])
    if step.kind == "loop" or step.own or step.network is None or not step.network.known:
        return iter([])
    cells = [obj.made for obj in step.network.objects() if obj.api == WITH_LOSS and obj.made is not None]
    values = [value for made in cells for value in (made.get("loss_fn"),) if value is not None and value.known]
    return (obj for value in values for obj in value.objects())


def _unreduced(loss: Obj) -> bool:
    if loss.api not in (BY_SAMPLE, BY_ELEMENT) or loss.made is None:
        return False
    reduction = loss.made.get("reduction")
    return loss.made.missing("reduction") if reduction is None else reduction.is_just("none")


def _shrunk(step: Training) -> bool:
    """Whether the sum is made up for by a factor below one."""
    sens = step.event.get("sens")
    return sens is not None and (sens.number is None or sens.number < 1)
