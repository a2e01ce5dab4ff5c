"""All facts of one module, each worked out when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Dict, FrozenSet, Iterator, List, Mapping, Optional, Sequence, Tuple

from mslint.api.tables import CELL, ApiTables, is_mindspore
from mslint.api.versions import Version, format_version
from mslint.facts.calls import CallSite
from mslint.facts.collect import Collector, ImportNode, RawCall, dotted
from mslint.facts.guards import Guards
from mslint.facts.instances import Instances
from mslint.facts.kinds import DATASET, OF_ARRAYS, PARAMETER_CLASS, TENSOR
from mslint.facts.layers import Layers
from mslint.facts.names import MAX_CLASSES, Names, Ref
from mslint.facts.passing import Passing
from mslint.facts.patched import Patched
from mslint.facts.results import Results
from mslint.facts.scopes import IMPORT, Assignment, Class, Function, Place, Scope
from mslint.facts.uses import Uses
from mslint.facts.values import Values
from mslint.model import Span
from mslint.seen import MODULE, NOTHING_SEEN, Seen, Start, Where
from mslint.source.text import Source
from mslint.syntax import nodes
from mslint.syntax.parse import ParsedModule
from mslint.syntax.places import Places

if TYPE_CHECKING:
    import libcst as cst

    from mslint.facts.methods import Method
    from mslint.facts.missing import Missing
    from mslint.facts.shown import Shown

_TEST_RUNNERS = ("pytest", "unittest")


class Facts:
    """What checkers may ask of a module."""

    def __init__(
        self,
        parsed: ParsedModule,
        tables: ApiTables,
        version: Version,
        source_framework: str = "pytorch",
        seen: Mapping[Where, Seen] = NOTHING_SEEN,
    ) -> None:
        """`seen` is what programs show of calls, by their places."""
        self.source: Source = parsed.source
        self.tables = tables
        self.version = version
        self.source_framework = source_framework
        self._tree = parsed.tree
        self._collected = Collector(parsed.tree)
        self.names = Names(self._collected.module, tables)
        self.passing = Passing(self)
        self.results = Results(self)
        self.uses = Uses(self, parsed.tree)
        self.guards = Guards(self.names, version)
        self.instances = Instances(self)
        self.values = Values(self.names, self.passing.passed)
        self._places = Places(parsed.source, self._bearers)
        self._seen = seen
        # The calls of which something was asked that the module does not say, and where their functions begin.
        self.asked: Dict[Where, Start] = {}
        self._sites: Optional[List[CallSite]] = None
        self._by_node: Dict[nodes.Call, CallSite] = {}
        self._cells: Dict[Class, Optional[bool]] = {}
        self._base_apis: Dict[Class, List[str]] = {}
        self._layers: Optional[Layers] = None
        self.missing_names: Dict[str, Optional[Missing]] = {}  # by path, as far as somebody asked
        # by module, the names that are imported and those that are read from it, as far as somebody asked
        self.taken_names: Dict[str, Tuple[FrozenSet[str], FrozenSet[str]]] = {}
        self.lacking_methods: Optional[List[Method]] = None  # as soon as somebody asked

    def release(self) -> None:
        """Let go of everything at once, without the collector; nothing can be asked any more."""
        for scope in self._collected.scopes:
            scope.release()
        for cls in self._collected.classes:
            cls.methods.clear()
        self.__dict__.clear()

    @property
    def version_text(self) -> str:
        """The target version as messages write it."""
        return format_version(self.version)

    # -- code as libcst shows it

    @cached_property
    def shown(self) -> Shown:
        from mslint.facts.shown import Shown

        self._places.verbatim = True  # comments are parts of its nodes
        return Shown(self)

    @property
    def module(self) -> cst.Module:
        """The module as libcst's node, which takes some ten milliseconds for every 400 lines."""
        return self.shown.module

    def call(self, node: cst.Call) -> Optional[CallSite]:
        """What is known of a call in a libcst node that comes from here; None where that is nothing."""
        known = self.shown.node_of(node)
        return self.call_of(known) if known is not None else None

    def place(self, node: cst.CSTNode) -> Span:
        """Where a libcst node that comes from here stands in the file."""
        return self.shown.span(node)

    # -- plain access

    @property
    def tree(self) -> nodes.Module:
        return self._tree

    @property
    def classes(self) -> List[Class]:
        return self._collected.classes

    @property
    def functions(self) -> List[Function]:
        return self._collected.functions

    @property
    def assignments(self) -> List[Assignment]:
        return self._collected.assignments

    @property
    def raw_calls(self) -> List[RawCall]:
        return self._collected.calls

    @cached_property
    def calls_in(self) -> Dict[Function, List[RawCall]]:
        """The calls that stand in each function itself, in order."""
        found: Dict[Function, List[RawCall]] = {}
        for raw in self._collected.calls:
            if raw.place.scope.function is not None:
                found.setdefault(raw.place.scope.function, []).append(raw)
        return found

    def calls_of(self, function: Function) -> Sequence[RawCall]:
        """The calls of a function or method in this module."""
        return self._calls_by_function.get(function, ())

    @cached_property
    def _calls_by_function(self) -> Dict[Function, List[RawCall]]:
        names = {function.name for function in self.functions}
        found: Dict[Function, List[RawCall]] = {}
        for raw in self._collected.calls:
            if (dotted(raw.node.func) or "").rpartition(".")[2] in names:
                ref = self.names.resolve(raw.node.func, raw.place, raw.order)
                if ref is not None and ref.function is not None:
                    found.setdefault(ref.function, []).append(raw)
        return found

    def appended(self, name: str) -> Sequence[RawCall]:
        """The calls of `append` on this name."""
        return self._appended.get(name, ())

    @cached_property
    def _appended(self) -> Dict[str, List[RawCall]]:
        found: Dict[str, List[RawCall]] = {}
        for raw in self._collected.calls:
            func = raw.node.func
            if isinstance(func, nodes.Attribute) and func.attr.value == "append" and isinstance(func.value, nodes.Name):
                found.setdefault(func.value.value, []).append(raw)
        return found

    def inside_of(self, comprehension: nodes.Expression) -> Optional[Place]:
        """Where the items of a comprehension are made."""
        return self._collected.insides.get(comprehension)

    @property
    def products(self) -> List[Tuple[nodes.BinaryOperation, Place]]:
        return self._collected.products

    @property
    def comparisons(self) -> List[Tuple[nodes.Comparison, Place, int]]:
        return self._collected.comparisons

    @property
    def statements(self) -> Sequence[nodes.Node]:
        return self._tree.body

    @property
    def layers(self) -> Layers:
        """The order in which layers run; worked out when somebody asks."""
        if self._layers is None:
            self._layers = Layers(self)
        return self._layers

    @property
    def attributes(self) -> List[Tuple[nodes.Attribute, Place, int]]:
        return self._collected.attributes

    @cached_property
    def is_test(self) -> bool:
        """Whether the file tests code, by its name and by what it imports or defines: what it builds is a stand-in."""
        stem = PurePosixPath(self.source.path).stem
        if not stem.startswith("test_") and not stem.endswith("_test") and stem != "conftest":
            return False
        run = any(path.partition(".")[0] in _TEST_RUNNERS for path, _, _ in self.imports)
        return run or any(function.name.startswith("test_") for function in self.functions)

    @property
    def imports(self) -> List[Tuple[str, Place, ImportNode]]:
        return self._collected.imports

    @cached_property
    def patched(self) -> Patched:
        """The dotted names of other modules' attributes that this module sets: `ms.nn.Identity = MyIdentity`."""
        return Patched(self)

    @cached_property
    def imported_names(self) -> FrozenSet[str]:
        """The names that an import binds, wherever it stands."""
        return frozenset(
            name
            for scope in self.scopes
            for name, bindings in scope.bindings.items()
            if any(binding.kind == IMPORT for binding in bindings)
        )

    def paths_of(self, name: str) -> Tuple[str, ...]:
        """What the imports of the module itself bind a name to."""
        bindings = self._collected.module.bindings.get(name, ())
        return tuple(binding.path for binding in bindings if binding.kind == IMPORT and binding.path)

    @property
    def scopes(self) -> List[Scope]:
        return self._collected.scopes

    @property
    def module_scope_place(self) -> Place:
        return Place(self._collected.module)

    def _bearers(self) -> List[nodes.Node]:
        return [*(raw.node for raw in self._collected.calls), *(cls.node for cls in self._collected.classes)]

    def span(self, node: nodes.Node) -> Span:
        return self._places.span(node)

    def code(self, node: nodes.Node) -> str:
        return self._places.code(node)

    def class_span(self, cls: Class) -> Span:
        return self._head(cls.node)

    def function_span(self, function: Function) -> Span:
        return self._head(function.node)

    def assignment_span(self, assignment: Assignment) -> Span:
        return self._places.span(assignment.node)

    def _head(self, node: nodes.Node) -> Span:
        """The `class` or `def` line of a definition: nobody wants the whole body underlined."""
        span = self._places.span(node)
        if span.line == span.end_line:
            return span
        (line,) = self._places.lines(span.line, span.line)
        return Span(span.line, span.column, span.line, len(line.rstrip()) + 1)

    def lines_after(self, line: int) -> Sequence[str]:
        """The lines of the text that follow one."""
        return self._places.lines(line + 1)

    @property
    def verbatim(self) -> bool:
        """Whether comments may be a part of what was asked so far, or have a say in it."""
        return self._places.verbatim

    # -- calls

    @property
    def calls(self) -> List[CallSite]:
        """Every call whose callee is one known thing that is not a builtin, in source order."""
        if self._sites is None:
            self._sites = []
            for raw in self._collected.calls:
                site = self._site(raw)
                if site is not None:
                    self._sites.append(site)
                    self._by_node[raw.node] = site
        return self._sites

    def calls_any(self, *names: str) -> bool:
        """Whether something is called whose last name is one of these, whatever it stands for."""
        return any((dotted(raw.node.func) or "").rpartition(".")[2] in names for raw in self._collected.calls)

    def tensor_calls(self, methods: FrozenSet[str]) -> Iterator[CallSite]:
        """The calls of these methods, and of all with keywords, on what certainly is a Tensor, under names such as
        mindspore.Tensor.norm."""
        for raw in self._collected.calls:
            func = raw.node.func
            if isinstance(func, nodes.Attribute) and (
                func.attr.value in methods
                or (
                    any(arg.keyword is not None for arg in raw.node.args)
                    and self.tables.get(f"{TENSOR}.{func.attr.value}")
                )
            ):
                imported = isinstance(func.value, nodes.Name) and func.value.value in self.imported_names
                name = f"{TENSOR}.{func.attr.value}"
                if imported or name in self.patched:
                    continue
                if self.instances.is_tensor(self.instances.of(func.value, raw.place, raw.order)):
                    yield CallSite(self, raw, Ref(name), False)

    def discarded_calls(self) -> Iterator[CallSite]:
        """The calls of MindSpore whose result nobody takes: of functions, and of methods of tensors and datasets."""
        for raw in self._collected.calls:
            if raw.statement:
                site = self.call_of(raw.node) or self._call_of_method(raw)
                if site is not None and is_mindspore(site.name):
                    yield site

    def _call_of_method(self, raw: RawCall) -> Optional[CallSite]:
        """The call of a method, under the name of the class that has it, where it is known what it is called on."""
        func = raw.node.func
        if not isinstance(func, nodes.Attribute) or func.attr.value.startswith("_"):
            return None
        kind = self.instances.of(func.value, raw.place, raw.order)
        sure = kind is not None and kind.sure
        for owner in [kind.name or ""] if kind is not None else self._likely_receivers(raw, func):
            owner = (
                TENSOR
                if owner == PARAMETER_CLASS
                else DATASET
                if self.tables.is_a(self.tables.get(owner), DATASET)
                else owner
            )
            name = f"{owner}.{func.attr.value}"
            if owner in (TENSOR, DATASET) and self.tables.get(name) is not None and name not in self.patched:
                return CallSite(self, raw, Ref(name, sure=sure), False)
        return None

    def _likely_receivers(self, raw: RawCall, func: nodes.Attribute) -> List[str]:
        """What a method of tensors or datasets is called on as programs show it, or as its name tells."""
        from mslint.facts.methods import passed_on

        method = func.attr.value
        if not any(self.tables.get(f"{owner}.{method}") for owner in (TENSOR, DATASET)):
            return []
        seen = self.seen_of(raw.node, raw.place)
        if seen is not None and seen.receiver:
            return [seen.receiver]
        if any(method in cls.scope.bindings for cls in self.classes):
            return []
        named = method in OF_ARRAYS and self.instances.kind(func.value, raw.place, raw.order) is None
        computed = self.instances.in_cell(raw.place) and passed_on(self, func.value, raw.place, raw.order)
        return [TENSOR] if named or computed else []

    def call_of(self, node: nodes.Node) -> Optional[CallSite]:
        """The call site of a call expression."""
        if self._sites is None:
            self._sites = self.calls  # fills the map
        return self._by_node.get(node)  # type: ignore[call-overload, no-any-return]

    def seen_of(self, node: nodes.Call, place: Place) -> Optional[Seen]:
        """What programs show of a call."""
        where = self.where_of(node)
        if where not in self.asked:
            outer = _outermost(place.scope)
            span = self.span(outer.node) if outer is not None else None
            self.asked[where] = (span.line, span.column) if span is not None else MODULE
        return self._seen.get(where)

    def shown_of(self, node: nodes.Call) -> Optional[Seen]:
        """The same, where it is only of use to who looks anyway."""
        return self._seen.get(self.where_of(node)) if self._seen else None

    def where_of(self, node: nodes.Node) -> Where:
        """Where a node stands, in plain numbers."""
        span = self.span(node)
        return span.line, span.column, span.end_line, span.end_column

    def _site(self, raw: RawCall) -> Optional[CallSite]:
        ref = self.names.resolve(raw.node.func, raw.place, raw.order)
        seen = self.shown_of(raw.node)
        if seen is not None and seen.name and (ref is None or not (ref.cls or ref.function or is_mindspore(ref.name))):
            ref = Ref(seen.name, sure=False)
        if ref is None or (ref.name is not None and ref.name.startswith("builtins.")):
            return None
        if ref.instance:
            return None
        partial = ref.name == "functools.partial"
        called = self.names.resolve(raw.node, raw.place, raw.order) if partial else ref
        if called is None or called.name in self.patched:
            return None
        return CallSite(self, raw, called, partial)

    # -- classes

    def is_cell(self, cls: Class) -> Optional[bool]:
        """Whether a class is derived from nn.Cell; None where a base is unknown."""
        if cls not in self._cells:
            self._cells[cls] = self._is_cell(self.names.ancestry(cls))
        return self._cells[cls]

    def _is_cell(self, classes: Sequence[Class]) -> Optional[bool]:
        verdict: Optional[bool] = False if len(classes) < MAX_CLASSES else None
        for cls in classes:
            for base in cls.bases:
                plain = not base.star and base.keyword is None
                ref = self.names.resolve(base.value, cls.place, cls.order) if plain else None
                if ref is not None and ref.cls is not None and ref.cls is not cls:
                    continue  # one of the others
                name = ref.name if ref is not None else None
                if name is not None and self.tables.is_a(self.tables.get(name), CELL):
                    return True
                if name is None or not (name.startswith("builtins.") or name == "abc.ABC"):
                    verdict = None
        return verdict

    @cached_property
    def extended(self) -> FrozenSet[Class]:
        """The classes that another one here derives from with a construct."""
        derived = [cls for cls in self.classes if "construct" in cls.methods]
        return frozenset(base for cls in derived for base in self.names.local_bases(cls))

    def base_apis(self, cls: Class) -> List[str]:
        """The dotted names of the bases that are not defined in this module, through local bases."""
        known = self._base_apis.get(cls)
        if known is None:
            known = self._base_apis[cls] = []
            for each in self.names.ancestry(cls):
                refs = [self.names.resolve(base.value, each.place, each.order) for base in each.bases]
                known += [ref.name for ref in refs if ref is not None and ref.name is not None]
        return known

    def method(self, cls: Class, name: str) -> Optional[Function]:
        """A method of a class or of its bases in this module."""
        if name in cls.methods:
            return cls.methods[name]
        return next((each.methods[name] for each in self.names.ancestry(cls) if name in each.methods), None)


def _outermost(scope: Scope) -> Optional[Function]:
    """The function of the module, or the method of one of its classes, that a scope is part of."""
    found: Optional[Function] = None
    each: Optional[Scope] = scope
    while each is not None:
        found = each.function or found
        each = each.parent
    return found
