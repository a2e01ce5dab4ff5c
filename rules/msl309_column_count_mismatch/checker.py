"""What a source gives per sample must fit the column names; what is asked by number must have a length."""

from mslint.rulekit import Api, Obj, Program, Seq, at_event, pipelines, sources_of


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
        if source.cls is not None and source.indexed and _lacks_length(source.cls):
            told.add(event.span)
            yield at_event(event, "no_length", about="source", source=source.cls.node.name)
            continue
        wanted, count = _named(names), _columns(source.sample)
        if wanted is not None and count is not None and wanted != count:
            told.add(event.span)
            yield at_event(event, about="column_names", names=wanted, count=count)


def _lacks_length(cls) -> bool:
    if cls.open or any(name != "builtins.object" for name in cls.outside()):
        return False
    return not any("__len__" in each.members or "__getattr__" in each.members for each in cls.lineage())


def _named(names):
    """How many columns are named, for certain."""
    if names is None or not names.sure:
        return None
    if names.text is not None:
        return 1
    items = names.items()
    return len(items) if items is not None and all(item.text is not None for item in items) else None


def _columns(sample):
    """How many columns a sample has, for certain: every value it can be must have as many."""
    if sample.open or not sample.atoms:
        return None
    counts = {_width(atom) for atom in sample.atoms}
    return counts.pop() if len(counts) == 1 else None


def _width(atom):
    if isinstance(atom, Seq):
        return None if atom.open or not atom.items or atom.kind == "set" else len(atom.items)
    if isinstance(atom, (bool, int, float, str)):
        return 1
    made = atom.api if isinstance(atom, Obj) else ""
    return 1 if made in ("numpy.array", "mindspore.Tensor") and not isinstance(atom, Api) else None
