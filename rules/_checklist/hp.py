"""The numbers that a training is given, as far as they can be read."""

from pathlib import Path

from mslint.rulekit import (
    Map,
    Program,
    absent,
    ask,
    fine,
    is_optimizer,
    pipelines,
    training_places,
    trainings,
    unit_table,
    use_of,
    words,
)

# The one table of usual learning rates stands beside the rule that reports unusual ones.
RANGES = str(Path(__file__).parent.parent / "msl701_learning_rate_range" / "checker.py")
TRAIN = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
MANY = 1000
LARGE = 256
STAGES = ("batch", "padded_batch")
EPOCHS = frozenset(("epoch", "epochs"))
# What else the name of a number of epochs is made of; warmup_epochs is another one.
COUNTS = EPOCHS | frozenset("num n max total train training size count number of nb".split())


def program_hp_01(program: Program):
    optimizers = {id(obj): obj for each in trainings(program) for obj in each.optimizer.objects()}
    made = {
        id(obj.made): obj.made for obj in optimizers.values() if is_optimizer(program, obj) and obj.made is not None
    }
    steps = training_places(program)
    if not steps:
        yield absent("no_training")
    elif not made:
        yield ask("unseen", steps[0])
    for event in made.values():
        yield _rate(event)


def _rate(event):
    row = unit_table(RANGES, "ranges.toml").get(event.name.rpartition(".")[2])
    if row is None:
        return ask("unlisted", event)
    params = event.get("params", "parameters")
    if params is not None and any(isinstance(each, Map) for item in params.items() or () for each in item.atoms):
        return ask("grouped", event)
    low, high = (f"{row[key]:g}" for key in ("low", "high"))
    value = event.get("learning_rate", "lr")
    key, number = "rate", value.number if value is not None else None
    if value is None and not event.open:
        key, number = "default", _default(event)
    if number is None:
        return ask("unknown", event)
    if not row["low"] <= number <= row["high"]:
        return ask("unusual", event, rate=f"{number:g}", low=low, high=high)
    if value is not None and not value.sure:
        return fine("by_default", event, rate=f"{number:g}", low=low, high=high)
    return fine(key, event, rate=f"{number:g}", low=low, high=high)


def _default(event):
    text = event.signature.default("learning_rate") or event.signature.default("lr") if event.signature else None
    try:
        return float(text) if text is not None else None
    except ValueError:
        return None


def program_hp_02(program: Program):
    steps = training_places(program)
    calls = list(program.calls(*TRAIN))
    for event in calls:
        yield _epochs(event, event.get("epoch"))
    if calls:
        return
    if not steps:
        yield absent("no_training")
        return
    ranges = [event for event in program.calls("builtins.range") if len(event.given) == 1 and _counts_epochs(event)]
    for event in ranges:
        yield _epochs(event, event.given[0].value)
    if not ranges:
        yield ask("loop", steps[0])


def _epochs(event, value):
    number = value.number if value is not None else None
    if number is None:
        return ask("unknown", event)
    return (fine if 1 < number <= MANY else ask)(
        "epochs" if 1 < number <= MANY else "unusual", event, number=f"{number:g}"
    )


def _counts_epochs(event):
    expr = event.given[0].expr
    name = getattr(expr, "id", None) or getattr(expr, "name", None) or ""
    found = words(name)
    return bool(found & EPOCHS) and found <= COUNTS


def program_hp_03(program: Program):
    steps = training_places(program)
    found = [each for each in pipelines(program) if use_of(each).kind != "eval"]
    if not found:
        yield ask("own", steps[0]) if steps else absent("no_training")
    for pipeline in found:
        stages = [stage for stage in pipeline.stages if stage.name.rpartition(".")[2] in STAGES]
        if not stages:
            yield ask("unbatched", pipeline.source)
        for stage in stages:
            value = stage.get("batch_size")
            number = value.number if value is not None else None
            if number is None:
                yield ask("unknown", stage)
            else:
                key = "batch" if number <= LARGE else "large"
                yield (fine if number <= LARGE else ask)(key, stage, number=f"{number:g}")
