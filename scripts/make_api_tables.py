"""Write rules/_api/*.json from MindSpore wheels and the notes beside this file; never imports MindSpore.

    python scripts/make_api_tables.py [1.0~PATH ... 2.4~PATH] 2.7.0=PATH 2.7.1=PATH 2.8.0=PATH 2.9.0=PATH 2.10.0=PATH

PATH is a wheel (scripts/fetch_wheels.py gets them) or a folder that holds `mindspore/` (site-packages will do), oldest
version first. `~` marks the Python sources of a git tag: parts of it are generated when MindSpore is built, so a name
it lacks is not taken for removed. Without tags, what the tables say of older versions stays as it is. Beside the wheels
are read, all kept by hand but the third:

  api_roles.toml    which modules and classes get a table, and what code cannot tell (the role of an API, whether a
                    Cell holds parameters); a name there that no wheel has is an error
  api_removed.toml  what to use instead of names and arguments that are gone
  api_builtin.json  names that only a running MindSpore shows; written by list_builtin.py

A table has one row per public name:

  kind, base, role, parameters, mode, torch    as mslint/api/tables.py reads them
  since         first version that has the name: certain from 2.7 on, before that the first git tag with it
  until         first version that lacks it; `last`: where the last tag with it is not the version before that
  signatures    from-version -> text; null: gone; a list: several signatures (overloads that the documentation lists,
                or 2.7.0 and 2.7.1 differ), which no call is bound to; an
                empty list: it exists, but its signature is not known
  open          true where an unknown argument must not be reported: **kwargs, overloads, or not readable as text
  deprecated    {"since", "removed_after", "use", "future"} (future: it only will be deprecated; no since: no date is
                given and the first wheel says so already); deprecated_arguments {name: [use]}
  announced     what the newest docstring says will change: {"defaults": {parameter: [today, then]} (null: not said),
                "renamed", "removed", "kinds"}
  removed_arguments    {name: {"until", "use"}}: parameters that newer signatures lack, and what took their place
  replacement   what to use instead, where the name is gone: {"use": [...]} or {"en", "zh"} from api_removed.toml

modules.json says where a path leads: `aliases` (a module deep inside -> the documented one), `submodules`, which of
them come and go (`changing`, `gone`), and `kept`: names that such a module has in versions without the documented name.

`complete` tells whether a table lists every public name, so that one it lacks does not exist in 2.7 and later.
`names` holds what exists besides (constants, undocumented names): name -> [since] or [since, until].
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Set, Tuple

import api_docs
from api_recorded import Recorded, read
from api_wheel import Definition, Member, Wheel, kind_of

try:
    import tomllib
except ModuleNotFoundError:  # Python < 3.11
    import tomli as tomllib  # type: ignore[no-redef]

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from mslint.api.tables import ApiTables  # noqa: E402
from mslint.api.versions import parse_version  # noqa: E402

OUT = HERE.parent / "rules" / "_api"


TENSOR = "mindspore.Tensor"
ANYTHING = "(*args, **kwargs)"
MINT = "mindspore.mint."


class Said(NamedTuple):
    """What one version says of an API: the signature in the code, the syntax, the docstring, the name in the code."""

    signature: Optional[str]
    node: Optional[ast.AST]
    document: str
    name: str

    def plain(self) -> bool:
        """Whether the code itself names the parameters."""
        return self.signature is not None and self.signature != ANYTHING


class Tables:
    """All versions together: the entries of one module table at a time."""

    def __init__(
        self, wheels: List[Wheel], notes: Mapping[str, Any], removed: Mapping[str, Any], builtin: Mapping[str, Any]
    ) -> None:
        self.wheels = wheels
        self.notes = notes
        self.removed = removed
        self.builtin = builtin
        self.used: Set[str] = set()
        self.strict = len(wheels) > 1  # one version alone need not have every name that the notes tell of
        # Definition places of documented names, so that an ancestor is given by the name users know.
        self.documented: Dict[str, Dict[Tuple[str, str], str]] = {}
        for wheel in wheels:
            places = self.documented.setdefault(wheel.full, {})
            for module in notes["bases"]["modules"]:
                for name in sorted(wheel.public(module)):
                    found = wheel.lookup(module, name)
                    if found is not None and found.name:
                        places.setdefault((found.module, found.name), module + "." + name)
            for name in notes["bases"]["names"]:
                module, _, short = name.rpartition(".")
                definition = wheel.lookup(module, short)
                if definition is not None:
                    places[(definition.module, definition.name)] = name

    def module(self, module: str) -> Dict[str, Any]:
        note = self.notes["module"].get(module, {})
        seen: Dict[str, Dict[str, Definition]] = {}
        bound: Dict[str, Set[str]] = {}
        known: Set[str] = set()
        listed: Set[str] = set()
        for wheel in self.wheels:
            everything = wheel.names_of(module)
            names = everything if note.get("everything") else wheel.public(module)
            for name in names | set(note.get("also", ())):
                definition = wheel.lookup(module, name)
                if definition is None or kind_of(definition) not in ("class", "function") or name.startswith("_"):
                    continue
                seen.setdefault(name, {})[wheel.full] = definition
                if wheel.partial:
                    listed |= {name} & wheel.public(module)
                else:
                    known.add(name)
            for name in (everything | wheel.foreign(module)) if not wheel.partial else ():
                if not name.startswith("_"):
                    bound.setdefault(name, set()).add(wheel.full)
        still = {name for name in bound if name not in known}
        paths = [path for wheel in self.wheels if not wheel.partial for path in wheel.modules()]
        inner = {path.rpartition(".")[2] for path in paths if path.startswith(module)}
        gone = {name: seen[name] for name in sorted(listed - known - still - inner)}
        seen = {name: versions for name, versions in seen.items() if name in known}
        roles = self._roles(module, note, seen)
        entries: Dict[str, Any] = {}
        for name, versions in sorted(seen.items()):
            entries[name] = self._entry(f"{module}.{name}", versions, note, roles)
        for name, versions in gone.items():
            last = [wheel for wheel in self.wheels if wheel.full in versions][-1]
            entries[name] = {"kind": kind_of(versions[last.full]), **self._existence(set(versions)), "open": True}
        for name, row in entries.items():
            self.replace(f"{module}.{name}", row)
        rest = {name: self._existence(bound[name]) for name in sorted(still)}
        return {
            **self._head(module),
            "complete": bool(bound),
            "apis": dict(sorted(entries.items())),
            "names": {
                name: [row["since"], row["until"]] if "until" in row else [row["since"]] for name, row in rest.items()
            },
        }

    def _roles(
        self, module: str, note: Mapping[str, Any], seen: Mapping[str, Mapping[str, Definition]]
    ) -> Dict[str, str]:
        listed = note.get("roles", {})
        roles = {name: role for role, names in listed.items() for name in names}
        for name, versions in seen.items():
            for base, role in note.get("role_of_base", {}).items():
                if any(self._derives(wheel, versions.get(wheel.full), base) for wheel in self.wheels):
                    roles.setdefault(name, role)
        twice = [n for n in roles if sum(n in names for names in listed.values()) > 1]
        unknown = sorted(
            {*roles, *note.get("parameters", ()), *note.get("mode", ()), *note.get("torch", {})} - set(seen)
        )
        if self.strict and (unknown or twice):
            raise SystemExit(f"api_roles.toml, {module}: in no wheel: {unknown}; in two roles: {twice}")
        return roles

    def _entry(
        self, full: str, versions: Mapping[str, Definition], note: Mapping[str, Any], roles: Mapping[str, str]
    ) -> Dict[str, Any]:
        name = full.rpartition(".")[2]
        newest = [w for w in self.wheels if w.full in versions][-1]
        definition = versions[newest.full]
        entry: Dict[str, Any] = {"kind": kind_of(definition)}
        base = self._base(newest, definition, full)
        if base:
            entry["base"] = base
        if name in roles:
            entry["role"] = roles[name]
        if name == "Cell" or any(ancestor.name == "Cell" for ancestor in newest.bases(definition)):
            entry["parameters"] = name in note.get("parameters", ())
            if name in note.get("mode", ()):
                entry["mode"] = True
        said = {}
        for wheel in self.wheels:
            if wheel.full in versions:
                found = versions[wheel.full]
                said[wheel.full] = Said(wheel.signature(found), found.node, _docstring(found.node), found.name)
        entry.update(self._facts(full, said))
        if name in note.get("torch", {}):
            entry["torch"] = note["torch"][name]
        return entry

    def members(self, full: str) -> Dict[str, Any]:
        """The table of a class: its methods and attributes, those that only a running MindSpore shows included."""
        module, _, short = full.rpartition(".")
        builtin: Mapping[str, Mapping[str, Any]] = self.builtin.get(full, {})
        said: Dict[str, Dict[str, Said]] = {}
        kinds: Dict[str, str] = {}
        for wheel in self.wheels:
            definition = wheel.lookup(module, short)
            if definition is None:
                continue
            attached = wheel.attached() if full == TENSOR else {}
            known = wheel.members(definition)
            shown = {name for name, row in builtin.items() if wheel.full in row["versions"]}
            for name in sorted(set(known) | shown):
                member = known.get(name, Member(builtin.get(name, {}).get("kind", "method"), None, None))
                if name in builtin and wheel.partial and name not in known:
                    continue
                kinds[name] = member.kind
                document = attached.get(name) or _docstring(member.node)
                said.setdefault(name, {})[wheel.full] = Said(
                    None if name in attached else member.signature, member.node, document, name
                )
        entries: Dict[str, Any] = {}
        for name, rows in sorted(said.items()):
            entries[name] = {"kind": kinds[name], **self._facts(f"{full}.{name}", rows)}
            if kinds[name] == "attribute":
                entries[name].pop("open", None)
            self.replace(f"{full}.{name}", entries[name])
        return {**self._head(full), "complete": bool(builtin), "apis": entries}

    def _head(self, module: str) -> Dict[str, Any]:
        wheels = ", ".join(wheel.full for wheel in self.wheels if not wheel.partial)
        tags = ", ".join(wheel.version for wheel in self.wheels if wheel.partial)
        return {
            "module": module,
            "source": "wheels of MindSpore {}; git tags of {}".format(wheels, tags or "nothing older"),
        }

    def _facts(self, full: str, said: Mapping[str, Said]) -> Dict[str, Any]:
        """What all versions together say of one API: existence, signatures, deprecation, announcements."""
        name = full.rpartition(".")[2]
        row: Dict[str, Any] = self._existence(set(said))
        texts: Dict[str, List[str]] = {}
        listed: Set[str] = set()
        for wheel in self.wheels:
            if wheel.full in said and self._after(wheel.version, row["since"]):
                version = wheel.version
                if not said[wheel.full].plain():
                    listed.add(version)
                found = texts.setdefault(version, [])
                found += [text for text in _texts(said[wheel.full], name) if text not in found]
        signatures: Dict[str, Any] = {}
        present: Any = []
        for version, found in texts.items():
            # what only the documentation says is a list too, so that no call is bound to what may be incomplete
            now: Any = found[0] if found == [ANYTHING] or (len(found) == 1 and version not in listed) else found
            if now != present:
                signatures[version] = present = now
        gone = _gone_arguments(signatures)
        if gone and not row.get("until"):
            row["removed_arguments"] = gone
        if row.get("until"):
            signatures[row["until"]] = None
        if any(signatures.values()):
            row["signatures"] = signatures
        if not isinstance(present, str) or _open(present) or full in self.notes["open"]["names"]:
            row["open"] = True
        oldest = next(wheel for wheel in self.wheels if not wheel.partial)
        wheels = [wheel for wheel in self.wheels if wheel.full in said and not wheel.partial]
        for wheel in wheels[-1:]:
            last = said[wheel.full]
            dated = api_docs.deprecation(last.node, last.document, last.name)
            if dated is not None and dated.get("use") == [full] and not dated["since"]:
                dated = None  # "deprecated, use this very API": written of an older name of it
            if dated is not None:
                names = [self._placed(name, full, wheel) for name in dated.pop("use", ())]
                if names and full not in names:
                    dated["use"] = names
                first = next(w for w in wheels if api_docs.deprecation(*said[w.full][1:]))
                if not dated["since"]:  # the first wheel only shows that it was deprecated by then
                    dated["since"] = first.version if first is not wheels[0] or wheels[0] is not oldest else None
                row["deprecated"] = {key: value for key, value in dated.items() if value is not None}
            arguments = api_docs.deprecated_arguments(last.document)
            names = api_docs.defaults_of(present if isinstance(present, str) else None)
            arguments = {key: value for key, value in arguments.items() if key in names or "kwargs" in str(present)}
            if arguments:
                row["deprecated_arguments"] = arguments
            if wheel.full == self.wheels[-1].full:
                known = present if isinstance(present, str) else next(iter(present), None)
                announced = api_docs.announcement(last.document, name, known)
                if announced is not None and not full.startswith(MINT):  # whose docstrings are those of nn and ops
                    row["announced"] = announced
        return row

    def _placed(self, name: str, full: str, wheel: Wheel) -> str:
        """The full name of a successor that is named without its module: it stands beside the old one."""
        if "." in name or not name.isidentifier():
            return name
        owner = full.rpartition(".")[0]
        member = owner in self.notes["classes"]["names"]
        return f"{owner}.{name}" if member or name in wheel.names_of(owner) else name

    def _after(self, version: str, since: str) -> bool:
        return _number(version) >= _number(since)

    def _existence(self, present: Set[str]) -> Dict[str, Any]:
        """since, until and last: wheels are complete, tags are not."""
        row: Dict[str, Any] = {}
        wheels: Dict[str, bool] = {}
        for wheel in self.wheels:
            if not wheel.partial:
                wheels[wheel.version] = wheels.get(wheel.version, False) or wheel.full in present
        tags = [wheel.version for wheel in self.wheels if wheel.partial and wheel.full in present]
        having = [version for version, there in wheels.items() if there]
        order = list(wheels)
        if not having:
            row.update(since=tags[0], last=tags[-1], until=order[0])
            return row
        start = order.index(having[0])
        row["since"] = tags[0] if tags and start == 0 else having[0]
        end = order.index(having[-1])
        if end + 1 < len(order):
            row["until"] = order[end + 1]
        return row

    def replace(self, full: str, row: Dict[str, Any]) -> None:
        note = self.removed.get("names", {}).get(full)
        if note is not None:
            self.used.add(full)
            row["replacement"] = {key: value for key, value in note.items() if key != "source"}
        arguments = self.removed.get("arguments", {}).get(full)
        if arguments is not None:
            self.used.add(full)
            written = {
                name: {key: value for key, value in entry.items() if key != "source"}
                for name, entry in arguments.items()
            }
            row["removed_arguments"] = dict(sorted({**row.get("removed_arguments", {}), **written}.items()))

    def _derives(self, wheel: Wheel, definition: Optional[Definition], base: str) -> bool:
        if definition is None or definition.name in self.notes["abstract"]:
            return False
        short = base.rpartition(".")[2]
        return any(ancestor.name == short for ancestor in wheel.bases(definition))

    def _base(self, wheel: Wheel, definition: Definition, own: str) -> Optional[str]:
        for ancestor in wheel.bases(definition):
            name = self.documented[wheel.full].get((ancestor.module, ancestor.name))
            if name is not None and name != own:
                return name
        return None

    def modules(self) -> Dict[str, Any]:
        """Import paths, their documented places, and the submodules that not every version has."""
        note = self.notes["modules"]
        present: Dict[str, Set[str]] = {}
        for wheel in self.wheels:
            for name in wheel.modules():
                present.setdefault(name, set()).add(wheel.full)
        complete = {wheel.full for wheel in self.wheels if not wheel.partial}
        submodules = sorted({*present, *note["also"]})
        aliases = dict(note["aliases"])
        for name in submodules:
            for parent, target in note["flattened"].items():
                if name.startswith(parent + ".") and name not in aliases:
                    aliases[name] = target
        changing: Dict[str, Any] = {}
        gone: List[str] = []
        for name, versions in sorted(present.items()):
            row = self._existence(versions)
            if "until" in row or not complete <= versions:
                row = {key: row[key] for key in ("since", "last", "until") if key in row}
                self.replace(name, row)
                if versions & complete or "replacement" in row:
                    changing[name] = row
                else:
                    gone.append(name)
        return {
            "aliases": dict(sorted(aliases.items())),
            "submodules": submodules,
            "changing": changing,
            "gone": gone,
        }

    def kept(self, tables: ApiTables) -> Dict[str, Any]:
        """Names that modules deep inside still bind where the documented name is gone, or not there yet.

        Since when, but never until when: what a newer module takes from elsewhere may not be seen in its text."""
        bound: Dict[str, Set[str]] = {}
        lost: Set[str] = set()
        for wheel in self.wheels:
            version = parse_version(wheel.version)
            for module in wheel.modules() if not wheel.partial else ():
                for name in wheel.names_of(module) | wheel.foreign(module):
                    path = f"{module}.{name}"
                    bound.setdefault(path, set()).add(wheel.full)
                    documented = tables.canonical(path)
                    gone = tables.exists(documented, version) is False and tables.span(documented) != (None, None)
                    gone = gone and path != documented
                    if not name.startswith("_") and (gone or tables.exists(path, version) is False):
                        lost.add(path)
        return {path: self._existence(bound[path])["since"] for path in sorted(lost)}


def _texts(said: Said, name: str) -> List[str]:
    """The signature in the code, or what the documentation lists where the code takes *args and **kwargs."""
    if said.signature is not None and said.plain():
        return [said.signature]
    listed = api_docs.overloads(said.document, name)
    if not listed and said.name != name:
        listed = api_docs.overloads(said.document, said.name)
    return listed or ([] if said.signature is None else [said.signature])


def _gone_arguments(signatures: Mapping[str, Any]) -> Dict[str, Any]:
    """Parameters that a later signature lacks: since when, and the new name that stands in their place."""
    found: Dict[str, Any] = {}
    texts = list(signatures.items())
    if not texts or not isinstance(texts[-1][1], str) or _open(texts[-1][1]):
        return found
    newest = list(api_docs.defaults_of(texts[-1][1]))
    for (_, before), (version, after) in zip(texts, texts[1:]):
        if not isinstance(before, str) or not isinstance(after, str) or _open(after):
            continue
        old, new = list(api_docs.defaults_of(before)), list(api_docs.defaults_of(after))
        lost = [name for name in old if name not in new]
        for name in lost:
            if name in newest:
                continue
            place = old.index(name)
            found[name] = {"until": version}
            heir = new[place] if place < len(new) else ""
            if heir and heir not in old and heir in newest and len(lost) <= 3:
                found[name]["use"] = [heir]
    return dict(sorted(found.items()))


def _open(text: str) -> bool:
    """Whether a call may hold keywords that the signature does not name."""
    return "**" in text or "*args" in text


def _docstring(node: Optional[ast.AST]) -> str:
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        return ast.get_docstring(node) or ""
    return ""


def _number(version: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def main(arguments: List[str]) -> int:
    parsed = [re.fullmatch(r"(\d+\.\d+(?:\.\d+)?)([=~])(.+)", argument) for argument in arguments]
    if not parsed or None in parsed:
        print(__doc__, file=sys.stderr)
        return 2
    wheels = [Wheel(match[1], Path(match[3]), match[2] == "~") for match in parsed if match]
    for wheel in wheels:
        if wheel.tree("mindspore") is None:
            raise SystemExit(f"no mindspore/__init__.py in {wheel.path}")
    tables = read_notes(wheels)
    OUT.mkdir(parents=True, exist_ok=True)
    recorded = Recorded(wheels[0].version, tables.replace, _gone_arguments)
    alone = not any(wheel.partial for wheel in wheels)
    made = {module: tables.module(module) for module in tables.notes["module"]}
    made.update({name: tables.members(name) for name in tables.notes["classes"]["names"]})
    for name, table in made.items():
        path = OUT / f"{name}.json"
        _write(path, recorded.table(name, table, read(path)) if alone else table)
    path = OUT / "modules.json"
    paths = tables.modules()
    paths = recorded.modules(paths, read(path)) if alone else paths
    _write(path, {**paths, "kept": {}})
    _write(path, {**paths, "kept": tables.kept(ApiTables(OUT))})
    left = sorted({*tables.removed.get("names", {}), *tables.removed.get("arguments", {})} - tables.used)
    if left:
        raise SystemExit(f"api_removed.toml: no table has {left}")
    return 0


def read_notes(wheels: List[Wheel]) -> Tables:
    notes = []
    for name in ("api_roles.toml", "api_removed.toml"):
        with open(HERE / name, "rb") as stream:
            notes.append(tomllib.load(stream))
    builtin = json.loads((HERE / "api_builtin.json").read_text(encoding="utf-8"))
    return Tables(wheels, notes[0], notes[1], builtin)


def _write(path: Path, data: Mapping[str, Any]) -> None:
    """One line per entry: a change of one API is a change of one line."""
    path.write_bytes(text_of(data).encode("utf-8"))
    print(path.name, len(data.get("apis", data.get("submodules", ()))))


def text_of(data: Mapping[str, Any]) -> str:
    lines = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            inner = ",\n".join(
                f"  {json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in value.items()
            )
            lines.append(f"{json.dumps(key)}: {{\n{inner}\n }}")
        elif isinstance(value, list):
            lines.append("{}: [\n{}\n ]".format(json.dumps(key), ",\n".join("  " + json.dumps(item) for item in value)))
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{{{}\n}}\n".format(",".join("\n " + line for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
