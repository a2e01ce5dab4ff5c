"""A graph asks Python and NumPy for their random numbers once, while it is made."""

from mslint.rulekit import CERTAIN, EXCLUDED, LIKELY, Hit, Note, Program, Severity, Words, draws, traced

NOTES = {
    "mode": Words("graph mode is set here", "在此设置为图模式"),
    "jit": Words("jit makes a graph of it here", "在此由 jit 编译为计算图"),
    "export": Words("export makes a graph of it here", "在此导出为计算图"),
}


def check_program(program: Program):
    for function in traced(program):
        mode = function.mode
        if mode.graph == EXCLUDED:
            continue
        graph = mode.graph in (CERTAIN, LIKELY)
        there = (Note(mode.span, NOTES[mode.reason], mode.path),) if mode.span is not None else ()
        for draw in draws(function):
            yield Hit(
                draw.span,
                "" if graph else "unknown",
                {"call": draw.name.replace("numpy.", "np."), "function": function.func.node.name},
                None if graph else Severity.INFO,
                mode.graph == CERTAIN,
                draw.span,
                there if graph else (),
                path=draw.path,
            )
