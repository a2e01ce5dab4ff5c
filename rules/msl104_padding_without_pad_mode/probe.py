"""Builds the layer with its own padding, lets it run once, and sees whether MindSpore takes it."""

from mslint.rulekit import Unknown

CHANNELS = {"in_channels": 4, "out_channels": 4, "group": 1, "groups": 1}
INITS = {"weight_init": "ones", "bias_init": "ones"}
# What stands in for a value that is not known: any number will do for a padding.
USUAL = {"kernel_size": 3, "stride": 1, "dilation": 1, "padding": 1, "pad_mode": 1, "has_bias": True, "bias": None}
ANYTHING = 2  # a number for what else is not known


def probe(case, lab):
    recipe = case.call
    dims = next(dims for dims in (1, 2, 3) if f"{dims}d" in recipe.name)
    pool, layer = "Pool" in recipe.name, ".nn." in recipe.name
    fill = lab.small(recipe, **CHANNELS, **INITS)
    guessed = []
    for passed in recipe.passed:
        if passed.value is Unknown.VALUE and passed.name not in fill:
            fill[passed.name] = USUAL.get(passed.name, ANYTHING)
            if passed.name in ("padding", "pad_mode"):
                guessed.append(passed.name)
    sizes = {} if pool else {"in_channels": 4, "out_channels": 4}
    if layer:
        sizes["kernel_size"] = 3
        fill = {**{name: value for name, value in sizes.items() if not recipe.gives(name)}, **fill}
    x = lab.tensor(1, 4, *[_size(recipe, fill)] * dims)

    def run():
        if layer:
            return lab.make(recipe, **fill)(x)
        return lab.make(recipe, **{**fill, "input": x, "weight": lab.tensor(4, 4, *[3] * dims)})

    error = lab.error_of(run)
    if error is None:
        made = run()
        return lab.refuted(shape=tuple(made.shape), before=tuple(x.shape))
    lab.caused(error)
    if guessed:
        return lab.confirmed("stood_in", error=error, name=guessed[0], value=fill[guessed[0]])
    return lab.confirmed(error=error)


def _size(recipe, fill):
    """An input that is large enough for the kernel."""
    reach = 1
    for name, usual in (("kernel_size", 3), ("dilation", 1)):
        value = fill.get(name, recipe.get(name) or usual)
        reach *= max(value) if isinstance(value, (tuple, list)) else value
    return min(reach + 4, 40)
