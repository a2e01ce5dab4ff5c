"""Groups of parameters that take the optimizer's weight decay, normalization included; flat lists, which do not."""

from mslint.rulekit import Map, Program, Severity, at_event, names_in, note, words

# Optimizers whose decay was measured, with groups and without (claims 706.*).
OPTIMIZERS = frozenset(
    f"mindspore.nn.{name}"
    for name in "SGD Momentum Adam AdamWeightDecay LazyAdam AdamOffload AdaMax RMSProp Adagrad Adadelta".split()
)
PARAMETERS = ("mindspore.nn.Cell.trainable_params", "mindspore.nn.Cell.get_parameters")
NO = frozenset("no non not without".split())
DECAY = frozenset("decay wd l2 regularized regularization".split())
JOINED = frozenset("nodecay nowd undecayed".split())
OTHER_DECAY = frozenset("lr rate learning".split())


def check_program(program: Program):
    told = set()
    for event in program.named(lambda name: name.removesuffix(".__init__") in OPTIMIZERS):
        if (event.path, event.span) in told:
            continue
        decay, params = event.get("weight_decay"), event.get("params")
        if params is None or decay is None or not (decay.number or 0) > 0:
            continue
        hit = _hit(program, event, decay, params)
        if hit is not None:
            told.add((event.path, event.span))
            yield hit


def _hit(program, event, decay, params):
    sure = decay.sure and params.sure
    given = {"api": event.short.removesuffix(".__init__"), "decay": f"{decay.number:g}"}
    groups = _groups(params)
    for group in groups:
        named = next((name for name in _names(group) if _unwanted(name)), "")
        if named:
            group = (event.path, named)
            return at_event(event, "meant", sure=sure, about="weight_decay", group=group, name=named, **given)
    for value in [group.items["params"] for group in groups] or [params]:
        norm = _norm(program, value)
        if norm is not None:
            there = note(norm, "its gamma and beta are decayed", "它的 gamma 和 beta 会被衰减")
            if not groups:
                there = note(norm, "its gamma and beta are left out", "它的 gamma 和 beta 不会被衰减")
            # Whoever spares another group means the decay; else it may well be meant for all, as PyTorch has it.
            severity = None if groups and _spares(params) else Severity.INFO
            variant, group = "" if groups else "flat", (event.path, norm.path, norm.span)
            given["layer"] = norm.short
            return at_event(event, variant, severity, sure, "weight_decay", group, [there], **given)
    return None


def _groups(params):
    """The groups that have no weight decay of their own; nothing where it is no list of groups that are known."""
    items = params.items() or []
    maps = [item.only for item in items]
    if not maps or any(not isinstance(each, Map) or each.open for each in maps):
        return []
    return [each for each in maps if "params" in each.items and "weight_decay" not in each.items]


def _spares(params):
    """Whether some group says that it is not to be decayed."""
    decays = (item.only.items.get("weight_decay") for item in params.items() or () if isinstance(item.only, Map))
    return any(decay is not None and decay.number == 0 for decay in decays)


def _names(group):
    expr = group.written("params")
    return names_in(expr) if expr is not None else ()


def _unwanted(name):
    """Whether a name says that weight decay is not wanted: no_decay_params."""
    found = words(name)
    return bool(found & JOINED) or bool(found & NO and found & DECAY and not found & OTHER_DECAY)


def _norm(program, value):
    """The call that built a normalization layer among all parameters of a cell, where a value is those."""
    made = value.only
    event = getattr(made, "made", None)
    if event is None or event.name not in PARAMETERS or event.receiver is None or event.receiver.open:
        return None
    for part in program.parts(event.receiver):
        api = program.api(part)
        if api is None or api.role != "norm" or not part.api.startswith("mindspore.nn.") or part.made is None:
            continue
        affine = part.made.get("affine", "elementwise_affine")
        if affine is None or affine.is_just(True):
            return part.made
    return None
