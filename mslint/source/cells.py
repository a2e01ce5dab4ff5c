"""Joins the cells of a notebook into one virtual module and maps places in it back; must not read files or JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.model import Edit, Finding, Fix, Related, Span
from mslint.source.text import Source, Unreadable

# What looks at the text of one cell and says why it cannot be parsed.
Refusal = Callable[[Source], Optional[Unreadable]]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_LINE_END = re.compile(r"(?:\r\n|\r|\n)\Z")

# Cell magics that run the rest of the cell as Python, in this kernel; any other takes the cell out.
PYTHON_MAGICS = frozenset(
    ("capture", "debug", "lprun", "memit", "mprun", "prun", "pyinstrument", "snakeviz", "time", "timeit", "wandb")
)
_CELL_MAGIC = re.compile(r"%%(?P<name>\w*)")
_TIMED = re.compile(r"%time[ \t]+(?!-)(?=\S)")
_ASSIGNED = re.compile(r"(?P<left>[\w.,* \t]+(?:\[[^\[\]]*\])*[ \t]*=)[ \t]*[!%](?!=)[ \t]*\S")
_HELP = re.compile(r"%{0,2}[\w.*]+(?:\[-?[0-9]+\])*\?\??[ \t]*\Z")
# What IPython takes for a magic without its sign; of those, what is no Python.
_AUTOMAGIC = re.compile(
    r"(?:autoreload|cat|cd|conda|cp|env|less|ll|load_ext|ls|mamba|man|matplotlib|micromamba|mkdir|more|mv|pip|pwd"
    r"|reload_ext|rm|rmdir|run|uv|who|whos)(?:[ \t]+[\w./~'\"\\{$*-].*)?\Z"
)
# What decides whether the next line begins a statement.
_PIECE = re.compile(
    r"""(?P<comment>\#.*)|(?P<triple>\"\"\"|''')|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?"""
    r"""|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<joined>\\\Z)""",
)
# What a shell or a magic gives back, as IPython itself writes it: nobody knows its value.
_UNKNOWN = "get_ipython()"


class Line(NamedTuple):
    """Where a line of the virtual module comes from: its columns stand `shift` characters further right there."""

    cell: int
    line: int
    shift: int = 0


@dataclass(frozen=True, eq=False)  # sources are kept in caches, which ask for a hash
class Cells:
    """What a virtual module is made of; `refused` says, in places of the module, which cells are left out and why."""

    lines: Tuple[Line, ...]
    texts: Mapping[int, str]
    refused: Tuple[Unreadable, ...] = ()

    def lines_of(self, cell: Optional[int]) -> Tuple[str, ...]:
        """The lines of a cell as they are written."""
        return Source("", self.texts.get(cell or 0, "")).lines

    def place(self, span: Span) -> Tuple[int, Span]:
        """The cell and the place there; what reaches further than the cell ends with it."""
        first = self.lines[min(max(span.line, 1), len(self.lines)) - 1]
        last = self.lines[min(max(span.end_line, 1), len(self.lines)) - 1]
        end_column = span.end_column + last.shift
        if last.cell != first.cell:
            last = max(line for line in self.lines if line.cell == first.cell)
            end_column = len(self.lines_of(first.cell)[last.line - 1]) + 1
        return first.cell, Span(first.line, span.column + first.shift, last.line, end_column)

    def ends_cell(self, line: int) -> bool:
        """Whether a line is the last one of its cell."""
        return line >= len(self.lines) or self.lines[line].cell != self.lines[line - 1].cell

    def moved(self, line: int) -> bool:
        """Whether a line stands elsewhere than it is written: what is put in before it would stand wrong."""
        return 1 <= line <= len(self.lines) and self.lines[line - 1].shift > 0


def module_of(path: str, cells: Sequence[Tuple[int, str]], refusal: Refusal) -> Source:
    """The cells, each with its number, as one module; a cell that cannot be parsed leaves blank lines."""
    written: List[str] = []
    places: List[Line] = []
    refused: List[Unreadable] = []
    for number, text in cells:
        pieces = _as_python(text, automagic=False)
        error = refusal(Source(path, _joined(pieces)))
        if error is not None:
            again = _as_python(text, automagic=True)
            if again != pieces and refusal(Source(path, _joined(again))) is None:
                pieces, error = again, None
        if error is not None:
            line = len(places) + min(max(error.line, 1), max(len(pieces), 1))
            refused.append(Unreadable(line, error.column, error.key, **error.params))
            refused[-1].kind = error.kind
            pieces = [("", shift) for _, shift in pieces] or [("", 0)]
        for line, (piece, shift) in enumerate(pieces, 1):
            written.append(piece if _LINE_END.search(piece) else piece + "\n")
            places.append(Line(number, line, shift))
    return Source(path, "".join(written), cells=Cells(tuple(places), dict(cells), tuple(refused)))


def in_cells(finding: Finding, notebooks: Mapping[str, Cells]) -> Finding:
    """The finding with its places in the cells that they lie in; `notebooks` are known by their paths."""
    related = tuple(related_in_cells(other, notebooks) for other in finding.related)
    cells = notebooks.get(finding.path)
    if cells is None or not cells.lines:
        return finding if related == finding.related else replace(finding, related=related)
    cell, span = cells.place(finding.span)
    return replace(finding, cell=cell, span=span, related=related, fix=_fix_in_cell(finding.fix, cell, cells))


