"""Builds the layer and looks at its weight and its bias."""

from mslint.rulekit import Unknown

SMALL = {"in_channels": 6, "in1_channels": 6, "in2_channels": 6, "out_channels": 5, "activation": None}
SIZES = {"Dense": ("in_channels", "out_channels"), "BiDense": ("in1_channels", "in2_channels", "out_channels")}
USUAL = {"bias_init": "zeros", "has_bias": True}


def probe(case, lab):
    recipe = case.call
    unknown = {name: value for name, value in USUAL.items() if recipe.get(name) is Unknown.VALUE}
    needed = SIZES[recipe.name.rpartition(".")[2]]
    layer = lab.make(recipe, **lab.small(recipe, *needed, **SMALL), **unknown)
    weight = layer.weight.asnumpy()
    low, high = float(weight.min()), float(weight.max())
    if low != high:
        return lab.refuted(low=low, high=high)
    names = ", ".join(sorted(name for name, _ in layer.parameters_and_names()))
    return lab.confirmed(count=weight.size, low=low, written=lab.known(recipe, "weight_init"), names=names)
