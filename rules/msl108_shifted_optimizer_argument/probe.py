"""Builds the optimizer for one weight and lets it step, to see what the value in the shifted position does."""

from mslint.rulekit import Unknown

# Where the value stands that PyTorch means something else by.
SLOTS = {
    "Momentum": "loss_scale",
    "Adadelta": "loss_scale",
    "RMSProp": "momentum",
    "Adagrad": "accum",
    "SGD": "dampening",
}
# What stands in for values that are not known, by what the parameter is called.
USUAL = {
    "learning_rate": 0.05,
    "momentum": 0.9,
    "weight_decay": 1e-4,
    "dampening": 0.0,
    "loss_scale": 1.0,
    "use_locking": 1e-4,
    "use_nesterov": False,
    "centered": False,
    "decay": 0.9,
    "rho": 0.9,
    "epsilon": 1e-8,
    "eps": 1e-8,
    "accum": 0.1,
    "beta1": 0.9,
    "beta2": 0.999,
}
# And in that position, if it is reported: what PyTorch has there.
SHIFTED = {"loss_scale": 1e-4, "momentum": 1e-8, "accum": 0.01, "dampening": 1e-4, "beta1": (0.9, 0.999)}


def probe(case, lab):
    recipe = case.call
    short = recipe.name.rpartition(".")[2]
    slot = SLOTS.get(short, "beta1")
    there = next((each for each in recipe.passed if each.name == slot and each.positional), None)
    fill = {passed.name: USUAL[passed.name] for passed in recipe.passed if _stands_in(passed)}
    if there is not None and there.value is Unknown.VALUE and case.params:
        fill[slot] = SHIFTED[slot]
    value = None if there is None else fill.get(slot, there.value)
    guessed = any(p.positional and p.value is Unknown.VALUE and p.name in (slot, "use_locking") for p in recipe.passed)
    like = "_like" if guessed and case.params else ""

    def moved(gradient, start=1.0, steps=1, **more):
        weight = lab.ms.Parameter(lab.ms.Tensor([start], lab.ms.float32), name="w")
        optimizer = lab.make(recipe, **{**fill, "params": [weight], **more})
        for _ in range(steps):
            optimizer((lab.ms.Tensor([gradient], lab.ms.float32),))
        return float(weight.asnumpy()[0]) - start

    error = lab.error_of(lambda: lab.make(recipe, **{**fill, "params": [lab.ms.Parameter(lab.ms.Tensor([1.0]))]}))
    if error is not None:
        return lab.confirmed("raises" + like, error=error, value=fill.get(str(case.param("argument"))))
    if slot == "loss_scale":
        # From 0, where no weight decays, and with a gradient so small that Adadelta feels its scale.
        factor = moved(5e-7, 0.0) / moved(5e-7, 0.0, loss_scale=1.0)
        if not 0.9 < factor < 1.1:
            lost = not recipe.gives("weight_decay") or moved(0.0) == 0
            factor = round(factor, 1) if factor < 100 else round(factor)
            key = "confirmed" + like if lost else "scaled"
            return lab.confirmed(key, value=value, factor=factor, still=1 + moved(0.0))
    elif slot == "momentum" and there is not None:
        far, without = moved(0.5, steps=3), moved(0.5, steps=3, momentum=0.0)
        if abs(far - without) < 0.01 * abs(without):
            return lab.confirmed("momentum" + like, value=value, far=abs(far), without=abs(without))
    elif slot == "accum":
        # With so large a gradient the first step is as long as the learning rate.
        length = abs(moved(1000.0))
        if there is not None and abs(moved(1000.0, accum=2 * value)) == length:
            return lab.confirmed("accum" + like, value=value, length=length)
    elif slot == "dampening" and there is not None:
        decayed = moved(0.0, weight_decay=value)
        if moved(0.0) == 0 != decayed:
            return lab.confirmed("dampening" + like, value=value, decayed=1 + decayed)
    return lab.refuted(after=1 + moved(0.5))


def _stands_in(passed):
    """Values that are not known, and learning rates that are no number."""
    unknown = passed.value is Unknown.VALUE
    return passed.name in USUAL and (unknown or passed.name == "learning_rate" and not isinstance(passed.value, float))
