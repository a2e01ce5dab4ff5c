"""The values that travel between the parts of mslint: frozen, picklable, and free of syntax nodes."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import Dict, FrozenSet, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

# What code may have been ported from.
FRAMEWORKS = ("pytorch", "tensorflow")
ANY = "*"  # the name of something that is set, nobody knows what


# What a float can hold, with room to spare: a longer integer can be neither compared with one nor told in a message.
MAX_BITS = 1000


def computable(value: object) -> bool:
    """Whether something is a number of a size that can be computed with."""
    return isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= MAX_BITS)


class Severity(enum.IntEnum):
    """How bad a finding is; the order is the order of `--level`."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        return self.name.lower()

    @classmethod
    def from_label(cls, label: str) -> Severity:
        """Raise KeyError for anything but error, warning or info."""
        if not label.islower():
            raise KeyError(label)
        return cls[label.upper()]


@dataclass(frozen=True, order=True)
class Span:
    """A stretch of source: lines and columns from 1, in characters; the end column is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Related:
    """Another place that a finding speaks of."""

    path: str
    span: Span
    message: str
    cell: Optional[int] = None  # of a notebook


@dataclass(frozen=True)
class Edit:
    """Replace the text of a span by another text."""

    span: Span
    text: str


# How far a fix may be trusted.
SAFE, UNSAFE, DISPLAY = "safe", "unsafe", "display"
SAFETIES = (SAFE, UNSAFE, DISPLAY)


# What a transformation changes: the expression that a span holds, the statement around it, that or the outermost loop
# around it, the function whose `def` it is.
EXPRESSION, STATEMENT, LOOP, FUNCTION = "expression", "statement", "loop", "function"
CALLEE = "{callee}"  # in what a transformation is given: what is called at its place


class Change(NamedTuple):
    """A libcst transformation of what stands at a place, by its name, with what it is given.

    Free of syntax: it is carried out where somebody wants the edits. `own` is one of the rule's own unit."""

    node: str
    span: Span
    by: str
    given: Tuple[object, ...] = ()
    own: bool = False


@dataclass(frozen=True)
class Fix:
    """Edits that cure a finding; `safety` is safe, unsafe or display."""

    safety: str
    title: str
    edits: Tuple[Edit, ...]


DICT = "builtins.dict"  # the name of a Recipe that stands for a dictionary


class Unknown(enum.Enum):
    """The value of an argument that nobody knows before the code runs."""

    VALUE = "unknown"


@dataclass(frozen=True)
class Named:
    """A value that is a name of MindSpore: mindspore.float16."""

    name: str


@dataclass(frozen=True, eq=False)
class Passed:
    """An argument as it is written. A value is a constant, a tuple or list of values, Named, a Recipe or Unknown."""

    name: str  # the parameter; empty where the signature has none for it
    value: object
    positional: bool

    # By their text: 1, 1.0 and True are three arguments, though equal, and a list has no hash.

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Passed) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))


@dataclass(frozen=True)
class Recipe:
    """A call as far as it is known: enough to make it again elsewhere."""

    name: str  # the API
    passed: Tuple[Passed, ...] = ()
    open: bool = False  # more may be given than is known

    def get(self, *names: str) -> Optional[object]:
        """The value of the first of these parameters that is given; None also where None is."""
        for name in names:
            for each in self.passed:
                if each.name == name:
                    return each.value
        return None

    def gives(self, *names: str) -> bool:
        return any(each.name in names for each in self.passed)


class Unused(NamedTuple):
    """Why nothing in its module reaches a place: it stands in a definition that nothing there uses, or behind what
    leaves the block. Other files may reach it."""

    kind: str  # the key of a sentence
    name: str  # what is not used
    span: Span  # of what says so
    used: Tuple[str, ...] = ()  # it is reached if another file uses one of these
    unless: Tuple[str, ...] = ()  # where no other file mentions each of these, nothing can be told


class Analysis(NamedTuple):
    """What the analysis of programs was made of, and what was left out of it."""

    modules: int = 0
    skipped: Tuple[str, ...] = ()  # files that programs use and that cannot be read
    bounded: Tuple[str, ...] = ()  # scripts of which a bound left something out, and files that too many others import
    unresolved_imports: Tuple[str, ...] = ()  # of the project's own modules: `path: name`


class NamesElsewhere(NamedTuple):
    """Names that matter to what was found in a file: those to look for in other files, or those that were there."""

    patched: FrozenSet[str] = frozenset()  # set on MindSpore's, by a module that the file imports
    used: FrozenSet[str] = frozenset()  # by another file of the project, which does more than to import them
    mentioned: FrozenSet[str] = frozenset()  # by another file of the project, in an import, too
    defined: FrozenSet[str] = frozenset()  # as a method, by another file of the project


