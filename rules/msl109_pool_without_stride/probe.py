"""Lets the pooling layer shrink an input, beside PyTorch's with the same words."""

from mslint.rulekit import Unknown


def probe(case, lab):
    recipe = case.call
    dims = next(dims for dims in (1, 2, 3) if f"Pool{dims}d" in recipe.name)
    kernel = _number(lab.known(recipe, "kernel_size") or 1)
    stride = lab.known(recipe, "stride") if recipe.gives("stride") else None
    fill = {}
    mode = recipe.get("pad_mode")
    padding = recipe.get("padding") or 0
    if padding is Unknown.VALUE:
        padding = fill["padding"] = 0
    padding = _number(lab.value(padding))
    size = 7 * kernel + 1
    layer = lab.make(recipe, **lab.small(recipe, "kernel_size", kernel_size=kernel), **fill)
    ours = layer(lab.tensor(1, 2, *[size] * dims)).shape[-1]
    step = kernel if stride is None else _number(stride)
    same = isinstance(mode, str) and mode.lower() == "same"
    recorded = -(-size // step) if same else (size + 2 * padding - kernel) // step + 1

    def in_torch(torch):
        if same:  # which PyTorch's has not
            return recorded
        pool = getattr(torch.nn, recipe.name.rpartition(".")[2])(kernel, stride, padding)
        return pool(torch.zeros(1, 2, *[size] * dims)).shape[-1]

    torch = lab.beside(in_torch, recorded)
    measured = {"size": _by(size, dims), "ours": _by(ours, dims), "torch": _by(torch.value, dims), "by": torch.source}
    return lab.shows(ours != torch.value, **measured)


def _number(value):
    return value[0] if isinstance(value, (tuple, list)) else value


def _by(size, dims):
    return "x".join([str(size)] * dims)
