"""pad_mode left out means 'same'; how much that changes depends on the kernel and the stride."""

from mslint.rulekit import CallSite, Facts, Severity, at_call, giving, safe, unsafe, writing


def check_call(call: CallSite, facts: Facts):
    if not call.missing("pad_mode") or facts.source_framework == "tensorflow":
        return
    kernel = _sizes(call, "kernel_size")
    stride = _sizes(call, "stride")
    if not kernel or max(kernel) <= 1:
        return
    params = {"kernel": _text(call, "kernel_size"), "stride": _text(call, "stride")}
    padding = call.get("padding")
    # What the call does today, written out; only where that is not the finding itself.
    same = safe(writing("pad_mode='same'"), giving(call, "pad_mode", "'same'")) if call.sure else None
    if kernel == stride:
        yield at_call(call, "blocks", about="pad_mode", fix=same, **params)
    elif padding is not None and padding.value.is_just(0):
        valid = unsafe(writing("pad_mode='valid'"), giving(call, "pad_mode", "'valid'"))
        yield at_call(call, "explicit_zero", Severity.WARNING, about="pad_mode", fix=valid, **params)
    elif stride and max(stride) > 1:
        yield at_call(call, "stride", Severity.WARNING, about="pad_mode", **params)
    elif any(size % 2 == 0 for size in kernel):
        yield at_call(call, "even_kernel", Severity.WARNING, about="pad_mode", **params)
    else:
        yield at_call(call, about="pad_mode", fix=same, **params)


def _sizes(call: CallSite, name: str):
    """The known sizes in each direction, as far as they are sure; empty where they are not."""
    value = call.value(name)
    if not value.known or not value.sure or len(value.options) != 1:
        return ()
    sizes = value.options[0]
    sizes = tuple(sizes) if isinstance(sizes, (tuple, list)) else (sizes,)
    if not all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        return ()
    return sizes[:1] if len(set(sizes)) == 1 else sizes


def _text(call: CallSite, name: str) -> str:
    argument = call.get(name)
    return argument.text if argument is not None else str(call.value(name).single)