@dataclass(frozen=True)
class Case:
    """What a probe is told of a finding, so that a device can show whether it is right."""

    code: str  # the rule
    variant: str = ""
    call: Optional[Recipe] = None  # what the finding is about, where that is a call
    beside: Tuple[Recipe, ...] = ()  # calls of the same file or program that the probe asked for, in order
    words: Tuple[str, ...] = ()  # those of the words that the probe asked for that occur there
    params: Tuple[Tuple[str, object], ...] = ()  # the constants that fill the message

    def uses(self, *names: str) -> Tuple[Recipe, ...]:
        """The calls beside it of these APIs."""
        return tuple(each for each in self.beside if each.name in names)

    def param(self, name: str) -> Optional[object]:
        return dict(self.params).get(name)


@dataclass(frozen=True)
class Evidence:
    """What a run on a device showed of a finding; `verdict` is confirmed, refuted or inconclusive."""

    verdict: str
    summary: str
    measured: Mapping[str, object]
    device: str
    versions: Mapping[str, str]
    mode: str = ""  # "pynative" or "graph"; empty where nothing was run
    target: str = ""  # the version that the finding is for, where the MindSpore that was asked is another


@dataclass(frozen=True)
class Finding:
    """One place where the user should act, in the words of one rule and one language."""

    path: str
    span: Span
    code: str
    slug: str
    severity: Severity
    message: str
    why: str = ""
    how: str = ""
    checklist: Optional[str] = None
    certainty: str = "sure"
    cell: Optional[int] = None
    related: Tuple[Related, ...] = ()
    fix: Optional[Fix] = None
    evidence: Optional[Evidence] = None
    case: Optional[Case] = field(default=None, compare=False, repr=False)  # only where somebody asks a device
    more: int = 0  # how many of the related places, the last ones, are as much its own as the first
    once: bool = False  # a run tells it once, whatever files it is found in
    remark: str = ""  # the name that it is about, where it asks for nothing: a line at the end tells of it

    @property
    def sort_key(self) -> Tuple[object, ...]:
        return (self.path, self.cell or 0, self.span.line, self.span.column, self.code, self.message)

    @property
    def places(self) -> Tuple[Finding, ...]:
        """A finding for each of its own places; the first keeps the fix and what else is related."""
        if not self.more:
            return (self,)
        notes, own = self.related[: -self.more], self.related[-self.more :]
        alone = replace(self, related=(), fix=None, more=0)
        others = (replace(alone, path=at.path, span=at.span, message=at.message, cell=at.cell) for at in own)
        return (replace(self, related=notes, more=0), *others)


class Hidden(NamedTuple):
    """What the level hides of one file: how many findings, and what a run tells once, by code and message."""

    single: int = 0
    once: FrozenSet[Tuple[str, str]] = frozenset()


def hidden_in(files: Iterable[Hidden]) -> int:
    """How many findings the level hides in a run over these files."""
    files = tuple(files)
    return sum(each.single for each in files) + len(frozenset().union(*(each.once for each in files)))


def once_per_run(findings: Sequence[Finding]) -> Tuple[Finding, ...]:
    """The findings, with those that a run tells once gathered at the first place that they have."""
    groups: Dict[Tuple[str, Severity, str], List[Finding]] = {}
    for finding in findings:
        if finding.once:
            groups.setdefault((finding.code, finding.severity, finding.message), []).append(finding)
    left = [finding for finding in findings if not finding.once]
    gathered = [together([place for each in members for place in each.places]) for members in groups.values()]
    return tuple(sorted([*left, *gathered], key=lambda finding: finding.sort_key))


def together(places: Sequence[Finding]) -> Finding:
    """One finding for several places, in their order."""
    first, *others = places
    own = tuple(Related(other.path, other.span, other.message, other.cell) for other in others)
    return replace(first, related=first.related + own, more=len(own))


@dataclass(frozen=True)
class RunError:
    """What went wrong outside of any file's text: an unreadable folder, a vanished file, a defect of mslint."""

    path: str
    message: str
    # What could not be read: "file" or "folder"; "link" what was not followed, "unwritten" what could not be written,
    # "failure" where mslint failed.
    kind: str = "file"
    named: bool = False  # the user named it, so that the run did not do what was asked for


@dataclass(frozen=True)
class FileResult:
    """All that one file yielded, before levels hide anything; `suppressed` are silenced by a comment."""

    path: str
    findings: Tuple[Finding, ...] = ()
    suppressed: Tuple[Finding, ...] = field(default=())
    crashed: bool = False
