"""Inside a child process: runs a dataset function of the user's and gathers what its samples show; judges nothing."""

from __future__ import annotations

import ast
import base64
import json
import random
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from mslint.device import nodes, shards
from mslint.device.building import Building
from mslint.device.classes import Chosen, Classes, LabelColumn, label_column, labels_of
from mslint.device.columns import Missing, Padding, Scale
from mslint.device.factories import Refused, called, enter, imported
from mslint.device.files import Opened, digests, read_by
from mslint.device.lab import SEED, Lab
from mslint.device.order import Digests, compared, stable
from mslint.device.passes import END, ERROR, NO_ROWS, STALLED, Pass, Watched
from mslint.device.rows import Block, Rows
from mslint.device.session import Tell, serve


class Order(NamedTuple):
    """What a child is asked for; the function is module:name."""

    device: str
    memory: int  # bytes
    folder: str  # where modules are looked for
    function: str
    args: Tuple[Tuple[str, str], ...]
    label: Optional[str]
    samples: int  # at most, in each pass
    seconds: float  # for each pass
    stall: float  # seconds without a further sample after which a pipeline hangs
    shards: int


def main(order_file: str, answers_file: str) -> None:
    serve(order_file, answers_file, lambda order, lab, tell: _look(order, lab, tell, answers_file + "-opened"))


def _look(order: Order, lab: Lab, tell: Tell, log: str) -> None:
    """All that is asked for, told part by part; what hangs ends it with the parts that there are."""
    watched = Watched(tell)
    opened = Opened(log)
    enter(order.folder, order.function)
    lab.reset()
    random.seed(SEED)
    try:
        watched.begin("build", order.seconds, lambda: tell(refused="data-build-slow", params=_slow(order)))
        Look(order, lab, watched, opened, log).all()
    except Refused as refused:
        watched.tell(refused=refused.key, params=refused.params)
        return
    except Exception as error:
        watched.tell(failed=Lab.line(error))
        return
    watched.tell(finished=True)


def _slow(order: Order) -> Dict[str, Any]:
    return {"function": order.function, "seconds": round(order.seconds)}


class Gathered:
    """All that is gathered in the first pass."""

    def __init__(self, order: Order, lab: Lab, pads: Optional[Mapping[str, Any]]) -> None:
        self._np, self._wanted = lab.np, order.label
        self.missing, self.scale, self.padding = Missing(lab.np), Scale(lab.np), Padding(lab.np)
        self.classes, self.digests = Classes(), Digests(lab.np, pads)
        self.label = LabelColumn(None, "no-label")
        self.columns: List[Dict[str, Any]] = []
        self.chosen: Optional[Chosen] = None

    def take(self, block: Block) -> None:
        if self.chosen is None:
            self.label = label_column(block.columns, self._wanted)
            self.missing.label = self.label.name
            self.chosen = Chosen(self._np, self.label.name, SEED)
            self.columns = [
                {"column": name, "dtype": str(array.dtype), "shape": list(array.shape[1:])}
                for name, array in block.columns.items()
            ]
        labels = None
        if self.label.name in block.columns:
            values = block.columns[self.label.name]
            labels = labels_of(self._np, values)
            self.classes.add(values, labels)
        for part in (self.missing, self.scale, self.padding, self.digests):
            part.add(block)
        self.chosen.add(block, labels)

    def measured(self) -> Dict[str, Any]:
        return {
            "columns": self.columns,
            "label": {"column": self.label.name, "how": self.label.how},
            "missing": self.missing.measured(),
            "scale": self.scale.measured(),
            "padding": self.padding.measured(),
            "classes": self.classes.measured(),
        }

    def pictures(self) -> List[Dict[str, Any]]:
        drawn = self.chosen.drawn() if self.chosen is not None else []
        return [{**sample, "png": base64.b64encode(sample["png"]).decode()} for sample in drawn]


