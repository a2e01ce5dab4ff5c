"""Sends a random image through what the pipeline does before, and sees what the operation makes of it."""

from mslint.rulekit import Recipe

VISION = "mindspore.dataset.vision."
SIZES = ("size", "resize")
LARGEST = 320
# They read files; the image is there already.
DECODES = ("Decode", "RandomCropDecodeResize")
SCALES = ("Normalize", "Rescale")
TURNS = ("ToTensor", "HWC2CHW")
# Between the smallest and the largest value of a normalised image lie some 4.7, of one that is scaled 1.
FLAT, STEEP = 0.5, 50


def probe(case, lab):
    call, name = case.call, _name(case.call)
    chain = _before(case)
    image = _image(lab, [*chain, call])
    for recipe in chain:
        image = _made(lab, recipe)(image)
    given = lab.np.asarray(image)
    try:
        made = lab.np.asarray(_made(lab, call)(image))
    except RuntimeError as error:
        return lab.confirmed("raises", given=_shape(given), error=lab.line(error))
    seen = {"given": _shape(given), "made": _shape(made), "least": float(made.min()), "most": float(made.max())}
    if name in (*SCALES, "ToTensor") and not FLAT < seen["most"] - seen["least"] < STEEP:
        return lab.confirmed(low=float(given.min()), high=float(given.max()), **seen)
    if name not in SCALES and any(_name(each) in TURNS for each in chain):
        # The same operation on the same image, channels last.
        wanted = lab.np.asarray(_made(lab, call)(given.transpose(1, 2, 0)))
        wanted = wanted if name in TURNS else wanted.transpose(2, 0, 1)
        if wanted.shape != made.shape:
            return lab.confirmed("shape", wanted=_shape(wanted), **seen)
        if (wanted != made).any():
            return lab.confirmed("content", share=float((wanted != made).mean()), **seen)
    return lab.refuted(**seen)


def _before(case):
    """The operations before this one, back to where the image is decoded or nobody knows what happens."""
    before = case.param("before")
    for chain in _chains(case):
        if not before or any(recipe.name.endswith(f".{before}") for recipe in chain):
            return chain
    if before is None:  # in a list that is not known whole
        built = [recipe for recipe in case.beside if recipe.name.startswith(VISION)]
        return built[: built.index(case.call)] if case.call in built else []
    named = [recipe for recipe in case.beside if recipe.name.endswith(f".{before}")] if before else []
    return named[:1]


def _chains(case):
    """What stands before each call like this one; two of them may be written alike."""
    chain = []
    for recipe in case.beside:
        if recipe.name.endswith(("Dataset", ".Compose")):
            chain = []
        if not recipe.name.endswith((".map", ".Compose")):
            continue
        for operation in _listed(recipe):
            if operation == case.call:
                yield chain
            known = isinstance(operation, Recipe) and operation.name.startswith(VISION)
            chain = [*chain, operation] if known and _name(operation) not in DECODES else []


def _listed(recipe):
    """The operations of a map or a Compose."""
    passed = {each.name: each.value for each in recipe.passed}
    first = next((each.value for each in recipe.passed if each.positional), None)  # 2.7 does not say what it is called
    operations = passed.get("operations", passed.get("transforms", first))
    if isinstance(operations, Recipe) and operations.name.endswith(".Compose"):
        return _listed(operations)
    return operations if isinstance(operations, (tuple, list)) else [operations]


def _name(recipe):
    return recipe.name.rpartition(".")[2]


def _image(lab, chain):
    """One that is large enough for what is cut out of it."""
    sizes = [size for recipe in chain for size in _numbers(recipe.get(*SIZES))]
    side = max([16, *(size + 8 for size in sizes if size <= LARGEST)])
    return lab.array(side, side + 4, 3, low=0.0, high=256.0).astype(lab.np.uint8)


def _numbers(value):
    return [each for each in (value if isinstance(value, (tuple, list)) else [value]) if type(each) is int]


def _made(lab, recipe):
    fill = {
        name: 12
        for name in SIZES
        if recipe.gives(name) and not 0 < max(_numbers(recipe.get(name)), default=0) <= LARGEST
    }
    if "Flip" in recipe.name and "Random" in recipe.name:
        fill["prob"] = 1.0
    return lab.make(recipe, **fill)


def _shape(array):
    return " x ".join(map(str, array.shape))
