"""Methods of PyTorch called on what is MindSpore's and lacks them, certainly or, as `guessed` says, most likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, List, Optional, Sequence, Tuple

from mslint.api.tables import CELL, ApiTables, is_mindspore
from mslint.api.versions import Version
from mslint.facts.collect import RawCall, dotted
from mslint.facts.kinds import A_TENSOR, OPTIMIZER, PARAMETER_CLASS, TENSOR
from mslint.facts.missing import NEVER, NEWER, REMOVED
from mslint.facts.names import Ref
from mslint.facts.scopes import PARAMETER, Binding, Class, Place
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# Optimizers that do not derive from nn.Optimizer share the methods of this one.
_OTHER_OPTIMIZER = "mindspore.experimental.optim.Optimizer"
_OTHER_OPTIMIZERS = ("mindspore.experimental.optim", "mindspore.mint.optim")

# MindSpore's class, and PyTorch's in its place.
_PLACES = ((TENSOR, "torch.Tensor"), (CELL, "torch.nn.Module"), (OPTIMIZER, "torch.optim.Optimizer"))

# It is there, but as a value: calling it is what fails.
VALUE = "value"

# Bases that bring no methods of their own.
PLAIN_BASES = ("builtins.object", "abc.ABC", "typing.Generic")

# What a subclass elsewhere is meant to bring; on `self` it need not be missing.
_HOOKS = frozenset({"forward", "extra_repr"})

# Methods of PyTorch's tensors that other things have as well: containers, texts, arrays, distributions.
_OF_OTHERS = frozenset(
    name for kind in (dict, list, str, bytes, set, int, float, complex) for name in dir(kind)
) | frozenset(
    "apply_ coalesce col_indices crow_indices dense_dim dist fill indices is_coalesced layout lu map_ mode name new "
    "put reinforce solve sparse_dim sparse_mask storage_type to_dense to_sparse to_sparse_csr type values".split()
)
_OF_TABLES = ("values",)  # which nobody calls on a tensor, and everybody on what may be in its place
_MAX_STEPS = 8
_ANYWHERE = 1 << 60

# Packages that give MindSpore's classes PyTorch's methods when they are imported, and what such modules are called.
_PATCHING = frozenset("mindnlp mindtorch msadapter torch4ms mindhf monkey_patch monkeypatch".split())
# ... and what they are called if it is a module: a function of this name may do anything.
_PATCHING_MODULES = frozenset("patch patches patching inject injection".split())
# They replace something for a test, which is seen where it is done.
_TEST_TOOLS = ("unittest.mock", "mock", "pytest_mock")


class Method:
    """A call of a method that the class of its receiver does not have in the target version."""

    def __init__(self, facts: Facts, raw: RawCall, owner: str, torch: str, kind: str, since: Optional[Version]) -> None:
        assert isinstance(raw.node.func, nodes.Attribute)
        self._facts = facts
        self._raw = raw
        self.where = facts.where_of(raw.node)
        self.name = raw.node.func.attr.value
        self.owner = owner  # as messages name it
        self.torch = torch  # the class of PyTorch that has it
        self.kind = kind  # REMOVED, NEWER, NEVER or VALUE
        self.since = since  # the first version with it, for NEWER
        self.guessed = False  # its receiver is only likely: no class of the project may have such a method

    @property
    def span(self) -> Span:
        return self._facts.span(self._raw.node)

    @property
    def receiver(self) -> nodes.Expression:
        """What it is called on."""
        assert isinstance(self._raw.node.func, nodes.Attribute)
        return self._raw.node.func.value

    @property
    def subject(self) -> Span:
        return self.span

    @property
    def guarded(self) -> bool:
        """Whether somebody looks first: for the version, for the method or the type, or for the error."""
        place, guards = self._raw.place, self._facts.guards
        if guards.catches(place) or guards.on_version(place):
            return True
        return guards.on_presence(place) or guards.on_type(place) or guards.expects_error(place)


def methods(facts: Facts) -> List[Method]:
    """Every such call of the module."""
    if facts.lacking_methods is None:
        facts.lacking_methods = [] if patches(facts) else _methods(facts)
    return facts.lacking_methods


def _methods(facts: Facts) -> List[Method]:
    tables, version = facts.tables, facts.version
    found: List[Method] = []
    for raw in facts.raw_calls:
        func = raw.node.func
        if isinstance(func, nodes.Attribute) and may_lack(tables, version, func.attr.value):
            if _of_a_module(facts, func) or func.attr.value in _OF_TABLES:
                continue
            kind = facts.instances.kind(func.value, raw.place, raw.order)
            guessed = kind is None and _computed(facts, func, raw)
            if kind is None:
                kind = A_TENSOR if guessed else _elsewhere(facts, raw)
            method = _method(facts, raw, kind, func.attr.value) if isinstance(kind, Ref) else None
            if method is not None and isinstance(kind, Ref):
                # A Tensor is one in any case; a Cell may be of a class that is derived from the one that is known.
                method.guessed = guessed or not (kind.sure or facts.instances.is_tensor(kind))
                there = method.guessed and any(method.name in cls.scope.bindings for cls in facts.classes)
                if not there and not _elsewise(facts, raw.place, not kind.sure or guessed):
                    found.append(method)
    return found


def _elsewise(facts: Facts, place: Place, likely: bool) -> bool:
    """Whether a place is for something else than what was found: behind a flag that is off, a `case`, or, where that is
    only likely, a condition that asks for a framework: `kind == "torch"`, `USE_CUDA`."""
    for guard in place.guards:
        if guard.kind == "match":
            return True
        if guard.test is None or guard.kind == "with":
            continue
        value = facts.values.evaluate(guard.test, place, _ANYWHERE)
        if guard.kind == "if" and value.sure and value.is_just(not guard.positive):
            return True
        if any(_names_framework(node, likely) for node in _within(guard.test)):
            return True
    return False


def _names_framework(node: nodes.Node, texts: bool) -> bool:
    if isinstance(node, nodes.Constant):
        return texts and isinstance(node.value, str)
    name = node.value if isinstance(node, nodes.Name) else ""
    return any(part in name.lower() for part in ("torch", "cuda", "framework", "backend", "has_"))


def _within(node: nodes.Node) -> Iterator[nodes.Node]:
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        pending.extend(each.children)


def _elsewhere(facts: Facts, raw: RawCall) -> Optional[Ref]:
    """What programs show of the receiver; a file that does not name MindSpore is looked at only where it is named."""
    if "mindspore" not in facts.source.text:
        return None
    seen = facts.seen_of(raw.node, raw.place)
    return Ref(seen.receiver, instance=True) if seen is not None and seen.receiver else None


def _computed(facts: Facts, func: nodes.Attribute, raw: RawCall) -> bool:
    """Whether a method that only tensors have is called on what a Cell is given or computes."""
    name = func.attr.value
    if not facts.instances.in_cell(raw.place) or not _of_tensors_alone(facts, name):
        return False
    if any(name in cls.scope.bindings for cls in facts.classes):
        return False
    return passed_on(facts, func.value, raw.place, raw.order)


def _of_tensors_alone(facts: Facts, name: str) -> bool:
    return facts.tables.torch.has("torch.Tensor", name) and name not in _OF_OTHERS


def passed_on(facts: Facts, node: nodes.Expression, place: Place, order: int, depth: int = 0) -> bool:
    """Whether it is a parameter without annotation, what the Cell's layers or MindSpore's functions make of something,
    a part of one of these, or what a method of tensors gives of it."""
    if depth > _MAX_STEPS:
        return False
    if isinstance(node, nodes.Subscript):
        return passed_on(facts, node.value, place, order, depth + 1)
    if isinstance(node, nodes.Call):
        if _makes_tensors(facts, node.func, place, order):
            return True
        method = node.func if isinstance(node.func, nodes.Attribute) else None
        gives = method is not None and facts.tables.returns_tensor(f"{TENSOR}.{method.attr.value}")
        return gives and method is not None and passed_on(facts, method.value, place, order, depth + 1)
    if not isinstance(node, nodes.Name):
        return False
    bindings = facts.names.reaching(node.value, place, order) or ()
    return bool(bindings) and all(_bound_so(facts, binding, depth + 1) for binding in bindings)


def _bound_so(facts: Facts, binding: Binding, depth: int) -> bool:
    function = binding.function
    if binding.kind == PARAMETER and function is not None:
        return (
            facts.instances.in_cell(binding.place)
            and binding.name != function.receiver
            and (binding.value is None or _is_none(binding.value))
            and facts.instances.annotation(binding.name, function) is None
        )
    value = binding.whole if binding.value is None else binding.value
    return value is not None and passed_on(facts, value, binding.place, binding.order, depth)


def _is_none(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Name) and node.value == "None"


def _makes_tensors(facts: Facts, func: nodes.Expression, place: Place, order: int) -> bool:
    """Whether it is a function of MindSpore's, or something of the Cell that is not a method of its class."""
    ref = facts.names.resolve(func, place, order)
    if ref is not None and not ref.instance:
        api = facts.tables.get(ref.name)
        return is_mindspore(ref.name) and ref.sure and (api is None or api.kind != "class")
    owner, _, name = (dotted(func) or "").rpartition(".")
    function = place.scope.function
    if function is None or function.cls is None or owner != function.receiver:
        return False
    return name in function.cls.attributes


