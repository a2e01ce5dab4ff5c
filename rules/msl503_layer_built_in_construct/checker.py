"""A layer that construct builds belongs to no network: nothing trains it, switches it or saves it."""

from mslint.rulekit import CallSite, Facts, Severity, at_call, called_at_once, inside

CELL = "mindspore.nn.Cell"
# Initializers that draw; with another weight_init the weights are meant to be what they are.
RANDOM = ("normal", "uniform", "orthogonal", "variancescaling")
INSTANCE_NORM = "mindspore.nn.InstanceNorm"
SWITCHES = frozenset(("set_train",))


def check_call(call: CallSite, facts: Facts):
    if not facts.tables.is_a(call.api, CELL):
        return  # a primitive holds no weights and knows no mode: it is given all that it needs
    place = inside(call, facts)
    if place is None or not place.runs or not called_at_once(call, facts):
        return
    if call.version_guarded or place.names & SWITCHES:
        return
    if _dropping_nothing(call) if call.role == "dropout" else _fixed(call):
        return
    argument, words = place.unchosen, {"method": place.method, "cell": place.cell.name}
    if argument:
        yield at_call(call, "unchosen", Severity.INFO, **words, argument=argument)
    else:
        yield at_call(call, "dropout" if call.role == "dropout" else "", **words)


def _dropping_nothing(call):
    rate, kept = call.get("p"), call.get("keep_prob")
    return (rate is not None and rate.value.is_just(0.0)) or (kept is not None and kept.value.is_just(1.0))


def _fixed(call):
    """Whether the weights are given, or there are none."""
    affine = call.get("affine", "elementwise_affine")
    if affine is not None and not affine.value.is_just(True):
        return True
    if affine is None and call.name.startswith(INSTANCE_NORM):
        return True  # PyTorch's has no weights by default, and these begin as 1 and 0: it normalises and no more
    given = call.get("weight_init", "embedding_table", "gamma_init")
    if given is None:
        return False
    options = given.value.options if given.value.known else ()
    return not options or not all(isinstance(each, str) and each.lower().endswith(RANDOM) for each in options)
