"""Training data that is read in one order for ever; evaluation data, and what shuffles elsewhere, is left alone."""

from mslint.rulekit import (
    RANDOM,
    Program,
    Severity,
    add_argument,
    at_event,
    flag_says,
    only_looked_at,
    pipelines,
    sources_of,
    unsafe,
    use_of,
    where_written,
    writing,
)


def check_program(program: Program):
    for pipeline in pipelines(program):
        source = pipeline.source
        shuffle = source.get("shuffle")
        if shuffle is None or not shuffle.is_just(False) or not shuffle.sure:
            continue
        sampler = source.get("sampler")
        if (sampler is not None and not sampler.is_just(None)) or "shuffle" in pipeline.methods():
            continue
        context = use_of(pipeline)
        if context.kind != "train" or _around(program, source) or only_looked_at(program, pipeline):
            continue
        if flag_says(program, source, "shuffle") == "eval":
            continue
        given = source.get("source")
        sources = sources_of(program, given) if given is not None else []
        if sources is not None and any(each.random() for each in sources):
            continue
        certain = context.certain and not pipeline.escaped and sources is not None
        severity = None if certain else Severity.INFO
        fix = unsafe(writing("shuffle=True"), add_argument(source, "shuffle", "True")) if certain else None
        hit = at_event(source, "" if certain else "likely", severity, certain, fix=fix, reason=context.reason)
        yield where_written(hit, source, "shuffle", "the dataset is built here", "数据集在此处创建")


def _around(program: Program, source) -> bool:
    """Whether the function around it, or another method of its class, puts something in random order."""
    func = source.frame.func
    if func is None:
        return False
    return any(
        event.name.rpartition(".")[2] in RANDOM and "random" in event.name and _family(event.frame.func, func)
        for event in program.events
    )


def _family(one, other) -> bool:
    return one is not None and (one.node is other.node or (one.owner is not None and one.owner is other.owner))
