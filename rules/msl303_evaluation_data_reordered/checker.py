"""Evaluation data in random order next to names that are not, and evaluation that leaves the last samples out."""

from mslint.rulekit import Program, Severity, at_event, names_in, note, pipelines, sources_of, use_of, words

DATASET, MAPPABLE = "mindspore.dataset.Dataset", "mindspore.dataset.MappableDataset"
NAMED = frozenset("name names file files filename filenames path paths id ids image images label labels".split())
BATCH = frozenset(("batch", "bs", "batchsize"))
# Test splits whose size is known.
SIZES = {"MnistDataset": 10000, "FashionMnistDataset": 10000, "Cifar10Dataset": 10000, "Cifar100Dataset": 10000}


def check_program(program: Program):
    told = set()
    for pipeline in pipelines(program):
        use = use_of(pipeline)
        if use.kind != "eval" or any(frame.name.startswith("test_") for frame in _frames(pipeline.source)):
            continue
        certain = use.certain and not pipeline.escaped
        # What is matched to names says itself where it is shuffled.
        order = _matched(program, pipeline, certain) or _shuffled(pipeline, use)
        for hit in (order, *_dropped(pipeline, certain)):
            if hit is not None and (hit.path, hit.span) not in told:
                told.add((hit.path, hit.span))
                yield hit


def _matched(program, pipeline, certain):
    """Names in their own order next to shuffled data."""
    shuffles = _shuffles(program, pipeline)
    for taker in pipeline.takers if shuffles is not None else ():
        others = [each for each in taker.given if not _holds(program, each.value)]
        named = any(words(name) & NAMED for each in others if each.expr is not None for name in names_in(each.expr))
        if taker.name == "builtins.zip" and len(others) == len(taker.given) - 1 and named:
            there = [note(shuffles, "the data is shuffled here", "数据在此处混洗")]
            return at_event(taker, "", None if certain else Severity.INFO, certain, related=there, api=shuffles.short)
    return None


def _shuffled(pipeline, use):
    shuffle = pipeline.source.get("shuffle")
    if shuffle is None or not shuffle.is_just(True) or not shuffle.sure or not use.certain:
        return None
    return at_event(pipeline.source, "explicit", Severity.INFO)


def _dropped(pipeline, certain):
    for stage in pipeline.stages:
        drop = stage.get("drop_remainder") if stage.name.endswith(".batch") else None
        if drop is not None and drop.is_just(True) and drop.sure and _may_drop(pipeline.source, stage):
            around = {(guard.key, guard.way) for guard in pipeline.source.guards}
            sure = certain and all((guard.key, guard.way) in around for guard in stage.guards)
            severity = None if sure else Severity.INFO
            yield at_event(stage, "dropped", severity, sure, about="drop_remainder")


def _may_drop(source, stage):
    """Whether the batches may leave a rest; a size that is not called a batch's may be that of the whole set."""
    given = stage.given_as("batch_size")
    size = given.value.number if given is not None else None
    if given is None or 1 in given.value.atoms:
        return False
    known = SIZES.get(source.name.rpartition(".")[2]) if source.missing("num_samples") else None
    if size is not None and (size <= 0 or (known is not None and known % size == 0)):
        return False
    called = list(names_in(given.expr)) if given.expr is not None else []
    return not called or any(words(name) & BATCH for name in called)


def _shuffles(program, pipeline):
    """The call that puts the data in random order; None where that is not certain."""
    source = pipeline.source
    later = [stage for stage in pipeline.stages if stage.name.endswith(".shuffle")]
    if later:
        return later[0]
    shuffle, given = source.get("shuffle"), source.get("source")
    if shuffle is not None:
        return source if shuffle.is_just(True) and shuffle.sure else None
    sources = sources_of(program, given) if given is not None else None
    indexed = given is None or (bool(sources) and all(each.indexed for each in sources))
    default = source.missing("shuffle") and source.missing("sampler") and program.is_a(source.name, MAPPABLE)
    return source if default and indexed else None


def _holds(program, value):
    """Whether a value is a dataset, or goes over one."""
    seen, pending = 0, value.objects()
    while pending and seen < 50:
        obj, seen = pending.pop(), seen + 1
        if program.is_a(obj.api, DATASET):
            return True
        pending.extend(obj.parent.objects() if obj.parent is not None else ())
    return False


def _frames(event):
    frame = event.frame
    while frame is not None:
        yield frame
        frame = frame.caller
