"""A loop of the program's own that trains, in a program in which nothing puts the network into training mode."""

from mslint.rulekit import Program, Severity, at_event, mode_of, note, switches_mode, training_steps

SET_TRAIN = ".set_train"
MODEL = "mindspore.train.Model"


def check_program(program: Program):
    if not program.whole or program.mentions("build_train_network"):
        return
    for step in training_steps(program):
        if not step.event.loops or step.network is None:
            continue
        network = list(program.parts(step.network))
        if _switched(program, network) or any(part.escaped for part in network):
            continue
        own = [part for part in network if part.cls and program.derives(part, "mindspore.nn.Cell")]
        moving = next((part for part in network if switches_mode(program, part)), None)
        if moving is not None:
            sure = step.network.known and moving.made is not None and not moving.made.guards
            there = note(moving.made, "this layer stays in inference mode", "这一层会一直处于推理模式")
            severity = Severity.ERROR if sure else Severity.WARNING
            yield at_event(step.event, severity=severity, sure=sure, related=[there], layer=moving.made.short)
            return
        if own:
            yield at_event(step.event, "no_layer", Severity.INFO, sure=False)
            return


def _switched(program: Program, network) -> bool:
    """Whether something may switch the network: a set_train on it, on what holds it, or on nobody knows what."""
    parts = {id(part) for part in network}
    told = False
    for event in program.named(lambda name: name.endswith(SET_TRAIN) or name == MODEL):
        if event.name != MODEL and event.receiver is not None:
            told = True
            if mode_of(event) is False:
                continue
            held = {id(part) for part in program.parts(event.receiver)}
            if event.receiver.open or not held or held & parts:
                return True
        elif event.name == MODEL and not event.missing("optimizer"):
            return True
    return not told and program.mentions("set_train")
