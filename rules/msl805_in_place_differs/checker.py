"""x += y changes the object in a graph since 2.8, and makes a new one in PyNative mode; x[...] = y is the other way."""

from mslint.rulekit import (
    CERTAIN,
    EXCLUDED,
    LIKELY,
    Hit,
    Program,
    Severity,
    changes_in_place,
    graph_note,
    let_go,
    traced,
)

SINCE = (2, 8)


def check_program(program: Program):
    for function in traced(program):
        mode = function.mode
        if mode.graph == EXCLUDED:
            continue
        graph = mode.graph in (CERTAIN, LIKELY)
        for change in changes_in_place(function):
            store = change.kind == "store"
            if program.version < SINCE and not store:
                continue
            told = graph and not store
            if told and change.kind == "argument":  # nobody sees a change of what the caller does not use again
                told = not let_go(change, function, traced(program))
            held = f"self.{change.held}" if change.kind == "attribute" else change.held
            yield Hit(
                change.span,
                "" if change.kind == "alias" else change.kind,
                {"name": change.name, "op": change.op, "held": held, "function": function.func.node.name},
                None if told else Severity.INFO,
                told and mode.graph == CERTAIN,
                change.span,
                graph_note(mode) if told else (),
                path=change.path,
            )
