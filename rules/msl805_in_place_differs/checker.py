"""x += y changes the object in a graph since 2.8, and makes a new one in PyNative mode; x[...] = y is the other way."""

from mslint.rulekit import (
    CERTAIN,
    EXCLUDED,
    LIKELY,
    Hit,
    Note,
    Program,
    Severity,
    Words,
    changes_in_place,
    let_go,
    traced,
)

NOTES = {
    "mode": Words("graph mode is set here", "在此设置为图模式"),
    "jit": Words("jit makes a graph of it here", "在此由 jit 编译为计算图"),
    "export": Words("export makes a graph of it here", "在此导出为计算图"),
}
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
            there = (Note(mode.span, NOTES[mode.reason], mode.path),) if told and mode.span is not None else ()
            held = f"self.{change.held}" if change.kind == "attribute" else change.held
            yield Hit(
                change.span,
                "" if change.kind == "alias" else change.kind,
                {"name": change.name, "op": change.op, "held": held, "function": function.func.node.name},
                None if told else Severity.INFO,
                told and mode.graph == CERTAIN,
                change.span,
                there,
                path=change.path,
            )
