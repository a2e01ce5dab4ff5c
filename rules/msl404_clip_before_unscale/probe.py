"""Clips a scaled gradient that is far below the limit, where the program does: before or after the scale is undone."""

from mslint.rulekit import Recipe

SCALE = 1024
OPS = "mindspore.ops."
USUAL = 1.0


def probe(case, lab):
    call = case.call
    clip, known = _clip(case)
    limit = known or USUAL
    true = lab.np.array([0.003, 0.004], lab.np.float32) * limit
    scaler = lab.ms.amp.StaticLossScaler(SCALE)
    gradients = (lab.ms.Tensor(true * SCALE),)
    undone = _undoes(call)
    gradients = scaler.unscale(gradients) if undone else gradients
    gradients = _run(lab, clip, limit, gradients)
    gradients = gradients if undone else scaler.unscale(gradients)
    norm = float(lab.np.linalg.norm(true))
    share = float(lab.np.linalg.norm(gradients[0].asnumpy())) / norm
    name = clip.removeprefix("mindspore.").removesuffix(".__call__")
    measured = {"scale": SCALE, "clip": name, "limit": limit, "share": share, "norm": norm}
    if share > 0.99:
        return lab.refuted(**measured)
    return lab.confirmed(**measured) if known else lab.confirmed("stand_in", **measured)


def _clip(case):
    """The operation that clips, and its limit; of a function that is mapped, what the program clips with elsewhere."""
    call = case.call
    if call.name.startswith(OPS) or "ClipByNorm" in call.name:
        return call.name, _limit(call.passed[1:])
    clips = [each.name for each in case.beside]
    return (clips[0] if clips else f"{OPS}clip_by_global_norm"), _limit(_partial(call)[1:])


def _partial(call):
    first = call.passed[0].value if call.passed else None
    return first.passed if isinstance(first, Recipe) and first.name.endswith(".partial") else ()


def _limit(passed):
    """The largest number that is given; 0 where none is known."""
    return float(max((abs(each.value) for each in passed if type(each.value) in (int, float)), default=0))


def _undoes(value):
    """Whether something undoes a loss scale, or changes what did."""
    if not isinstance(value, Recipe):
        return any(_undoes(each) for each in value) if isinstance(value, (tuple, list)) else False
    function = _partial(value)
    if value.name.endswith(".unscale") or any("scale" in str(name) for name in _names(function[:1])):
        return True
    return any(_undoes(each.value) for each in value.passed)


def _names(passed):
    return [name.value for each in passed if isinstance(each.value, Recipe) for name in each.value.passed]


def _run(lab, clip, limit, gradients):
    kind = clip.rpartition(".")[2]
    if kind == "clip_by_global_norm":
        return lab.ops.clip_by_global_norm(gradients, limit)
    if kind in ("clip_by_value", "clamp", "clip"):
        return tuple(getattr(lab.ops, kind)(each, -limit, limit) for each in gradients)
    if "ClipByNorm" in clip:
        return tuple(lab.nn.ClipByNorm()(each, lab.ms.Tensor(limit, lab.ms.float32)) for each in gradients)
    return tuple(lab.ops.clip_by_norm(each, limit) for each in gradients)
