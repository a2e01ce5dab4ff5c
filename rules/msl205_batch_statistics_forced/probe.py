"""Gives the layer one batch in each mode, and sees whether its moving mean went anywhere."""


def probe(case, lab):
    recipe = case.call
    dims = next((dims for dims in (1, 2, 3) if f"BatchNorm{dims}d" in recipe.name), 2)
    x = lab.tensor(16, 4, *([3] * dims if dims > 1 else []), low=4.0, high=6.0)
    # What it starts from is of another size, and whether it moves does not depend on it.
    starts = {"gamma_init": "ones", "beta_init": "zeros", "moving_mean_init": "zeros", "moving_var_init": "ones"}
    fill = {"num_features": 4, "momentum": 0.9, "affine": True, **lab.small(recipe, **starts)}
    moved, means = [], []
    for training in (True, False):
        layer = lab.make(recipe, **fill).set_train(training)
        means.append(float(layer(x).mean().asnumpy()))
        moved.append(float(lab.moving_mean(layer).mean()))
    training, inference = moved
    seen = {"training": training, "inference": inference, "outputs": means}
    if inference != 0:
        return lab.confirmed(**seen) if abs(means[1]) < 0.01 else lab.refuted(**seen)
    return lab.confirmed("frozen", **seen) if training == 0 else lab.refuted(**seen)
