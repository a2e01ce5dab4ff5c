"""What the tables know of one name, as JSON and as text; looks nothing up beyond them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Callable, Dict, List, Optional, Sequence

from mslint.api.tables import ROOT, Api, ApiTables, Signature
from mslint.api.torch_pairs import Difference, Pair
from mslint.api.versions import KNOWN, Version, format_version
from mslint.nearest import closest
from mslint.words import say

TORCH = "torch"
_FAR = "  "
_TYPES = re.compile(r"(?:b?float|u?int|complex|bool)\d*")  # no pair is about torch.float16 and its like


@dataclass(frozen=True)
class Entry:
    """A name that something is known of: MindSpore's, and PyTorch's in its place."""

    name: str
    api: Optional[Api] = None  # None: a module, a constant, or a name that only PyTorch has
    torch: Optional[str] = None


def find(name: str, tables: ApiTables) -> Optional[Entry]:
    """A name as people write it: nn.Dropout, mindspore.float32, torch.nn.Linear."""
    if name.partition(".")[0] == TORCH:
        return _of_torch(name, tables)
    for full in (name, f"{ROOT}.{name}"):
        for path in (full, tables.canonical(full)):
            known = tables.span(path) != (None, None) or any(tables.exists(path, version) for version in KNOWN)
            if known and (path == tables.canonical(path) or tables.exists(path, KNOWN[-1]) is False):
                counterparts = tables.torch.counterparts(path)
                return Entry(path, tables.get(path), counterparts[0] if counterparts else None)
    return None


def nearest(name: str, tables: ApiTables) -> Optional[str]:
    """The known name that was most likely meant, written as the other was."""
    owner, _, short = name.rpartition(".")
    if name.partition(".")[0] == TORCH:
        owners: Sequence[str] = (owner,)
        names_of: Callable[[str], Sequence[str]] = tables.torch.names
    else:
        full = owner if owner.partition(".")[0] == ROOT else f"{ROOT}.{owner}".rstrip(".")
        owners = (full,) if owner else (f"{ROOT}.nn", f"{ROOT}.ops", ROOT)
        names_of = tables.names
    for each in owners:
        near = closest(short, names_of(each))
        if near is not None:
            before = owner or each.partition(".")[2]
            return f"{before}.{near}" if before else near
    return None


def _of_torch(name: str, tables: ApiTables) -> Optional[Entry]:
    pair = tables.torch.pair(name)
    ours = pair.mindspore or pair.mint if pair is not None else None
    if ours is not None:
        return Entry(ours, tables.get(ours), name)
    owner, _, short = name.rpartition(".")
    if owner == TORCH and _TYPES.fullmatch(short) and tables.exists(f"{ROOT}.{short}", KNOWN[-1]):
        return Entry(f"{ROOT}.{short}", None, name)
    known = pair is not None or tables.torch.is_owner(name) or tables.torch.has(owner, short)
    return Entry(name, None, name) if known else None


def document(entry: Entry, tables: ApiTables, version: Version, lang: str) -> str:
    """The JSON document."""
    signature = entry.api.signature(version) if entry.api is not None else None
    parameters = signature.parameters if signature is not None else ()
    since, until = tables.span(entry.name)
    return json.dumps(
        {
            "name": entry.name,
            "target_version": format_version(version),
            "exists": {"since": _text(since), "until": _text(until)},
            "signature": [{"name": each.name, "default": each.default} for each in parameters],
            "torch": entry.torch,
            "differences": [_difference(row, lang) for row in _rows(entry, tables, version)],
        },
        indent=2,
    )


def _difference(row: Difference, lang: str) -> Dict[str, object]:
    return {
        "argument": row.argument or None,
        "mindspore": row.mindspore,
        "torch": row.torch,
        "effect": row.effect.get(lang) or None,
        "source": row.measured or None,
    }


def page(entry: Entry, tables: ApiTables, version: Version, lang: str) -> List[str]:
    """The same for people, and what JSON has no place for."""
    lines = [entry.name, ""]
    pair = tables.torch.pair(entry.torch) if entry.torch is not None else None
    if entry.name != entry.torch:
        lines += _versions(entry, tables, version, lang)
        lines += _signatures(entry, version, lang) if tables.exists(entry.name, version) is not False else []
        if entry.torch or entry.api is not None:
            lines.append(say(lang, "api-torch", text=entry.torch or "-"))
    lines += _instead(entry, pair, tables, version, lang)
    differing = _differing(entry, pair, tables, version, lang)
    return lines + (["", say(lang, "api-differences"), *differing] if differing else [])


def _versions(entry: Entry, tables: ApiTables, version: Version, lang: str) -> List[str]:
    since, until = tables.span(entry.name)
    last = entry.api.last if entry.api is not None else None
    if until is not None:
        before = last or max((known for known in KNOWN if known < until), default=None)
        text = say(lang, "api-gone", since=_text(since) or "?", last=_text(before) or "?", until=_text(until))
    elif since is None or since <= KNOWN[0] and not _dated(entry):
        text = say(lang, "api-early", since=format_version(KNOWN[0]))
    else:
        text = say(lang, "api-since", since=_text(since))
    lines = [say(lang, "api-versions", text=text), say(lang, "api-target", text=format_version(version))]
    if tables.exists(entry.name, version) is False:
        lines[-1] += say(lang, "api-not-there")
    replacement = tables.replacement(entry.name)
    if replacement is not None and replacement.use:
        lines.append(say(lang, "api-successor", text=", ".join(replacement.use)))
        lines += [_FAR + replacement.text[lang]] if lang in replacement.text else []
    return lines + _changes(entry.api, lang)


def _dated(entry: Entry) -> bool:
    """Whether a version before the first that was read as a whole is known to have it."""
    return entry.api is not None and entry.api.since is not None and entry.api.since < KNOWN[0]


def _changes(api: Optional[Api], lang: str) -> List[str]:
    """What the documentation says of deprecation, and what it announces."""
    lines: List[str] = []
    deprecated = api.deprecated if api is not None else None
    if deprecated is not None:
        key = "api-will-be-deprecated" if deprecated.future else "api-deprecated"
        since = say(lang, "api-deprecated-since", since=_text(deprecated.since)) if deprecated.since else ""
        use = say(lang, "api-deprecated-use", use=", ".join(deprecated.use)) if deprecated.use else ""
        lines.append(say(lang, key, since="" if deprecated.future else since, use=use))
    for name, instead in (api.deprecated_arguments if api is not None else {}).items():
        use = say(lang, "api-deprecated-use", use=", ".join(instead)) if instead else ""
        lines.append(say(lang, "api-deprecated-argument", name=name, use=use))
    announced = api.announced if api is not None else None
    if announced is None:
        return lines
    found = [
        say(lang, "api-default-changes", name=name, old=old, new=new)
        if new is not None
        else say(lang, "api-default-changes-somehow", name=name, old=old)
        for name, (old, new) in announced.defaults.items()
    ]
    found += [say(lang, "api-renamed", old=old, new=new) for old, new in announced.renamed.items()]
    found += [say(lang, "api-dropped", name=name) for name in announced.removed]
    found += [_kind(kind, lang) for kind in announced.kinds]
    return [*lines, say(lang, "api-announced"), *(_FAR + line for line in found)]


def _kind(kind: str, lang: str) -> str:
    kind, _, name = kind.partition(" ")
    return say(lang, f"api-will-{kind}", name=name)


def _signatures(entry: Entry, version: Version, lang: str) -> List[str]:
    signatures: Sequence[Signature] = entry.api.overloads(version) if entry.api is not None else ()
    if entry.api is None or (not signatures and entry.api.kind == "attribute"):
        return []
    return [say(lang, "api-signature", text=_spelled(each)) for each in signatures] or [
        say(lang, "api-signature", text="?")
    ]


def _spelled(signature: Signature) -> str:
    """As it stands in a definition, with the `*` after which only keywords do."""
    parts: List[str] = []
    only_positional = sum(not each.keyword for each in signature.parameters)
    star = "*args" if signature.args else "*"
    for number, each in enumerate(signature.parameters):
        if not each.positional and star not in parts:
            parts.append(star)
        parts.append(each.name if each.default is None else f"{each.name}={each.default}")
        parts += ["/"] if number + 1 == only_positional else []
    parts += ["*args"] if signature.args and star not in parts else []
    parts += ["**kwargs"] if signature.kwargs else []
    return f"({', '.join(parts)})"


def _instead(entry: Entry, pair: Optional[Pair], tables: ApiTables, version: Version, lang: str) -> List[str]:
    """mindspore.mint's name for it, others that may do, and what to write where a name does not say it."""
    advice = [pair.advice[lang]] if pair is not None and pair.advice else []
    if entry.name == entry.torch:
        key = "api-torch-module" if tables.torch.is_owner(entry.name) else "api-torch-only"
        return [say(lang, "api-torch-advised" if advice else key, name=entry.name), *advice]
    lines = [_mint(pair, tables, version, lang)] if pair is not None or entry.api is not None else []
    others = [name for name in pair.also if name != entry.name] if pair is not None else []
    lines += [say(lang, "api-also", text=", ".join(others))] if others else []
    return lines + advice


