"""One epoch, or thousands, written out for a training; where epochs are no passes over the data, it keeps silent."""

import re

from mslint.rulekit import Note, Program, Words, at_event, origin, pipelines, trainings, words

TRAIN = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
MANY = 1000
TESTS = re.compile(r"(^|/)(tests?|ut|st|demos?|benchmarks?)/|(^|/)(test|bench|demo)_?[^/]*\.py$|_(test|demo)\.py$")
# Functions that only try something, and programs that count steps.
TRIES = frozenset("test demo smoke debug profile profiling benchmark warmup warm try check dry".split())
# What a number of epochs is called; warmup_epochs is another one.
EPOCHS = frozenset("epoch epochs num n max total train training size count number of nb".split())
COUNTED = "step steps iter iters iteration iterations".split()
STEPS = ("train steps", *(f"{count} {what}" for count in ("max", "total", "num") for what in COUNTED))


def check_program(program: Program):
    if program.speaks_of(*STEPS):
        return
    calls = list(program.calls(*TRAIN))
    places = {(event.path, event.span) for event in calls}
    # Whoever trains in several places trains in stages, of which one epoch may be one.
    found = [(event, "epoch") for event in calls] if len(places) == 1 else []
    if not calls and trainings(program):
        ranges = (event for event in program.calls("builtins.range") if len(event.given) == 1 and _counts_epochs(event))
        found = [(event, "") for event in ranges]
    told = set()
    for event, name in found:
        hit = None if (event.path, event.span) in told else _judged(program, event, name)
        if hit is not None:
            told.add((event.path, event.span))
            yield hit


def _judged(program, event, name):
    count = event.get(name) if name else event.given[0].value
    number = count.number if count is not None else None
    if number is None or not (number == 1 or number > MANY) or TESTS.search(event.path) or _tried(event):
        return None
    if name and (event.loops or not _is_default(event.get("sink_size")) or _repeated(program, event)):
        return None  # one of several calls, or an epoch that is not one pass over the data
    place = origin(program, event, name)
    if place is None:
        return None
    here = (place.path, place.span) == (event.path, event.span)
    written = Note(place.span, Words("the number is written here", "该数值写在此处"), place.path)
    related = [] if here else [written]
    return at_event(event, "many" if number > 1 else "", sure=count.sure, related=related, count=f"{number:.0f}")


def _is_default(value):
    return value is None or value.is_just(-1)


def _tried(event):
    frame = event.frame
    while frame is not None:
        if words(frame.name) & TRIES:
            return True
        frame = frame.caller
    return False


def _repeated(program, event):
    """Whether one epoch holds the data several times, or nobody knows."""
    mine = [each for each in pipelines(program) if event in each.takers]
    return any("repeat" in each.methods() or _told(each.source.frame, event.frame) for each in mine)


def _told(frame, training):
    """Whether whoever makes the data was told how often it is needed; whoever trains is told in any case."""
    while frame is not None and frame is not training:
        if any(words(name) & {"repeat", "repeats", "epoch", "epochs"} for name in frame.given):
            return True
        frame = frame.caller
    return False


def _counts_epochs(event):
    """Whether `range(num_epochs)` or `for epoch in range(1)` counts epochs, by the name of the number."""
    expr = event.given[0].expr
    name = getattr(expr, "id", None) or getattr(expr, "name", None) or ""
    found = words(name)
    return bool(found & {"epoch", "epochs"}) and found <= EPOCHS
