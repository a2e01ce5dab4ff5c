"""Names that the target version does not have, sorted by why: it lost them, or it does not have them yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

from mslint.api.tables import Replacement
from mslint.api.versions import KNOWN, LAST_TAG, Version
from mslint.facts.calls import CallSite
from mslint.facts.references import Reference
from mslint.facts.values import read_literal
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

REMOVED, NEWER, NEVER = "removed", "newer", "never"


class Missing:
    """The first part of a dotted name that the target version lacks."""

    def __init__(self, name: str, kind: str, version: Optional[Version], replacement: Optional[Replacement]) -> None:
        self.name = name
        self.kind = kind
        self.version = version  # the first one without it, or the first one with it; None where that is not known
        self.replacement = replacement


def missing(reference: Reference, facts: Facts) -> Optional[Missing]:
    """What is missing in a mention of a name; None where it exists, where that is not known, and for private names."""
    known = facts.missing_names
    if reference.path not in known:
        known[reference.path] = _missing(reference.path, facts)
    return known[reference.path]


def _missing(path: str, facts: Facts) -> Optional[Missing]:
    tables, version = facts.tables, facts.version
    parts = path.split(".")
    if any(part.startswith("_") for part in parts) or path in facts.patched:
        return None
    for end in range(2, len(parts) + 1):
        spelled = ".".join(parts[:end])
        name = tables.canonical(spelled)
        if tables.exists(name, version) is not False or tables.exists(spelled, version):
            continue
        since, until = tables.span(name)
        replacement = tables.replacement(name)
        if until is not None and version >= until:
            return Missing(name, REMOVED, until, replacement)
        if since is not None and version < since:
            return Missing(name, NEWER, since, None)
        if name == spelled:  # a module inside mindspore.ops has names that mindspore.ops itself has not
            return Missing(name, NEVER, None, replacement)
    return None


def short(name: str) -> str:
    """How messages name it: nn.Dropout for mindspore.nn.Dropout, mindspore.set_seed as it is."""
    parts: List[str] = name.split(".")
    return ".".join(parts[1:]) if len(parts) > 2 else name


def missing_argument(call: CallSite, keyword: str, facts: Facts) -> Optional[Missing]:
    """Why a call's API does not have a keyword that is given; None where that is not known."""
    api = call.api
    signature = api.signature(facts.version) if api is not None else None
    if api is None or api.open or signature is None or signature.kwargs or keyword in signature.names():
        return None
    removed = api.removed_arguments.get(keyword)
    if removed is not None and removed.until is not None and facts.version >= removed.until:
        return Missing(keyword, REMOVED, removed.until, removed)
    for version in api.changes(facts.version):
        later = api.signature(version)
        if later is not None and (later.kwargs or keyword in later.names()):
            if LAST_TAG < facts.version < KNOWN[0]:
                return None  # it may have come before the first version that was read after this one
            return Missing(keyword, NEWER, version, None)
    return Missing(keyword, NEVER, None, None)


def asked_for(call: CallSite, keyword: str) -> bool:
    """Whether a condition around the call has the keyword as a string: somebody looked at the signature first."""
    return any(guard.test is not None and keyword in _strings(guard.test) for guard in call.place.guards)


def _strings(test: nodes.Expression) -> List[object]:
    found: List[object] = []
    pending: List[nodes.Node] = [test]
    while pending:
        node = pending.pop()
        value = read_literal(node) if isinstance(node, nodes.Constant) else None
        found += [value.single] if value is not None else []
        pending.extend(node.children)
    return found
