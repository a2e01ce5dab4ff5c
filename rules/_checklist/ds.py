"""Where the data come from; the rest only the data themselves can tell."""

from mslint.rulekit import Program, absent, ask, pipelines, trainings


def _sources(program: Program):
    found = pipelines(program)
    for pipeline in found:
        yield ask("source", pipeline.source, waits="data")
    if not found:
        steps = trainings(program)
        yield ask("own", steps[0].event, waits="data") if steps else absent("no_data")


program_ds_01 = program_ds_02 = program_ds_03 = program_ds_04 = _sources
