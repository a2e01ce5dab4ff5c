"""x += y changes the object in a graph since 2.8, and makes a new one in PyNative mode; x[...] = y is the other way."""

from mslint.rulekit import (
    CERTAIN,
    EXCLUDED,
    LIKELY,
    Hit,
    Mode,
    Modes,
    Program,
    Severity,
    changes_in_place,
    graph_note,
    let_go,
    mode_of_objects,
    traced,
)

SINCE = (2, 8)


def check_program(program: Program):
    for function in traced(program):
        if function.mode.graph == EXCLUDED:
            continue
        told_of = set()
        for change in changes_in_place(function):
            mode = _mode_in_training(program, function) if change.training else function.mode
            if mode.graph == EXCLUDED or (change.kind, change.held) in told_of:
                continue
            graph = mode.graph in (CERTAIN, LIKELY)
            store = change.kind == "store"
            if program.version < SINCE and not store:
                continue
            told = graph and not store
            if change.kind in ("argument", "store"):
                gone = let_go(change, function, program)
                if gone:  # nobody sees a change of what the caller does not use again
                    continue
                # The data that a whole network is given are hardly used again.
                told = told and (gone is False or function.kind != "construct")
            told_of.add((change.kind, change.held))
            held = f"self.{change.held}" if change.kind == "attribute" else change.held
            yield Hit(
                change.span,
                "" if change.kind == "alias" else change.kind,
                {"name": change.name, "op": change.op, "held": held, "function": function.func.node.name},
                None if told else Severity.INFO,
                told and mode.graph == CERTAIN,
                change.span,
                graph_note(mode) if told else (),
                group=(change.path, function.func.node.where, change.kind, told),
                path=change.path,
            )


def _mode_in_training(program, function):
    """How a function runs in training; not at all where the program never puts its objects into training mode."""
    owners = function.owners
    if not owners or any(each.escaped or "training" in each.attrs for each in owners):
        return function.mode
    modes = Modes.of(program)
    trains = [change for change in modes.changes if change.mode is not False]
    trained = [each for each in owners if any(modes.reaches(change, each) for change in trains)]
    return mode_of_objects(program, function, trained) if trained else Mode(EXCLUDED)
