"""Statements that MindSpore's parser does not turn into a graph; which they are was measured."""

from mslint.rulekit import (
    CERTAIN,
    EXCLUDED,
    LIKELY,
    Hit,
    Program,
    Severity,
    Words,
    graph_note,
    odd_ones,
    traced,
    unit_table,
)

KINDS = unit_table(__file__, "kinds.toml")["kind"]
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
                graph_note(mode) if graph else (),
                path=odd.path,
            )
