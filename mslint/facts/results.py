"""What becomes of the result of a call: the names it is given, and the methods that are called on it later."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Set, Tuple

import libcst as cst

from mslint.api.tables import is_mindspore
from mslint.facts.calls import CallSite
from mslint.facts.collect import RawCall, dotted
from mslint.facts.scopes import UNPACK, Assignment, Function, Scope

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# Among the later methods of a value: it was given to code that is not MindSpore's and may do anything with it.
HANDED_ON = "?"

# ... and: it was given to Model.train or Model.fit as the data to train on, or to Model.eval.
TRAINS, EVALUATES = "?train", "?eval"
TAKES_TRAINING_DATA = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
TAKES_EVALUATION_DATA = ("mindspore.train.Model.eval",)

CELL_METHODS = frozenset(
    "set_train set_grad trainable_params get_parameters parameters_dict cells construct compile".split()
)


class Result:
    """What an assignment does with the result of a call: the names it gets, or how many parts it is unpacked into."""

    def __init__(self, names: Sequence[str], unpacked: Optional[int]) -> None:
        self.names = names
        self.unpacked = unpacked


class Results:
    """Follows the results of calls through one module."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._by_value: Optional[Dict[cst.CSTNode, Assignment]] = None
        self._chains: Optional[Dict[cst.CSTNode, RawCall]] = None
        self._by_name: Optional[Dict[Tuple[object, str], List[_Use]]] = None

    def assignment_of(self, call: CallSite) -> Optional[Assignment]:
        """The assignment whose whole value is this call."""
        return self._assigned_calls().get(call.raw.node)

    def targets_of(self, call: CallSite) -> List[str]:
        """The names that a call, or the end of a chain of methods on it, is assigned to: `a` of `a = f().batch(2)`."""
        node: cst.CSTNode = call.raw.node
        while node in self._chain_links():
            node = self._chain_links()[node].node
        assignment = self._assigned_calls().get(node)
        return [] if assignment is None else self.names_of(assignment)

    def later_methods(self, call: CallSite, depth: int = 0) -> Set[str]:
        """The methods called on the result of a call: in a chain, through its names, on what MindSpore makes of it.

        Where a function returns the result, what its callers in this module do with it counts too."""
        found: Set[str] = set()
        node: cst.CSTNode = call.raw.node
        while node in self._chain_links():
            raw = self._chain_links()[node]
            assert isinstance(raw.node.func, cst.Attribute)
            found.add(raw.node.func.attr.value)
            node = raw.node
        names: Dict[str, int] = dict.fromkeys(self.targets_of(call), call.order)
        pending = list(names)
        while pending:
            name = pending.pop()
            uses = self._uses().get(_key(name, call.place.scope), [])
            first = 0 if "." in name else bisect_right([use.raw.order for use in uses], names[name])
            for use in uses[first : first + MAX_USES]:
                # What another method does to an attribute of self is done at any time.
                if use.raw.order <= names[name] and use.raw.place.scope is call.place.scope:
                    continue
                found.update(use.methods)
                if not use.root:
                    found.add(self._taker(use.raw, set(names)))
                assignment = self._assigned_calls().get(use.raw.node)
                for target in self.names_of(assignment) if assignment is not None else ():
                    if target not in names:
                        names[target] = use.raw.order
                        pending.append(target)
        function = call.function
        if function is not None and depth < 2 and self._returned(function, node, set(names)):
            for raw in self._facts.passing.callers().get(function, ()):
                site = self._facts.call_of(raw.node)
                if site is not None:
                    found |= self.later_methods(site, depth + 1)
        return found

    @staticmethod
    def _returned(function: Function, node: cst.CSTNode, names: Set[str]) -> bool:
        return any(
            value is node or (value is not None and (dotted(_chain_root(value)) or "") in names)
            for value, _, _ in function.returns
        )

    def _uses(self) -> Dict[Tuple[object, str], List[_Use]]:
        """The calls that have to do with a name: of methods on it, and those that are handed it."""
        if self._by_name is None:
            self._by_name = {}
            for raw in self._facts.raw_calls:
                root: cst.CSTNode = raw.node
                methods: List[str] = []
                handed = _handed(raw.node)
                while isinstance(root, cst.Call) and isinstance(root.func, cst.Attribute):
                    methods.append(root.func.attr.value)
                    root = root.func.value
                    handed |= _handed(root)
                owner = dotted(root)
                for name in handed | ({owner} if owner else set()):
                    use = _Use(raw, methods, name == owner)
                    self._by_name.setdefault(_key(name, raw.place.scope), []).append(use)
        return self._by_name

    def _taker(self, raw: RawCall, names: Set[str]) -> str:
        """What a call does with what it is handed: TRAINS, EVALUATES, what MindSpore does, or something unknown."""
        site = self._facts.call_of(raw.node)
        if site is not None and is_mindspore(site.name):
            return site.name
        func = raw.node.func
        if not isinstance(func, cst.Attribute):
            return HANDED_ON
        owner = self._facts.names.resolve(func.value, raw.place, raw.order)
        if owner is None or not owner.instance or not is_mindspore(owner.name):
            return HANDED_ON
        method = f"{owner.name}.{func.attr.value}"
        if method in TAKES_EVALUATION_DATA:
            return EVALUATES
        trained_on = [each for each in raw.node.args[1:2] if each.keyword is None]
        trained_on += [each for each in raw.node.args if each.keyword and each.keyword.value == "train_dataset"]
        trains = method in TAKES_TRAINING_DATA and any((dotted(each.value) or "") in names for each in trained_on)
        return TRAINS if trains else method

    def names_of(self, assignment: Assignment) -> List[str]:
        return [name for target in assignment.targets for name in _target_names(target)]

    def assigned(self, call: CallSite) -> Optional[Result]:
        """What becomes of the result of a call that is the whole of an assignment."""
        assignment = self.assignment_of(call)
        if assignment is None:
            return None
        unpacked: Optional[int] = None
        for target in assignment.targets:
            if isinstance(target, (cst.Tuple, cst.List)):
                if any(isinstance(element, cst.StarredElement) for element in target.elements):
                    return None
                unpacked = len(target.elements)
        return Result(self.names_of(assignment), unpacked)

    def never_read(self, call: CallSite) -> bool:
        """Whether the result is given to `_`, or to a local name that its function never mentions again."""
        assignment = self.assignment_of(call)
        if assignment is None or len(assignment.targets) != 1 or not isinstance(assignment.targets[0], cst.Name):
            return False
        name = assignment.targets[0].value
        function = call.function
        if name == "_":
            return True
        if function is None or call.place.scope is not function.scope or name in function.scope.redirected:
            return False
        mentioned = 0
        pending: List[cst.CSTNode] = [function.node]
        while pending and mentioned < 2:
            node = pending.pop()
            mentioned += isinstance(node, cst.Name) and node.value == name
            pending.extend(node.children)
        return mentioned < 2

    def used_as_cell(self, name: str, after: CallSite) -> bool:
        """Whether a name is, later in the same scope, called or asked for a method of nn.Cell."""
        for raw in self._facts.raw_calls:
            if raw.order > after.order and raw.place.scope is after.place.scope:
                func = raw.node.func
                if dotted(func) == name and "." not in name:
                    return self._still(name, after, raw)
                if isinstance(func, cst.Attribute) and dotted(func.value) == name and func.attr.value in CELL_METHODS:
                    return self._still(name, after, raw)
        return False

    def _still(self, name: str, after: CallSite, raw: RawCall) -> bool:
        """Whether a name still holds what the call gave it."""
        if "." in name:
            return True
        assignment = self.assignment_of(after)
        bindings = self._facts.names.reaching(name, raw.place, raw.order) or ()
        if len(bindings) != 1 or assignment is None:
            return False
        return bindings[0].value is assignment.value or bindings[0].kind == UNPACK

    def _assigned_calls(self) -> Dict[cst.CSTNode, Assignment]:
        if self._by_value is None:
            self._by_value = {each.value: each for each in self._facts.assignments if isinstance(each.value, cst.Call)}
        return self._by_value

    def _chain_links(self) -> Dict[cst.CSTNode, RawCall]:
        """From a call to the call of a method on its result."""
        if self._chains is None:
            self._chains = {}
            for raw in self._facts.raw_calls:
                if isinstance(raw.node.func, cst.Attribute) and isinstance(raw.node.func.value, cst.Call):
                    self._chains[raw.node.func.value] = raw
        return self._chains


