"""Runs the dropout as it is written, in training mode, and counts what it zeroes."""

from mslint.rulekit import Unknown

ONES = 40_000


def probe(case, lab):
    recipe = case.call
    name = next((name for name in ("p", "keep_prob") if recipe.gives(name)), None)
    if name is None:
        lab.fail("probe-unknown-argument", name="p")
    written = recipe.get(name)
    fill = {}
    if written is Unknown.VALUE:  # what such a name usually holds
        written = fill[name] = 0.9 if case.variant == "p_keep_name" else 0.1
    ones = lab.ms.Tensor(lab.np.ones((8, ONES // 8), lab.np.float32))

    def run():
        layer = lab.make(recipe, **fill)
        if hasattr(layer, "set_train"):
            layer.set_train()
        given = layer(ones)
        return (given[0] if isinstance(given, tuple) else given).asnumpy()

    try:
        zeros = float((run() == 0).mean())
    except Exception as error:
        return lab.confirmed("raises", error=lab.line(error), written=written)
    if case.variant == "other_positional":
        return lab.shows(abs(zeros - (1 - written)) < 0.02, zeros=zeros, ones=ONES, written=written)
    return lab.shows(zeros > 0.5, zeros=zeros, ones=ONES, written=written)
