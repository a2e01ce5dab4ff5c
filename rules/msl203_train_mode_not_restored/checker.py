"""Inside a training loop something puts the network into inference mode, and the next steps meet it there."""

from mslint.rulekit import Modes, Program, at_event, note, training_steps


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    told = set()
    steps = [step for step in training_steps(program, once=False) if step.event.loops and step.network is not None]
    for step in steps:
        loops = {loop[:2] for loop in step.event.loops}
        for layer in modes.layers(step.network):
            if layer.escaped:
                continue
            for change in modes.before(step.event, layer):
                event = change.event
                inside = any(loop[:2] in loops for loop in event.loops)
                if change.mode is False and change.held is not None and inside and event.span not in told:
                    told.add(event.span)
                    there = note(step.event, "the next training step runs here", "其后的训练步在这里执行")
                    yield at_event(event, related=[there], layer=layer.made.short, change=event.short)
