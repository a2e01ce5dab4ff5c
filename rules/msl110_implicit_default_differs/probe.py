"""Runs the call on small data, as it is written and with PyTorch's default written out, and compares what comes out."""

import ast
import json
from pathlib import Path
from unittest import mock

from mslint.rulekit import Unknown

TABLE = Path(__file__).parents[1] / "_api" / "torch.json"
OPTIMIZERS = ("nn.ASGD", "nn.Adagrad", "nn.AdaMax", "nn.RMSProp", "nn.Rprop", "nn.SGD")
# The parameters that hold the data of a function; those of *inputs have no name.
DATA = ("", "input", "x", "input_x", "logits", "target")
# Sizes and starting values that do not matter, for what is given or needed.
SMALL = {
    "nn.LayerNorm": {"normalized_shape": (4,), "begin_norm_axis": -1, "begin_params_axis": -1},
    "nn.Embedding": {"vocab_size": 200, "embedding_size": 50, "padding_idx": None},
    "nn.InstanceNorm": {"num_features": 2},
    "multinomial": {"num_samples": 4, "seed": None},
    "nn.LRN": {"depth_radius": 2},
    "ops.lrn": {"depth_radius": 2},
}
# What stands in for other values that are not known.
USUAL = {
    "axis": 1,
    "keepdims": False,
    "keep_dims": False,
    "beta": 1.0,
    "epsilon": 1e-5,
    "gamma_init": "ones",
    "beta_init": "zeros",
    "learning_rate": 0.01,
    "decay": 0.9,
    "momentum": 0.0,
    "weight_decay": 0.0,
    "mean": 0.0,
    "kernel_size": 2,
    "padding": 0,
    "reduction": "mean",
}
DRAWS = 20
ROWS = {}


def probe(case, lab):
    api = case.call.name.partition(".")[2]
    asked = case.param("argument")
    rows = [row for row in _rows(case.call.name) if (row["argument"] == asked if asked else True)]
    given = [row for row in rows if case.call.gives(row["argument"])]
    shown = None
    for row in (rows if asked else given) or rows:
        shown = _look(case.call, row, api, lab)
        if shown.verdict != "refuted":
            break
    return shown or lab.fail("probe-unknown-argument", name=asked or "?")


def _rows(name):
    """The rows of the table of differences that this rule reports, by the API."""
    if not ROWS:
        with open(TABLE, encoding="utf-8") as file:
            pairs = json.load(file)["pairs"].values()
        for row in (row for pair in pairs for row in pair.get("differences", ())):
            if row.get("silent") and row.get("argument") and not row.get("owner"):
                ROWS.setdefault(row["api"], []).append(row)
    return ROWS.get(name, [])


def _look(recipe, row, api, lab):
    argument = row["argument"]
    data = _data(api, recipe, argument, lab)
    fill = {}
    for name, small in SMALL.items():
        if name in api:
            needed = [name for name in small if name not in ("begin_norm_axis", "begin_params_axis", "seed")]
            fill.update(lab.small(recipe, *needed, **small))
    if argument == "epsilon" and "L2" in api and not recipe.gives("axis"):
        fill["axis"] = 1
    ours = _run(recipe, api, data, fill, lab)
    if row.get("write"):
        written, by = _written(row, recipe, fill, lab), ""
        write = f"alpha={written['alpha']:.2g}" if "lrn" in api.lower() and "alpha" in written else row["write"]
        theirs = _run(recipe, api, data, {**fill, **written}, lab)
    else:
        write, theirs, by = _in_torch(recipe, row, api, data, lab)
    key, ours, theirs = _compare(api, ours, theirs, lab)
    if not key:
        return lab.refuted(write=write, ours=ours, **({"by": by} if by else {}))
    return lab.confirmed(key, ours=ours, theirs=theirs, write=write, draws=DRAWS)


def _data(api, recipe, argument, lab):
    np = lab.np
    numbers = np.linspace(-3, 3, 24, dtype=np.float32).reshape(2, 3, 4) ** 3 / 9
    arrays = [numbers]
    if "SmoothL1" in api or "smooth_l1" in api:
        arrays = [numbers, numbers * 3]
    elif "LayerNorm" in api:
        arrays = [np.float32([[0.001, 0.002, 0.003, 0.004]])]
    elif "lrn" in api.lower():
        arrays = [np.ones((1, 4, 2, 2), np.float32)]
    elif "avg_pool" in api:
        kernel = recipe.get("kernel_size")
        kernel = max(kernel) if isinstance(kernel, (tuple, list)) else kernel if isinstance(kernel, int) else 2
        dims = int(api[-2])
        arrays = [np.arange((4 * kernel) ** dims, dtype=np.float32).reshape((1, 1) + (4 * kernel,) * dims)]
    elif "multinomial" in api:
        arrays = [np.ones(4, np.float32)]
    elif "meshgrid" in api:
        count = sum(not passed.name for passed in recipe.passed)
        arrays = [np.arange(3 - at % 2, dtype=np.float32) for at in range(max(2, count))]
    elif "L2Normalize" in api:
        arrays = [np.float32([[1e-3, 1e-3]] if argument == "epsilon" else [[1, -2], [3, 4]])]
    return [lab.ms.Tensor(array) for array in arrays]


