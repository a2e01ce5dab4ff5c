"""Trains the normalisation for one step and sees how far its moving mean went, beside PyTorch's for the same number."""


def probe(case, lab):
    recipe = case.call
    dims = next((dims for dims in (1, 2, 3) if f"BatchNorm{dims}d" in recipe.name), 2)
    momentum = lab.known(recipe, "momentum") if recipe.gives("momentum") else None
    x = lab.array(16, 4, *([3] * dims if dims > 1 else []), low=4.0, high=6.0)
    # What it starts from is of another size, and says nothing of how fast it moves.
    starts = {"gamma_init": "ones", "beta_init": "zeros", "moving_mean_init": "zeros", "moving_var_init": "ones"}
    fill = {"num_features": 4, **lab.small(recipe, **starts)}
    error = lab.error_of(lambda: lab.make(recipe, **fill))
    if error is not None:
        return lab.confirmed("raises", error=lab.caused(error), momentum=momentum)
    layer = lab.make(recipe, **fill)
    layer.set_train()
    before = float(lab.moving_mean(layer).mean())
    layer(lab.ms.Tensor(x))
    moved = float((lab.moving_mean(layer).mean() - before) / (x.mean() - before))
    if 0 < moved < 0.5:
        return lab.refuted(moved=moved)

    def in_torch(torch):
        norm = getattr(torch.nn, f"BatchNorm{dims}d")(4, momentum=momentum)
        norm(torch.from_numpy(x))
        return float(norm.running_mean.numpy().mean() / x.mean())

    torch = lab.beside(in_torch, momentum)  # there, the momentum is the share of the new batch
    return lab.confirmed(momentum=momentum, moved=moved, torch=torch.value, by=torch.source)
