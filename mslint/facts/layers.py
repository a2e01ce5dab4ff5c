"""The order in which layers run: what follows a layer that a call builds, and what a cell holds after its __init__."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Set

from mslint.facts.collect import RawCall
from mslint.facts.flow.calls import forward
from mslint.facts.flow.edges import Followers
from mslint.facts.flow.frame import Exhausted, Frame
from mslint.facts.flow.interpreter import Interpreter
from mslint.facts.flow.objects import Consumer, FunctionObj, Instance, Obj, Tensor, leaves
from mslint.facts.scopes import Class

if TYPE_CHECKING:
    from mslint.facts.module import Facts


class Layers:
    """Carries a module out once and answers from what was seen."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._run = Interpreter(facts)
        self._returned: Dict[RawCall, Set[Class]] = {}
        self.exhausted = False
        self.instances: Dict[Class, Instance] = {}  # each cell class after its __init__ with unknown arguments
        try:
            self._run_all()
        except (Exhausted, RecursionError):
            self.exhausted = True

    def followers(self, raw: RawCall) -> Followers:
        """What follows the layer that a call builds."""
        found = Followers()
        known = self._run.edges.known.get(raw)
        if self.exhausted or known is None:
            return found
        found.preact = known.preact
        found.after_block = known.after_block
        found.into = list(known.into)
        found.beyond = list(known.beyond)
        found.consumers = list(known.consumers)
        # Being returned says nothing where this module also shows what happens to the result.
        if any(cls not in self._run.applied for cls in self._returned.get(raw, ())):
            found.consumers.append(Consumer("return"))
        return found

    def _run_all(self) -> None:
        """Every cell and function for itself, what nobody calls included, and then the module's own code."""
        facts, run = self._facts, self._run
        for cls in facts.classes:
            if facts.is_cell(cls) is not False:
                self._run_cell(cls)
        for function in facts.functions:
            if function.cls is None and function.place.scope.parent is None and function not in run.ran:
                run.edges.escape(run.run(FunctionObj(function), [], {}, 0), "return")
        frame = Frame(None, {}, None, facts.module_scope_place, 0)
        run.block(facts.statements, frame)
        for chain in run.chains:  # the order inside a chain holds even where nobody is seen to call it
            forward(run, chain, [Tensor()], frame)

    def _run_cell(self, cls: Class) -> None:
        instance = self._run.instantiate(cls, None, [], {}, 0)
        self.instances[cls] = instance
        construct = self._facts.method(cls, "construct")
        if construct is None:
            return
        inputs: List[Obj] = [Tensor() for _ in construct.params[1:]]
        result = self._run.run(FunctionObj(construct, instance), inputs, {}, 0)
        for tensor in leaves(result):
            for tail in tensor.tails if isinstance(tensor, Tensor) else ():
                if tail.raw is not None:
                    self._returned.setdefault(tail.raw, set()).add(cls)