def _mint(pair: Optional[Pair], tables: ApiTables, version: Version, lang: str) -> str:
    if pair is None or pair.mint is None or not tables.exists(pair.mint, version):
        return say(lang, "api-mint", text="-")
    alike = pair.mint_since is not None and version >= pair.mint_since
    return say(lang, "api-mint-alike" if alike else "api-mint", text=pair.mint)


def _differing(entry: Entry, pair: Optional[Pair], tables: ApiTables, version: Version, lang: str) -> List[str]:
    """Arguments with another name, positions that mean something else, and defaults."""
    lines: List[str] = []
    if pair is not None and pair.mindspore == entry.name:
        for theirs, ours in (pair.arguments or {}).items():
            key = "api-argument" if ours else "api-argument-none"
            lines.append(_FAR + say(lang, key, theirs=theirs, ours=ours))
        for index, (theirs, target) in pair.positions.items():
            key = "api-position" if target else "api-position-none"
            lines.append(_FAR + say(lang, key, number=index + 1, theirs=theirs, ours=target))
    for row in _rows(entry, tables, version):
        effect = row.effect.get(lang, "")
        if row.argument:
            lines.append(_FAR + say(lang, "api-default", name=row.argument, ours=row.mindspore, theirs=row.torch))
            lines += [_FAR * 2 + effect] if effect else []
        else:
            lines.append(_FAR + effect)
        if row.write:
            key = "api-write" if row.lasts else "api-write-for-now"
            lines.append(_FAR * 2 + say(lang, key, text=row.write))
    return lines


def _rows(entry: Entry, tables: ApiTables, version: Version) -> List[Difference]:
    """What holds for the version: of arguments that it has, and one row each; what was run before what was read."""
    has = {name for each in entry.api.overloads(version) for name in each.names()} if entry.api is not None else set()
    rows = [row for row in tables.torch.differences(entry.name) if row.holds(version)]
    rows = [row for row in rows if not row.argument or row.argument in has]
    run = {row.argument for row in rows if row.silent is not None}
    return [row for row in rows if row.silent is not None or row.argument not in run]


def _text(version: Optional[Version]) -> Optional[str]:
    return None if version is None else format_version(version)
