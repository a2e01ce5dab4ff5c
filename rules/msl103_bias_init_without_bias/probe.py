"""Builds the convolution and looks for the bias that bias_init is meant for."""

from mslint.rulekit import Unknown

SMALL = {"in_channels": 4, "out_channels": 4, "kernel_size": 3, "stride": 1, "pad_mode": "same", "padding": 0}
REST = {"dilation": 1, "group": 1, "weight_init": "zeros", "output_padding": 0}
SIZES = ("in_channels", "out_channels", "kernel_size")


def probe(case, lab):
    recipe = case.call
    fill = lab.small(recipe, *SIZES, **SMALL, **REST)
    init = recipe.get("bias_init")
    if init is Unknown.VALUE:  # whatever it is, it asks for some bias
        init = fill["bias_init"] = "ones"
    layer = lab.make(recipe, **fill)
    names = sorted(name for name, _ in layer.parameters_and_names())
    shown = repr(init) if isinstance(init, (str, int, float)) else "an initializer"
    return lab.shows("bias" not in names, names=", ".join(names), init=shown)
