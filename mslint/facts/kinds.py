"""What kind of thing a value is: an instance of one class, or what holds several; and what annotations say of it."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Iterable, List, Optional, Sequence, Tuple, Union

from mslint.api.tables import CELL, ApiTables
from mslint.api.versions import Version
from mslint.facts.names import Ref
from mslint.facts.scopes import Place
from mslint.syntax import nodes
from mslint.syntax.lower import lower_expression

if TYPE_CHECKING:
    from mslint.facts.module import Facts

TENSOR, PARAMETER_CLASS = "mindspore.Tensor", "mindspore.Parameter"
OPTIMIZER = "mindspore.nn.Optimizer"
DATASET = "mindspore.dataset.Dataset"
# Methods of a dataset that give the next stage of the pipeline, and leave the one before as it is.
STAGES = frozenset(
    "map batch shuffle repeat take skip filter project rename concat zip apply padded_batch bucket_batch_by_length "
    "flat_map sync_wait".split()
)

# Methods that arrays and tensors of any library have and little else, none of which changes anything in place.
OF_ARRAYS = frozenset(
    "astype broadcast_to clamp expand_as expand_dims index_fill index_select masked_fill masked_select permute "
    "repeat_interleave reshape softmax squeeze swapaxes unsqueeze".split()
)

# Layers whose result is one Tensor, by role; containers and recurrent layers return what they like.
TO_TENSOR = frozenset("conv conv_transpose dense norm activation dropout pool embedding loss".split())
_LAYERS = ("mindspore.nn", "mindspore.mint.nn")

MAX_NESTED = 4  # of things that hold things
MAX_PARTS = 16  # that are told apart
MAX_TEXT = 200  # of an annotation that is written as a string
_MAX_DEPTH = 6

_HOLDING = frozenset(
    f"{module}.{name}"
    for module, names in (
        ("typing", "List Sequence Iterable Iterator Collection MutableSequence Set FrozenSet Generator"),
        ("collections.abc", "Sequence Iterable Iterator Collection MutableSequence Set Generator"),
        ("builtins", "list set frozenset"),
    )
    for name in names.split()
)
_TUPLES = ("typing.Tuple", "builtins.tuple")
_TABLES = ("typing.Dict", "typing.Mapping", "typing.MutableMapping", "builtins.dict", "collections.abc.Mapping")


class Items:
    """A tuple, list, table or iterator: what each item is, or each by its position.

    What lies deeper than MAX_NESTED is not known, nor are the parts of what has many: both can be made to grow."""

    __slots__ = ("each", "parts", "table", "height")

    def __init__(
        self,
        each: Optional[Kind] = None,
        parts: Optional[Tuple[Optional[Kind], ...]] = None,
        table: bool = False,
    ) -> None:
        self.table = table  # going over it gives keys
        if parts is not None:
            parts = tuple(map(_low, parts))
            each = either(parts)
        self.each = _low(each)
        self.parts = parts if parts is not None and len(parts) <= MAX_PARTS else None
        inside = (self.each, *(self.parts or ()))
        self.height: int = 1 + max((kind.height for kind in inside if isinstance(kind, Items)), default=0)

    def at(self, index: Optional[int]) -> Optional[Kind]:
        """The item at a position; None stands for some position."""
        if self.parts is None or index is None:
            return self.each
        return self.parts[index] if -len(self.parts) <= index < len(self.parts) else None


Kind = Union[Ref, Items]

A_TENSOR = Ref(TENSOR, instance=True)
# What a value that is made from itself adds to what it is: nothing.
ITSELF = Ref("", instance=True)
A_PARAMETER = Ref(PARAMETER_CLASS, instance=True)


def _low(kind: Optional[Kind]) -> Optional[Kind]:
    return None if kind is ITSELF or (isinstance(kind, Items) and kind.height >= MAX_NESTED) else kind


def is_tensor(kind: Optional[Kind]) -> bool:
    return isinstance(kind, Ref) and kind.instance and kind.name in (TENSOR, PARAMETER_CLASS)


def either(kinds: Iterable[Optional[Kind]], lenient: bool = False) -> Optional[Kind]:
    """What all of these are; unknown as soon as one is, unless that is to be overlooked."""
    found: Optional[Kind] = None
    circular = False
    for kind in kinds:
        if kind is ITSELF:
            circular = True
            continue
        if kind is None:
            if lenient:
                continue
            return None
        found = kind if found is None else _both(found, kind)
        if found is None:
            return None
    return ITSELF if found is None and circular else found


def _both(one: Kind, other: Kind) -> Optional[Kind]:
    if one is other:
        return one
    if isinstance(one, Items) and isinstance(other, Items):
        if one.table or other.table:
            return Items(either((one.each, other.each)), table=True) if one.table and other.table else None
        if one.parts is not None and other.parts is not None and len(one.parts) == len(other.parts):
            return Items(parts=tuple(either(pair) for pair in zip(one.parts, other.parts)))
        return Items(either((one.each, other.each)))
    if isinstance(one, Items) or isinstance(other, Items):
        return None
    if is_tensor(one) and is_tensor(other):
        return one if one.key == other.key else A_TENSOR
    if one.key != other.key:
        return None
    return one if one.sure else other.but(sure=False)


def item_of(kind: Optional[Kind], index: Optional[int] = None) -> Optional[Kind]:
    """What stands at a position of something; a part of a Tensor is one."""
    if isinstance(kind, Items):
        return kind.at(index)
    return A_TENSOR if is_tensor(kind) else None


def next_of(kind: Optional[Kind]) -> Optional[Kind]:
    """What going over something gives: of a table, keys."""
    return None if isinstance(kind, Items) and kind.table else item_of(kind)


def part_of(kind: Optional[Kind], steps: Sequence[Optional[int]]) -> Optional[Kind]:
    """What positions, one after the other, lead to."""
    for step in steps:
        kind = item_of(kind, step)
    return kind


def of_layer(tables: ApiTables, name: Optional[str], version: Version) -> Optional[Kind]:
    """What calling a layer of MindSpore gives, as far as it is always one Tensor."""
    api = tables.get(name)
    if api is None or api.role not in TO_TENSOR or api.name.rpartition(".")[0] not in _LAYERS:
        return None
    signature = api.signature(version)
    chooses = signature is None or any(each.startswith("return") for each in signature.names())
    return None if chooses else A_TENSOR


class Annotations:
    """Reads the annotations of one module."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def kind(self, annotation: nodes.Expression, place: Place, order: int, depth: int = 0) -> Optional[Kind]:
        """What is annotated so; None where that is not MindSpore's, nor the module's own, nor holds such."""
        if depth > _MAX_DEPTH:
            return None
        if isinstance(annotation, nodes.Constant) and isinstance(annotation.value, str):
            parsed = _parsed(annotation.value)
            return self.kind(parsed, place, order, depth + 1) if parsed is not None else None
        if isinstance(annotation, nodes.BinaryOperation) and isinstance(annotation.operator, ast.BitOr):
            return self._one_of((annotation.left, annotation.right), place, order, depth)
        if isinstance(annotation, nodes.Subscript):
            return self._subscript(annotation, place, order, depth)
        ref = self._facts.names.resolve(annotation, place, order)
        return self._instance(ref) if ref is not None and not ref.instance else None

    def _instance(self, ref: Ref) -> Optional[Kind]:
        """An instance of a class, which may be of one derived from it unless it is a Tensor."""
        if ref.name in (TENSOR, PARAMETER_CLASS):
            return ref.but(instance=True)
        tables = self._facts.tables
        api = tables.get(ref.name)
        if ref.cls is not None or any(tables.is_a(api, base) for base in (CELL, OPTIMIZER, DATASET)):
            return ref.but(instance=True, sure=False)
        return None

    def _one_of(self, parts: Sequence[nodes.Expression], place: Place, order: int, depth: int) -> Optional[Kind]:
        """One of these; whoever does something to it means that it is not None."""
        return either(self.kind(part, place, order, depth + 1) for part in parts if not _is_none(part))

    def _subscript(self, annotation: nodes.Subscript, place: Place, order: int, depth: int) -> Optional[Kind]:
        ref = self._facts.names.resolve(annotation.value, place, order)
        inside = [element.slice.value for element in annotation.slice if isinstance(element.slice, nodes.Index)]
        if len(inside) == 1 and isinstance(inside[0], nodes.Tuple):
            inside = [element.value for element in inside[0].elements]
        if ref is None or not inside:
            return None
        if ref.name in ("typing.Optional", "typing.Union"):
            return self._one_of(inside, place, order, depth)
        if ref.name in _TUPLES:
            if len(inside) == 2 and isinstance(inside[1], nodes.Ellipsis):
                return Items(self.kind(inside[0], place, order, depth + 1))
            return Items(parts=tuple(self.kind(part, place, order, depth + 1) for part in inside))
        if ref.name in _HOLDING:
            return Items(self.kind(inside[0], place, order, depth + 1))
        return Items(self.kind(inside[-1], place, order, depth + 1), table=True) if ref.name in _TABLES else None


def _is_none(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Name) and node.value == "None"


def _parsed(text: str) -> Optional[nodes.Expression]:
    """An annotation in quotes."""
    if len(text) > MAX_TEXT:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that Python frowns upon is not ours to tell
            return lower_expression(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def parameters_of(node: nodes.FunctionDef) -> List[nodes.Param]:
    """The parameters of a function that have a name of their own."""
    return [*node.params.posonly_params, *node.params.params, *node.params.kwonly_params]
