"""What a source gives per sample must fit the column names; what is asked by number must have a length."""

from mslint.rulekit import Program, at_event, pipelines, sources_of


def check_program(program: Program):
    told = set()
    for pipeline in pipelines(program):
        event = pipeline.source
        given, names = event.get("source"), event.get("column_names")
        if event.name != "mindspore.dataset.GeneratorDataset" or given is None or event.span in told:
            continue
        sources = sources_of(program, given) or []
        if len(sources) != 1:
            continue
        (source,) = sources
        if source.cls is not None and source.indexed and source.sized() is False:
            told.add(event.span)
            yield at_event(event, "no_length", about="source", source=source.cls.node.name)
            continue
        wanted, count = _named(names), source.columns()
        if wanted is not None and count is not None and wanted != count:
            told.add(event.span)
            yield at_event(event, about="column_names", names=wanted, count=count)


def _named(names):
    """How many columns are named, for certain."""
    if names is None or not names.sure:
        return None
    if names.text is not None:
        return 1
    items = names.items()
    return len(items) if items is not None and all(item.text is not None for item in items) else None
