"""A convolution without has_bias matters where nothing behind it, or directly before it, takes the place of a bias."""

from mslint.rulekit import (
    CallSite,
    Facts,
    Severity,
    Words,
    add_argument,
    at_call,
    settings_of_attribute,
    unsafe,
    writing,
)

NAMES = {
    "other": Words("an arithmetic operation", "算术运算"),
}


# What asks for the shape takes no numbers.
LOOKS = frozenset(f"mindspore.ops.{name}" for name in ("Shape", "DType", "Rank", "Size", "shape", "rank", "size"))
# The published gates of attention over channels (ECA) and over places (CBAM) have no bias.
GATES = ((1, 1), (2, 1))


def check_call(call: CallSite, facts: Facts):
    if call.get("has_bias") is not None or call.partial:
        return
    if not call.missing("has_bias"):
        yield at_call(call, "kwargs", Severity.INFO, about="has_bias", group="kwargs")
        return
    after = facts.layers.followers(call.raw)
    if after.norm or after.preact or _absorbed(after, facts) or _fixed(call, facts) or _gate(call, after):
        return
    if after.after_block and any(consumer.kind == "other" for consumer in after.consumers):
        return  # the last of a residual block, which PyTorch's models write without a bias, too
    last = after.last and after.after_block
    if after.unknown and not last:
        yield at_call(call, "unknown_order", Severity.INFO, about="has_bias", group="unknown")
        return
    fix = unsafe(writing("has_bias=True"), add_argument(call, "has_bias", "True"))
    severity = Severity.INFO if facts.is_test else None
    if last:
        yield at_call(call, "last", severity, about="has_bias", group="missing", fix=fix)
        return
    first = next((each for each in after.consumers if each.name not in LOOKS), after.consumers[0])
    following = NAMES.get(first.kind) or first.short
    yield at_call(call, "", severity, about="has_bias", group="missing", fix=fix, next=following)


def _absorbed(after, facts: Facts):
    """Whether a second convolution follows at once, with a normalisation behind it: a depthwise and a pointwise one.

    What is linear hands a shift of its input on as a shift of its output, which the normalisation takes out."""
    if not after.into or any(consumer.role != "conv" for consumer in after.consumers):
        return False
    return all(facts.layers.followers(raw).norm for raw in after.into)


def _fixed(call: CallSite, facts: Facts):
    """Whether it is a filter with given weights: frozen, or an array in a layer that a function builds and applies."""
    names = facts.results.targets_of(call)
    frozen = (each.owner for each in settings_of_attribute(facts, "requires_grad") if not each.value)
    if any(owner == f"{name}.weight" for owner in frozen for name in names):
        return True
    weight = call.get("weight_init")
    if weight is None or call.function is None or call.function.cls is not None:
        return False
    if facts.instances.is_tensor(facts.instances.of(weight.node, call.place, call.order)):
        return True
    given = weight.name and not weight.value.known  # by a name: neither a word nor an initializer
    return bool(given) and any(facts.results.used_as_cell(name, call) for name in names)


def _gate(call: CallSite, after):
    """Whether it makes one map that a sigmoid turns into weights, as published."""
    sizes = (call.value("in_channels").single, call.value("out_channels").single)
    return sizes in GATES and all(consumer.short.endswith("igmoid") for consumer in after.consumers)