def _run(recipe, api, data, fill, lab):
    """What the call comes to: numbers, or for what draws its weights some of them."""
    if api in OPTIMIZERS:
        weight = lab.ms.Parameter(lab.ms.Tensor([1.0, -2.0, 3.0], lab.ms.float32), name="w")
        optimizer = _call(recipe, [], {**fill, "params": [weight]}, lab)
        for _ in range(3):
            optimizer((lab.ms.Tensor([0.1, -0.2, 0.3], lab.ms.float32),))
        return weight.asnumpy()
    if "initializer" in api:
        make = lab.find("mindspore.common.initializer.initializer")
        return make(_call(recipe, [], fill, lab), [100, 100]).init_data().asnumpy().std()
    if "InstanceNorm" in api:
        if hasattr(lab.ops, "InstanceNorm"):
            return len(_call(recipe, [], fill, lab).trainable_params())
        # Without the operator, which counts nothing, the layer can still be built.
        with mock.patch.object(lab.ops, "InstanceNorm", mock.Mock(), create=True):
            return len(_call(recipe, [], fill, lab).trainable_params())
    if "Embedding" in api:
        return _call(recipe, [], fill, lab).embedding_table.asnumpy().std()
    if "multinomial" in api:
        draws = [_call(recipe, data, fill, lab).asnumpy().tolist() for _ in range(DRAWS)]
        return sum(len(set(draw)) < 4 for draw in draws)
    if api.startswith("nn.") or "L2Normalize" in api:
        return _plain(_call(recipe, [], fill, lab)(*data))
    return _plain(_call(recipe, data, fill, lab))


def _call(recipe, data, fill, lab):
    left, waiting = dict(fill), list(data)
    positional, named = [], {}
    callee = lab.find(recipe.name)
    if ".Tensor." in recipe.name:
        callee = getattr(waiting.pop(0), recipe.name.rpartition(".")[2])
    for passed in recipe.passed:
        if waiting and passed.name in DATA:
            value = waiting.pop(0)
        elif passed.name in left:
            value = left.pop(passed.name)
        elif passed.value is Unknown.VALUE and passed.name in USUAL:
            value = USUAL[passed.name]
        elif passed.value is Unknown.VALUE:
            lab.fail("probe-unknown-argument", name=passed.name or "?")
        else:
            value = lab.value(passed.value)
        if passed.positional:
            positional.append(value)
        else:
            named[passed.name] = value
    return callee(*positional, *waiting, **named, **left)


def _plain(value):
    """Arrays, and tuples of them."""
    return tuple(map(_plain, value)) if isinstance(value, (tuple, list)) else value.asnumpy()


def _written(row, recipe, fill, lab):
    """PyTorch's default as an argument."""
    if row["argument"] == "alpha" and "lrn" in row["api"].lower():
        return {"alpha": 1e-4 / (2 * fill["depth_radius"] + 1)}  # where PyTorch divides by the size
    found = {}
    for keyword in ast.parse(f"f({row['write']})", mode="eval").body.keywords:
        try:
            found[keyword.arg] = ast.literal_eval(keyword.value)
        except ValueError:
            if isinstance(keyword.value, ast.Name):  # stride=kernel_size
                known = recipe.get(keyword.value.id)
                found[keyword.arg] = USUAL[keyword.value.id] if known is Unknown.VALUE else known
            else:
                found[keyword.arg] = lab.find("mindspore.common.initializer.Normal")(1.0)
    return found


def _in_torch(recipe, row, api, data, lab):
    """What PyTorch makes of it, where no argument of MindSpore's says so; along an axis that is written, the same."""
    np = lab.np
    if "Uniform" in api:
        scale = lab.known(recipe, "scale") if recipe.gives("scale") else None
        recorded = 1 / 12**0.5 if scale is None else scale / 3**0.5

        def draw(torch):
            drawn = torch.empty(100, 100)
            torch.nn.init.uniform_(drawn, *([] if scale is None else [-scale, scale]))
            return float(drawn.numpy().std())

        beside = lab.beside(draw, recorded)
        return "[0, 1)", beside.value, beside.source
    axis = recipe.get("axis")
    axis = USUAL["axis"] if axis is Unknown.VALUE else axis
    x = data[0].asnumpy()
    flat = np.sort(x, None if axis is None else axis)
    middle = flat[(flat.size - 1) // 2] if axis is None else flat.take((flat.shape[axis] - 1) // 2, axis)

    def median(torch):
        values = torch.from_numpy(x)
        return torch.nanmedian(values).numpy() if axis is None else torch.nanmedian(values, axis).values.numpy()

    beside = lab.beside(median, middle)
    return f"dim={axis}", beside.value, beside.source


def _compare(api, ours, theirs, lab):
    """The key of the sentence that says how two results differ, and what differs; no key where they are equal."""
    np = lab.np
    if "InstanceNorm" in api:
        return "parameters" if ours != theirs else "", ours, theirs
    if "multinomial" in api:
        return "repeats" if (ours == 0) != (theirs == 0) else "", ours, theirs
    if "Embedding" in api or "initializer" in api:
        return "spread" if abs(ours / theirs - 1) > 0.2 else "", float(ours), float(theirs)
    pairs = [(ours, theirs)]
    if isinstance(ours, tuple):
        pairs = list(zip(ours, theirs)) if isinstance(theirs, tuple) else [(ours[0], theirs)]
    number = 0.0
    for one, other in pairs:
        one, other = np.asarray(one), np.asarray(other)
        number = float(one.flat[0])
        if one.shape != other.shape:
            return "shapes", str(one.shape), str(other.shape)
        gaps = np.abs(one.astype(np.float64) - other.astype(np.float64))
        if gaps.max() > 2e-6 * max(1.0, float(np.abs(other).max())):
            at = int(gaps.argmax())
            return "confirmed", float(one.flat[at]), float(other.flat[at])
    return "", number, number
