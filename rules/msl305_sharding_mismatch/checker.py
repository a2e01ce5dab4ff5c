"""Shards that raise, that do not fit the devices, or that a program in data parallel lacks."""

from dataclasses import replace

from mslint.rulekit import (
    Api,
    Func,
    Map,
    Obj,
    Program,
    Severity,
    at_event,
    names_behind,
    note,
    pipelines,
    sources_of,
    training_steps,
    use_of,
    where_written,
    words,
)

PAIR = ("num_shards", "shard_id")
CONTEXT = "mindspore.set_auto_parallel_context"
DATA_PARALLEL = ("data_parallel", "mindspore.ParallelMode.DATA_PARALLEL")
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
READ = "mindspore.get_context"
TAKERS = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
ALL_OF_IT = ("mindspore.dataset.RandomSampler",)
# Words of those who share data out themselves.
SHARES = frozenset(
    "rank ranks shard shards sharded sharding dist distributed ddp world group split chunk worker part parts device "
    "devices node nodes".split()
)


def check_program(program: Program):
    told = set()
    parallel = _data_parallel(program)
    for pipeline in pipelines(program):
        event = pipeline.source
        parameters = event.signature.names() if event.signature is not None else ()
        if "num_shards" not in parameters or (event.path, event.span) in told:
            continue
        hit = _raises(program, event) or _device(event) or _swallowed(event) or _unshared(program, pipeline, parallel)
        if hit is not None:
            told.add((event.path, event.span))
            yield hit


def _raises(program, event):
    given = [name for name in PAIR if event.get(name) is not None and not event.get(name).may_be(None)]
    lacking = [name for name in PAIR if event.missing(name) or (event.get(name) and event.get(name).is_just(None))]
    if len(given) == 1 and len(lacking) == 1:
        return at_event(event, "alone", Severity.ERROR, about="num_shards", given=given[0], missing=lacking[0])
    shards, shard = (event.get(name) for name in PAIR)
    known = all(each is not None and each.number is not None and each.sure for each in (shards, shard))
    if known and not 0 <= shard.number < shards.number:
        params = {"shard": shard.number, "shards": shards.number}
        return at_event(event, "range", Severity.ERROR, about="num_shards", **params)
    source, sampler = event.get("source"), event.get("sampler")
    if source is not None and event.name == "mindspore.dataset.GeneratorDataset":
        asked = given[:1] or (["sampler"] if sampler is not None and not sampler.may_be(None) else [])
        sources = sources_of(program, source) if asked else None
        if sources and not any(each.indexed for each in sources):
            return at_event(event, "iterated", Severity.ERROR, about="num_shards", given=asked[0])
    return None


def _device(event):
    shard = event.get("shard_id")
    origins = [_origin(atom) for atom in shard.atoms] if shard is not None and not shard.open else []
    if not origins or None in origins:
        return None
    hit = at_event(event, "device", about="num_shards", origin=origins[0])
    return where_written(hit, event, "shard_id", "the dataset is built here", "数据集在此处创建")


def _origin(atom):
    """What a shard is taken from, where that counts the devices of one machine."""
    if isinstance(atom, Api) and atom.name == "os.environ.DEVICE_ID":
        return "DEVICE_ID"
    asked = atom.made.given[0].value.text if isinstance(atom, Obj) and atom.made and atom.made.given else None
    if asked == "DEVICE_ID" and atom.api in ("os.getenv", "os.environ.get"):
        return asked
    return 'get_context("device_id")' if asked == "device_id" and atom.api == READ else None


def _takes_all(sampler):
    """Whether a sampler draws from all of the data on every device."""
    return sampler.known and all(isinstance(atom, Obj) and atom.api in ALL_OF_IT for atom in sampler.atoms)


def _shared(program, pipeline):
    """Whether what leads to a dataset, or a stage such as skip and take, may share it out, as far as names tell."""
    event = pipeline.source
    spoken = set().union(*(names_behind(program, each) for each in (event, *pipeline.stages)))
    source = event.get("source")
    if source is not None:
        sources = sources_of(program, source)
        if sources is None:
            return True
        for each in sources:
            classes = each.cls.lineage() if each.cls is not None else ()
            functions = [each.func] if each.func is not None else []
            functions += [atom for cls in classes for value in cls.members.values() for atom in value.atoms]
            spoken.update(*(func.node.words for func in functions if isinstance(func, Func)))
    return any(words(name) & SHARES for name in spoken)


def _swallowed(event):
    frame = event.frame
    if frame.func is None or frame.site is None or not event.missing(*PAIR):
        return None
    for param in frame.func.node.params:
        table = frame.given[param.name].only if param.kind == "**" and param.name in frame.given else None
        shards = table.items.get("num_shards") if isinstance(table, Map) else None
        if shards is not None and not shards.may_be(None):
            there = [note(event, "the dataset is built here", "数据集在此处创建")]
            hit = at_event(event, "swallowed", related=there, kwargs=param.name, function=frame.name)
            return replace(hit, span=frame.site.span, subject=frame.site.span, path=frame.site.path)
    return None


def _data_parallel(program):
    """The call that starts communication, in a program that certainly runs in data parallel and nothing else."""
    starts = [event for event in program.calls(*STARTS) if not event.alone]
    contexts = list(program.calls(CONTEXT))
    modes = [event.get("parallel_mode") for event in contexts]
    if not starts or not program.whole or not any(mode is not None for mode in modes):
        return None
    if any(not event.missing("full_batch") for event in contexts):
        return None
    known = [mode is None or all(_is_data_parallel(atom) for atom in mode.atoms) and mode.known for mode in modes]
    return starts[0] if all(known) else None


def _is_data_parallel(atom):
    return (atom.name if isinstance(atom, Api) else atom) in DATA_PARALLEL


def _unshared(program, pipeline, start):
    event = pipeline.source
    sampler = event.get("sampler")
    if start is None or event.open or event.alone or pipeline.escaped:
        return None
    if not event.missing(*PAIR) or not (sampler is None or sampler.is_just(None) or _takes_all(sampler)):
        return None
    context = use_of(pipeline)
    if context.kind != "train" or not context.certain or not set(event.guards) <= set(start.guards):
        return None
    if not _trained_on(program, pipeline) or _shared(program, pipeline):
        return None
    there = [note(start, "communication starts here", "在此处初始化通信")]
    return at_event(event, sure=not start.guards, related=there)


def _trained_on(program, pipeline):
    """Whether it goes into Model, or is read where the program makes its training steps."""
    around = set()
    for step in training_steps(program, once=False):
        frame = step.event.frame
        while frame is not None:
            around.add(frame)
            frame = frame.caller
    return any(each.name in TAKERS for each in pipeline.takers) or any(
        each.frame in around for each in (*pipeline.reads, *pipeline.takers)
    )
