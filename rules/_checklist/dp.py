"""What could be followed of the operations on the data, their order and their parts."""

from mslint.rulekit import (
    Program,
    absent,
    ask,
    fine,
    on_first_column,
    operations,
    pipelines,
    sources_of,
    trainings,
    use_of,
)

SCALES = frozenset("Normalize Rescale ToTensor NormalizePad".split())
RANDOM_SAMPLERS = ("RandomSampler", "PKSampler", "SubsetRandomSampler", "WeightedRandomSampler")
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
PADDING_STAGES = ("padded_batch",)
PADDING_CALLS = ("mindspore.dataset.transforms.PadEnd", "mindspore.dataset.vision.Pad", "numpy.pad")
CROP = "RandomCrop"


def _of_training(program: Program):
    return [each for each in pipelines(program) if use_of(each).kind != "eval"]


def _without_data(program: Program, key="no_data"):
    """What is to be said where no dataset is built that could be followed."""
    steps = trainings(program)
    yield ask("own", steps[0].event, waits="data") if steps else absent(key)


def _names(pipeline, wanted=None):
    names = [each.operation.name for each in operations(pipeline)]
    return ", ".join(dict.fromkeys(name for name in names if wanted is None or name in wanted))


def program_dp_01(program: Program):
    found = pipelines(program)
    for pipeline in found:
        scaling = _names(pipeline, SCALES)
        if scaling:
            yield fine("scaled", pipeline.source, operations=scaling)
        else:
            known = on_first_column(pipeline, looped=True) is not None
            yield ask("unscaled" if known else "unknown", pipeline.source, waits="data")
    if not found:
        yield from _without_data(program)


def program_dp_02(program: Program):
    told = False
    for pipeline in pipelines(program):
        kind = use_of(pipeline).kind
        if kind == "eval":
            told = True
            if on_first_column(pipeline, looped=True) is None:
                yield ask("unknown", pipeline.source)
            elif operations(pipeline):
                random = any(each.operation.name.startswith("Random") for each in operations(pipeline))
                if not random:
                    yield fine("evaluated", pipeline.source, operations=_names(pipeline))
            else:
                yield fine("plain", pipeline.source)
        elif kind is None and any(each.operation.name.startswith("Random") for each in operations(pipeline)):
            told = True
            yield ask("undecided", pipeline.source)
    if not told:
        yield absent("no_evaluation")


def program_dp_03(program: Program):
    found = _of_training(program)
    for pipeline in found:
        yield _order(program, pipeline)
    if not found:
        yield from _without_data(program, "no_training")


def _order(program: Program, pipeline):
    source = pipeline.source
    shuffle, sampler, reads = source.get("shuffle"), source.get("sampler"), source.get("source")
    if "shuffle" in pipeline.methods():
        return fine("stage", source)
    if sampler is not None and not sampler.is_just(None):
        names = {obj.api.rpartition(".")[2] for obj in sampler.objects()}
        if sampler.known and names and names <= set(RANDOM_SAMPLERS):
            return fine("sampler", source, sampler=", ".join(sorted(names)))
        return ask("other", source, waits="data")
    sources = sources_of(program, reads) if reads is not None else None
    if reads is not None and sources is not None and not all(each.indexed for each in sources):
        return ask("iterated", source, waits="data")
    if shuffle is not None and shuffle.is_just(False):
        return ask("in_order", source, waits="data")
    known = reads is None or sources is not None
    if shuffle is not None and shuffle.is_just(True) and known:
        return fine("given", source)
    parameters = source.signature.names() if source.signature is not None else ()
    if (
        known
        and "shuffle" in parameters
        and (source.missing("shuffle") or shuffle is not None and shuffle.is_just(None))
    ):
        return fine("default", source)
    return ask("other", source, waits="data")


def program_dp_04(program: Program):
    found = pipelines(program)
    told = False
    for event in program.calls(*PADDING_CALLS):
        told = True
        yield ask("padded", event, waits="data")
    for pipeline in found:
        for stage in pipeline.stages:
            if stage.name.rpartition(".")[2] in PADDING_STAGES:
                told = True
                yield ask("padded", stage, waits="data")
        for each in operations(pipeline):
            padding = each.operation.event.get("padding")
            if each.operation.name == CROP and padding is not None and not padding.is_just(None):
                told = True
                yield fine("crop", each.operation.event)
        if on_first_column(pipeline, looped=True) is None:
            told = True
            yield ask("unknown", pipeline.source, waits="data")
    if not told:
        yield from [absent("none")] if found else _without_data(program)


def program_dp_05(program: Program):
    starts = [event for event in program.calls(*STARTS) if not event.alone]
    found = _of_training(program)
    sharded = [each for each in found if _given(each.source, "num_shards") and _given(each.source, "shard_id")]
    for pipeline in sharded:
        yield fine("sharded", pipeline.source)
    if not starts:
        if not sharded:
            yield absent("one_device")
        return
    for pipeline in found:
        if pipeline not in sharded:
            yield ask("unsharded", pipeline.source, waits="data")
    if not found:
        yield ask("own", starts[0], waits="data")


def _given(event, name):
    value = event.get(name)
    return value is not None and not value.is_just(None)
