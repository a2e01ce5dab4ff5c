"""A network is called for evaluation while it certainly is in training mode."""

from mslint.rulekit import (
    CALLEE,
    Modes,
    Program,
    Severity,
    at_event,
    event_context,
    insert_line,
    inserting,
    note,
    serves_training,
    training_places,
    training_steps,
    unsafe,
)

CALLED = ".__call__"
CELL = "mindspore.nn.Cell"


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    told = set()
    for event in program.named(lambda name: name.endswith(CALLED)):
        if event.receiver is None or event.alone or event.span in told:
            continue
        if not any(program.derives(obj, CELL) for obj in event.receiver.objects()):
            continue  # whoever asks for gradients trains
        if event_context(event).kind != "eval":
            continue
        change = modes.training(event, event.receiver)
        if change is None or serves_training(program, event):
            continue
        told.add(event.span)
        layer = modes.layers(event.receiver)[0].made
        there = note(change.event, "put into training mode here", "在此处进入训练模式")
        params = {"layer": layer.short, "change": change.event.short}
        if _meant(program, event, change):
            yield at_event(event, "meant", Severity.INFO, sure=False, related=[there], **params)
        else:
            yield at_event(event, related=[there], fix=_switched(event), **params)


def _meant(program, event, change):
    """Whether the training mode may be what the evaluation wants: nothing else can be why it was asked for.

    Monte-Carlo dropout and batch statistics are asked for where they are used; who trains two networks against each
    other samples from one as it is."""
    if _against_another(program, event):
        return True
    asked = change.event.name.endswith(".set_train")
    return asked and (change.event.frame.func is event.frame.func is not None or not training_places(program))


def _against_another(program, event):
    """Whether the network, or a part of it, is trained in one loop with another network, by an optimizer each."""
    updated = []
    for step in training_steps(program):
        given = program.built_with(step.optimizer, "params", "parameters") if step.optimizer is not None else None
        parts = program.parts(given) if given is not None else ()
        updated.append((step.event, {id(part) for part in parts if program.derives(part, CELL)}))
    own = {id(part) for part in program.parts(event.receiver)}
    return any(
        one.span != other.span
        and not one.parallel(other)
        and {loop[:2] for loop in one.loops} & {loop[:2] for loop in other.loops}
        and mine & own
        and theirs
        and mine.isdisjoint(theirs)
        for one, mine in updated
        for other, theirs in updated
    )


def _switched(event):
    title = inserting("set_train(False)")
    return unsafe(title, insert_line(event.span, f"{CALLEE}.set_train(False)"))
