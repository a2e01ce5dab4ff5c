"""Which lines were changed since a git revision; asks git and nobody else."""

from __future__ import annotations

import difflib
import functools
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field, replace
from typing import Dict, FrozenSet, List, Mapping, Optional, Sequence, Tuple, Union

from mslint.errors import UserError
from mslint.model import Finding, Related, Span
from mslint.source.disk import repository_of
from mslint.source.files import to_posix

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_ESCAPED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}
_SUBMODULE = b"160000"
_PATIENCE = 300  # seconds; git is asked for one diff, which takes a few in the largest repositories

# A repository is part of what is linted, and so is its configuration. It can name programs: one that watches files,
# hooks, filters, and one that fetches objects which a partial clone left out.
_NOTHING_RUNS = (
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("protocol.allow", "never"),
    ("core.quotePath", "false"),
)
_NOTHING_FETCHED = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": ""}


@dataclass(frozen=True)
class Lines:
    """The lines of a file that are new, and those after which some were taken out."""

    new: FrozenSet[int] = frozenset()
    gaps: FrozenSet[int] = frozenset()

    def touch(self, span: Span) -> bool:
        last = max(span.end_line, span.line)
        return any(span.line <= line <= last for line in self.new) or any(span.line <= gap < last for gap in self.gaps)


@dataclass(frozen=True)
class Changes:
    """What was changed in a work tree; its files by their absolute paths, as `place` writes them."""

    root: str
    tracked: FrozenSet[str]
    submodules: Tuple[str, ...] = ()
    changed: Mapping[str, Lines] = field(default_factory=dict)

    def touches(self, path: str, span: Span) -> bool:
        """Whether some line of a span was changed. A file that git does not know is new as a whole."""
        where = place(path)
        for module in self.submodules:  # which of its lines were changed, only its own repository knows
            if where.startswith(f"{module}/"):
                return module in self.changed
        if where not in self.tracked and where not in self.changed:
            return True
        return self.changed.get(where, Lines()).touch(span)

    def has(self, path: str) -> bool:
        """Whether anything of a file was changed: the lines of a notebook's cell are none of the file's."""
        return self.touches(path, Span(1, 1, sys.maxsize, 1))

    def sift(self, findings: Sequence[Finding]) -> Tuple[Tuple[Finding, ...], int]:
        """The findings of which some place was changed, and how many others there are."""
        kept = tuple(
            finding for finding in findings if self._concerned(finding) or any(map(self._concerned, finding.related))
        )
        return kept, len(findings) - len(kept)

    def _concerned(self, spot: Union[Finding, Related]) -> bool:
        return self.touches(spot.path, spot.span) if spot.cell is None else self.has(spot.path)

    def with_text(self, path: str, before: Sequence[str], after: Sequence[str]) -> Changes:
        """The same for a file that is to have other lines than it has on the disk."""
        where = place(path)
        if where not in self.tracked and where not in self.changed:
            return self
        known = self.changed.get(where, Lines())
        new: List[int] = []
        gaps: List[int] = []
        for kind, i, j, k, end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind == "equal":
                new += [n - i + k for n in range(i + 1, j + 1) if n in known.new]
                gaps += [n - i + k for n in range(i, j + 1) if n in known.gaps]
            elif kind == "delete":
                gaps.append(k)
            else:
                new += range(k + 1, end + 1)
        changed = {**self.changed, where: Lines(frozenset(new), frozenset(gaps))}
        return replace(self, changed=changed)


def changes_since(revision: str, folder: str) -> Changes:
    """What was changed, in the work tree that a folder lies in, since its branch left a revision; else UserError."""
    # git itself would take a folder that only looks like a repository for one, and obey its configuration: anybody can
    # commit such a folder, and nobody can commit a `.git`.
    root = repository_of(folder)
    if root is None or _real_top(root) != place(root):
        raise UserError("since-no-repository", folder=folder)
    commit = None
    if revision and not revision.startswith("-"):
        commit = _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if not commit:
        raise UserError("since-unknown-revision", revision=revision)
    # What came to the other branch since then is not this branch's doing. Where both have no common past, all is new.
    base = _git(root, "merge-base", commit.decode("ascii").strip(), "HEAD") or commit
    diff = _git(
        root,
        "diff",
        *("-U0", "--inter-hunk-context=0", "--find-renames", "--text", "--submodule=short", "--no-color"),
        # git would obey the configuration of each submodule that it looks into.
        *("--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--src-prefix=a/", "--dst-prefix=b/"),
        base.decode("ascii").strip(),
        "--",
        settings=_without_filters(root),
    )
    listed = _git(root, "ls-files", "--stage", "-z")
    if diff is None or listed is None:
        raise UserError("since-failed", revision=revision)
    top_place = place(root)
    tracked: List[str] = []
    submodules: List[str] = []
    for row in listed.split(b"\0"):
        facts, _, name = row.partition(b"\t")
        if name:
            (submodules if facts.startswith(_SUBMODULE) else tracked).append(_joined(top_place, name))
    changed = {_joined(top_place, name): lines for name, lines in read_diff(diff).items()}
    for module in submodules:
        if module not in changed and _is_dirty(module):
            changed[module] = Lines()
    return Changes(top_place, frozenset(tracked), tuple(submodules), changed)


