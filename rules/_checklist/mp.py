"""Where float16 and loss scales come in."""

from mslint.rulekit import Program, absent, ask, fine, halves, scales_a_loss, training_places, words

MANAGERS = (
    "mindspore.amp.FixedLossScaleManager",
    "mindspore.amp.DynamicLossScaleManager",
    "mindspore.amp.StaticLossScaler",
    "mindspore.amp.DynamicLossScaler",
    "mindspore.nn.FixedLossScaleUpdateCell",
    "mindspore.nn.DynamicLossScaleUpdateCell",
)
TAKERS = (
    "mindspore.train.Model",
    "mindspore.amp.build_train_network",
    "mindspore.nn.TrainOneStepWithLossScaleCell",
)
CLIPS = frozenset(
    "mindspore.ops.clip_by_global_norm mindspore.ops.clip_by_norm mindspore.ops.clip_by_value "
    "mindspore.nn.ClipByNorm.__call__ mindspore.ops.ClipByGlobalNorm.__call__".split()
)
MAPS = (".hyper_map", ".HyperMap.__call__", ".Map.__call__", ".map_")
SCALE_WORDS = frozenset("scale sens unscale scaler lossscale".split())


DEVICES = ("mindspore.set_context", "mindspore.set_device")
OTHERS = ("CPU", "GPU")
# Whoever uses half precision, by whatever means, writes one of these.
HALVES = ("float16", "half", "amp_level", "mixed_precision", "build_train_network", "to_float")


def _device(program: Program):
    """ "float32" where a device is named that is no Ascend, "ascend" where it is one, else "device": nobody knows."""
    values = [event.get("device_target") for event in program.calls(*DEVICES)]
    named = [value for value in values if value is not None]
    if any(atom == "Ascend" for value in named for atom in value.atoms):
        return "ascend"
    certain = named and all(value.text in OTHERS and value.sure for value in named)
    return "float32" if certain else "device"


def _without_half(program: Program, steps):
    """What is to be said where nothing certainly asks for float16."""
    if not steps:
        return absent("no_training")
    if program.mentions(*HALVES):
        return ask("spoken", steps[0])
    device = _device(program)
    return absent("float32") if device == "float32" else ask(device, steps[0])


def program_mp_01(program: Program):
    found = halves(program)
    for half in found:
        yield ask("half", half.event)
    if not found:
        yield _without_half(program, training_places(program))


def program_mp_02(program: Program):
    steps = training_places(program)
    managers = [event for event in program.calls(*MANAGERS) if _used(program, event)]
    for event in managers:
        yield fine("scaled", event)
    if managers:
        return
    told = False
    for half in halves(program):
        told = True
        own = half.level == "O2" and half.event.missing("loss_scale_manager")
        yield fine("built_in", half.event) if own else ask("half", half.event)
    if not told:
        yield _without_half(program, steps)


def _used(program: Program, manager):
    """Whether it is given to what trains, or scales and unscales."""
    made = manager.made
    if made is None:
        return False
    for event in program.after(manager):
        if event.name.endswith(".scale") and event.receiver is not None and made in event.receiver.atoms:
            return True
        if event.name in TAKERS and any(made in given.value.atoms for given in event.given):
            return True
        if event.name.endswith(".__init__") and any(made in given.value.atoms for given in event.given):
            return True
    return False


def program_mp_03(program: Program):
    clips = list(program.named(lambda name: name in CLIPS))
    clips += [event for event in program.named(lambda name: name.endswith(MAPS)) if "clip" in _mapped(event)]
    steps = training_places(program)
    if not clips:
        spoken = steps and program.mentions("clip", "Clip", "clamp")
        yield ask("spoken", steps[0]) if spoken else absent("no_clip")
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
    steps = training_places(program)
    if not program.mentions("penalty", "gradient_pen", "_gp", "gp_", "grad_norm_loss"):
        yield absent("no_penalty")
    elif not scales_a_loss(program) and not halves(program):
        yield absent("no_scale")
    elif steps:
        yield ask("both", steps[0])
    else:
        yield absent("no_penalty")
