"""Inside a child process: builds a network of the user's and sees whether it computes, learns and switches."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.device.factories import Refused, called, enter, imported, told
from mslint.device.lab import SEED, Lab
from mslint.device.session import Tell, serve

OK, PROBLEM, SKIPPED = "ok", "problem", "not-applicable"
# What PyTorch calls the parameters that MindSpore has other names for.
TORCH_NAMES = {
    "gamma": "weight",
    "beta": "bias",
    "moving_mean": "running_mean",
    "moving_variance": "running_var",
    "embedding_table": "weight",
}
STATISTICS = ("running_mean", "running_var")
CLOSE = 1e-3  # how far two first outputs may be apart, as a share of the larger one


class Order(NamedTuple):
    """What a child is asked for; a factory is module:name."""

    device: str
    memory: int
    folder: str  # where modules are looked for
    factory: str
    reference: str
    inputs: Tuple[Tuple[Tuple[int, ...], str], ...]


def main(order_file: str, answers_file: str) -> None:
    serve(order_file, answers_file, _smoke)


def _smoke(order: Order, lab: Lab, tell: Tell) -> None:
    """Build what the order names, and look at it."""
    enter(order.folder, order.factory)
    lab.reset()
    try:
        net = _built(order.factory, lab.nn.Cell, "smoke-no-cell")
        reference = _reference(order, lab) if order.reference else None
        for check, verdict, measured in Smoke(lab, net, order.inputs, reference).checks():
            tell(check=check, verdict=verdict, measured=measured)
    except Refused as refused:
        tell(refused=refused.key, params=refused.params)
        return
    tell(finished=True, torch=str(lab.torch.__version__) if reference is not None else "")


def _reference(order: Order, lab: Lab) -> Any:
    if lab.torch is None:
        raise Refused("smoke-no-torch")
    return _built(order.reference, lab.torch.nn.Module, "smoke-no-module")


def _built(factory: str, kind: type, otherwise: str) -> Any:
    """What a factory makes: it is a function or class without arguments, or the thing itself."""
    found = imported(factory)
    if not isinstance(found, kind) or isinstance(found, type):
        found = called(factory, found)
    if not isinstance(found, kind):
        raise Refused(otherwise, factory=factory, found=type(found).__name__)
    return found


Check = Tuple[str, str, Dict[str, Any]]


class Smoke:
    """The checks of one network, in the order in which a person would make them."""

    def __init__(self, lab: Lab, net: Any, inputs: Sequence[Tuple[Tuple[int, ...], str]], reference: Any) -> None:
        self._lab = lab
        self._net = net
        self._inputs = inputs
        self._reference = reference

    def checks(self) -> Iterator[Check]:
        """Each check with its verdict; one that cannot be made ends them, and says why."""
        last = "parameters"
        try:
            for check in self._checks():
                last = check[0]
                yield check
        except Exception as error:
            yield "further", PROBLEM, {"error": told(error), "after": last}

    def _checks(self) -> Iterator[Check]:
        if self._reference is not None:  # before anything trains: what is compared is the network as it was built
            compared = list(self._compared())
        yield self._parameters()
        yield self._unregistered()
        first = self._run(False)
        if isinstance(first, str):
            yield "forward", PROBLEM, {"error": first}
            return
        yield (
            "forward",
            OK if first and self._finite(first) else PROBLEM,
            {
                "shapes": [list(out.shape) for out in first],
                "finite": self._finite(first),
            },
        )
        yield self._repeatable(first)
        yield from self._modes()
        yield from self._learning()
        if self._reference is not None:
            yield from compared

    # -- what there is

    def _parameters(self) -> Check:
        rows = [
            {
                "name": param.name,
                "shape": list(param.shape),
                "dtype": str(param.dtype),
                "trainable": bool(param.requires_grad),
            }
            for param in self._net.get_parameters()
        ]
        sizes = [(bool(param.requires_grad), _size(param.shape)) for param in self._net.get_parameters()]
        trainable = sum(size for learns, size in sizes if learns)
        total = sum(size for _, size in sizes)
        measured = {"tensors": len(rows), "total": total, "trainable": trainable, "fixed": total - trainable}
        return "parameters", OK if trainable else PROBLEM, {**measured, "table": rows}

    def _unregistered(self) -> Check:
        """Cells and parameters in plain lists, tuples and dictionaries, which nothing trains, switches or saves."""
        known = {id(param) for param in self._net.get_parameters()}
        cells = {id(cell) for _, cell in self._net.cells_and_names()}
        found: List[str] = []
        for name, cell in self._net.cells_and_names():
            for attribute, value in vars(cell).items():
                if attribute in ("_cells", "_params", "_parameters_forward_hook") or attribute.startswith("__"):
                    continue
                for index, item in _items(value):
                    where = ".".join(part for part in (name, f"{attribute}[{index!r}]") if part)
                    if isinstance(item, self._lab.nn.Cell) and id(item) not in cells:
                        if any(id(param) not in known for param in item.get_parameters()) or _switches(item):
                            found.append(where)
                    elif isinstance(item, self._lab.ms.Parameter) and id(item) not in known:
                        found.append(where)
        return "registered", PROBLEM if found else OK, {"names": found}

    # -- running it

    def _arrays(self, seed: int) -> List[Any]:
        np = self._lab.np
        generator = np.random.RandomState(seed)
        arrays = []
        for shape, dtype in self._inputs:
            if "int" in dtype or dtype == "bool":
                arrays.append(generator.randint(0, 2, shape).astype(dtype))
            else:
                arrays.append(generator.uniform(-1, 1, shape).astype(dtype))
        return arrays

    def _tensors(self, seed: int = SEED) -> List[Any]:
        return [self._lab.ms.Tensor(array) for array in self._arrays(seed)]

    def _outputs(self, *tensors: Any) -> List[Any]:
        return list(_flat(self._net(*tensors), self._lab.ms.Tensor))

    def _run(self, training: bool) -> Any:
        """The outputs as arrays; the error, where it ends in one."""
        self._net.set_train(training)
        try:
            return [out.asnumpy() for out in self._outputs(*self._tensors())]
        except Exception as error:
            return told(error)

    def _finite(self, arrays: Sequence[Any]) -> bool:
        np = self._lab.np
        return all(np.isfinite(array).all() for array in arrays if array.dtype.kind == "f")

    def _repeatable(self, first: Sequence[Any]) -> Check:
        """In inference mode, the same input gives the same output."""
        again = self._run(False)
        if isinstance(again, str):
            return "repeatable", PROBLEM, {"error": again}
        far = max((_apart(self._lab, one, two) for one, two in zip(first, again)), default=0.0)
        return "repeatable", OK if far <= 1e-6 else PROBLEM, {"difference": far}

    def _modes(self) -> Iterator[Check]:
        """Dropout drops and BatchNorm counts in training, and only there."""
        net, nn, ms = self._net, self._lab.nn, self._lab.ms
        layers = [(name, cell) for name, cell in net.cells_and_names() if _switches(cell)]
        if not layers:
            yield "modes", SKIPPED, {"layers": 0}
            return
        wrong: List[str] = []
        moving = [(name, cell) for name, cell in layers if isinstance(getattr(cell, "moving_mean", None), ms.Parameter)]
        norms = [(name, cell) for name, cell in moving if getattr(cell, "use_batch_statistics", None) is not False]
        for training in (True, False):
            before = [cell.moving_mean.asnumpy().copy() for _, cell in norms]
            ran = self._run(training)
            if isinstance(ran, str):
                yield "modes", PROBLEM, {"error": ran}
                return
            for (name, cell), old in zip(norms, before):
                moved = bool((cell.moving_mean.asnumpy() != old).any())
                if moved != training:
                    wrong.append(name)
            wrong.extend(name for name, cell in layers if cell.training != training)
        net.set_train(True)
        ones = self._lab.ops.ones((64, 64), ms.float32)
        for name, cell in layers:
            # By itself: what it drops need not show in the output of the network.
            if isinstance(cell, nn.Dropout) and _rate(cell) > 0 and bool((cell(ones) == ones).all()):
                wrong.append(name)
        names = sorted(set(wrong))
        yield "modes", PROBLEM if names else OK, {"layers": len(layers), "names": names}

    def _learning(self) -> Iterator[Check]:
        """Every weight that is to be trained gets a gradient, and the first step changes it."""
        ms, net, np = self._lab.ms, self._net, self._lab.np
        weights = list(net.trainable_params())
        if not weights:
            yield "gradients", SKIPPED, {}
            return
        net.set_train(True)
        generator = np.random.RandomState(SEED)

        def loss(*tensors: Any) -> Any:
            total = 0
            for out in self._outputs(*tensors):
                if out.dtype in (ms.float16, ms.float32, ms.bfloat16, ms.float64):
                    mixed = ms.Tensor(generator.normal(size=out.shape).astype(np.float32))
                    total = total + (out.astype(ms.float32) * mixed).mean()
            return total

        step = ms.value_and_grad(loss, None, weights)
        largest = {weight.name: 0.0 for weight in weights}
        finite = True
        same: List[str] = []
        # Again after a step, on other numbers: behind weights that start as zeros, the first gradient is zero.
        for seed in (SEED, SEED + 1, SEED + 2):
            try:
                _, grads = step(*self._tensors(seed))
                arrays = [grad.asnumpy() for grad in grads]
            except Exception as error:
                reason = told(error)
                yield "gradients", PROBLEM, {"error": reason, "names": [], "finite": True}
                return
            for weight, array in zip(weights, arrays):
                finite = finite and bool(np.isfinite(array).all())
                largest[weight.name] = max(largest[weight.name], float(np.abs(array).max(initial=0.0)))
            old = [weight.asnumpy().copy() for weight in weights]
            self._lab.nn.SGD(weights, 0.1)(grads)
            if seed == SEED:
                same = [
                    weight.name
                    for weight, before, array in zip(weights, old, arrays)
                    if np.abs(array).max(initial=0.0) > 1e-5 * np.abs(before).max(initial=1e-6)
                    and (weight.asnumpy() == before).all()
                ]
        never = [name for name, size in largest.items() if size == 0]
        measured = {"names": never, "finite": finite, "weights": len(weights), "error": ""}
        yield "gradients", PROBLEM if never or not finite else OK, measured
        yield "step", PROBLEM if same else OK, {"names": same, "weights": len(weights)}

    # -- beside PyTorch

    def _compared(self) -> Iterator[Check]:
        """The parameters of both by name, and the first outputs of both with the same weights."""
        np, torch = self._lab.np, self._lab.torch
        reference = self._reference.eval()
        theirs = {
            name: value.detach().cpu().numpy()
            for name, value in (*reference.named_parameters(), *reference.named_buffers())
            if not name.endswith("num_batches_tracked")
        }
        ours = {param.name: param for param in self._net.get_parameters()}
        pairs, how = _paired({name: tuple(param.shape) for name, param in ours.items()}, theirs)
        table = [
            {
                "name": mine,
                "torch": other,
                "shape": list(ours[mine].shape),
                "torch_shape": list(theirs[other].shape) if other else None,
            }
            for mine, other in pairs.items()
        ]
        left = [name for name in theirs if name not in pairs.values()]
        alone = [mine for mine, other in pairs.items() if other is None]
        learned = [name for name in theirs if not name.endswith(STATISTICS)]
        own = [name for name, param in ours.items() if _torch_name(name).rpartition(".")[2] not in STATISTICS]
        measured = {
            "ours": sum(_size(ours[name].shape) for name in own),
            "theirs": sum(int(theirs[name].size) for name in learned),
            "missing": left,
            "missing_bias": [name for name in left if name.rpartition(".")[2] == "bias"],
            "extra": alone,
            "by": how,
            "table": table,
        }
        yield "reference", PROBLEM if left or alone else OK, measured
        if alone or left:
            yield "first-output", SKIPPED, {}
            return
        for mine, other in pairs.items():
            assert other is not None
            ours[mine].set_data(self._lab.ms.Tensor(np.ascontiguousarray(theirs[other])))
        self._net.set_train(False)
        try:
            given = [out.asnumpy() for out in self._outputs(*self._tensors())]
            with torch.no_grad():
                expected = reference(*(torch.from_numpy(array) for array in self._arrays(SEED)))
        except Exception as error:
            yield "first-output", PROBLEM, {"error": Lab.line(error), "difference": None}
            return
        other_outputs = [out.numpy() for out in _flat(expected, torch.Tensor)]
        if [out.shape for out in given] != [out.shape for out in other_outputs]:
            shapes = {
                "shapes": [list(out.shape) for out in given],
                "torch_shapes": [list(o.shape) for o in other_outputs],
            }
            yield "first-output", PROBLEM, {"error": "", "difference": None, **shapes}
            return
        far = max((_apart(self._lab, one, two) for one, two in zip(given, other_outputs)), default=0.0)
        yield "first-output", OK if far <= CLOSE else PROBLEM, {"error": "", "difference": far}


def _paired(ours: Dict[str, Tuple[int, ...]], theirs: Dict[str, Any]) -> Tuple[Dict[str, Optional[str]], str]:
    """For each parameter the one of PyTorch's that it stands for: by name, else in order, among those of its shape."""
    pairs: Dict[str, Optional[str]] = {}
    for name, shape in ours.items():
        other = _torch_name(name)
        pairs[name] = other if other in theirs and tuple(theirs[other].shape) == shape else None
    if 2 * sum(other is not None for other in pairs.values()) >= len(pairs):
        return pairs, "name"
    taken: Set[str] = set()
    for name, shape in ours.items():
        last = _torch_name(name).rpartition(".")[2]
        pairs[name] = next(
            (
                other
                for other, value in theirs.items()
                if other not in taken and tuple(value.shape) == shape and other.rpartition(".")[2] == last
            ),
            None,
        )
        taken |= {pairs[name]} if pairs[name] else set()  # type: ignore[arg-type]
    return pairs, "order"


