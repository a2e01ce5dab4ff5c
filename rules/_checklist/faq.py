"""Code that runs as a graph, and names that were looked up for the target version."""

from mslint.rulekit import CERTAIN, LIKELY, Facts, Program, absent, traced
from mslint.rulekit.sights import FINE, Sight


def program_faq_01(program: Program):
    functions = [each for each in traced(program) if each.mode.graph in (CERTAIN, LIKELY)]
    if not functions:
        yield absent("no_graph")
        return
    first = functions[0]
    known = {(each.func.module.path, each.func.node.where) for each in functions}
    yield Sight(FINE, "looked", first.func.module.path, first.span, (("functions", len(known)),))


def file_faq_02(facts: Facts):
    for call in facts.calls:
        if call.api is not None:
            yield Sight(FINE, "there", "", call.span)


def program_faq_02(program: Program):
    if not any(event.name.startswith("mindspore.") for event in program.events):
        yield absent("no_api")
