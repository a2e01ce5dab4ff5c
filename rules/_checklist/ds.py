"""Where the data come from; the rest only the data themselves can tell."""

from mslint.rulekit import Program, absent, ask, pipelines, training_places


def _sources(program: Program):
    found = pipelines(program)
    for pipeline in found:
        yield ask("source", pipeline.source, waits="source")
    if not found:
        steps = training_places(program)
        yield ask("own", steps[0], waits="data") if steps else absent("no_data")


program_ds_01 = program_ds_02 = program_ds_03 = program_ds_04 = _sources