def _of_a_module(facts: Facts, func: nodes.Attribute) -> bool:
    """Whether it is plainly a function of something imported: `ops.split`."""
    return isinstance(func.value, nodes.Name) and func.value.value in facts.imported_names


def _method(facts: Facts, raw: RawCall, receiver: Ref, name: str) -> Optional[Method]:
    if facts.instances.sets_attribute(name):
        return None
    own = receiver.cls
    if own is None:
        apis = [receiver.name or ""]
    else:
        lineage = facts.instances.lineage(own)
        if lineage is None or facts.is_cell(own) is not True or _brings(lineage[0], name):
            return None
        func = raw.node.func
        if not receiver.sure and _below(facts, own, name):
            return None
        on_self = isinstance(func, nodes.Attribute) and isinstance(func.value, nodes.Name)
        function = raw.place.scope.function
        if on_self and function is not None and function.cls is own and (name in _HOOKS or _below(facts, own, name)):
            return None
        apis = sorted(lineage[1])
    kinds = [_kind(facts.tables, api, name, facts.version) for api in apis]
    if any(kind is None for kind in kinds):
        return None
    for kind in kinds:
        if kind is not None and kind[0]:
            shown = own.name if own is not None else _short(receiver.name or "")
            if any(f"{owner}.{name}" in facts.patched for owner in (*apis, TENSOR, CELL, OPTIMIZER)):
                return None
            return Method(facts, raw, shown, *kind)
    return None


