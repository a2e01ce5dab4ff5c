"""Training programs in which nothing is called seed; on several devices that leaves each with weights of its own."""

import re

from mslint.rulekit import Program, Severity, at_event, is_api, note, trainings

CONTEXT = "mindspore.set_auto_parallel_context"
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
SEEDS = tuple("seed seeds seeded seeding setseed reseed manualseed randomseed".split())
# Whoever only tries something compares no runs.
TRIES = re.compile(r"(^|/)(tests?|ut|st|demos?|benchmarks?)/|(^|/)(test|bench|demo)(_[^/]*)?\.py$|_(test|demo)\.py$")
# What makes the weights of all devices alike, or may.
ALIKE = ("broadcast", "load checkpoint", "load param", "load distributed", "load pretrained", "load ckpt")


def check_program(program: Program):
    if not program.whole or program.speaks_of(*SEEDS):
        return
    first = next(iter(trainings(program)), None)
    if first is None:
        return
    start = next(program.calls(*STARTS), None)
    if start is None:
        if not TRIES.search(program.path):
            yield at_event(first.event, "", Severity.INFO)
    elif _data_parallel(program) and not program.speaks_of(*ALIKE):
        there = note(first.event, "trains what was initialized differently", "训练的是初始值各不相同的网络")
        yield at_event(start, "devices", Severity.WARNING, sure=not start.guards, related=[there])
    else:
        yield at_event(first.event, "", Severity.INFO, sure=False)


def _data_parallel(program: Program) -> bool:
    """Whether every device has a whole copy of the weights; other modes have ways of their own."""
    modes = [event.get("parallel_mode") for event in program.calls(CONTEXT)]
    return all(
        mode is None or is_api(mode, "mindspore.ParallelMode.DATA_PARALLEL") or mode.is_just("data_parallel")
        for mode in modes
    )
