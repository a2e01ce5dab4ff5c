"""What a claim is, and the few ways of looking at MindSpore that the claims share; holds no claim itself."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

Seen = Dict[str, Any]
Measured = Tuple[Seen, Optional[bool]]
"""What was seen, and whether it is what the claim says; None where a CPU cannot tell."""


class Claim(NamedTuple):
    name: str
    text: str
    measure: Callable[[], Measured]


CLAIMS: Dict[str, Claim] = {}


def claim(name: str, text: str) -> Callable[[Callable[[], Measured]], Callable[[], Measured]]:
    """Register a measurement under the number of its rule and a few words: 403.sgd-without-loss-scale."""

    def register(measure: Callable[[], Measured]) -> Callable[[], Measured]:
        assert name not in CLAIMS, name
        CLAIMS[name] = Claim(name, text, measure)
        return measure

    return register


def outcome(function: Callable[[], Any]) -> Any:
    """What a call gives, or the type and the first line of what it raises."""
    try:
        return plain(function())
    except Exception as error:  # whatever is raised is the measurement
        return raised(error)


def raised(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip(" -")]
    if lines and lines[0].startswith("Exception thrown from"):
        # Dataset pipelines say what happened further down: the end of a traceback, or one line under this heading.
        ends = [index for index, line in enumerate(lines) if line.startswith("- Dataset Pipeline Error Message")]
        at = ends[0] + (-1 if "Python Call Stack" in str(error) else 1)
        lines = [lines[at]]
    # Some first lines are only the heading of what follows.
    text = " ".join(lines[:1] if lines and len(lines[0]) > 40 else lines[:2])
    return f"{type(error).__name__}: {text[:220]}"


def is_error(seen: Any, kind: str = "") -> bool:
    head = seen.split(":")[0] if isinstance(seen, str) else ""
    return head.endswith(("Error", "Exception")) and kind in head


def plain(value: Any) -> Any:
    """A value that JSON can hold, numbers to six digits."""
    if isinstance(value, Tensor):
        value = value.asnumpy()
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, float):
        return float(f"{value:.6g}") if np.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value if isinstance(value, (bool, int, str, type(None))) else str(value)


@contextlib.contextmanager
def graph_mode() -> Iterator[None]:
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        yield
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def told(function: Callable[[], Any]) -> Tuple[Any, List[str]]:
    """What a call gives, and the warnings that MindSpore wrote meanwhile (its C++ part writes past sys.stderr)."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(1), os.dup(2)]
    with tempfile.TemporaryFile() as file:
        try:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
            seen = outcome(function)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, copy in zip((1, 2), kept):
                os.dup2(copy, number)
                os.close(copy)
        file.seek(0)
        lines = file.read().decode("utf-8", "replace").splitlines()
    # A warning opens with level, place and time; what follows the last "]" is its text.
    return seen, [line.split("]")[-1].strip()[:160] for line in lines if line.startswith(("[WARNING]", "[ERROR]"))]


def ratio(one: Any, other: Any) -> float:
    """How many times as large the changes are, over all values of several arrays."""
    size = [sum(float(np.abs(each).sum()) for each in arrays) for arrays in (one, other)]
    return float(f"{size[0] / size[1]:.5g}")


def near(number: Any, wanted: float, share: float = 0.01) -> bool:
    return isinstance(number, (int, float)) and abs(number - wanted) <= share * abs(wanted)


def random_batch(*dims: int, seed: int = 0) -> Tensor:
    return Tensor(np.random.RandomState(seed).randn(*dims).astype(np.float32))


class DropNet(nn.Cell):
    """A Dense layer that keeps the number of features, Dropout and BatchNorm: all that a mode can change."""

    def __init__(self, size: int = 64) -> None:
        super().__init__()
        self.fc = nn.Dense(size, size)
        self.norm = nn.BatchNorm1d(size)
        self.drop = nn.Dropout(p=0.5)

    def construct(self, x: Tensor) -> Tensor:
        return self.drop(self.norm(self.fc(x)))


def zeros(values: Any) -> float:
    """Share of values that are exactly zero, as Dropout leaves them."""
    data = values.asnumpy() if isinstance(values, Tensor) else np.asarray(values)
    return round(float((data == 0).mean()), 3)


def statistics(net: nn.Cell) -> np.ndarray:
    """The moving mean, wherever mixed precision has put the layer meanwhile."""
    norm = next(cell for _, cell in net.cells_and_names() if isinstance(cell, nn.BatchNorm1d))
    return norm.moving_mean.asnumpy().copy()


def behaves(net: nn.Cell, x: Tensor) -> Seen:
    """Whether the net drops and moves its statistics when it is called now."""
    before = statistics(net)
    share = zeros(net(x))
    moved = bool((statistics(net) != before).any())
    return {"training": bool(net.training), "zeros": share, "statistics moved": moved}


def trains(seen: Any) -> bool:
    return isinstance(seen, dict) and seen["training"] and seen["statistics moved"] and 0.35 < seen["zeros"] < 0.65


def infers(seen: Any) -> bool:
    return isinstance(seen, dict) and not seen["training"] and not seen["statistics moved"] and seen["zeros"] == 0


def pairs(count: int = 4, size: int = 64, batch: int = 16) -> Any:
    """A dataset of inputs and targets for DropNet."""
    import mindspore.dataset as ds

    generator = np.random.RandomState(1)
    data = generator.randn(count * batch, size).astype(np.float32)
    return ds.NumpySlicesDataset((data, 0.5 * data), ["x", "y"], shuffle=False).batch(batch)
