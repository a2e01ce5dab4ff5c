"""The smoke test of one network: starts the child, and gathers what it saw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Tuple

from mslint.device.installed import require_mindspore
from mslint.device.network import PROBLEM, Order
from mslint.device.process import OUT_OF_MEMORY, USUAL, Child, Limits
from mslint.errors import UserError

PATIENCE = 600.0  # seconds that one check may take: a large network on a small machine


@dataclass(frozen=True)
class SmokeCheck:
    """One thing that was looked at; the verdict is ok, problem or not-applicable."""

    name: str
    verdict: str
    measured: Mapping[str, Any]


@dataclass(frozen=True)
class SmokeResult:
    """All that was seen of a network."""

    factory: str
    reference: str
    device: str
    versions: Mapping[str, str]
    checks: Tuple[SmokeCheck, ...]

    @property
    def problems(self) -> int:
        return sum(check.verdict == PROBLEM for check in self.checks)


def run_smoke(order: Order, limits: Limits = USUAL, patience: float = PATIENCE) -> SmokeResult:
    """Build the network in a child process and see how it does; UserError where it cannot be had."""
    require_mindspore()
    versions: Mapping[str, str] = {}
    checks: List[SmokeCheck] = []
    finished = False
    with Child("mslint.device.network", order, limits.start, whole_environment=True) as child:
        for row in child.answers(order.device, patience):
            if "refused" in row:
                raise UserError(row["refused"], **row["params"])
            if "finished" in row:
                finished = True
                versions = {**child.versions, **({"torch": row["torch"]} if row["torch"] else {})}
            else:
                checks.append(SmokeCheck(row["check"], row["verdict"], row["measured"]))
        if not finished:
            last = checks[-1].name if checks else "-"
            if child.status is None:
                raise UserError("smoke-too-slow", factory=order.factory, check=last, seconds=round(patience))
            if child.status == OUT_OF_MEMORY:
                raise UserError("smoke-too-large", factory=order.factory, check=last)
            raise UserError("smoke-cut-off", factory=order.factory, check=last, status=child.status, said=child.said)
    return SmokeResult(order.factory, order.reference, order.device, versions, tuple(checks))
