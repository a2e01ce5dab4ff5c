"""What could be followed of the operations on the data, their order and their parts."""

from mslint.rulekit import (
    Program,
    absent,
    ask,
    fine,
    holds_images,
    on_first_column,
    operations,
    pipelines,
    sources_of,
    training_places,
    use_of,
)

SCALES = frozenset("Normalize Rescale ToTensor NormalizePad".split())
RANDOM_SAMPLERS = ("RandomSampler", "PKSampler", "SubsetRandomSampler", "WeightedRandomSampler")
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
# What an operation that pads is called, in whichever module of old or new it stands.
PADS = ("Pad", "PadEnd", "PadToSize", "padded_batch", "pad_sequence")
CROPS = ("RandomCrop", "RandomCropWithBBox")
# Operations that draw lots although their names do not begin with Random.
DRAWS = frozenset(
    "RandAugment AutoAugment TrivialAugmentWide UniformAugment AugMix MixUp MixUpBatch CutMix CutMixBatch CutOut "
    "Erasing".split()
)
SEEDS = (
    "mindspore.set_seed",
    "mindspore.common.set_seed",
    "mindspore.common.seed.set_seed",
    "mindspore.dataset.config.set_seed",
)
ITERATES = ("create_tuple_iterator", "create_dict_iterator", "__iter__")
TRAINS = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
SMALL = 16  # samples in a shuffle buffer that hardly mixes anything
SHARES = ("num_shards", "shard_id", "rank_id", "rank_size", "device_num", "RANK_ID", "RANK_SIZE", "parallel_mode")


def _of_training(program: Program):
    return [each for each in pipelines(program) if use_of(each).kind != "eval"]


def _without_data(program: Program, key="no_data"):
    """What is to be said where no dataset is built that could be followed."""
    steps = training_places(program)
    yield ask("own", steps[0], waits="data") if steps else absent(key)


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
            yield ask("unscaled" if known else "unknown", pipeline.source, waits="source")
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
            elif not operations(pipeline) or (holds_images(pipeline.source) and not _names(pipeline, SCALES)):
                yield ask("plain", pipeline.source)
            elif not any(_draws(each.operation.name) for each in operations(pipeline)):
                yield fine("evaluated", pipeline.source, operations=_names(pipeline))
        elif kind != "train":
            told = True
            yield ask("undecided", pipeline.source)
    if not told:
        yield absent("no_evaluation")


def _draws(name):
    return name.startswith("Random") or name in DRAWS


def program_dp_03(program: Program):
    found = _of_training(program)
    for pipeline in found:
        yield _order(program, pipeline)
    if not found:
        yield from _without_data(program, "no_training")


def _again(program: Program, pipeline):
    """Where every epoch begins the data anew and a seed makes it begin as the one before; None where neither is so."""
    seeds = list(program.calls(*SEEDS))
    if not seeds or any(seed.loops for seed in seeds):  # whoever sets it again and again gives it another number
        return None
    begun = [event for event in pipeline.stages if event.name.rpartition(".")[2] in ITERATES]
    begun += [event for event in pipeline.takers if event.name in TRAINS]
    inside = (event for event in begun if len(event.loops) > len(pipeline.source.loops))
    return next(inside, None)


def _mixed(key, program: Program, pipeline, **params):
    """What is to be said of data that are shuffled: also whether each epoch brings another order."""
    again = _again(program, pipeline)
    if again is None:
        return fine(key, pipeline.source, **params)
    how = "again_for" if again.name.endswith(".__iter__") else "again"
    return ask(how, again, waits="source", source=pipeline.source.short)


def _order(program: Program, pipeline):
    source = pipeline.source
    shuffle, sampler, reads = source.get("shuffle"), source.get("sampler"), source.get("source")
    if "shuffle" in pipeline.methods():
        return _buffer(program, pipeline)
    if sampler is not None and not sampler.is_just(None):
        names = {obj.api.rpartition(".")[2] for obj in sampler.objects()}
        if sampler.known and names and names <= set(RANDOM_SAMPLERS):
            return _mixed("sampler", program, pipeline, sampler=", ".join(sorted(names)))
        return ask("other", source, waits="source")
    sources = sources_of(program, reads) if reads is not None else None
    if reads is not None and sources is not None and not all(each.indexed for each in sources):
        return ask("iterated", source, waits="source")
    if shuffle is not None and shuffle.is_just(False):
        return ask("in_order", source, waits="source")
    known = reads is None or sources is not None
    if shuffle is not None and shuffle.is_just(True) and known:
        return _mixed("given", program, pipeline)
    parameters = source.signature.names() if source.signature is not None else ()
    if (
        known
        and "shuffle" in parameters
        and (source.missing("shuffle") or shuffle is not None and shuffle.is_just(None))
    ):
        return _mixed("default", program, pipeline)
    return ask("other", source, waits="source")


def _buffer(program: Program, pipeline):
    """A shuffle mixes what fits into its buffer, and after a batch it mixes whole batches."""
    stages = pipeline.stages
    index = next(number for number, stage in enumerate(stages) if stage.name.rpartition(".")[2] == "shuffle")
    value = stages[index].get("buffer_size") or next((each.value for each in stages[index].given), None)
    size = value.number if value is not None else None
    batched = any(stage.name.rpartition(".")[2] in ("batch", "padded_batch") for stage in stages[:index])
    if batched or (size is not None and size < SMALL):
        return ask("batched" if batched else "buffer", stages[index], waits="source")
    return _mixed("stage", program, pipeline)


def program_dp_04(program: Program):
    found = pipelines(program)
    told = False
    for event in program.named(_pads):
        told = True
        yield ask("padded", event, waits="source")
    for pipeline in found:
        for each in operations(pipeline):
            padding = each.operation.event.get("padding")
            if each.operation.name in CROPS and padding is not None and not padding.is_just(None):
                told = True
                yield fine("crop", each.operation.event)
        own = pipeline.source.get("source") is not None
        if own or on_first_column(pipeline, looped=True) is None:
            told = True
            yield ask("generator" if own else "unknown", pipeline.source, waits="source")
    if not told:
        yield from [absent("none")] if found else _without_data(program)


def _pads(name):
    last = name.rpartition(".")[2]
    return last in PADS and name.startswith(("mindspore.dataset.", "?.")) or name == "numpy.pad"


def program_dp_05(program: Program):
    starts = [event for event in program.calls(*STARTS) if not event.alone]
    found = _of_training(program)
    sharded = [each for each in found if _given(each.source, "num_shards") and _given(each.source, "shard_id")]
    for pipeline in sharded:
        fixed = _number(pipeline.source, "shard_id") is not None and _number(pipeline.source, "num_shards") != 1
        yield (ask if fixed else fine)("fixed" if fixed else "sharded", pipeline.source)
    if not starts:
        steps = training_places(program)
        if sharded:
            return
        if steps and program.mentions(*SHARES):
            yield ask("mentioned", steps[0], waits="data")
        else:
            yield absent("one_device")
        return
    for pipeline in found:
        if pipeline not in sharded:
            yield ask("unsharded", pipeline.source, waits="source")
    if not found:
        yield ask("own", starts[0], waits="data")


def _number(event, name):
    value = event.get(name)
    return value.number if value is not None and value.sure else None


def _given(event, name):
    value = event.get(name)
    return value is not None and not value.is_just(None)
