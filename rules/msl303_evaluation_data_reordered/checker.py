"""Evaluation data in random order next to names that are not, and evaluation that leaves the last samples out."""

from mslint.rulekit import (
    Note,
    Program,
    Severity,
    Words,
    at_event,
    is_cell,
    names_in,
    note,
    pipelines,
    sources_of,
    use_of,
    words,
)

DATASET, MAPPABLE = "mindspore.dataset.Dataset", "mindspore.dataset.MappableDataset"
NAMED = frozenset("name names file files filename filenames path paths id ids image images label labels".split())
BATCH = frozenset(("batch", "bs", "batchsize"))
# Splits whose size is known.
DIGITS = {"train": 60000, "test": 10000, "all": 70000}
SMALL = {"train": 50000, "test": 10000, "all": 60000}
SIZES = {
    **{f"{name}Dataset": DIGITS for name in ("Mnist", "FashionMnist", "KMnist")},
    **{f"{name}Dataset": SMALL for name in ("Cifar10", "Cifar100")},
    "IMDBDataset": {"train": 25000, "test": 25000, "all": 50000},
}
# The usual sets to evaluate with that hold photographs: those of ImageNet and val2017 of COCO.
IMAGENET, COCO = 50000, 5000
# Stages behind which there are as many samples as before.
KEEPING = frozenset("map project rename shuffle".split())


def check_program(program: Program):
    told = set()
    for pipeline in pipelines(program):
        use = use_of(pipeline)
        if use.kind != "eval" or any(frame.name.startswith("test_") for frame in _frames(pipeline.source)):
            continue
        certain = use.certain and not pipeline.escaped
        # What is matched to names says itself where it is shuffled.
        order = _matched(program, pipeline, certain) or _shuffled(program, pipeline, use)
        for hit in (order, *_dropped(program, pipeline, use, certain)):
            if hit is not None and (hit.path, hit.span) not in told:
                told.add((hit.path, hit.span))
                yield hit


def _because(use, event):
    """The place that makes it evaluation data, where that is another one."""
    if use.place is None or use.place == (event.path, event.span):
        return []
    path, span = use.place
    return [Note(span, Words("this makes it evaluation data", "由此可知这是评估数据"), path)]


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


def _shuffled(program, pipeline, use):
    shuffle, source = pipeline.source.get("shuffle"), pipeline.source
    if shuffle is None or not shuffle.is_just(True) or not shuffle.sure or not use.certain:
        return None
    # The metrics of Model.eval come out the same in any order, unless it decides which samples are left out.
    if use.reason == "Model.eval" and not any(_drops(stage) for stage in pipeline.stages):
        return None
    given = source.get("source")
    if any(not each.indexed for each in (sources_of(program, given) or () if given is not None else ())):
        return None
    related = _because(use, source)
    return at_event(source, "explicit", Severity.INFO, group=source.span, related=related, reason=use.reason)


def _dropped(program, pipeline, use, certain):
    for stage in pipeline.stages if not pipeline.sampled else ():
        if not _drops(stage) or not _may_drop(stage) or _filled_up(program, stage):
            continue
        size, counts = stage.given_as("batch_size").value.number, _counts(pipeline, stage)
        if size and counts and all(count % size == 0 for count in counts):
            continue
        around = {(guard.key, guard.way) for guard in pipeline.source.guards}
        sure = certain and all((guard.key, guard.way) in around for guard in stage.guards)
        # Such a size is chosen because it divides the usual test sets.
        fits = bool(size) and (any(count % size == 0 for count in counts) if counts else _usual(program, size))
        shown = {"reason": use.reason}
        if len(counts) == 1 and size:
            shown.update(count=counts[0], lost=int(counts[0] % size))
        yield at_event(
            stage,
            "lost" if len(shown) > 1 else "dropped",
            None if sure and not fits else Severity.INFO,
            sure,
            about="drop_remainder",
            group=stage.span,
            related=_because(use, stage),
            **shown,
        )


def _drops(stage):
    drop = stage.get("drop_remainder") if stage.name.endswith(".batch") else None
    return drop is not None and drop.is_just(True) and drop.sure


def _filled_up(program, stage):
    """Whether the same function makes the set as long as the batches want it."""
    padding = program.calls("mindspore.dataset.PaddedDataset")
    return any(each.frame.func is stage.frame.func and each.path == stage.path for each in padding)


def _may_drop(stage):
    """Whether batches may leave a rest; a size that is not called a batch's may be that of the whole set."""
    given = stage.given_as("batch_size")
    size = given.value.number if given is not None else None
    if given is None or 1 in given.value.atoms or (size is not None and size <= 0):
        return False
    called = list(names_in(given.expr)) if given.expr is not None else []
    return not called or any(words(name) & BATCH for name in called)


def _usual(program, size):
    """Whether a size is chosen so that the usual test sets come out even: a round one, or one that is built upon."""
    if IMAGENET % size:
        return False
    return size % 50 == 0 or (COCO % size == 0 and size in program.once("full batches", lambda: _full(program)))


def _full(program):
    """The batch sizes that a program relies on: it counts through the batch, or builds its network for it."""
    return {
        given.value.number
        for event in program.events
        if not event.alone and (event.name == "builtins.range" or _of_network(program, event))
        for given in event.given
        if given.value.number and any(words(name) & BATCH for name in _called(given))
    }


def _of_network(program, event):
    """Whether a call builds a network of the program, or stands in one."""
    func, made = event.frame.func, event.made
    classes = [func.owner if func is not None else None, made.cls if made is not None and made.made is event else None]
    return any(cls is not None and not isinstance(cls, str) and is_cell(program, cls) for cls in classes)


def _called(given):
    return [*([given.name] if given.name else ()), *(names_in(given.expr) if given.expr is not None else ())]


def _counts(pipeline, stage):
    """How many samples there may be; nothing where that is not known."""
    source = pipeline.source
    sizes = SIZES.get(source.name.rpartition(".")[2])
    before = pipeline.stages[: pipeline.stages.index(stage)]
    if sizes is None or not source.missing("num_samples", "sampler", "num_shards"):
        return []
    if any(each.name.rpartition(".")[2] not in KEEPING for each in before):
        return []
    usage = source.get("usage")
    if usage is None:  # whatever is in the folder
        folder = source.get("dataset_dir")
        told = words(folder.text) if folder is not None and folder.text else frozenset()
        return [sizes["test"]] if told & {"test", "eval", "val"} else [sizes["test"], sizes["all"]]
    return [sizes[usage.text]] if usage.text in sizes else []


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