def _torch_name(name: str) -> str:
    head, dot, last = name.rpartition(".")
    return head + dot + TORCH_NAMES.get(last, last)


def _size(shape: Sequence[int]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def _items(value: Any) -> Iterator[Tuple[object, Any]]:
    """What a plain container holds; containers in it as well."""
    inner = enumerate(value) if isinstance(value, (list, tuple)) else value.items() if isinstance(value, dict) else ()
    for key, item in list(inner):
        if isinstance(item, (list, tuple, dict)) and type(item) in (list, tuple, dict):
            yield from ((f"{key}][{deeper}", each) for deeper, each in _items(item))
        else:
            yield key, item


def _switches(cell: Any) -> bool:
    """Whether a layer does something else in training than in inference."""
    kind = type(cell).__name__
    return kind.startswith("Dropout") or hasattr(cell, "moving_mean")


def _rate(cell: Any) -> float:
    """The share that a Dropout drops."""
    rate = getattr(cell, "p", None)
    return float(rate) if isinstance(rate, (int, float)) else 1 - float(getattr(cell, "keep_prob", 1.0))


def _flat(value: Any, kind: type) -> Iterator[Any]:
    if isinstance(value, kind):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _flat(item, kind)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _flat(item, kind)


def _apart(lab: Lab, one: Any, two: Any) -> float:
    """How far two arrays are apart, as a share of the larger."""
    np = lab.np
    if one.shape != two.shape:
        return float("inf")
    one, two = one.astype(np.float64), two.astype(np.float64)
    largest = max(float(np.abs(one).max(initial=0.0)), float(np.abs(two).max(initial=0.0)), 1e-12)
    return float(np.abs(one - two).max(initial=0.0)) / largest


__all__ = ["OK", "PROBLEM", "SKIPPED", "Order", "main"]
