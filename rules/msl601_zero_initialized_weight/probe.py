"""Trains the layer for a few steps with the layers around it that the rule speaks of, and sees what has moved."""

STEPS = 4
SIZES = {
    "in_channels": 4,
    "in_features": 4,
    "out_features": 4,
    "out_channels": 4,
    "kernel_size": 1,
    "stride": 1,
    "padding": 0,
    "dilation": 1,
}


def probe(case, lab):
    nn, np = lab.nn, lab.np
    recipe = lab.settled(case.call, weight_init="zeros", activation=None)
    if recipe.get("weight_init") == "zeros" != case.call.get("weight_init") and not case.variant:
        lab.fail("probe-unknown-argument", name="weight_init")
    dims = next((dims for dims in (1, 2, 3) if f"{dims}d" in recipe.name), 0)
    ends = "features" if recipe.name.endswith("Linear") else "channels"
    needed = (f"in_{ends}", f"out_{ends}", *(["kernel_size"] if dims else []))
    layer = lab.make(recipe, **{name: SIZES[name] for name in SIZES if name in needed or recipe.gives(name)})

    def plain(**given):
        return getattr(nn, f"Conv{dims}d")(4, 4, 1, **given) if dims else nn.Dense(4, 4, **given)

    before, after = [], []
    if case.variant == "zeros":
        before = [plain()]
    elif case.variant == "relu":
        after = [plain()] if recipe.gives("activation") else [nn.ReLU(), plain()]
    elif case.variant == "constant":
        after = [nn.ReLU(), plain(weight_init="ones", bias_init="zeros")]
    else:
        after = [plain(has_bias=False, weight_init="zeros")]
    net = nn.SequentialCell(*before, layer, *after).set_train()
    x = lab.tensor(8, 4, *[2] * dims)
    y = lab.ms.Tensor(np.random.RandomState(1).randn(*x.shape), lab.ms.float32)
    optimizer = nn.SGD(net.trainable_params(), 0.1)
    gradients = lab.ms.grad(lambda x, y: ((net(x) - y) ** 2).mean(), None, optimizer.parameters)
    if case.variant == "zeros":
        largest = float(np.abs(gradients(x, y)[0].asnumpy()).max())
        return lab.confirmed("gradient", largest=largest) if largest == 0 else lab.refuted("gradient", largest=largest)
    watched = [layer.weight] if case.variant else [each for each in net.trainable_params() if each.ndim > 1]
    old = [each.asnumpy().copy() for each in watched]
    for _ in range(STEPS):
        optimizer(gradients(x, y))
    if case.variant == "constant":
        first, last = (len(np.unique(each.reshape(4, -1), axis=0)) for each in (old[0], layer.weight.asnumpy()))
        seen = {"first": first, "last": last, "steps": STEPS}
        return lab.confirmed("alike", **seen) if first == 1 else lab.refuted("alike", **seen)
    moved = sum(bool(np.any(each.asnumpy() != value)) for each, value in zip(watched, old))
    return lab.shows(moved == 0, moved=moved, weights=len(watched), steps=STEPS)
