"""Statements that MindSpore's parser does not turn into a graph; which they are was measured."""

from mslint.rulekit import CERTAIN, EXCLUDED, LIKELY, Hit, Note, Program, Severity, Words, odd_ones, traced, unit_table

KINDS = unit_table(__file__, "kinds.toml")["kind"]
NOTES = {
    "mode": Words("graph mode is set here", "在此设置为图模式"),
    "jit": Words("jit makes a graph of it here", "在此由 jit 编译为计算图"),
    "export": Words("export makes a graph of it here", "在此导出为计算图"),
}
SEVERITIES = {CERTAIN: Severity.ERROR, LIKELY: Severity.WARNING}


def check_program(program: Program):
    for function in traced(program):
        mode = function.mode
        if mode.graph == EXCLUDED:
            continue
        for odd in odd_ones(function):
            severity = SEVERITIES.get(mode.graph, Severity.INFO) if odd.always else Severity.INFO
            graph = severity != Severity.INFO
            row = KINDS[odd.kind]
            there = (Note(mode.span, NOTES[mode.reason], mode.path),) if graph and mode.span is not None else ()
            yield Hit(
                odd.span,
                "" if graph else "unknown",
                {
                    "what": Words(*row["what"]),
                    "instead": Words(*row["instead"]),
                    "function": function.func.node.name,
                    "kind": odd.kind,
                },
                severity,
                severity == Severity.ERROR,
                odd.span,
                there,
                path=odd.path,
            )
