"""Compares what the loss is multiplied by with what the optimizer divides the gradients by."""

from typing import Iterator, List, NamedTuple, Optional

from mslint.rulekit import (
    Event,
    Obj,
    Program,
    Severity,
    Training,
    Value,
    at_event,
    follows_size,
    multiplies_a_loss,
    note,
    trainings,
)

MANAGERS = "mindspore.amp."
FIXED, DYNAMIC = f"{MANAGERS}FixedLossScaleManager", f"{MANAGERS}DynamicLossScaleManager"
WITHOUT = frozenset(
    "mindspore.nn.AdamWeightDecay mindspore.nn.Lamb mindspore.nn.ASGD mindspore.nn.Rprop "
    "mindspore.experimental.optim.SGD".split()
)
# Words of those who scale by hand; `loss_scale` is also what the optimizer is given.
BY_HAND = ("sens", "scaler", "loss scaling", "loss scaled", "scaled loss", "unscale", "unscaled")


class Scale(NamedTuple):
    """What the gradients are still multiplied by when the optimizer gets them, and the call that says so."""

    factor: float
    event: Event
    sure: bool
    given: bool  # some scale is there, though it may be undone


def check_program(program: Program):
    seen = set()
    for step in trainings(program):
        if step.kind == "loop" or step.own or not step.optimizer.known:
            continue
        for scale in _scales(step):
            for optimizer in step.optimizer.objects():
                hit = _compare(program, step, scale, optimizer)
                if hit is not None and (hit.path, hit.span, scale.event.span) not in seen:
                    seen.add((hit.path, hit.span, scale.event.span))
                    yield hit


def _compare(program: Program, step: Training, scale: Scale, optimizer: Obj):
    made = optimizer.made
    if made is None or made.signature is None or made.parallel(step.event) or made.parallel(scale.event):
        return None
    own = _number(made, "loss_scale", 1.0) if "loss_scale" in made.signature.names() else (1.0, True)
    if own is None or own[0] == scale.factor or not all(_is_scale(each) for each in (own[0], scale.factor)):
        return None
    if optimizer.api not in WITHOUT and "loss_scale" not in made.signature.names():
        return None
    sure = own[1] and scale.sure
    ratio = scale.factor / own[0]
    proportional = bool(follows_size(optimizer))
    if ratio < 1 and (own[0] <= 1 or (not scale.given and _by_hand(program))):
        return None  # a factor below 1 was meant, or somebody scales by hand
    variant = "small" if ratio < 1 else "without" if optimizer.api in WITHOUT else "" if proportional else "adaptive"
    places = [note(scale.event, "the loss is scaled here", "损失在此缩放")]
    if ratio < 1:
        places = [note(scale.event, "trains with this optimizer", "使用该优化器训练")]
    severity = Severity.ERROR if proportional else Severity.WARNING
    params = {"scale": _text(scale.factor), "own": _text(own[0]), "ratio": _text(max(ratio, 1 / ratio))}
    return at_event(made, variant, severity, sure, "loss_scale", related=places, **params)


def _by_hand(program: Program) -> bool:
    return program.speaks_of(*BY_HAND) or multiplies_a_loss(program)


def _is_scale(number: float) -> bool:
    """Whether a loss can be scaled by it, and the ratio to another one be told."""
    return 1e-30 < number < 1e30


def _scales(step: Training) -> Iterator[Scale]:
    """Every way in which the gradients may still be scaled; none where one of them is not known."""
    event = step.event
    if step.kind == "scaled cell":
        return iter([Scale(1.0, event, True, True)])
    if step.kind == "cell":
        sens = _number(event, "sens", 1.0)
        return iter([] if sens is None else [Scale(sens[0], event, sens[1], not event.missing("sens"))])
    manager = event.get("loss_scale_manager")
    if manager is None or manager.is_just(None):
        certain = manager is not None or event.missing("loss_scale_manager")
        return iter([Scale(1.0, event, True, False)] if certain else [])
    found: List[Scale] = []
    for obj in manager.objects() if manager.known else []:
        scale = _managed(obj, manager)
        if scale is not None and not scale.event.parallel(event):
            found.append(scale)
    return iter(found)


def _managed(manager: Obj, value: Value) -> Optional[Scale]:
    if manager.made is None or manager.api not in (FIXED, DYNAMIC):
        return None
    drops = manager.made.get("drop_overflow_update")
    if manager.api == DYNAMIC or (drops is None and manager.made.missing("drop_overflow_update")):
        return Scale(1.0, manager.made, value.sure, True)
    if drops is None or not (drops.is_just(True) or drops.is_just(False)):
        return None
    scale = _number(manager.made, "loss_scale", 128.0)
    if drops.is_just(True) or scale is None:
        return Scale(1.0, manager.made, drops.sure, True) if drops.is_just(True) else None
    return Scale(scale[0], manager.made, scale[1] and drops.sure and value.sure, True)


def _number(event: Event, name: str, default: float):
    """(the number given, whether that is certain); None where it is not known."""
    value = event.get(name)
    if value is None:
        return (default, True) if event.missing(name) else None
    if value.is_just(None):
        return default, value.sure
    return None if value.number is None else (value.number, value.sure)


def _text(number: float) -> str:
    return f"{number:.6g}"
