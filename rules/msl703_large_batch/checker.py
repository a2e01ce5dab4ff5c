"""Training batches above 256 per device with a learning rate that nothing scales; schedules are scaling enough."""

import re

from mslint.rulekit import Note, Program, Words, at_event, is_optimizer, note, origin, pipelines, trainings, use_of

LARGE = 256
STAGES = ("batch", "padded_batch")
# Optimizers that were made for large batches, and whatever scales or warms up a rate.
MADE_FOR_IT = ("lamb", "lars")
SCALES = (
    *("warmup", "warm up", "scale lr", "lr scaled", "lr scaling", "linear scale", "linear scaled", "linear scaling"),
    *("auto lr", "base lr", "blr"),
)
TESTS = re.compile(r"(^|/)(tests?|ut|st|benchmarks?)/|(^|/)(test|bench)_?[^/]*\.py$|_test\.py$")


def check_program(program: Program):
    if program.speaks_of(*SCALES, *MADE_FOR_IT):
        return
    optimizers = {id(obj): obj for each in trainings(program) for obj in each.optimizer.objects()}
    made = [obj.made for obj in optimizers.values() if is_optimizer(program, obj) and obj.made is not None]
    if not made or not all(_constant(program, event) for event in made):
        return
    told = set()
    for pipeline in pipelines(program):
        if use_of(pipeline).kind != "train":
            continue
        for stage in pipeline.stages:
            if stage.name.rpartition(".")[2] not in STAGES or (stage.path, stage.span) in told:
                continue
            size = stage.get("batch_size")
            number = size.number if size is not None else None
            place = origin(program, stage, "batch_size") if number is not None and number > LARGE else None
            if place is None or TESTS.search(stage.path):
                continue
            told.add((stage.path, stage.span))
            related = [note(made[0], "the learning rate is given here", "学习率在此处设置")]
            if (place.path, place.span) != (stage.path, stage.span):
                related.append(Note(place.span, Words("the number is written here", "该数值写在此处"), place.path))
            yield at_event(stage, sure=size.sure, related=related, count=f"{number:.0f}")


def _constant(program, event):
    """Whether an optimizer has one rate from the first step to the last, which nothing was multiplied with."""
    rate = event.get("learning_rate", "lr")
    if rate is None:
        return not event.open
    return rate.number is not None and origin(program, event, "learning_rate", "lr") is not None
