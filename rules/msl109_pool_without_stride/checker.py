"""A pooling layer with a small written kernel and no stride moves by 1, not by its kernel."""

from mslint.rulekit import CallSite, Facts, add_argument, at_call, unsafe, writing

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
    fix = unsafe(writing(f"stride={kernel.text}"), add_argument(call, "stride", kernel.text))
    yield at_call(call, about="stride", kernel=kernel.text, fix=fix)


def _feeds_stride(call: CallSite, facts: Facts) -> bool:
    """An average that moves by 1 into a layer that moves by 2 is a blur, and meant (YOLOv9 does it)."""
    into = facts.layers.followers(call.raw).into
    return any(facts.passing.argument_of(raw, ("stride", "strides", "s")).all_at_least(2) for raw in into)


def _keeps_size(call: CallSite, size: int) -> bool:
    """Whether the padding makes up for what the kernel takes away; one that is not known may do so.

    An even kernel would need half a pixel on each side."""
    padding = call.value("padding")
    if size % 2 == 0 or not padding.known:
        return size % 2 == 1
    return all(set(pads if isinstance(pads, tuple) else (pads,)) == {size // 2} for pads in padding.options)