def _brings(classes: Sequence[Class], name: str) -> bool:
    """Whether one of the classes may have an attribute of this name after all."""
    return any(
        name in cls.attributes
        or cls.decorators
        or any(each in cls.scope.bindings for each in (name, "__getattr__", "__getattribute__"))
        for cls in classes
    )


def _below(facts: Facts, cls: Class, name: str) -> bool:
    """Whether a class of this module that derives from this one has the method."""
    for other in facts.classes:
        if other is not cls and (name in other.scope.bindings or name in other.attributes):
            lineage = facts.instances.lineage(other)
            if lineage is None or cls in lineage[0]:
                return True
    return False


def _kind(tables: ApiTables, api: str, name: str, version: Version) -> Optional[Tuple[str, str, Optional[Version]]]:
    """("torch.Tensor", why it is missing, first version with it); empty texts for a base without say; None: unknown."""
    if api in PLAIN_BASES:
        return "", "", None
    if api in (TENSOR, PARAMETER_CLASS):
        chain: Tuple[str, ...] = (PARAMETER_CLASS, TENSOR) if api == PARAMETER_CLASS else (TENSOR,)
        torch = "torch.Tensor"
    elif not tables.is_a(tables.get(api), CELL):
        return None
    else:
        other = api.rpartition(".")[0] in _OTHER_OPTIMIZERS
        optimizer = other or tables.is_a(tables.get(api), OPTIMIZER)
        chain = (api, *((_OTHER_OPTIMIZER,) if other else (OPTIMIZER,) if optimizer else ()), CELL)
        torch = "torch.optim.Optimizer" if optimizer and tables.torch.has("torch.optim.Optimizer", name) else ""
        torch = torch or "torch.nn.Module"
    if not tables.torch.has(torch, name) or api == "mindspore.nn.CellDict":  # its cells are attributes
        return None
    return _why(tables, chain, torch, name, version)


def _why(
    tables: ApiTables, chain: Tuple[str, ...], torch: str, name: str, version: Version
) -> Optional[Tuple[str, str, Optional[Version]]]:
    rows = [tables.get(f"{owner}.{name}") for owner in chain]
    there = next((row for row in rows if row is not None and row.exists(version)), None)
    if there is not None:
        value = there.kind == "attribute" and (torch, name) == ("torch.Tensor", "size")
        return (torch, VALUE, None) if value else None
    if tables.exists(f"{chain[-1]}.{name}", version) is not False:
        return None
    row = next((row for row in rows if row is not None), None)
    if row is None:
        return torch, NEVER, None
    if row.until is not None and version >= row.until:
        return torch, REMOVED, None
    return torch, NEWER, row.since


def may_lack(tables: ApiTables, version: Version, name: str) -> bool:
    """Whether PyTorch's tensors, modules or optimizers have a method and one of MindSpore's in their place lacks it."""
    key = (version, name)
    if key not in tables.lacking:
        tables.lacking[key] = not name.startswith("_") and (
            name == "size"
            or any(
                tables.torch.has(torch, name) and not tables.exists(f"{ours}.{name}", version)
                for ours, torch in _PLACES
            )
        )
    return tables.lacking[key]


def patches(facts: Facts) -> bool:
    """Whether something is imported that may give MindSpore's classes further methods."""
    for path, _, statement in facts.imports:
        if f"{path}.".startswith(tuple(f"{tool}." for tool in _TEST_TOOLS)):
            continue
        parts = path.lower().split(".")
        modules = parts if isinstance(statement, nodes.Import) else parts[:-1]
        if any(part in _PATCHING or part.endswith("_patch") for part in parts):
            return True
        if any(part in _PATCHING_MODULES for part in modules):
            return True
    return False


def _short(name: str) -> str:
    parts = name.split(".")
    return parts[-1] if len(parts) == 2 else ".".join(parts[1:])
