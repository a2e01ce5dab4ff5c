"""Maps without input_columns on data that certainly has several columns; the first one is all that they change."""

from mslint.rulekit import Program, at_event, first_column, holds_images, pipelines

# Built-in datasets whose first column is not called image.
OTHER_NAMES = frozenset("DIV2KDataset PhotoTourDataset".split())
# Stages after which the columns are the same as before; maps with output_columns are not.
KEEPS = frozenset("map shuffle repeat take skip filter batch sync_wait get_dataset_size get_col_names".split())


def check_program(program: Program):
    told = set()
    for pipeline in pipelines(program):
        several = _several(pipeline.source)
        joined = any(event.name.endswith((".zip", ".concat", ".ZipDataset")) for event in pipeline.takers)
        for stage in pipeline.stages if several and not joined else ():
            name = stage.name.rpartition(".")[2]
            if name not in KEEPS or not _no(stage, "output_columns"):
                break  # nobody knows the columns from here on
            here = (stage.path, stage.span)
            if name == "map" and _no(stage, "input_columns") and here not in told and stage.get("operations"):
                told.add(here)
                yield at_event(stage, column=several)


def _no(stage, argument):
    given = stage.get(argument)
    return stage.missing(argument) or (given is not None and given.is_just(None) and given.sure)


def _several(source):
    """The name of the first column where there are several; empty where that is not known."""
    short = source.name.rpartition(".")[2]
    if source.open or short in OTHER_NAMES:
        return ""
    if holds_images(source) is not None:
        return first_column(source)
    names = source.get("column_names", "columns_list")
    items = (names.items() if names is not None else None) or []
    first = items[0].text if len(items) > 1 else None
    return first or ""