def _real_top(root: str) -> Optional[str]:
    """The top of the work tree, as git has it; the configuration can say that it lies elsewhere."""
    told = _git(root, "rev-parse", "--show-toplevel")
    return place(os.fsdecode(told).rstrip("\r\n")) if told else None


def _is_dirty(module: str) -> bool:
    """Whether anything was changed in a submodule; one that is not checked out has nothing to change."""
    if not os.path.lexists(os.path.join(module, ".git")):
        return False
    status = _git(module, "status", "--porcelain", "-z", "--ignore-submodules=dirty", settings=_without_filters(module))
    return status is None or bool(status)


def _without_filters(root: str) -> List[Tuple[str, str]]:
    """Settings that take back all programs that git would run over the content of files."""
    listed = _git(root, "config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process|required)$")
    names = {os.fsdecode(name) for name in (listed or b"").split(b"\0") if name}
    if any("=" in name for name in names):  # what git lets nobody take back
        raise UserError("since-failed", revision="HEAD")
    return [(name, "false" if name.endswith(".required") else "") for name in sorted(names)]


def read_diff(diff: bytes) -> Dict[bytes, Lines]:
    """The changed lines of each file that is still there."""
    new: Dict[bytes, List[int]] = {}
    gaps: Dict[bytes, List[int]] = {}
    current = b""
    skip = 0  # lines of a hunk, which may begin like anything
    for line in diff.split(b"\n"):
        if skip and line[:1] in (b"+", b"-"):
            skip -= 1
        elif line.startswith(b"+++ "):
            current = _name(line[4:])
        elif line.startswith(b"@@ "):
            hunk = _HUNK.match(line)
            if hunk is None:
                continue
            old, first, count = int(hunk.group(1) or 1), int(hunk.group(2)), int(hunk.group(3) or 1)
            skip = old + count
            if current:
                new.setdefault(current, []).extend(range(first, first + count))
                gaps.setdefault(current, []).extend([] if count else [first])
    return {name: Lines(frozenset(lines), frozenset(gaps[name])) for name, lines in new.items()}


def _name(written: bytes) -> bytes:
    """The path of a header line; empty for a file that is gone. Strange characters stand in quotes, whatever is set."""
    written = written.rstrip(b"\t\r")
    if written.startswith(b'"') and written.endswith(b'"'):
        written = _ESCAPE.sub(_unescaped, written[1:-1])
    return b"" if written == b"/dev/null" else written[2:] if written.startswith(b"b/") else written


def _unescaped(match: re.Match[bytes]) -> bytes:
    what: bytes = match.group(1)
    return bytes([int(what, 8) & 0xFF]) if what.isdigit() else _ESCAPED.get(what, what)


def _joined(root: str, name: bytes) -> str:
    return f"{root.rstrip('/')}/{to_posix(os.path.normcase(os.fsdecode(name)))}"


@functools.lru_cache(maxsize=4096)
def place(path: str) -> str:
    """Where a file really lies, as git and the system can both be brought to write it."""
    return to_posix(os.path.normcase(os.path.realpath(path)))


def _git(folder: str, *words: str, settings: Sequence[Tuple[str, str]] = ()) -> Optional[bytes]:
    """What git prints; None where it fails. Whatever the repository is configured to run or to fetch is not."""
    options = [word for name, value in (*_NOTHING_RUNS, *settings) for word in ("-c", f"{name}={value}")]
    try:
        done = subprocess.run(
            [_program(), "--no-pager", *options, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_PATIENCE,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        raise UserError("since-slow", seconds=_PATIENCE) from None
    except OSError:
        raise UserError("since-no-git") from None
    return done.stdout if done.returncode == 0 else None


def _program() -> str:
    """The program git. Windows would look for it in the current folder first, which is what is linted."""
    if os.name != "nt":
        return "git"
    for folder in filter(os.path.isabs, os.get_exec_path()):
        path = os.path.join(folder, "git.exe")
        if os.path.isfile(path):
            return path
    raise UserError("since-no-git")


def _environment() -> Dict[str, str]:
    """The environment without what binds git to one repository, as it stands in that of a hook: it is the folder that
    says which one is asked."""
    bound = _bound_names()
    env = {name: value for name, value in os.environ.items() if name not in bound}
    return {**env, **_NOTHING_FETCHED, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}


@functools.lru_cache(maxsize=1)
def _bound_names() -> FrozenSet[str]:
    listed = subprocess.run(
        [_program(), "rev-parse", "--local-env-vars"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    # As git itself does for submodules: settings given on the way, such as safe.directory, hold everywhere.
    return frozenset(listed.stdout.decode("ascii", "ignore").split()) - {"GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"}
