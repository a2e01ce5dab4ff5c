"""What becomes of the result of a call: the names it is given, and the methods that are called on it later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Set

import libcst as cst

from mslint.api.tables import ROOT
from mslint.facts.calls import CallSite
from mslint.facts.collect import RawCall, dotted
from mslint.facts.scopes import UNPACK, Assignment

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

    def later_methods(self, call: CallSite) -> Set[str]:
        """The methods called on the result of a call: in a chain, through its names, on what MindSpore makes of it."""
        found: Set[str] = set()
        node: cst.CSTNode = call.raw.node
        while node in self._chain_links():
            raw = self._chain_links()[node]
            assert isinstance(raw.node.func, cst.Attribute)
            found.add(raw.node.func.attr.value)
            node = raw.node
        names = set(self.targets_of(call))
        for raw in self._facts.raw_calls:
            if raw.order <= call.order or raw.place.scope is not call.place.scope:
                continue
            root: cst.CSTNode = raw.node
            methods: List[str] = []
            handed = _hands_over(raw.node, names)
            while isinstance(root, cst.Call) and isinstance(root.func, cst.Attribute):
                methods.append(root.func.attr.value)
                root = root.func.value
                handed = handed or _hands_over(root, names)
            if (dotted(root) or "") in names:
                found.update(methods)
            elif handed:
                found.update(methods)
                found.add(self._taker(raw, names))
            else:
                continue
            assignment = self._assigned_calls().get(raw.node)
            if assignment is not None:
                names.update(self.names_of(assignment))
        return found

    def _taker(self, raw: RawCall, names: Set[str]) -> str:
        """What a call does with what it is handed: TRAINS, EVALUATES, what MindSpore does, or something unknown."""
        site = self._facts.call_of(raw.node)
        if site is not None and site.name.startswith(ROOT):
            return site.name
        func = raw.node.func
        if not isinstance(func, cst.Attribute):
            return HANDED_ON
        owner = self._facts.names.resolve(func.value, raw.place, raw.order)
        if owner is None or owner.name is None or not owner.instance or not owner.name.startswith(ROOT):
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


def _hands_over(node: cst.CSTNode, names: Set[str]) -> bool:
    """Whether a call has one of the names among its arguments, perhaps inside a tuple or list."""
    if not isinstance(node, cst.Call):
        return False
    for argument in node.args:
        parts = argument.value.elements if isinstance(argument.value, (cst.Tuple, cst.List)) else (argument,)
        if any((dotted(part.value) or "") in names for part in parts):
            return True
    return False


def _target_names(target: cst.BaseExpression) -> List[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        return [name for element in target.elements for name in _target_names(element.value)]
    name = dotted(target)
    return [] if name is None else [name]
