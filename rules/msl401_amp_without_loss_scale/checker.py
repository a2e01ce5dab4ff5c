"""Training in float16 in a program that scales its loss nowhere: small gradients become 0."""

from mslint.rulekit import Half, Obj, Program, Training, at_event, halves, note, scales_a_loss, trained, trainings

DIRECT = ("model", "build")


def check_program(program: Program):
    requests = halves(program)
    if not requests:
        return
    steps = list(trainings(program))
    direct = {id(step.event): step for step in steps if step.kind in DIRECT}
    for half in requests:
        step = direct.get(id(half.event))
        if step is not None and _unscaled(half, step):
            variant = "removed" if half.level == "O2" else ""
            yield at_event(half.event, variant, sure=_sure(half), level=half.level)
    # Elsewhere the scale may come from anything: only a program without any word for it says enough.
    if program.whole and not direct and not scales_a_loss(program):
        yield from _elsewhere(program, requests, steps)


def _unscaled(half: Half, step: Training) -> bool:
    """Whether a Model or build_train_network certainly has no manager; O2 brings its own unless it is told not to."""
    manager = half.event.get("loss_scale_manager")
    none = manager is not None and manager.is_just(None)
    missing = half.event.missing("loss_scale_manager") and half.level != "O2"
    return (none or missing) and all(_leaves_scale_alone(obj) for obj in step.optimizer.objects())


def _leaves_scale_alone(optimizer: Obj) -> bool:
    """Not so where it divides by a scale: then somebody multiplies with it, somewhere."""
    made = optimizer.made
    scale = made.get("loss_scale") if made is not None else None
    return scale is None or scale.number == 1


def _elsewhere(program: Program, requests, steps):
    """auto_mixed_precision and to_float: once, at the first request for a network that is trained."""
    reached = {id(obj) for obj in trained(program)}
    wanted = [
        half
        for half in requests
        if half.network is not None and half.network.known and any(id(obj) in reached for obj in half.network.objects())
    ]
    if not wanted or not steps:
        return
    first, *more = _places(wanted)
    related = [note(half.event, "float16 here too", "此处同样使用 float16") for half in more]
    related.append(note(steps[0].event, "training without a loss scale", "未使用损失缩放的训练"))
    yield at_event(first.event, "request", sure=_sure(first), related=related)


def _places(requests):
    seen = {}
    for half in requests:
        seen.setdefault((half.event.path, half.event.span), half)
    return list(seen.values())


def _sure(half: Half) -> bool:
    level = half.event.get("amp_level", "level", "dst_type")
    return level is None or level.sure
