"""A pooling layer with a small written kernel and no stride moves by 1, not by its kernel."""

from mslint.rulekit import CallSite, Facts, at_call

KERNELS = (2, 3)


def check_call(call: CallSite, facts: Facts):
    kernel = call.get("kernel_size")
    if kernel is None or not kernel.literal or not call.missing("stride"):
        return
    size = kernel.value.single
    if isinstance(size, list):  # raises a TypeError by itself
        return
    sizes = set(size) if isinstance(size, tuple) else {size}
    if len(sizes) != 1 or not any(type(one) is int and one in KERNELS for one in sizes):
        return
    mode = call.value("pad_mode").single
    if not isinstance(mode, str) or mode.lower() == "same":
        return
    if mode.lower() == "pad" and _keeps_size(call, sizes.pop()):
        return
    if "Avg" in call.name and _feeds_stride(call, facts):
        return
    yield at_call(call, kernel=kernel.text)


def _feeds_stride(call: CallSite, facts: Facts) -> bool:
    """An average that moves by 1 into a layer that moves by 2 is a blur, and meant (YOLOv9 does it)."""
    into = facts.layers.followers(call.raw).into
    return any(facts.passing.argument_of(raw, ("stride", "strides", "s")).all_at_least(2) for raw in into)


def _keeps_size(call: CallSite, size: int) -> bool:
    padding = call.value("padding").single
    pads = set(padding) if isinstance(padding, tuple) else {padding}
    return padding is None or pads == {(size - 1) // 2}
