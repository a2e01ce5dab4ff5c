"""Builds the layer with a small shape of the same kind, and lets it run."""

from mslint.rulekit import Unknown

SIZE = 4
USUAL = {"begin_norm_axis": 1e-5, "begin_params_axis": -1, "epsilon": 1e-5, "gamma_init": "ones", "beta_init": "zeros"}


def probe(case, lab):
    recipe = case.call
    fill = {passed.name: USUAL[passed.name] for passed in recipe.passed if _unknown(passed)}
    shape = recipe.get("normalized_shape")
    if isinstance(shape, (tuple, list)):
        shape = type(shape)([SIZE] * len(shape))
    elif shape is Unknown.VALUE and (case.variant == "axis" or not case.params):
        shape = (SIZE,)
    elif shape is Unknown.VALUE or isinstance(shape, int):  # an int all the same, says the rule
        shape = SIZE
    fill["normalized_shape"] = shape
    x = lab.tensor(2, *([SIZE] * len(shape) if isinstance(shape, (tuple, list)) else [SIZE]))
    error = lab.error_of(lambda: lab.make(recipe, **fill)(x))
    if error is not None:
        return lab.confirmed(error=error, shape=str(shape))
    made = lab.make(recipe, **fill)(x).asnumpy()
    return lab.refuted(shape=str(shape), of=tuple(x.shape), mean=abs(float(made.mean())), deviation=float(made.std()))


def _unknown(passed):
    return passed.value is Unknown.VALUE and passed.name in USUAL
