"""A loop of the program's own that trains, in a program in which nothing puts the network into training mode."""

from mslint.rulekit import (
    CALLEE,
    Program,
    Severity,
    at_event,
    insert_line,
    inserting,
    is_optimizer,
    mode_of,
    note,
    switches_mode,
    training_steps,
    unsafe,
)

SET_TRAIN = ".set_train"
MODEL = "mindspore.train.Model"
TRAINS = (f"{MODEL}.train", f"{MODEL}.fit")


def check_program(program: Program):
    if not program.whole or program.speaks_of("build train network"):
        return
    for step in training_steps(program):
        if not step.event.loops or step.network is None:
            continue
        network = list(program.parts(step.network))
        if _switched(program, network) or any(part.escaped for part in network):
            continue
        own = [part for part in network if part.cls and program.derives(part, "mindspore.nn.Cell")]
        trained = _trained(program, step)
        moving = next(
            (part for part in network if switches_mode(program, part) and (not trained or id(part) in trained)), None
        )
        if moving is not None:
            sure = step.network.known and moving.made is not None and not moving.made.guards
            there = note(moving.made, "this layer stays in inference mode", "这一层会一直处于推理模式")
            severity = Severity.ERROR if sure else Severity.WARNING
            fix = _set_train(program, step, network)
            yield at_event(step.event, severity=severity, sure=sure, related=[there], fix=fix, layer=moving.made.short)
            return
        if own:
            yield at_event(step.event, "no_layer", Severity.INFO, sure=False)
            return


def _trained(program: Program, step):
    """The parts of what the optimizer updates, where that is known: a loss may hold a network that stays as it is."""
    given = program.built_with(step.optimizer, "params", "parameters") if step.optimizer is not None else None
    return {id(part) for part in program.parts(given)} if given is not None and given.known else set()


def _set_train(program: Program, step, network):
    """The line that is missing before the loop, where the training cell or the network has a name there."""
    if step.cell is not None:
        name = CALLEE
    else:
        network = [
            part for part in network if program.derives(part, "mindspore.nn.Cell") and not is_optimizer(program, part)
        ]
        frame, own = step.event.frame, {id(part) for part in network}
        names = [name for name, value in frame.given.items() if own & {id(obj) for obj in value.objects()}]
        for part in network:
            made = part.made
            if made is not None and made.path == step.event.path and made.frame.func is frame.func:
                names += made.site.targets
        if not names:
            return None
        name = names[0]  # what holds the others comes first
    title = inserting("set_train()")
    return unsafe(title, insert_line(step.event.span, f"{name}.set_train()"))


def _switched(program: Program, network) -> bool:
    """Whether something may switch the network: a set_train on it, on what holds it, or on nobody knows what."""
    parts = {id(part) for part in network}
    told = False
    for event in program.named(lambda name: name.endswith(SET_TRAIN) or name in (MODEL, *TRAINS)):
        if event.name in TRAINS and event.receiver is not None:
            if not event.receiver.known or {id(part) for part in program.parts(event.receiver)} & parts:
                return True
        elif event.name != MODEL and event.receiver is not None:
            told = True
            if mode_of(event) is False:
                continue
            held = {id(part) for part in program.parts(event.receiver)}
            if event.receiver.open or not held or held & parts:
                return True
        elif event.name == MODEL and not event.missing("optimizer"):
            return True
    return not told and program.speaks_of("set train")
