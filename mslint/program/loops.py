"""Whether what follows a call leaves the loop that it stands in; says nothing of how often a loop runs."""

from __future__ import annotations

from typing import Iterator, Optional, Tuple

from mslint.program.events import Event, Frame
from mslint.program.nodes import For, If, Leave, Return, Statement, Try, Where, While, With, pieces
from mslint.program.program import Program

Block = Tuple[Statement, ...]
_LOOPS = (For, While)


def leaves_loop(program: Program, event: Event, loop: Where) -> bool:
    """Whether the block around a call, or around the call that led to it, certainly ends with leaving this loop."""
    frame: Optional[Frame] = event.frame
    where = event.site.where
    while frame is not None:
        around = list(_around(program.body_of(frame), where))
        loops = [number for number, (owner, _) in enumerate(around) if isinstance(owner, _LOOPS)]
        mine = [number for number in loops if _place(around[number][0]) == loop]
        if mine:
            inside = around[mine[0] :]
            inner = any(number > mine[0] for number in loops)
            return any(_leaves(after, inner) for _, after in inside[-1:])
        if frame.site is None:
            return False
        where, frame = frame.site.where, frame.caller
    return False


def _place(owner: object) -> Optional[Where]:
    return owner.where if isinstance(owner, _LOOPS) else None


def _leaves(after: Block, inner: bool) -> bool:
    """Whether statements leave: return and raise leave every loop, break only the nearest."""
    return any(
        isinstance(each, Return)
        or (isinstance(each, Leave) and (each.kind == "raise" or (each.kind == "break" and not inner)))
        for each in after
    )


def _around(block: Block, where: Where) -> Iterator[Tuple[Optional[Statement], Block]]:
    """The statements around a call, the outermost first, each with what stands after the call in its block."""
    owner: Optional[Statement] = None
    while True:
        found = next((number for number, each in enumerate(block) if _holds(each, where)), None)
        if found is None:
            return
        yield owner, block[found + 1 :]
        owner = block[found]
        block = next((inner for inner in _blocks(owner) if any(_holds(each, where) for each in inner)), ())


def _holds(statement: Statement, where: Where) -> bool:
    return any(getattr(each, "where", None) == where for each in pieces(statement))


def _blocks(statement: Statement) -> Iterator[Block]:
    if isinstance(statement, (If, For, While)):
        yield from (statement.body, statement.orelse)
    elif isinstance(statement, With):
        yield statement.body
    elif isinstance(statement, Try):
        yield from (statement.body, *statement.handlers, statement.orelse, statement.final)