MAX_USES = 200  # of one name: what comes later is hardly about the same value


class _Use:
    """A call that has to do with a name."""

    __slots__ = ("raw", "methods", "root")

    def __init__(self, raw: RawCall, methods: List[str], root: bool) -> None:
        self.raw = raw
        self.methods = methods
        self.root = root  # the methods are called on the name itself; otherwise the call is handed it


def _key(name: str, scope: Scope) -> Tuple[object, str]:
    """Where a name means one thing: in its scope, or, as an attribute of self, in its class."""
    function = scope.function
    if function is not None and function.cls is not None and name.startswith(f"{function.receiver}."):
        return function.cls, name
    return scope, name


def _handed(node: cst.CSTNode) -> Set[str]:
    """The names among the arguments of a call, also inside a tuple or list."""
    found: Set[str] = set()
    for argument in node.args if isinstance(node, cst.Call) else ():
        value = argument.value
        parts = [part.value for part in value.elements] if isinstance(value, (cst.Tuple, cst.List)) else [value]
        found.update(name for part in parts if (name := dotted(part)) is not None)
    return found


def _chain_root(node: cst.CSTNode) -> cst.CSTNode:
    while isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        node = node.func.value
    return node


def _target_names(target: cst.BaseExpression) -> List[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        return [name for element in target.elements for name in _target_names(element.value)]
    name = dotted(target)
    return [] if name is None else [name]
