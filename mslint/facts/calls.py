"""Call sites as checkers see them: an API and its arguments, bound to the signature of the target version."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from mslint.api.tables import Api, is_mindspore
from mslint.api.torch_pairs import Difference
from mslint.api.versions import Version
from mslint.facts.collect import RawCall, dotted
from mslint.facts.kinds import DATASET, TENSOR
from mslint.facts.names import Ref
from mslint.facts.narrowing import narrowed
from mslint.facts.scopes import Function, Place
from mslint.facts.values import UNKNOWN, Value, read_constant, read_literal
from mslint.model import Span
from mslint.seen import Constants, Key, Way, Where
from mslint.syntax import nodes

if TYPE_CHECKING:
    import libcst as cst

    from mslint.facts.module import Facts


class Expression:
    """An expression at its place: its value, its text, and how it is spelled."""

    def __init__(self, facts: Facts, node: nodes.Expression, place: Place, order: int) -> None:
        self._facts = facts
        self.node = node
        self.place = place
        self.order = order
        self._value: Optional[Value] = None

    @property
    def value(self) -> Value:
        if self._value is None:
            value = self._facts.values.evaluate(self.node, self.place, self.order)
            self._value = narrowed(value, self.node, self.place, self.order, self._facts.names)
        return self._value

    @property
    def text(self) -> str:
        """The source text on one line."""
        try:
            return self._facts.code(self.node)
        except RecursionError:  # hundreds of operators deep
            return "..."

    @property
    def made(self) -> Optional[CallSite]:
        """The call that it is, where that is one of MindSpore."""
        site = self._facts.call_of(self.node) if isinstance(self.node, nodes.Call) else None
        return site if site is not None and is_mindspore(site.name) else None

    @property
    def stands_for(self) -> str:
        """The name of MindSpore that it certainly stands for (mindspore.float16); empty for anything else."""
        if not isinstance(self.node, (nodes.Name, nodes.Attribute)):
            return ""
        ref = self._facts.names.resolve(self.node, self.place, self.order)
        if ref is None or ref.instance or not ref.sure or not is_mindspore(ref.name):
            return ""
        return ref.name or ""

    @property
    def literal(self) -> bool:
        """Whether the value is written out here: a constant, a negative number, or a tuple or list of constants."""
        node = self.node
        if isinstance(node, (nodes.Tuple, nodes.List)):
            return all(read_literal(element.value) is not None for element in node.elements)
        if isinstance(node, nodes.UnaryOperation):
            node = node.expression
        return read_literal(node) is not None

    @property
    def items(self) -> Optional[Tuple[str, ...]]:
        """The source of each item of a tuple or list that is written out; empty where nobody knows how many."""
        node = self.node
        if not isinstance(node, (nodes.Tuple, nodes.List)):
            return None
        if not all(isinstance(element, nodes.Element) for element in node.elements):  # `*rest` may be any number
            return ()
        return tuple(self._facts.code(element.value) for element in node.elements)

    @property
    def name(self) -> str:
        """The last name of a name or of an attribute: `drop` of `self.config.drop`; empty for anything else."""
        node = _inside_float(self.node)
        if isinstance(node, nodes.Subscript) and len(node.slice) == 1 and isinstance(node.slice[0].slice, nodes.Index):
            # config["drop_rate"] names what it is as well as config.drop_rate does; drops[i] is named by the list
            key = read_literal(node.slice[0].slice.value)
            text = key.single if key is not None else None
            if isinstance(text, str):
                return text
            node = node.value
        if isinstance(node, nodes.Attribute):
            return node.attr.value
        return node.value if isinstance(node, nodes.Name) else ""

    @property
    def whole_name(self) -> str:
        """The same where the expression is all of what the name says: `betas` of `config.betas`, not of `betas[0]`."""
        node = self.node
        if isinstance(node, nodes.Subscript):
            index = node.slice[0].slice if len(node.slice) == 1 else None
            key = read_literal(index.value) if isinstance(index, nodes.Index) else None
            return self.name if key is not None and isinstance(key.single, str) else ""
        return self.name if isinstance(node, (nodes.Name, nodes.Attribute)) else ""

    @property
    def complement_of(self) -> Optional[Expression]:
        """x of `1 - x`, also inside float()."""
        node = _inside_float(self.node)
        if isinstance(node, nodes.BinaryOperation) and isinstance(node.operator, ast.Sub):
            left = read_literal(node.left)
            if left is not None and left.single in (1, 1.0):
                return Expression(self._facts, node.right, self.place, self.order)
        return None


def _inside_float(node: nodes.Expression) -> nodes.Expression:
    """x of `float(x)`; anything else as it is."""
    if isinstance(node, nodes.Call) and len(node.args) == 1 and dotted(node.func) == "float":
        return node.args[0].value
    return node


class Argument(Expression):
    """One argument of a call; `preset` where functools.partial gave it at another place."""

    def __init__(
        self,
        facts: Facts,
        raw: nodes.Arg,
        place: Place,
        order: int,
        position: Optional[int],
        preset: bool,
        call: Optional[nodes.Call] = None,
        way: Optional[Way] = None,
    ) -> None:
        super().__init__(facts, raw.value, place, order)
        self.position = position  # from 0; None for a keyword
        self.preset = preset
        self.from_elsewhere = False  # its value was known from programs
        self._call = call  # at which it is written
        self._way = way
        self._key: Optional[Key] = position if raw.keyword is None else raw.keyword.value

    @property
    def value(self) -> Value:
        value = super().value
        if (value.known and value.sure) or self._call is None or self._key is None:
            return value
        seen = self._facts.seen_of(self._call, self.place)
        found = (self._way or seen.whole).argument(self._key) if seen is not None else None
        if found is None:
            return value
        self.from_elsewhere = True
        shown = Value(found.options, found.sure)
        return narrowed(shown, self.node, self.place, self.order, self._facts.names)

    @property
    def annotated(self) -> str:
        """The type of Python's own that a parameter is annotated with which is handed on as it is; else empty."""
        return self._facts.instances.annotated(self.node, self.place, self.order)

    @property
    def positional(self) -> bool:
        return self.position is not None


