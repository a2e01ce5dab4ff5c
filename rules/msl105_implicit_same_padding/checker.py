"""pad_mode left out means 'same'; how much that changes depends on the kernel and the stride, and on what follows."""

from typing import List, NamedTuple, Optional, Tuple

from mslint.rulekit import CallSite, Facts, Severity, add_argument, applied_in_order, at_call, unsafe, writing

CONVOLUTIONS = ("mindspore.nn.Conv1d", "mindspore.nn.Conv2d")
POOLS = tuple(f"mindspore.nn.{kind}Pool{count}d" for kind in ("Max", "Avg") for count in (1, 2))
DENSE = "mindspore.nn.Dense"
KNOWN_LAYERS = (*CONVOLUTIONS, *POOLS)
UNSIZED = ("norm", "activation", "dropout", "shape", "identity", "container")  # roles of layers that keep the size


def check_call(call: CallSite, facts: Facts):
    if not call.missing("pad_mode") or facts.source_framework == "tensorflow" or _from_tensorflow(facts):
        return
    kernel = _sizes(call, "kernel_size")
    stride = _sizes(call, "stride")
    if not kernel or max(kernel) <= 1 or _sized_for_same(call, facts):
        return
    params = {"kernel": _text(call, "kernel_size"), "stride": _text(call, "stride")}
    padding = call.get("padding")
    if kernel == stride:
        yield at_call(call, "blocks", about="pad_mode", **params)
    elif padding is not None and padding.value.is_just(0):
        valid = unsafe(writing("pad_mode='valid'"), add_argument(call, "pad_mode", "'valid'"))
        yield at_call(call, "explicit_zero", Severity.WARNING, about="pad_mode", fix=valid, **params)
    elif (stride and max(stride) > 1) or any(size % 2 == 0 for size in kernel):
        variant = "stride" if stride and max(stride) > 1 else "even_kernel"
        yield at_call(call, variant, Severity.WARNING, about="pad_mode", **params)
    else:
        yield at_call(call, about="pad_mode", **params)


def _from_tensorflow(facts: Facts):
    """Whether the file works with TensorFlow and not with PyTorch: 'same' is what its layers are usually given."""
    roots = {path.partition(".")[0] for path, _, _ in facts.imports}
    return bool(roots & {"tensorflow", "keras"}) and "torch" not in roots


class Step(NamedTuple):
    """A convolution or pooling layer of a chain, in one direction."""

    kernel: int
    stride: int
    mode: str
    padding: int
    open: bool  # pad_mode is left out

    def out(self, size: int, mode: str) -> int:
        if mode == "same":
            return -(-size // self.stride)
        return (size + 2 * (self.padding if mode == "pad" else 0) - self.kernel) // self.stride + 1


def _sized_for_same(call: CallSite, facts: Facts):
    """Whether the Dense behind a chain of layers fits a usual size of input as 'same' pads, and none without."""
    chain = _chain(call, facts)
    if chain is None:
        return False
    steps, length, dims = chain

    def fits(mode: str) -> bool:
        return any(_after(steps, size, mode) == length for size in _usual(dims))

    return fits("same") and not fits("valid")


def _usual(dims: int) -> Tuple[int, ...]:
    """The sizes that inputs have."""
    if dims == 1:
        return tuple(size for size in range(32, 10001) if size % 100 == 0 or size & (size - 1) == 0)
    return tuple(size for size in range(16, 1025) if size in (28, 227, 299) or size % 32 == 0)


def _after(steps: List[Step], size: int, mode: str) -> int:
    for step in steps:
        size = step.out(size, mode if step.open else step.mode)
    return size


def _chain(call: CallSite, facts: Facts):
    """The layers up to the Dense behind a call, the size that it wants, and how many directions; None where unclear."""
    sites = applied_in_order(call, facts) or []
    end = next((index for index, site in enumerate(sites) if site.name == DENSE), None)
    if end is None or any(site.name not in KNOWN_LAYERS and site.role not in UNSIZED for site in sites[:end]):
        return None
    layers = [site for site in sites[:end] if site.name in KNOWN_LAYERS]
    steps = [_step(site) for site in layers]
    convolutions = [site for site in layers if site.name in CONVOLUTIONS]
    channels = [(site.value("in_channels").single, site.value("out_channels").single) for site in convolutions]
    wanted = sites[end].value("in_channels").single
    if call.raw not in [site.raw for site in convolutions] or None in steps or type(wanted) is not int:
        return None
    if any(out != into for (_, out), (into, _) in zip(channels, channels[1:])):
        return None  # two ways side by side
    count = channels[-1][1]
    if type(count) is not int or count <= 0 or wanted <= 0 or wanted % count:
        return None
    area, dims = wanted // count, 1 if call.name.endswith("1d") else 2
    length = area if dims == 1 else round(area**0.5)
    return (steps, length, dims) if length**dims == area else None


def _step(site: CallSite) -> Optional[Step]:
    kernel, stride = _sizes(site, "kernel_size"), _sizes(site, "stride")
    mode, padding = site.value("pad_mode").single, site.value("padding").single
    if len(kernel) != 1 or len(stride) != 1 or stride[0] < 1 or not isinstance(mode, str):
        return None
    if mode == "pad" and type(padding) is not int:
        return None
    is_open = site.missing("pad_mode") and site.name in CONVOLUTIONS
    return Step(kernel[0], stride[0], mode, padding if mode == "pad" else 0, is_open)


def _sizes(call: CallSite, name: str):
    """The known sizes in each direction, as far as they are sure; empty where they are not."""
    value = call.value(name)
    if not value.known or not value.sure or len(value.options) != 1:
        return ()
    sizes = value.options[0]
    sizes = tuple(sizes) if isinstance(sizes, (tuple, list)) else (sizes,)
    if not all(isinstance(size, int) and not isinstance(size, bool) for size in sizes):
        return ()
    return sizes[:1] if len(set(sizes)) == 1 else sizes


def _text(call: CallSite, name: str) -> str:
    argument = call.get(name)
    return argument.text if argument is not None else str(call.value(name).single)
