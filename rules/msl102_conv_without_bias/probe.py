"""Builds the convolution and looks whether it has a bias, beside PyTorch's of the same kind."""

SMALL = {"in_channels": 4, "out_channels": 4, "kernel_size": 3, "stride": 1, "pad_mode": "same", "padding": 0}
REST = {"dilation": 1, "group": 1, "weight_init": "ones", "bias_init": "ones", "output_padding": 0}
SIZES = ("in_channels", "out_channels", "kernel_size")


def probe(case, lab):
    recipe = case.call
    if recipe.open and not recipe.gives("has_bias"):
        lab.fail("probe-unknown-argument", name="has_bias")  # it may be among what comes from a dictionary
    layer = lab.make(recipe, **lab.small(recipe, *SIZES, **SMALL, **REST))
    names = sorted(name for name, _ in layer.parameters_and_names())
    dims = next(dims for dims in (1, 2, 3) if f"Conv{dims}d" in recipe.name)
    # What the layer makes of nothing is its bias.
    zeros = lab.ms.Tensor(lab.np.zeros((1, 4, *[3] * dims), lab.np.float32))
    largest = float(abs(layer(zeros).asnumpy()).max())
    listed = ", ".join(names)
    if "bias" in names:
        return lab.refuted(names=listed)

    def in_torch(torch):
        kind = f"ConvTranspose{dims}d" if "Transpose" in recipe.name else f"Conv{dims}d"
        return ", ".join(sorted(name for name, _ in getattr(torch.nn, kind)(4, 4, 3).named_parameters()))

    torch = lab.beside(in_torch, "bias, weight")
    return lab.shows(largest == 0, names=listed, largest=largest, torch=torch.value, by=torch.source)
