"""Where the data come from; the rest only the data themselves can tell."""

from mslint.rulekit import Program, absent, ask, pipelines, training_places, use_of


def _sources(program: Program):
    found = pipelines(program)
    training = [each for each in found if use_of(each).kind != "eval"]
    for pipeline in training:
        yield ask("source", pipeline.source, waits="source")
    if found and not training:
        yield absent("evaluation")
    elif not found:
        steps = training_places(program)
        yield ask("own", steps[0], waits="data") if steps else absent("no_data")


program_ds_01 = program_ds_02 = program_ds_03 = program_ds_04 = _sources
