"""Which operations run on which column of a pipeline, in what order, and where that is not known; judges nothing."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Tuple

from mslint.program.events import Event
from mslint.program.pipelines import Pipeline
from mslint.program.program import Program
from mslint.program.values import Atom, Obj, Seq, Value

HOMES = ("mindspore.dataset.vision.", "mindspore.dataset.transforms.")
# Stages that leave what is in the columns as it is. Others, batch too, may do anything to all of them.
NEUTRAL = frozenset("shuffle repeat take skip filter project sync_wait".split())
# Methods that change nothing.
ASKS = frozenset(
    "get_dataset_size get_batch_size get_repeat_count get_col_names get_class_indexing num_classes output_shapes "
    "output_types set_dynamic_columns reset".split()
)
# Methods that hand the data to a loop.
READS = frozenset(("create_tuple_iterator", "create_dict_iterator"))
# Datasets whose first column is an image: as an array, or as the bytes of its file unless decode=True.
ARRAYS = frozenset(
    "Cifar10Dataset Cifar100Dataset MnistDataset FashionMnistDataset EMnistDataset KMnistDataset QMnistDataset "
    "USPSDataset SVHNDataset STL10Dataset SemeionDataset FakeImageDataset PhotoTourDataset".split()
)
FILES = frozenset(
    "ImageFolderDataset CelebADataset CocoDataset VOCDataset ManifestDataset Places365Dataset Flowers102Dataset "
    "CityscapesDataset SBDataset SBUDataset LFWDataset Caltech101Dataset Caltech256Dataset Food101Dataset "
    "FlickrDataset DIV2KDataset OmniglotDataset WIDERFaceDataset RenderedSST2Dataset SUN397Dataset".split()
)
FIRST = ""  # stands for the first column where its name is not known
MAX_WAYS = 16
MAX_RUNS = 500  # operations one after the other; what came before more of them is not known
Columns = Optional[FrozenSet[str]]  # None: not known which


class Operation(NamedTuple):
    """One operation of a map. `name` is what it is called, in whichever module of `mindspore.dataset` it stands."""

    name: str
    event: Event  # the call that built it
    stage: Event  # the map that runs it
    columns: Columns

    @property
    def python(self) -> bool:
        """Whether it is one of the old Python operations, which take what PIL takes."""
        return ".py_transforms." in self.event.name


# What ran on a column before, in order; None: something that is not known.
Way = Tuple[Optional[Operation], ...]


class Worked(NamedTuple):
    """An operation, and what has run on the same column before, on each of the ways that lead to it."""

    operation: Operation
    before: List[Way]
    always: bool  # whether all data of the pipeline goes through it; else a condition decides, or nobody knows


class _Run(NamedTuple):
    columns: Columns
    operation: Optional[Operation]
    stage: Optional[Event]


_UNKNOWN = _Run(None, None, None)


def holds_images(source: Event) -> Optional[bool]:
    """Whether the first column of a dataset holds images; False: files that are not decoded; None: not known."""
    name = source.name.rpartition(".")[2]
    if name in ARRAYS:
        return True
    decode = source.get("decode")
    if name not in FILES or source.open:
        return None
    if decode is None or (decode.is_just(False) and decode.sure):
        return False
    return True if decode.is_just(True) else None


def operations(pipeline: Pipeline) -> List[Worked]:
    """Every operation of a pipeline's maps that is known, in order."""
    if pipeline.worked is None:
        pipeline.worked = _operations(pipeline)
    return pipeline.worked


def _operations(pipeline: Pipeline) -> List[Worked]:
    ways = _Ways(pipeline)
    found: Dict[Tuple[int, object], Worked] = {}
    for stage in pipeline.stages:
        for operation, before in ways.of(stage):
            key = (operation.event.order, stage.site)
            always = ways.always(stage, operation)
            known = found.get(key)
            if known is None:
                known = found[key] = Worked(operation, [], always)
            elif known.always and not always:
                known = found[key] = known._replace(always=False)
            if before not in known.before:
                known.before.append(before)
    return list(found.values())


def on_first_column(pipeline: Pipeline, looped: bool = False) -> Optional[List[Operation]]:
    """Every operation that may run on the first column; None where something that is not known may be done to it.

    With `looped`, it does not matter what a loop that reads the data does with them."""
    ways, first = _Ways(pipeline), first_column(pipeline.source)
    found: List[Operation] = []
    for stage in pipeline.stages:
        name = stage.name.rpartition(".")[2]
        if name in ASKS or (looped and name in READS) or (name == "batch" and stage.missing("per_batch_map")):
            continue
        for run in (run for way in ways.done(stage) for run in way):
            if run.columns is None or (run.operation is None and first in run.columns):
                return None
            if run.operation is not None and first in run.columns:
                found.append(run.operation)
    return found


def composed(program: Program) -> List[Worked]:
    """Every operation of each Compose, by itself: it may be called from anywhere, on anything."""
    found: List[Worked] = []
    for event in program.named(lambda name: name.startswith(HOMES) and name.endswith(".Compose")):
        inner = event.get("transforms")
        ways = [_flat(atom, event, None) for atom in inner.atoms] if inner is not None and not inner.open else []
        places = [(index, each, way) for way in ways for index, each in enumerate(way)]
        known = {each.event.order: each for _, each, _ in places if each is not None}
        for operation in known.values():
            before = [tuple(way[:index]) for index, each, way in places if each and each.event is operation.event]
            found.append(Worked(operation, before, False))
    return found


