"""Takes the rows of a running pipeline as blocks of single samples; keeps no more of them than one block."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

MOST_SAMPLES, MOST_BYTES = 256, 4 * 1024**2  # of one block


Row = Dict[str, Any]


class Rows:
    """The rows of a pipeline, which is only started when the first one is asked for: that may well fail."""

    def __init__(self, make: Callable[[], Iterator[Row]]) -> None:
        self._make = make
        self._rows: Optional[Iterator[Row]] = None

    def __iter__(self) -> Rows:
        return self

    def __next__(self) -> Row:
        if self._rows is None:
            self._rows = self._make()
        return next(self._rows)


class Block(NamedTuple):
    """Samples of the same shapes: for each column an array whose first axis counts them."""

    first: int  # the number of the first one, from 0
    size: int
    columns: Dict[str, Any]

    def part(self, start: int, end: int) -> Block:
        columns = {name: array[start:end] for name, array in self.columns.items()}
        return Block(self.first + start, end - start, columns)


class Unreadable(Exception):
    """The pipeline ended in an error; that is its cause."""


class Stream:
    """The samples of one pass. A batch is split where all its columns have one length."""

    def __init__(
        self, np: Any, rows: Iterator[Dict[str, Any]], batched: Optional[bool], heard: Callable[[int], bool]
    ) -> None:
        """`heard` is told after each row how many samples there were, and says whether there is time for more."""
        self._np = np
        self._rows = rows
        self._batched = batched
        self._heard = heard
        self._seen = 0  # samples in the blocks so far
        self._pending: List[Dict[str, Any]] = []
        self._bytes = 0
        self._signature: Tuple[object, ...] = ()
        self._lock = threading.Lock()  # whoever watches over a pipeline that hangs takes what is left
        self.late = False  # there was no time for more
        self.exhausted = False
        self.batches = 0  # rows that were split
        self.whole = 0  # rows that are one sample each

    def blocks(self) -> Iterator[Block]:
        """Block after block; what is left when the rows end in an error is still there to be flushed."""
        while True:
            try:
                row = next(self._rows)
            except StopIteration:
                self.exhausted = True
                break
            except Exception as error:
                raise Unreadable from error
            arrays = {name: self._np.asarray(value) for name, value in row.items()}
            lengths = {array.shape[0] if array.ndim else -1 for array in arrays.values()}
            if self._batched is None:  # no node tells: a batch of one column looks like a sample, and is taken for one
                self._batched = len(arrays) > 1 and len(lengths) == 1 and max(lengths) > 1
            if self._batched and len(lengths) == 1 and -1 not in lengths:
                self.batches += 1
                yield from self.flush()
                yield from self._split(arrays, lengths.pop())
            else:
                self.whole += 1
                yield from self._add(arrays)
            if not self._heard(self._seen + len(self._pending)):
                self.late = True
                break
        yield from self.flush()

    def more(self) -> bool:
        """Whether there are samples beyond those in the blocks so far."""
        if self.exhausted or self._pending:
            return bool(self._pending)
        try:
            next(self._rows)
        except StopIteration:
            self.exhausted = True
        except Exception as error:
            raise Unreadable from error
        return not self.exhausted

    def _split(self, arrays: Dict[str, Any], count: int) -> Iterator[Block]:
        block = Block(self._seen, count, arrays)
        self._seen += count
        size = sum(array.nbytes for array in arrays.values()) // max(count, 1)
        step = max(1, min(MOST_SAMPLES, MOST_BYTES // max(size, 1)))
        for start in range(0, count, step):
            yield block if count <= step else block.part(start, min(start + step, count))

    def _add(self, arrays: Dict[str, Any]) -> Iterator[Block]:
        signature = tuple((name, a.shape, "U" if a.dtype.kind in "SU" else a.dtype.str) for name, a in arrays.items())
        if signature != self._signature:
            yield from self.flush()
            self._signature = signature
        self._pending.append(arrays)
        self._bytes += sum(array.nbytes for array in arrays.values())
        if len(self._pending) >= MOST_SAMPLES or self._bytes >= MOST_BYTES:
            yield from self.flush()

    def flush(self) -> List[Block]:
        """What has not been given yet."""
        with self._lock:
            rows, self._pending, self._bytes = self._pending, [], 0
            if not rows:
                return []
            columns = {name: self._np.stack([row[name] for row in rows]) for name in rows[0]}
            block = Block(self._seen, len(rows), columns)
            self._seen += len(rows)
        return [block]
