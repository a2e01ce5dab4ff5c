"""Runs the convolution on a few input sizes, beside PyTorch's with the padding that is written (none: 0)."""

from mslint.rulekit import Unknown

SMALL = {"in_channels": 2, "out_channels": 2, "group": 1, "weight_init": "ones", "bias_init": "ones"}


def probe(case, lab):
    recipe = case.call
    dims = next(dims for dims in (1, 2, 3) if f"Conv{dims}d" in recipe.name)
    fill = lab.small(recipe, "in_channels", "out_channels", **SMALL)
    for name in ("stride", "dilation", "has_bias"):
        if recipe.get(name) is Unknown.VALUE:
            fill[name] = 1 if name != "has_bias" else True
    layer = lab.make(recipe, **fill)
    kernel, stride, dilation = (_each(getattr(layer, name), dims) for name in ("kernel_size", "stride", "dilation"))
    mode = lab.known(recipe, "pad_mode")
    padding = lab.known(recipe, "padding") or 0
    reach = [d * (k - 1) + 1 for k, d in zip(kernel, dilation)]
    first = max(20, *(2 * each for each in reach)) if dims < 3 else max(6, *(each + 2 for each in reach))
    size = ours = torch = None
    for size in range(first, first + max(stride) + 1):
        ours = tuple(layer(lab.tensor(1, 2, *[size] * dims)).shape)[2:]
        # By the formula in PyTorch's documentation, which gives what torch 2.13 gave.
        sides = [(size, k, s, r, _padding(padding, at)) for at, (k, s, r) in enumerate(zip(kernel, stride, reach))]
        same = tuple(-(-size // s) for s in stride)
        recorded = same if mode == "same" else tuple((n + before - r) // s + 1 for n, k, s, r, before in sides)
        torch = lab.beside(
            lambda torch, size=size, recorded=recorded: _in_torch(
                torch, dims, size, kernel, stride, dilation, mode, padding, recorded
            ),
            recorded,
        )
        if ours != torch.value:
            break
    measured = {"size": _by([size] * dims), "ours": _by(ours), "torch": _by(torch.value), "by": torch.source}
    return lab.shows(ours != torch.value, **measured)


def _in_torch(torch, dims, size, kernel, stride, dilation, mode, padding, otherwise):
    if mode == "same" and max(stride) > 1:
        return otherwise  # PyTorch has no such thing
    if isinstance(padding, (tuple, list)):
        padding = tuple(padding[::2])
    layer = getattr(torch.nn, f"Conv{dims}d")(
        2, 2, tuple(kernel), tuple(stride), "same" if mode == "same" else padding, tuple(dilation)
    )
    with torch.no_grad():
        return tuple(layer(torch.zeros(1, 2, *[size] * dims)).shape)[2:]


def _padding(padding, at):
    """What is added along one axis, on both sides together."""
    return sum(padding[2 * at : 2 * at + 2]) if isinstance(padding, (tuple, list)) else 2 * padding


def _each(value, dims):
    return tuple(value)[-dims:] if isinstance(value, (tuple, list)) else (value,) * dims


def _by(sizes):
    return "x".join(map(str, sizes))