class _Ways:
    """The ways through one pipeline: what is done under conditions may be done or not."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._source = pipeline.source
        self._stages = {id(event) for event in pipeline.stages}
        self._first = first_column(pipeline.source)
        self._after: Dict[int, List[Tuple[_Run, ...]]] = {}
        self._always: Dict[Tuple[int, int], bool] = {}
        self._runs: Dict[int, List[Tuple[_Run, ...]]] = {}

    def of(self, stage: Event) -> Iterator[Tuple[Operation, Way]]:
        """The operations of a stage, each with what ran before it on its columns, on every way."""
        for way in self._into(stage.receiver):
            for runs in self.done(stage):
                for index, run in enumerate(runs):
                    if run.operation is not None:
                        before = [_on(run, each) for each in (*way, *runs[:index])]
                        yield run.operation, tuple(each.operation for each in before if each is not None)

    def always(self, stage: Event, operation: Operation) -> bool:
        """Whether a stage is met whenever the source is, and runs an operation whatever conditions say."""
        key = (id(stage), id(operation.event))
        if key not in self._always:
            around = {(guard.key, guard.way) for guard in self._source.guards}
            self._always[key] = all((guard.key, guard.way) in around for guard in stage.guards) and all(
                any(run.operation is not None and run.operation.event is operation.event for run in runs)
                for runs in self.done(stage)
            )
        return self._always[key]

    def _into(self, value: Optional[Value]) -> List[Tuple[_Run, ...]]:
        ways: List[Tuple[_Run, ...]] = [] if value is not None and not value.open else [(_UNKNOWN,)]
        for obj in value.objects() if value is not None else ():
            if obj is self._source.made:
                ways.append(())
            elif obj.parent is not None and obj.made is not None and id(obj.made) in self._stages:
                ways.extend(self._through(obj.made))
            else:
                ways.append((_UNKNOWN,))
        return ways if 0 < len(ways) <= MAX_WAYS else [(_UNKNOWN,)]

    def _through(self, stage: Event) -> List[Tuple[_Run, ...]]:
        if id(stage) not in self._after:
            ways = [(*way, *runs) for way in self._into(stage.receiver) for runs in self.done(stage)]
            known = len(ways) <= MAX_WAYS and all(len(way) <= MAX_RUNS for way in ways)
            self._after[id(stage)] = ways if known else [(_UNKNOWN,)]
        return self._after[id(stage)]

    def done(self, stage: Event) -> List[Tuple[_Run, ...]]:
        """What a stage does, each way it may go."""
        if id(stage) not in self._runs:
            self._runs[id(stage)] = self._work_out(stage)
        return self._runs[id(stage)]

    def _work_out(self, stage: Event) -> List[Tuple[_Run, ...]]:
        name = stage.name.rpartition(".")[2]
        if name in NEUTRAL:
            return [()]
        repeated = len(stage.loops) > len(self._source.loops)
        given = stage.get("operations") or _place(stage, 0)
        if name != "map" or stage.open or repeated or given is None:
            return [(_UNKNOWN,)]
        columns = self._columns(stage.get("input_columns") or _place(stage, 1))
        outputs = stage.get("output_columns")
        if outputs is not None and not outputs.is_just(None):
            elsewhere = self._columns(outputs)
            both = None if columns is None or elsewhere is None else columns | elsewhere
            return [(_Run(both, None, stage),)]
        ways = [_flat(atom, stage, columns) for atom in given.atoms]
        ways += [[None]] if given.open or not ways else []
        return [tuple(_Run(columns, each, stage) for each in way) for way in ways]

    def _columns(self, value: Optional[Value]) -> Columns:
        if value is None or value.is_just(None):
            return frozenset((self._first,))
        items = [value] if value.text is not None else value.items()
        names = [item.text for item in items or ()]
        return frozenset(name for name in names if name is not None) if names and None not in names else None


def _place(stage: Event, index: int) -> Optional[Value]:
    """What is given at a position to a method of which nobody knows whose it is."""
    given = [each.value for each in stage.given if each.name is None] if stage.signature is None else []
    return given[index] if index < len(given) else None


def _on(run: _Run, earlier: _Run) -> Optional[_Run]:
    """What an earlier run means for the columns of this one: itself, nothing, or something unknown."""
    if earlier.stage is run.stage and run.stage is not None:
        return earlier
    if run.columns is None or earlier.columns is None or (FIRST in run.columns) != (FIRST in earlier.columns):
        return _UNKNOWN
    if not run.columns & earlier.columns:
        return None
    return earlier if run.columns == earlier.columns else _UNKNOWN


def _flat(atom: Atom, stage: Event, columns: Columns) -> List[Optional[Operation]]:
    """The operations in a list, in a Compose, or the one that it is."""
    if isinstance(atom, Seq) and not atom.open:
        return [each for item in atom.items for each in _one(item, stage, columns)]
    if not isinstance(atom, Obj) or not atom.api.startswith(HOMES) or atom.made is None:
        return [None]
    name = atom.api.rpartition(".")[2]
    if name == "Compose":
        inner = atom.made.get("transforms")
        return [None] if inner is None else _one(inner, stage, columns)
    if not name[:1].isupper():
        return [None]
    return [Operation(name, atom.made, stage, columns)]


def _one(value: Value, stage: Event, columns: Columns) -> List[Optional[Operation]]:
    return _flat(value.only, stage, columns) if value.only is not None else [None]


def first_column(source: Event) -> str:
    """The name of the first column of a dataset."""
    if holds_images(source) is not None:
        return "image"
    names = source.get("column_names")
    items = (names.items() or [names]) if names is not None else []
    return (items[0].text or FIRST) if items else FIRST
