"""Names and methods that only PyTorch has: under mindspore's modules, and on tensors, layers and optimizers."""

from mslint.rulekit import (
    NEVER,
    NEWER,
    VALUE,
    Facts,
    Hit,
    Method,
    Reference,
    Words,
    at_method,
    missing,
    patches,
    rename_attribute,
    short,
    unsafe,
    writing,
)

# What stands in PyTorch where MindSpore has this module.
PLACES = {
    "mindspore": ("torch",),
    "mindspore.nn": ("torch.nn",),
    "mindspore.ops": ("torch.nn.functional", "torch", "torch.linalg", "torch.special", "torch.fft"),
    "mindspore.numpy": ("torch",),
    "mindspore.mint": ("torch",),
    "mindspore.mint.nn": ("torch.nn",),
    "mindspore.mint.nn.functional": ("torch.nn.functional",),
    "mindspore.mint.optim": ("torch.optim",),
    "mindspore.mint.linalg": ("torch.linalg",),
    "mindspore.mint.special": ("torch.special",),
    "mindspore.mint.distributed": ("torch.distributed",),
    "mindspore.experimental.optim": ("torch.optim",),
    "mindspore.experimental.optim.lr_scheduler": ("torch.optim.lr_scheduler",),
    "mindspore.common.initializer": ("torch.nn.init",),
    "mindspore.communication": ("torch.distributed",),
    "mindspore.dataset": ("torch.utils.data",),
    "mindspore.Tensor": ("torch.Tensor",),
    "mindspore.Parameter": ("torch.Tensor",),
    "mindspore.nn.Cell": ("torch.nn.Module",),
    "mindspore.nn.Optimizer": ("torch.optim.Optimizer",),
}
# Modules of NumPy, whose functions mindspore.numpy does not have.
NUMPY = frozenset(f"mindspore.numpy.{name}" for name in ("random", "linalg", "fft"))
# PyTorch's modules, which no pair is about.
MODULES = {
    "torch.optim": "mindspore.nn / mindspore.mint.optim",
    "torch.nn.functional": "mindspore.ops / mindspore.mint.nn.functional",
    "torch.nn.init": "mindspore.common.initializer",
    "torch.cuda": "mindspore.runtime",
    "torch.autograd": "mindspore.value_and_grad",
    "torch.distributed": "mindspore.communication",
    "torch.linalg": "mindspore.ops",
    "torch.special": "mindspore.ops",
}


def check_reference(reference: Reference, facts: Facts):
    found = missing(reference, facts)
    if found is None or found.kind != NEVER or reference.guarded:
        return
    owner, _, name = found.name.rpartition(".")
    torch = next((place for place in PLACES.get(owner, ()) if facts.tables.torch.has(place, name)), None)
    if torch is None or patches(facts):
        return
    variant, more = ("numpy", {}) if found.name in NUMPY else _instead(f"{torch}.{name}", facts)
    params = {"version": facts.version_text, "name": short(found.name), "torch": f"{torch}.{name}", **more}
    fix = _in_place(reference, found.name, f"{torch}.{name}", facts) if variant == "use" else None
    yield Hit(reference.span, variant, params, group=found.name, fix=fix, unless_set=name)


def _in_place(reference: Reference, missing_name: str, torch: str, facts: Facts):
    """MindSpore's name where PyTorch's stands, if it is in the same module; what else differs the next check says."""
    owner, _, old = missing_name.rpartition(".")
    ours, _, new = (facts.tables.torch.pair(torch).mindspore or "").rpartition(".")
    if ours != owner or not facts.tables.exists(f"{ours}.{new}", facts.version) or reference.imported:
        return None
    return unsafe(writing(short(f"{ours}.{new}")), rename_attribute(reference.span, old, new))


def check_method(method: Method, facts: Facts):
    if method.kind == NEWER or method.guarded:
        return
    torch = f"{method.torch}.{method.name}"
    if method.kind == VALUE:
        variant, more = "value", {}
    else:
        variant, more = _instead(torch, facts)
        plain = method.name[:-1] if method.name.endswith("_") else ""
        if not variant and plain and facts.tables.exists(f"mindspore.Tensor.{plain}", facts.version):
            variant, more = "in_place", {"plain": plain}
    params = {"version": facts.version_text, "owner": method.owner, "name": method.name, **more, "kind": method.torch}
    group = (method.torch, method.name)
    variant = f"method_{variant}" if variant else "method"
    yield at_method(method, variant, group, **params)


def _instead(torch: str, facts: Facts):
    """The variant that says what to write, and what it is filled with."""
    if torch in MODULES:
        return "module", {"use": MODULES[torch]}
    pair = facts.tables.torch.pair(torch)
    if pair is not None and pair.advice:
        return "advice", {"advice": Words(pair.advice["en"], pair.advice["zh"])}
    names = [name for name in (pair.mindspore, pair.mint) if name] if pair is not None else []
    names = [short(name) for name in names if facts.tables.exists(name, facts.version)]
    return ("use", {"use": " / ".join(names)}) if names else ("", {})