class Look:
    """The look at one dataset, part by part."""

    def __init__(self, order: Order, lab: Lab, watched: Watched, opened: Opened, log: str) -> None:
        self._log = log
        self._around = False  # whether the pass ends after one round of what is repeated
        self._order, self._lab, self._watched, self._opened = order, lab, watched, opened
        self._given = {name: _value(text) for name, text in order.args}
        self._building = Building(order.folder)
        self._function = imported(order.function)
        # Memory that is shared with worker processes would outlive a process that is killed.
        getattr(lab.ms.dataset.config, "set_enable_shared_mem", bool)(False)  # deprecated since 2.8
        lab.ms.dataset.config.set_prefetch_size(1)  # an error takes with it what was read ahead
        given = shards.unsharded(self._function, self._given) if callable(self._function) else {}
        self._whole = self._made(given)
        watched.tell(part="building", lines=self._building.lines())
        self._pipeline = nodes.once(self._whole)
        self._batched, self._batch = nodes.batched(self._pipeline), nodes.batch_size(self._pipeline)
        self._pads = nodes.pads(self._pipeline)
        self._size = nodes.size(self._pipeline)
        self._most, self._laps = order.samples, nodes.repeats(self._pipeline)
        if self._size is not None and self._laps != 1 and (self._laps < 0 or self._size > self._most):
            # What cannot be seen to its end is seen once around: else some samples would count more often than others.
            self._most, self._size = min(self._most, self._size // abs(self._laps)), self._size // abs(self._laps)
            self._around = True
        self._first = self._pass()
        self._gathered = Gathered(order, lab, self._pads)

    def all(self) -> None:
        self._shards = shards.parameters(self._function) if callable(self._function) else None
        if self._shards is None:
            self._watched.tell(part="shards", outcome="none")
        self._early = self._opened.paths()
        rows = self._rows(self._pipeline, 2)
        self._begin("first", self._tell_first)
        self._first.run(rows, self._batched, self._gathered.take)
        self._tell_first()
        if self._first.done and self._first.ended != ERROR:
            self._sharded(self._second(rows))

    def _begin(self, stage: str, last_words: Callable[[], None]) -> None:
        of = None if self._size is None else min(self._size, self._most)
        of = self._most if nodes.endless(self._pipeline) else of
        # The first sample may take long: a buffer that is shuffled has to be filled before.
        self._watched.begin(stage, self._order.seconds, last_words, of, self._order.stall)

    def _built(self, given: Mapping[str, Any]) -> Any:
        return nodes.once(self._made(given))

    def _made(self, given: Mapping[str, Any]) -> Any:
        found = self._function
        if not hasattr(found, "create_dict_iterator") or isinstance(found, type):
            found = called(self._order.function, found, given)
        if not hasattr(found, "create_dict_iterator"):
            raise Refused("data-no-dataset", function=self._order.function, found=type(found).__name__)
        return found

    @staticmethod
    def _rows(pipeline: Any, epochs: int) -> Rows:
        return Rows(lambda: pipeline.create_dict_iterator(num_epochs=epochs, output_numpy=True))

    def _pass(self) -> Pass:
        return Pass(self._lab.np, self._watched, self._most, self._order.seconds)

    # -- the first pass

    def _tell_first(self) -> None:
        if self._first.ended == STALLED:
            self._first.rest()
        root, done = self._whole, self._first.done
        ended = self._first.ended
        if ended == ERROR and not done and (nodes.empty(root) or self._first.error["error"].endswith(NO_ROWS)):
            ended = END
        stream = self._first.stream
        self._tell_aside(
            "first",
            samples=done,
            ended=ended,
            waited=round(self._order.stall if done else self._order.seconds),
            error=self._first.error,
            endless=nodes.endless(root),
            repeats=nodes.repeats(root),
            laps=self._around_times(done, ended),
            size=self._size,
            whole=ended == END or (self._around and done >= (self._size or 0)),
            nodes=[nodes.kind(node) for node in nodes.walk(root)],
            pads=nodes.padding(root),
            own_code=nodes.own_code(root),
            batched=bool(stream is not None and stream.batches),
            guessed=self._batched is None and stream is not None and bool(stream.batches),
            unsplit=bool(self._batched and stream is not None and stream.whole),
            **self._gathered.measured(),
        )
        self._tell_aside("pictures", samples=self._gathered.pictures())
        self._tell_files()

    def _around_times(self, done: int, ended: str) -> float:
        """How often each sample was seen, on average."""
        if self._around or self._laps == 1:
            return 1.0
        if ended == END:
            return float(max(self._laps, 1))
        return max(1.0, done * self._laps / self._size) if self._size is not None and self._laps > 1 else 1.0

    # -- the second pass

    def _second(self, rows: Any) -> Dict[str, Any]:
        """The order of the samples in a further epoch: of the same iterator, if that came to its end."""
        whole = self._first.ended == END
        if not whole:
            config = self._lab.ms.dataset.config
            config.set_seed((int(config.get_seed()) + 1) % 2**31)  # else a new iterator begins like the first
            rows = self._rows(self._pipeline, 1)
        seen = Digests(self._lab.np, self._pads)
        again = self._pass()
        self._begin("second", lambda: self._watched.tell(part="order", order="unclear", why=STALLED, count=again.done))
        again.run(rows, self._batched, seen.add)
        whole = whole and again.ended == END
        label = self._gathered.label.name if self._gathered.classes.counts else None
        found = compared(self._lab.np, self._gathered.digests, seen, label, self._batch, whole)
        if again.ended == ERROR:
            found = {**found, "order": "unclear", "why": ERROR, **again.error}
        self._watched.tell(part="order", **found)
        return {**found, "whole": whole}

    # -- files and pictures

    def _tell_files(self) -> None:
        root, paths = read_by(self._pipeline, self._opened.paths(), self._early, self._order.folder)
        if not self._watched.over:
            self._watched.begin("files", max(self._order.stall, 60.0), lambda: None, len(paths))

        def step(done: int) -> None:
            self._watched.step(done)
            self._watched.alive()

        found, cut = digests(root, paths, self._order.seconds, step)
        rows = [list(file) for file in found]
        self._tell_aside("files", root=root, files=rows, count=len(paths), cut=cut)

    def _tell_aside(self, part: str, **told: Any) -> None:
        """Tell what is large in a file of its own: the rows are read again and again by those who wait for more."""
        self._watched.hold()
        path = f"{self._log}-{part}"
        with open(path, "w", encoding="utf-8") as file:
            json.dump(told, file)
        self._watched.tell(part=part, aside=path)

    # -- shards

    def _sharded(self, order: Mapping[str, Any]) -> None:
        found = self._shards
        if found is None or order["why"] in (ERROR, "empty"):
            return
        names = {"number": found.number, "place": found.place, "shards": self._order.shards}
        self._begin("shards", lambda: self._watched.tell(part="shards", outcome=STALLED, **names))
        if {found.number, found.place} & set(self._given):
            self._watched.tell(part="shards", outcome="given", **names)
            return
        if not order["whole"]:
            self._watched.tell(part="shards", outcome="too-many", **names)
            return
        try:
            self._watched.tell(part="shards", **names, **self._compared(found, list(order["steady"]), order))
        except shards.Unended:
            self._watched.tell(part="shards", outcome="too-many", **names)

    def _compared(self, found: shards.Parameters, steady: List[str], order: Mapping[str, Any]) -> Dict[str, Any]:
        """What is seen of the shards, or why nothing is."""
        by = "rows" if order["steady_rows"] else "columns" if self._tells_apart(steady) else "source"
        gather, whole = self._gather(by, steady)
        if gather is None and steady:
            by = "some"  # such as labels: many samples have the same
            gather, whole = self._gather(by, steady)
        if gather is None:
            return {"outcome": "random"}
        batch = 1 if by == "source" else self._batch
        try:
            seen = shards.tried(self._lab.np, found, self._order.shards, batch, self._build, gather, whole)
        except Refused as refused:
            return {"outcome": ERROR, "error": refused.params["reason"], "place": refused.params.get("line", "")}
        except _Broken as broken:
            return {"outcome": ERROR, **broken.args[0]}
        return {**seen, "by": by, "columns": steady}

    def _tells_apart(self, columns: List[str]) -> bool:
        """Whether hardly two samples have the same values in these columns."""
        rows = self._gathered.digests.rows(columns)
        return bool(columns) and len(self._lab.np.unique(rows)) >= 0.9 * len(rows)

    def _build(self, more: Mapping[str, Any], seed: int) -> Any:
        """With another seed for what is random in Python alone: MindSpore has the same default in all processes."""
        self._lab.ms.set_seed(SEED)
        self._lab.ms.dataset.config.set_seed(SEED)
        self._lab.np.random.seed(SEED + seed)
        random.seed(SEED + seed)
        return self._built({**self._given, **more})

    def _gather(self, by: str, steady: List[str]) -> Tuple[Optional[shards.Gather], Any]:
        """How samples are told apart, and all of them: by what random changes leave alone, else where they are read."""

        def gather(pipeline: Any) -> Any:
            leaf = nodes.sources(pipeline)[0] if by == "source" else pipeline
            seen, one = Digests(self._lab.np, self._pads), self._pass()
            one.run(self._rows(leaf, 1), nodes.batched(leaf), seen.add)
            if one.ended == ERROR:
                raise _Broken(one.error)
            if one.ended != END:
                raise shards.Unended
            return seen.rows(steady if by in ("columns", "some") else None)

        if by != "source":
            return gather, self._gathered.digests.rows(steady if by in ("columns", "some") else None)
        leaves = nodes.sources(self._pipeline)
        if len(leaves) != 1 or leaves[0] is self._pipeline:
            return None, None
        one, two = gather(self._pipeline), gather(self._pipeline)
        return (gather, one) if stable(self._lab.np, one, two, 1) else (None, None)


class _Broken(Exception):
    """A shard ended in an error."""


def _value(text: str) -> Any:
    """What the text of an argument stands for; the text itself where it is no literal of Python."""
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


__all__ = ["Order", "main"]
