"""A small network around one layer that does something else in training than in inference, and how far off it was."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

from mslint.model import Recipe, Unknown

if TYPE_CHECKING:
    from mslint.device.lab import Lab

FEATURES = 4
LAYERS = tuple("Dropout Dropout1d Dropout2d Dropout3d BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm".split())


class Trial:
    """A layer of the user's in a network of ours."""

    def __init__(self, lab: Lab, beside: Sequence[Recipe], short: str = "") -> None:
        """`short` is what messages call the layer, nn.Dropout; without it, the first one that was made will do."""
        endings = (f".{short}",) if short else tuple(f".nn.{name}" for name in LAYERS)
        recipe = next((each for each in beside if each.name.endswith(endings)), None)
        if recipe is None:
            lab.fail("probe-unknown-value")
        self._lab = lab
        # What nobody knows before the code runs is left out: the default stands for it.
        self._recipe = Recipe(recipe.name, tuple(each for each in recipe.passed if each.value is not Unknown.VALUE))
        self.name = recipe.name.partition(".")[2]
        self.x = lab.tensor(*_shape(recipe.name), low=1.0, high=3.0)
        layer = self._made()
        for parameter in layer.get_parameters():
            parameter.requires_grad = False  # else its own steps would take it away from what `off` compares it with
        self.net = network(lab, layer)

    def off(self) -> float:
        """How far the layer was from what it does in inference, when its network ran last."""
        given, gave = self.net.seen[-1]
        return float((self._made()(given) - gave).abs().max().asnumpy())

    def _made(self) -> Any:
        """The layer anew: every Cell starts in inference mode."""
        fill = {"num_features": FEATURES} if "BatchNorm" in self._recipe.name else {}
        return self._lab.make(self._recipe, **fill)


def _shape(name: str) -> List[int]:
    found = re.search(r"(\d)d$", name)
    number = int(found.group(1)) if found is not None else 2 if name.endswith("SyncBatchNorm") else 0
    axes = number - 1 if name.endswith("BatchNorm1d") else number
    return [64, FEATURES, *([3] * axes)]


def network(lab: Lab, layer: Optional[Any] = None) -> Any:
    """One weight, which changes nothing at first, and the layer; `seen` is what that was given, and what it gave."""
    ms = lab.ms

    class Network(lab.nn.Cell):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.weight = ms.Parameter(ms.Tensor([1.0], ms.float32), name="weight")
            self.layer = layer
            self.seen: List[Tuple[Any, Any]] = []

        def construct(self, x: Any) -> Any:
            given = x * self.weight
            gave = given if self.layer is None else self.layer(given)
            self.seen.append((given, gave))
            return gave

    return Network()
