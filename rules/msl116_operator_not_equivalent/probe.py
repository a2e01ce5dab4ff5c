"""Runs the operator on a small matrix or vector, as it is written, beside PyTorch's of the same name."""

from mslint.rulekit import Unknown

MATRIX = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
VECTOR = [3.0, 1.0, 3.0]
DATA = ("input", "A", "x", "")
# What stands in for values that are not known.
USUAL = {"axis": 0, "dim": 0, "keepdims": False, "keepdim": False, "full_matrices": False, "p": 0.0, "ord": 1}
DRAWS = 1000


def probe(case, lab):
    recipe, np = case.call, lab.np
    name = recipe.name.rpartition(".")[2]
    array = np.zeros(DRAWS, np.float32) if name == "bernoulli" else np.float32(VECTOR if name == "unique" else MATRIX)
    given = {passed.name: _value(passed, lab) for passed in recipe.passed if passed.name not in DATA}
    if name == "bernoulli" and recipe.get("p") is Unknown.VALUE:
        given["p"] = 0.0  # no probability of a one, as in the data
    ours = _plain(_call(recipe, given, lab.ms.Tensor(array), lab))
    along = given.get("axis", given.get("dim"))
    if name == "bernoulli":
        share = float(ours.mean())
        beside = lab.beside(lambda torch: float(torch.bernoulli(torch.from_numpy(array)).mean()), 0.0)
        verdict = lab.confirmed if abs(share - beside.value) > 0.2 else lab.refuted
        return verdict("ones", ours=share, torch=beside.value, count=DRAWS, by=beside.source)
    beside = lab.beside(
        lambda torch: _plain(_in_torch(torch, name, array, along, given)), _known(np, name, array, along, given)
    )
    differ = _differ(np, ours, beside.value)
    if differ and name in ("diag", "svd"):
        shapes = {"ours": _shapes(ours), "torch": _shapes(beside.value)}
        return lab.confirmed("shapes", of=str(array.shape), **shapes, by=beside.source)
    data = str(array.astype(int).tolist())
    return lab.shows(differ, ours=_told(ours), torch=_told(beside.value), data=data, by=beside.source)


def _value(passed, lab):
    if passed.value is Unknown.VALUE and passed.name in USUAL:
        return USUAL[passed.name]
    if passed.value is Unknown.VALUE:
        lab.fail("probe-unknown-argument", name=passed.name)
    return lab.value(passed.value)


def _call(recipe, given, data, lab):
    known = [passed for passed in recipe.passed if passed.name in given]
    positional = [given[passed.name] for passed in known if passed.positional]
    named = {passed.name: given[passed.name] for passed in known if not passed.positional}
    return lab.find(recipe.name)(data, *positional, **named)


def _in_torch(torch, name, array, along, given):
    x = torch.from_numpy(array)
    if name == "svd":
        return torch.svd(x) if given.get("compute_uv", True) else torch.linalg.svdvals(x)
    more = [given["ord"]] if name == "norm" else []
    return getattr(torch, name)(x, *more, *([] if along is None else [along]))


def _known(np, name, array, along, given):
    """The same by NumPy, for where PyTorch is not installed; torch 2.13 gave these results."""
    if name == "norm":
        return np.float32((abs(array) ** given["ord"]).sum(along) ** (1 / given["ord"]))
    if name == "unique":
        return np.unique(array)
    if name == "diag":
        return np.diag(array).copy()
    if name == "svd":
        u, s, vh = np.linalg.svd(array, full_matrices=False)
        return (u, s, vh.T) if given.get("compute_uv", True) else s
    if along is None:
        return np.float32(np.sort(array, None)[(array.size - 1) // 2]) if name == "median" else getattr(array, name)()
    order = np.argsort(array, along, kind="stable")
    at = {"median": (array.shape[along] - 1) // 2, "max": -1, "min": 0}[name]
    where = order.take(at, along)
    return np.take_along_axis(array, np.expand_dims(where, along), along).squeeze(along), where


def _plain(value):
    """Arrays, and tuples of them."""
    if value is None:
        return None
    if isinstance(value, (tuple, list)):
        return tuple(map(_plain, value))
    return value.asnumpy() if hasattr(value, "asnumpy") else value.numpy()


def _differ(np, one, other):
    if isinstance(one, tuple) or isinstance(other, tuple):
        alike = isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)
        return not alike or any(_differ(np, *pair) for pair in zip(one, other))
    # Of singular vectors only the size is certain.
    return one is None or one.shape != other.shape or not np.allclose(abs(one), abs(other), 1e-4, 1e-5)


def _told(value):
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_told, value)) + ")"
    if value is None:
        return "None"
    if value.ndim:
        return "[" + ", ".join(map(_told, value)) + "]"
    return f"{float(value):.4f}".rstrip("0").rstrip(".")


def _shapes(value):
    return ", ".join(map(_shapes, value)) if isinstance(value, tuple) else str(value.shape)
