"""Inside a training loop something puts the network into inference mode, and the next steps meet it there."""

from mslint.rulekit import (
    MODEL_STEP,
    Binary,
    Compare,
    Modes,
    Program,
    at_event,
    each_step,
    leaves_loop,
    note,
    runs_as_graph,
    serves_training,
)

STOPS = frozenset(["request_stop"])
EVALUATES = (".__call__", ".eval", ".predict")


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    told = set()
    steps = [step for step in each_step(program) if step.event.loops and step.network is not None]
    for step in steps:
        loops = {loop[:2] for loop in step.event.loops}
        layers = modes.layers(step.network)
        for layer in layers:
            if layer.escaped:
                continue
            for change in modes.before(step.event, layer):
                event = change.event
                shared = [loop for loop in event.loops if loop[:2] in loops]
                if _of_its_model(step, event):
                    break  # which undoes what it does itself
                if change.mode is not False or change.held is None or not shared or event.span in told:
                    continue
                if (
                    _ends(event)
                    or leaves_loop(program, event, shared[0][1])
                    or _compiled(program, modes, steps, step, layer)
                ):
                    continue
                if _frozen(program, change, step, layers) or not _ever_trains(modes, layer):
                    continue
                told.add(event.span)
                there = note(step.event, "the next training step runs here", "其后的训练步在这里执行")
                yield at_event(event, related=[there], layer=layer.made.short, change=event.short)


def _ends(event):
    """Whether no step follows: it happens under `if epoch == epochs - 1` or `if epoch == last`, or what does it asks
    the training to stop."""
    tests = [guard.test for guard in event.guards if guard.way == 1 and isinstance(guard.test, Compare)]
    for test in tests:
        right = test.rights[0]
        if test.ops == ("==",) and (isinstance(right, Binary) and right.op == "-" or _is_name(test.left, right)):
            return True
    frame = event.frame
    while frame is not None:
        if frame.func is not None and frame.func.node.words & STOPS:
            return True
        frame = frame.caller
    return False


def _is_name(*sides):
    return all(hasattr(side, "id") or hasattr(side, "name") for side in sides)


def _of_its_model(step, event):
    """Whether the model that makes a step is what a call evaluates or predicts with."""
    if step.event.name != MODEL_STEP or event.receiver is None or not event.name.endswith(EVALUATES):
        return False
    return any(model in event.receiver.atoms for model in step.event.receiver.objects())


def _compiled(program, modes, steps, step, layer):
    """Whether the step was compiled in training mode before: it keeps that mode, whatever the network is put into."""
    if not runs_as_graph(program, step.event):
        return False
    first = next(each for each in steps if each.event.span == step.event.span and each.event.path == step.event.path)
    changes = modes.before(first.event, layer)
    return bool(changes) and all(change.mode for change in changes)


def _frozen(program, change, step, layers):
    """Whether a part of the network, or all of it from some epoch on, is to stay in inference mode while it is trained:
    nobody evaluates it in between."""
    there = {id(each) for each in program.parts(change.held)}
    part = not all(id(layer) in there for layer in layers)
    if not part and set(change.event.guards) <= set(step.event.guards):
        return False
    held = change.held.objects()
    return change.event.name.endswith(".set_train") and not any(
        each.order < step.event.order
        and each.name.endswith(EVALUATES)
        and each.receiver is not None
        and any(obj in held for obj in each.receiver.objects())
        and not serves_training(program, each)
        for each in program.after(change.event)
    )


def _ever_trains(modes, layer):
    """Whether anything puts it into training mode: otherwise it is the training that is told of."""
    return any(change.mode is not False and modes.reaches(change, layer) for change in modes.changes)
