"""A graph asks Python and NumPy for their random numbers once, while it is made."""

from mslint.rulekit import CERTAIN, EXCLUDED, LIKELY, Hit, Program, Severity, draws, graph_note, traced


def check_program(program: Program):
    for function in traced(program):
        mode = function.mode
        if mode.graph == EXCLUDED:
            continue
        graph = mode.graph in (CERTAIN, LIKELY)
        for draw in draws(function):
            yield Hit(
                draw.span,
                "" if graph else "unknown",
                {"call": draw.name.replace("numpy.", "np."), "function": function.func.node.name},
                None if graph else Severity.INFO,
                mode.graph == CERTAIN,
                draw.span,
                graph_note(mode) if graph else (),
                path=draw.path,
            )