def related_in_cells(other: Related, notebooks: Mapping[str, Cells]) -> Related:
    """The same for another place that is spoken of."""
    cells = notebooks.get(other.path)
    if cells is None or not cells.lines:
        return other
    cell, span = cells.place(other.span)
    return replace(other, span=span, cell=cell)


def _fix_in_cell(fix: Optional[Fix], cell: int, cells: Cells) -> Optional[Fix]:
    """A fix changes the cell of its finding and nothing else; one that would reach further is none."""
    if fix is None or not fix.edits:  # whose edits nobody wants
        return fix
    edits: List[Edit] = []
    for edit in fix.edits:
        there, span = cells.place(edit.span)
        last = cells.place(Span(edit.span.end_line, 1, edit.span.end_line, 1))[0]
        if there != cell or last != cell or ("\n" in edit.text and cells.moved(edit.span.line)):
            return None
        # What stands for a magic, or behind the last cell, may have no place of its own: an edit of it may be none.
        if edit.text or (span.line, span.column) != (span.end_line, span.end_column):
            edits.append(replace(edit, span=span))
    return replace(fix, edits=tuple(edits)) if edits else None


def _joined(pieces: Sequence[Tuple[str, int]]) -> str:
    return "".join(piece for piece, _ in pieces)


def _as_python(text: str, automagic: bool) -> List[Tuple[str, int]]:
    """The lines of a cell with what only IPython understands taken out, each with its shift; as many as before."""
    lines = _LINE.findall(text)
    bodies = [_LINE_END.sub("", line) for line in lines]
    first = next((index for index, body in enumerate(bodies) if body.strip()), len(bodies))
    shifts = _dedented(bodies, first)
    taken: Dict[int, Tuple[str, int]] = {}
    while first < len(bodies):
        magic = _CELL_MAGIC.match(bodies[first])
        if magic is None:
            break
        if magic.group("name") not in PYTHON_MAGICS:
            taken.update((index, ("", 0)) for index in range(first, len(bodies)))
            break
        taken[first] = ("pass", 0)
        first = next((index for index in range(first + 1, len(bodies)) if bodies[index].strip()), len(bodies))
    start = max(taken, default=-1) + 1
    taken.update((start + index, change) for index, change in _magics(bodies[start:], automagic))
    found: List[Tuple[str, int]] = []
    for index, line in enumerate(lines):
        body, shift = taken.get(index, (bodies[index], 0))
        end = _LINE_END.search(line)
        found.append((body + (end.group() if end else ""), shift + shifts[index]))
    return found


def _dedented(bodies: List[str], first: int) -> List[int]:
    """Take away the indentation that the whole cell has, as IPython does; how much each line lost."""
    if first == len(bodies) or not bodies[first][:1].isspace():
        return [0] * len(bodies)
    indent = bodies[first][: len(bodies[first]) - len(bodies[first].lstrip())]
    shifts = [len(indent) if body.startswith(indent) else 0 for body in bodies]
    for index, shift in enumerate(shifts):
        bodies[index] = bodies[index][shift:]
    return shifts


def _magics(bodies: Sequence[str], automagic: bool) -> Iterator[Tuple[int, Tuple[str, int]]]:
    """What stands for the lines that are no Python, by their index; only where a statement begins is one."""
    depth, quote = 0, ""
    fresh = True  # a statement begins here
    index = 0
    while index < len(bodies):
        body = bodies[index]
        change = _harmless(body, automagic) if fresh else None
        if change is not None:
            yield index, change
            while not change[1] and bodies[index].endswith("\\") and index + 1 < len(bodies):
                index += 1
                yield index, ("", 0)
        if change is None or change[1]:
            depth, quote, joined = _state_after(body if change is None else change[0], depth, quote)
            fresh = not depth and not quote and not joined
        index += 1


def _state_after(body: str, depth: int, quote: str) -> Tuple[int, str, bool]:
    """Open brackets, the open string of several lines, and whether the line is joined to the next, after a line."""
    at = 0
    while True:
        if quote:
            end = re.compile(rf"(?:[^\\]|\\.)*?{quote}").match(body, at)
            if end is None:
                return depth, quote, False
            at, quote = end.end(), ""
        piece = _PIECE.search(body, at)
        if piece is None:
            return depth, quote, False
        at = piece.end()
        if piece.lastgroup == "triple":
            quote = piece.group()
        elif piece.lastgroup == "joined":
            return depth, quote, True
        elif piece.lastgroup is not None:
            depth = max(depth + {"open": 1, "close": -1}.get(piece.lastgroup, 0), 0)


def _harmless(body: str, automagic: bool) -> Optional[Tuple[str, int]]:
    """What stands for a line that begins a statement and is no Python, and by how much it is shifted."""
    bare = body.lstrip()
    indent = body[: len(body) - len(bare)]
    if not bare:
        return None
    timed = _TIMED.match(bare)
    if timed is not None:
        rest = bare[timed.end() :]
        return _harmless(indent + rest, automagic) or (indent + rest, timed.end())
    if bare[0] in "%!?/,;" or _HELP.match(bare) or (automagic and _AUTOMAGIC.match(bare)):
        return f"{indent}pass", 0
    assigned = _ASSIGNED.match(bare)
    if assigned is not None:
        return f"{indent}{assigned.group('left')} {_UNKNOWN}", 0
    return None
