"""Where float16 and loss scales come in."""

from mslint.rulekit import Program, absent, ask, fine, halves, scales_a_loss, trainings, words

MANAGERS = (
    "mindspore.amp.FixedLossScaleManager",
    "mindspore.amp.DynamicLossScaleManager",
    "mindspore.amp.StaticLossScaler",
    "mindspore.amp.DynamicLossScaler",
    "mindspore.nn.FixedLossScaleUpdateCell",
    "mindspore.nn.DynamicLossScaleUpdateCell",
)
CLIPS = frozenset(
    "mindspore.ops.clip_by_global_norm mindspore.ops.clip_by_norm mindspore.ops.clip_by_value "
    "mindspore.nn.ClipByNorm.__call__ mindspore.ops.ClipByGlobalNorm.__call__".split()
)
MAPS = (".hyper_map", ".HyperMap.__call__", ".Map.__call__", ".map_")
SCALE_WORDS = frozenset("scale sens unscale scaler lossscale".split())


def _on_ascend(program: Program) -> bool:
    return program.mentions("Ascend", "ASCEND")


def program_mp_01(program: Program):
    steps = trainings(program)
    found = halves(program)
    for half in found:
        yield ask("half", half.event)
    if not found and steps and _on_ascend(program):
        yield ask("ascend", steps[0].event)
    elif not found:
        yield absent("float32")


def program_mp_02(program: Program):
    steps = trainings(program)
    managers = list(program.calls(*MANAGERS))
    for event in managers:
        yield fine("scaled", event)
    if managers:
        return
    told = False
    for half in halves(program):
        told = True
        own = half.level == "O2" and half.event.missing("loss_scale_manager")
        yield fine("built_in", half.event) if own else ask("half", half.event)
    if not told and steps and _on_ascend(program):
        yield ask("ascend", steps[0].event)
    elif not told:
        yield absent("float32")


def program_mp_03(program: Program):
    clips = list(program.named(lambda name: name in CLIPS))
    clips += [event for event in program.named(lambda name: name.endswith(MAPS)) if "clip" in _mapped(event)]
    if not clips:
        yield absent("no_clip")
    elif not (scales_a_loss(program) or list(program.calls(*MANAGERS))):
        yield absent("no_scale")
    else:
        undone = [event for event in program.named(lambda name: name.endswith((".unscale", *MAPS))) if _unscales(event)]
        for clip in clips:
            after = any(event.order < clip.order and event.frame is clip.frame for event in undone)
            yield fine("after", clip) if after else ask("both", clip)


def _mapped(event):
    """The words in the name of the function that is mapped over the gradients."""
    expr = event.given[0].expr if event.given else None
    found = set()
    pending = [expr]
    while pending:
        each = pending.pop()
        for attribute in ("id", "name"):
            name = getattr(each, attribute, None)
            found |= words(name) if isinstance(name, str) else set()
        pending.extend(arg.value for arg in getattr(each, "args", ()))
    return found


def _unscales(event):
    return event.name.endswith(".unscale") or bool(_mapped(event) & SCALE_WORDS)


def program_mp_04(program: Program):
    steps = trainings(program)
    if not program.mentions("penalty", "gradient_pen", "_gp", "gp_", "grad_norm_loss"):
        yield absent("no_penalty")
    elif not scales_a_loss(program) and not halves(program):
        yield absent("no_scale")
    elif steps:
        yield ask("both", steps[0].event)
    else:
        yield absent("no_penalty")
