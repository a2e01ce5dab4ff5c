"""A source that can only be iterated is read in its own order, whatever shuffle says."""

from mslint.rulekit import Program, Severity, at_event, only_looked_at, pipelines, sources_of, use_of, where_written


def check_program(program: Program):
    for pipeline in pipelines(program):
        source = pipeline.source
        given = source.get("source")
        if source.name != "mindspore.dataset.GeneratorDataset" or given is None or source.open:
            continue
        sources = sources_of(program, given)
        if not sources or any(each.indexed or each.random() for each in sources) or "shuffle" in pipeline.methods():
            continue
        use = use_of(pipeline)
        # Evaluation, statistics and a look at samples come out the same in any order.
        if use.kind in ("eval", "other") or only_looked_at(program, pipeline):
            continue
        shuffle = source.get("shuffle")
        if shuffle is not None and shuffle.is_just(True) and shuffle.sure:
            hit = at_event(source, about="shuffle")
            yield where_written(hit, source, "shuffle", "the dataset is built here", "数据集在此处创建")
        elif shuffle is None and use.kind == "train" and use.certain and not pipeline.escaped:
            yield at_event(source, "training", Severity.INFO, about="shuffle")
