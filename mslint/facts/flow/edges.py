"""What each layer's output goes into, written down while a module is carried out."""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple

from mslint.facts.collect import RawCall
from mslint.facts.flow.objects import Consumer, Instance, Layer, Obj, Tensor, leaves


class Followers:
    """What comes directly after a layer."""

    def __init__(self) -> None:
        self.consumers: List[Consumer] = []
        self.preact = False  # a norm and an activation stand directly before it, and no convolution before those
        self.after_block = False  # a convolution, a norm and an activation stand directly before it
        self.into: List[RawCall] = []  # the calls that built the layers and cells that take the output
        self.beyond: List[Tuple[str, RawCall]] = []  # the same behind an activation that is a function, by its name

    @property
    def norm(self) -> bool:
        return any(consumer.role == "norm" for consumer in self.consumers)

    @property
    def last(self) -> bool:
        """Whether a cell returns the output, and nothing in this module takes it."""
        return bool(self.consumers) and all(consumer.kind == "return" for consumer in self.consumers)

    @property
    def unknown(self) -> bool:
        return not self.consumers or any(consumer.kind in ("unknown", "return") for consumer in self.consumers)


class Edges:
    """From the call that builds a layer to what follows it."""

    def __init__(self) -> None:
        self.known: Dict[RawCall, Followers] = {}

    def entry(self, raw: RawCall) -> Followers:
        """What is known of the output of the layer that a call builds."""
        return self.known.setdefault(raw, Followers())

    def feed(self, tensor: Tensor, consumer: Consumer) -> None:
        """The consumer takes the tensor, and so the output of every layer that it can have come out of."""
        for tail in tensor.tails:
            if tail.raw is not None:
                known = self.entry(tail.raw).consumers
                if not any(one.kind == consumer.kind and one.name == consumer.name for one in known):
                    known.append(consumer)

    def enter(self, built_by: Optional[RawCall], args: Sequence[Obj]) -> None:
        """The tensors go into the layer or cell that a call built."""
        for tensor in args if built_by is not None else ():
            for tail in tensor.tails if isinstance(tensor, Tensor) else ():
                if tail.raw is not None and built_by not in self.entry(tail.raw).into:
                    self.entry(tail.raw).into.append(built_by)  # type: ignore[arg-type]
            for tail, name in tensor.through if isinstance(tensor, Tensor) else ():
                if tail.raw is not None and built_by is not None:
                    self.entry(tail.raw).beyond.append((name, built_by))

    def escape(self, obj: Obj, kind: str = "unknown") -> None:
        """The object goes where it cannot be followed: whatever it is, or came out of, has an unknown follower."""
        for one in leaves(obj):
            if isinstance(one, Tensor):
                self.feed(one, Consumer(kind))
            elif isinstance(one, Instance):
                one.escaped = one.escaped or kind == "unknown"
            elif isinstance(one, Layer) and one.raw is not None and kind == "unknown" and not one.escaped:
                one.escaped = True
                self.entry(one.raw).consumers.append(Consumer(kind))
