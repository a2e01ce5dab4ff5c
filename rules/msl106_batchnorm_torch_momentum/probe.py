"""Trains the normalisation for one step and sees how far its moving mean went, beside PyTorch's for the same number."""


def probe(case, lab):
    recipe = case.call
    dims = next((dims for dims in (1, 2, 3) if f"BatchNorm{dims}d" in recipe.name), 2)
    momentum = lab.known(recipe, "momentum") if recipe.gives("momentum") else None
    x = lab.array(16, 4, *([3] * dims if dims > 1 else []), low=4.0, high=6.0)
    error = lab.error_of(lambda: lab.make(recipe, num_features=4))
    if error is not None:
        return lab.confirmed("raises", error=lab.caused(error), momentum=momentum)
    layer = lab.make(recipe, num_features=4)
    layer.set_train()
    layer(lab.ms.Tensor(x))
    moved = float(lab.moving_mean(layer).mean() / x.mean())
    if 0 < moved < 0.5:
        return lab.refuted(moved=moved)

    def in_torch(torch):
        norm = getattr(torch.nn, f"BatchNorm{dims}d")(4, momentum=momentum)
        norm(torch.from_numpy(x))
        return float(norm.running_mean.numpy().mean() / x.mean())

    torch = lab.beside(in_torch, momentum)  # there, the momentum is the share of the new batch
    return lab.confirmed(momentum=momentum, moved=moved, torch=torch.value, by=torch.source)