class Handed(Argument):
    """An argument that is not written at the call: of `**options`, or of a partial in another file."""

    def __init__(
        self,
        facts: Facts,
        raw: nodes.Arg,
        place: Place,
        order: int,
        preset: bool,
        keyword: str,
        constants: Optional[Constants],
    ) -> None:
        super().__init__(facts, raw, place, order, None, preset)
        self._keyword = keyword
        self._value = UNKNOWN if constants is None else Value(constants.options, constants.sure)

    @property
    def value(self) -> Value:
        return self._value or UNKNOWN

    @property
    def text(self) -> str:
        options = self.value.options
        return repr(options[0]) if len(options) == 1 else self._keyword

    @property
    def name(self) -> str:
        return ""

    @property
    def literal(self) -> bool:
        return False


class CallSite:
    """A call whose callee is one known API (or one known function or class of the module)."""

    def __init__(self, facts: Facts, raw: RawCall, ref: Ref, partial: bool, way: Optional[Way] = None) -> None:
        """`way` is one of the ways in which programs come to it."""
        self._facts = facts
        self.raw = raw
        self.ref = ref
        self.way = way
        self.partial = partial  # functools.partial(API, ...): what is not given may still come
        self._arguments: Optional[Dict[str, Argument]] = None
        # Known once the arguments are bound:
        self._extra: List[Argument] = []
        self._unknown: Dict[str, Argument] = {}
        self._open = partial

    @property
    def ways(self) -> Sequence[CallSite]:
        """The call as it is come to in each of the ways that programs show; mostly that is itself."""
        seen = self._facts.shown_of(self.raw.node)
        if seen is None or not seen.ways:
            return (self,)
        return [CallSite(self._facts, self.raw, self.ref, self.partial, way) for way in seen.ways]

    @property
    def where(self) -> Where:
        """Where it stands, in plain numbers."""
        return self._facts.where_of(self.raw.node)

    @property
    def led_to_by(self) -> Optional[Tuple[str, Where]]:
        """The place of the call that hands on what was asked about here, where that is known."""
        if self.way is None or self.way.by is None or self._arguments is None:
            return None
        elsewhere = any(each.from_elsewhere or isinstance(each, Handed) for each in self._arguments.values())
        return self.way.by if elsewhere else None

    @property
    def name(self) -> str:
        return self.ref.name or ""

    @property
    def api(self) -> Optional[Api]:
        return self._facts.tables.get(self.ref.name)

    @property
    def role(self) -> Optional[str]:
        api = self.api
        return str(api.role) if api is not None and api.role else None

    @property
    def short(self) -> str:
        """How messages name the API: nn.Conv2d, ops.conv2d, load_checkpoint."""
        parts = self.name.split(".")
        return ".".join(parts[1:]) if len(parts) > 1 else self.name

    @property
    def sure(self) -> bool:
        return self.ref.sure

    @property
    def place(self) -> Place:
        return self.raw.place

    @property
    def order(self) -> int:
        return self.raw.order

    @property
    def function(self) -> Optional[Function]:
        return self.raw.place.scope.function

    @property
    def span(self) -> Span:
        return self._facts.span(self.raw.node)

    @property
    def node(self) -> cst.Call:
        """The call as libcst's node."""
        return self._facts.shown.call(self.raw.node)

    def code_instead(self, better: cst.CSTNode) -> str:
        """The code of a libcst node that was made of this call's."""
        return self._facts.shown.code(self.node, better)

    @property
    def statement(self) -> cst.CSTNode:
        """The innermost statement that it is part of, as libcst's node."""
        return self._facts.shown.statement(self.raw.node)

    @property
    def version_guarded(self) -> bool:
        """Whether a condition around the call asks for the MindSpore version."""
        return self._facts.guards.on_version(self.raw.place)

    @property
    def type_guarded(self) -> bool:
        """Whether a condition around the call asks for the type of something."""
        return self._facts.guards.on_type(self.raw.place)

    @property
    def result_discarded(self) -> bool:
        """Whether the call is a statement of its own."""
        return self.raw.statement

    @property
    def operand(self) -> Optional[Expression]:
        """What a function is first given, or what a method of a Tensor or a dataset is called on."""
        func = self.raw.node.func
        if self.name.startswith((f"{TENSOR}.", f"{DATASET}.")) and isinstance(func, nodes.Attribute):
            return Expression(self._facts, func.value, self.place, self.order)
        first = self.raw.node.args[:1]
        return Expression(self._facts, first[0].value, self.place, self.order) if first and not first[0].star else None

    @property
    def beginning(self) -> Optional[Expression]:
        """The operand, or what a chain of methods begins with that gives it: `x` of `x.mul(2).add(1)`."""
        operand = self.operand
        node = operand.node if operand is not None else None
        while isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute):
            node = node.func.value
        return Expression(self._facts, node, self.place, self.order) if node is not None else None

    @property
    def taken_apart(self) -> bool:
        """Whether an item of the result is taken, or all are, where the call stands or by the one name that it gets."""
        assigned = self._facts.results.assigned(self)
        if assigned is not None and assigned.unpacked is not None:
            return True
        uses = self._facts.uses.of(self)
        return bool(uses) and all(use.kind == "subscript" for use in uses or ())

    @property
    def shown(self) -> bool:
        """Whether it ends a cell of a notebook: its result is what stands below the cell."""
        cells, end = self._facts.source.cells, self.span.end_line
        if cells is None or not self.raw.statement or self.place.scope.parent is not None:
            return False
        rest = self._facts.lines_after(end - 1)
        if rest[0][self.span.end_column - 1 :].strip()[:1] == ";":
            return False
        for number, line in enumerate(rest, end):
            if number > end and line.split("#")[0].strip():
                return False
            if cells.ends_cell(number):
                return True
        return True

    @property
    def may_fail(self) -> bool:
        """Whether a `try` with a handler stands around the call: what it may raise can be all that is wanted."""
        return any(guard.kind == "try" for guard in self.raw.place.guards)

    @property
    def expects_error(self) -> bool:
        """Whether a `with pytest.raises(...)` or assertRaises stands around the call."""
        return self._facts.guards.expects_error(self.raw.place)

    @property
    def arguments(self) -> Dict[str, Argument]:
        """The arguments by parameter name, as far as the signature is known."""
        return self._bound()

    @property
    def extra(self) -> List[Argument]:
        """The positional arguments beyond the signature."""
        self._bound()
        return self._extra

    @property
    def unknown(self) -> Dict[str, Argument]:
        """The keywords that the signature does not have."""
        self._bound()
        return self._unknown

    @property
    def open(self) -> bool:
        """Whether more may be given than is written here: by *args, by **kwargs, or to a partial later."""
        self._bound()
        return self._open

    @property
    def unknown_keywords(self) -> Dict[str, Argument]:
        """The keywords that are given and that the signature does not have."""
        if not self.ref.preset and not any(each.keyword or each.star for each in self.raw.node.args):
            return {}
        self._arguments = self.arguments  # binding them fills `unknown`
        return self.unknown

    @property
    def parameters(self) -> Tuple[str, ...]:
        """The parameters of the API in the target version, as far as its signature is known."""
        api = self.api
        signature = api.signature(self._facts.version) if api is not None else None
        return signature.names() if signature is not None else ()

    def get(self, *names: str) -> Optional[Argument]:
        """The argument of the first of these parameters that is given."""
        for name in names:
            if name in self.arguments:
                return self.arguments[name]
        return None

    def value(self, name: str) -> Value:
        """The value of a parameter: of the argument, else its default; unknown where more may come."""
        argument = self.get(name)
        if argument is not None:
            return argument.value
        default = None if self.open else self.default(name)
        return UNKNOWN if default is None else read_constant(default)

    def default(self, name: str) -> Optional[str]:
        api = self.api
        signature = api.signature(self._facts.version) if api is not None else None
        return signature.default(name) if signature is not None else None

    def default_by_keywords(self, name: str) -> Optional[str]:
        """The same where there are several signatures and the keywords that are given fit one of them only."""
        api = self.api
        if api is None or self.open or api.signature(self._facts.version) is not None:
            return None
        keywords, places = set(self.arguments), len(self.extra)
        fitting = [each for each in api.overloads(self._facts.version) if keywords <= set(each.names())]
        if not keywords or len(fitting) != 1:
            return None
        positional = [parameter.name for parameter in fitting[0].parameters if parameter.positional]
        return None if name in positional[:places] or places > len(positional) else fitting[0].default(name)

    @property
    def version(self) -> Version:
        """The target version."""
        return self._facts.version

    @property
    def differences(self) -> Tuple[Difference, ...]:
        """Where the API differs from its PyTorch counterpart in the target version."""
        rows = self._facts.tables.torch.differences(self.name)
        return tuple(row for row in rows if row.holds(self._facts.version))

    def mint(self, argument: str) -> Optional[Difference]:
        """The difference in an argument which mindspore.mint does not have in the target version."""
        rows = (row for row in self.differences if row.argument == argument)
        return next((row for row in rows if row.minted(self._facts.version)), None)

    def missing(self, name: str) -> bool:
        """Whether a parameter is certainly not given."""
        return not self.open and name not in self.arguments

    def _bound(self) -> Dict[str, Argument]:
        if self._arguments is None:
            self._arguments = self._bind()
        return self._arguments

    def _bind(self) -> Dict[str, Argument]:
        starred = any(each.star for each in self.raw.node.args)
        seen = self._facts.seen_of(self.raw.node, self.place) if starred else self._facts.shown_of(self.raw.node)
        way = (self.way or seen.whole) if seen is not None else None
        self._open = self._open or (way is not None and way.more)
        api = self.api
        signature = api.signature(self._facts.version) if api is not None else None
        positional = [parameter.name for parameter in signature.parameters if parameter.positional] if signature else []
        bound: Dict[str, Argument] = {}
        position = 0
        given = list(self.raw.node.args[1:] if self.partial else self.raw.node.args)
        preset = list(self.ref.preset)
        if self.partial:  # the arguments of the partial call itself are also its preset ones
            preset = preset[: len(preset) - len(given)]
        every = [(raw, place, order, True) for raw, place, order in preset]
        every += [(raw, self.raw.place, self.raw.order, False) for raw in given]
        for raw, place, order, inherited in every:
            named = self._named(raw, place, order)
            call = None if inherited or self.partial else self.raw.node
            if named is None:
                self._open = self._open or way is None or raw.star != "**" or inherited
                position = len(positional) if raw.star == "*" else position
                continue
            for name, value in named:
                known = signature is None or name in signature.names()
                argument = Argument(
                    self._facts, value, place, order, None, inherited, call if value is raw else None, self.way
                )
                (bound if known else self._unknown)[name] = argument
            if raw.star or raw.keyword is not None:
                continue
            argument = Argument(self._facts, raw, place, order, position, inherited, call, self.way)
            if position < len(positional):
                bound[positional[position]] = argument
            else:
                self._extra.append(argument)
            position += 1
        if way is not None and given:
            for name, constants in way.handed:
                if name not in bound:
                    known = signature is None or name in signature.names()
                    stars = [each for each in given if each.star == "**"]
                    partial = not stars  # which is where it is reported
                    by = given[-1] if partial else stars[0]
                    more = Handed(self._facts, by, self.raw.place, self.raw.order, partial, name, constants)
                    (bound if known else self._unknown)[name] = more
        return bound

    def _named(self, raw: nodes.Arg, place: Place, order: int) -> Optional[List[Tuple[str, nodes.Arg]]]:
        """The keywords that an argument gives: its own, those of `**{"a": 1}`, `**dict(a=1)`; None for other stars."""
        if not raw.star:
            return [] if raw.keyword is None else [(raw.keyword.value, raw)]
        value = raw.value
        if raw.star == "**" and isinstance(value, nodes.Dict):
            return _literal_keys(value)
        if raw.star == "**" and isinstance(value, nodes.Call) and all(each.keyword is not None for each in value.args):
            ref = self._facts.names.resolve(value.func, place, order)
            if ref is not None and ref.name == "builtins.dict":
                return [(each.keyword.value, each) for each in value.args if each.keyword is not None]
        return None


def _literal_keys(literal: nodes.Dict) -> Optional[List[Tuple[str, nodes.Arg]]]:
    found: List[Tuple[str, nodes.Arg]] = []
    for element in literal.elements:
        key = read_literal(element.key) if isinstance(element, nodes.DictElement) else None
        if key is None or not isinstance(key.single, str):
            return None
        found.append((key.single, nodes.Arg(element.value)))
    return found


def one_minus(number: object) -> str:
    """1 - number in decimal arithmetic, as somebody would write it: 0.9 gives 0.1."""
    from decimal import Decimal

    result = Decimal(1) - Decimal(repr(number))
    text = format(result.normalize(), "f")
    return text if "." in text else f"{text}.0"
