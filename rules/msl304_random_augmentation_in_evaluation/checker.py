"""Operations that change images at random in a pipeline whose data is evaluated; undecided pipelines are left alone."""

import re

from mslint.rulekit import (
    Context,
    Note,
    Program,
    Severity,
    Words,
    at_event,
    condition_of,
    event_context,
    note,
    operations,
    pipelines,
    use_of,
)

# Random without saying so.
ALSO = frozenset(
    "AutoAugment RandAugment TrivialAugmentWide UniformAugment CutOut MixUp MixUpBatch CutMixBatch".split()
)
# On their defaults these change nothing.
IDLE = frozenset("RandomColorAdjust RandomPosterize".split())
TESTS = re.compile(r"(^|/)(tests?|ut|st)/|(^|/)test_[^/]*\.py$|_test\.py$")


def check_program(program: Program):
    told = set()
    for pipeline in pipelines(program):
        if _of_a_test(pipeline.source):
            continue
        found = []
        random = [worked for worked in operations(pipeline) if _random(worked.operation)]
        use = use_of(pipeline) if random else None
        for worked in random:
            event = worked.operation.event
            context = None if (event.path, event.span) in told else _context(use, event, worked.always)
            if context is not None:
                told.add((event.path, event.span))
                found.append((worked.operation, context))
        if found:
            operation, context = found[0]
            first = operation.event
            others = [note(each.event, "this is random, too", "这里同样是随机的") for each, _ in found[1:]]
            certain = context.certain and not pipeline.escaped
            yield at_event(
                first,
                "" if certain else "likely",
                None if certain else Severity.INFO,
                certain,
                related=[*others, *_made(pipeline.source, operation)],
                api=_short(first),
                reason=context.reason,
            )


def _context(use, event, always):
    """Why an operation belongs to evaluation; None where it does not, or where nothing is certain about it."""
    own, asked = event_context(event), condition_of(event)
    if asked == "eval":
        return Context("eval", True) if use.reason != "Model.train" else None
    if not always or "train" in (use.kind, asked) or (own.kind == "train" and use.reason != "Model.eval"):
        return None
    return use if use.kind == "eval" else own if own.kind == "eval" and own.certain else None


def _random(operation):
    name, event = operation.name, operation.event
    if not name.startswith("Random") and name not in ALSO:
        return False
    if name in IDLE and not event.given and not event.open:
        return False
    chance = event.get("prob")
    return chance is None or chance.number not in (0, 1)


def _of_a_test(event):
    """Whether it stands in a test of code, which is no evaluation."""
    frame = event.frame
    while frame is not None:
        if frame.name.startswith("test_") or TESTS.search(frame.module.path):
            return True
        frame = frame.caller
    return False


def _made(source, operation):
    """The call that asks for the evaluation data, or where that meets an operation which is built elsewhere."""
    site, first, stage = source.frame.site, operation.event, operation.stage
    if site is None:
        apart = stage.path != first.path or not stage.span.line <= first.span.line <= stage.span.end_line
        return [note(stage, "evaluation data goes through it here", "评估数据在此处经过它")] if apart else []
    if (site.path, site.span) == (first.path, first.span):
        return []
    return [Note(site.span, Words("the evaluation data is made here", "评估数据在此处创建"), site.path)]


def _short(event):
    return ".".join(event.name.split(".")[-2:])
