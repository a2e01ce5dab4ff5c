"""Write rules/_api/*.json from MindSpore wheels and scripts/api_roles.toml; never imports MindSpore.

    python scripts/make_api_tables.py 1.0~PATH ... 2.3~PATH 2.7=PATH 2.8=PATH 2.9=PATH 2.10=PATH

PATH is a wheel or a folder that holds `mindspore/` (a site-packages folder will do), oldest version first. `~` marks
the Python sources of a git tag: parts of it are generated when MindSpore is built, so a name it lacks is not taken
for removed, and a name that only such a folder has makes no entry. What code cannot tell (the role of an API,
whether a Cell holds parameters) is kept by hand in api_roles.toml; a name there that no wheel has is an error.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Set, Tuple

try:
    import tomllib
except ModuleNotFoundError:  # Python < 3.11
    import tomli as tomllib  # type: ignore[no-redef]

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "rules" / "_api"


class Definition(NamedTuple):
    """Where a name is really defined, and the syntax that defines it (None for a module)."""

    module: str
    name: str
    node: Optional[ast.AST]


class Binding(NamedTuple):
    """One top-level binding: a definition (node), an import (source, original) or a star import (name "*")."""

    name: str
    source: Optional[str]
    original: str
    node: Optional[ast.AST]


class Wheel:
    """One MindSpore version, read as text: public names of a module and what they stand for."""

    def __init__(self, version: str, path: Path, partial: bool) -> None:
        self.partial = partial
        self.version = version
        self.path = path
        self.zip = zipfile.ZipFile(path) if path.is_file() else None
        self.names = set(self.zip.namelist()) if self.zip else set()
        self.trees: Dict[str, Optional[Tuple[ast.Module, bool]]] = {}
        self.bound: Dict[str, List[Binding]] = {}
        self.taken: Dict[str, Set[str]] = {}
        self.found: Dict[Tuple[str, str], Optional[Definition]] = {}

    def _read(self, relative: str) -> Optional[str]:
        if self.zip is not None:
            return self.zip.read(relative).decode("utf-8") if relative in self.names else None
        file = self.path / relative
        return file.read_text(encoding="utf-8") if file.is_file() else None

    def tree(self, module: str) -> Optional[Tuple[ast.Module, bool]]:
        """The syntax of a module and whether it is a package; None where there is no such module."""
        if module not in self.trees:
            base = module.replace(".", "/")
            self.trees[module] = None
            for relative, package in ((base + "/__init__.py", True), (base + ".py", False)):
                text = self._read(relative)
                if text is not None:
                    self.trees[module] = (ast.parse(text), package)
                    break
        return self.trees[module]

    def modules(self) -> List[str]:
        """Every module of the wheel whose path has no part with a leading underscore."""
        files = (
            self.names
            if self.zip
            else {p.relative_to(self.path).as_posix() for p in (self.path / "mindspore").rglob("*.py")}
        )
        found = set()
        for file in files:
            if file.startswith("mindspore/") and file.endswith(".py"):
                name = file[: -len("/__init__.py")] if file.endswith("/__init__.py") else file[:-3]
                if not any(part.startswith("_") for part in name.split("/")):
                    found.add(name.replace("/", "."))
        return sorted(found)

    def bindings(self, module: str) -> List[Binding]:
        """What a module binds at its top level, in order."""
        if module not in self.bound:
            found = self.tree(module)
            tree, package = found if found is not None else (ast.Module([], []), False)
            self.bound[module] = list(_bindings(tree, module, package))
        return self.bound[module]

    def lookup(self, module: str, name: str) -> Optional[Definition]:
        """The definition behind a name, followed through imports; the last binding wins."""
        if (module, name) not in self.found:
            self.found[module, name] = self._follow(module, name, ())
        return self.found[module, name]

    def _follow(self, module: str, name: str, trail: Tuple[Tuple[str, str], ...]) -> Optional[Definition]:
        """One step of lookup; the trail ends import cycles, and what a cycle cut short is not kept."""
        if (module, name) in trail:
            return None
        trail += ((module, name),)
        for binding in reversed(self.bindings(module)):
            if binding.name == "*":
                assert binding.source is not None
                found = self._follow(binding.source, name, trail) if name in self.public(binding.source) else None
            elif binding.name != name:
                continue
            elif binding.source is not None:
                found = self._follow(binding.source, binding.original, trail)
                whole = binding.source + "." + binding.original
                if found is None and self.tree(whole) is not None:
                    found = Definition(whole, "", None)
            elif isinstance(binding.node, ast.Name):
                found = self._follow(module, binding.node.id, trail) or Definition(module, name, binding.node)
            else:
                found = Definition(module, name, binding.node)
            if found is not None:
                return found
        return None

    def names_of(self, module: str, trail: Tuple[str, ...] = ()) -> Set[str]:
        """Every name that a module binds, star imports included."""
        names: Set[str] = set()
        for binding in self.bindings(module):
            if binding.name != "*":
                names.add(binding.name)
            elif binding.source is not None and binding.source not in trail:
                names |= self.public(binding.source, trail + (module,))
        return names

    def public(self, module: str, trail: Tuple[str, ...] = ()) -> Set[str]:
        """What `from module import *` takes: __all__ where it can be read, else names without underscore."""
        if module not in self.taken:
            found = self.tree(module)
            names: Set[str] = set()
            declared = False
            for value in _all_values(found[0].body if found else []):
                if isinstance(value, ast.ListComp):  # [name for name in dir() if name[0] != "_"]
                    continue
                declared = True
                for part in ast.walk(value):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        names.add(part.value)
                    elif isinstance(part, ast.Attribute) and part.attr == "__all__":
                        inner = self.lookup(module, ast.unparse(part.value))
                        whole = inner.module if inner else module + "." + ast.unparse(part.value)
                        names |= self.public(whole)
                    elif isinstance(part, ast.Name) and part.id.startswith("__") and part.id != "__all__":
                        listed = self.lookup(module, part.id)
                        names |= {
                            c.value
                            for c in ast.walk(listed.node if listed and listed.node else ast.Pass())
                            if isinstance(c, ast.Constant) and isinstance(c.value, str)
                        }
            if not declared:
                names = {name for name in self.names_of(module, trail) if not name.startswith("_")}
            if trail:
                return names  # inside a cycle the answer may be partial: not kept
            self.taken[module] = names
        return self.taken[module]

    def bases(self, definition: Definition) -> Iterator[Definition]:
        """The class's ancestors, nearest first, depth first."""
        if not isinstance(definition.node, ast.ClassDef):
            return
        for base in definition.node.bases:
            text = ast.unparse(base)
            head, _, tail = text.partition(".")
            target = self.lookup(definition.module, head)
            if target is not None and tail and target.node is None:
                target = self.lookup(target.module, tail)
            if target is not None and target != definition:
                yield target
                yield from self.bases(target)

    def signature(self, definition: Definition) -> Optional[str]:
        """Signature text without self; for a class that of the __init__ it has or inherits."""
        node = definition.node
        if isinstance(node, ast.ClassDef):
            for owner in [definition, *self.bases(definition)]:
                for item in getattr(owner.node, "body", []):
                    if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                        return _signature(item.args, method=True)
            return None
        return _signature(node.args, method=False) if isinstance(node, ast.FunctionDef) else None


def _statements(body: List[ast.stmt]) -> Iterator[ast.stmt]:
    """Top-level statements, also those inside if and try (both branches: what may exist, exists)."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _statements(node.body)
            yield from _statements(node.orelse)
        elif isinstance(node, ast.Try):
            yield from _statements(node.body)
            for handler in node.handlers:
                yield from _statements(handler.body)
        else:
            yield node


def _all_values(body: List[ast.stmt]) -> Iterator[ast.expr]:
    """The values that make up __all__: assigned, added, extended or appended."""
    for node in _statements(body):
        if isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
                yield node.value
        elif (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) in ("__all__.extend", "__all__.append")
        ):
            yield node.value.args[0]


def _bindings(tree: ast.Module, module: str, package: bool) -> Iterator[Binding]:
    for node in _statements(tree.body):
        if isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                parts = module.split(".")
                parts = parts[: len(parts) - node.level + (1 if package else 0)]
                source = ".".join(parts + ([source] if source else []))
            if source.startswith("mindspore"):
                for alias in node.names:
                    yield Binding(alias.asname or alias.name, source, alias.name, None)
        elif isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield Binding(node.name, None, node.name, node)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield Binding(target.id, None, target.id, node.value)


def _signature(arguments: ast.arguments, method: bool) -> str:
    """`(a, b=1, *, c=float32)`: annotations dropped, objects as defaults written as plain names."""
    copied = ast.parse(f"def f({ast.unparse(arguments)}): pass").body[0]
    assert isinstance(copied, ast.FunctionDef)
    args = copied.args
    for arg in [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, [args.vararg, args.kwarg])]:
        arg.annotation = None
    if method and args.args:
        args.args.pop(0)
    args.defaults = [_plain(default) for default in args.defaults]
    args.kw_defaults = [default and _plain(default) for default in args.kw_defaults]
    return f"({ast.unparse(args)})"


def _plain(default: ast.expr) -> ast.expr:
    return ast.Name(default.attr) if isinstance(default, ast.Attribute) else default


def _kind(definition: Definition) -> Optional[str]:
    if isinstance(definition.node, ast.ClassDef):
        return "class"
    if isinstance(definition.node, (ast.FunctionDef, ast.Call)):
        return "function"  # a Call is an instance made once, such as ops.cast in older versions: used like a function
    return None if definition.node is None else "constant"


class Tables:
    """All versions together: the entries of one module table at a time."""

    def __init__(self, wheels: List[Wheel], notes: Mapping[str, Any]) -> None:
        self.wheels = wheels
        self.notes = notes
        # Definition places of documented names, so that an ancestor is given by the name users know.
        self.documented: Dict[str, Dict[Tuple[str, str], str]] = {}
        for wheel in wheels:
            places = self.documented.setdefault(wheel.version, {})
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
        known: Set[str] = set()
        for wheel in self.wheels:
            names = wheel.names_of(module) if note.get("everything") else wheel.public(module)
            for name in names | set(note.get("also", ())):
                definition = wheel.lookup(module, name)
                if definition is None or _kind(definition) not in ("class", "function") or name.startswith("_"):
                    continue
                seen.setdefault(name, {})[wheel.version] = definition
                if not wheel.partial:
                    known.add(name)
        seen = {name: versions for name, versions in seen.items() if name in known}
        roles = {name: role for role, names in note.get("roles", {}).items() for name in names}
        listed = note.get("roles", {})
        for name, versions in seen.items():
            for base, role in note.get("role_of_base", {}).items():
                if any(self._derives(wheel, versions.get(wheel.version), base) for wheel in self.wheels):
                    roles.setdefault(name, role)
        twice = [n for n in roles if sum(n in names for names in listed.values()) > 1]
        unknown = sorted(
            {*roles, *note.get("parameters", ()), *note.get("mode", ()), *note.get("torch", {})} - set(seen)
        )
        if unknown or twice:
            raise SystemExit(f"api_roles.toml, {module}: in no wheel: {unknown}; in two roles: {twice}")
        wanted = note.get("signatures", "none")
        entries: Dict[str, Any] = {}
        for name, versions in sorted(seen.items()):
            newest = [w for w in self.wheels if w.version in versions][-1]
            definition = versions[newest.version]
            entry: Dict[str, Any] = {"kind": _kind(definition)}
            base = self._base(newest, definition, module + "." + name)
            if base:
                entry["base"] = base
            if name in roles:
                entry["role"] = roles[name]
            if name == "Cell" or any(ancestor.name == "Cell" for ancestor in newest.bases(definition)):
                entry["parameters"] = name in note.get("parameters", ())
                if name in note.get("mode", ()):
                    entry["mode"] = True
            signatures = self._signatures(
                name,
                versions,
                note,
                with_text=wanted == "all" or name in wanted or (wanted == "roles" and name in roles),
            )
            if signatures:
                entry["signatures"] = signatures
            if name in note.get("torch", {}):
                entry["torch"] = note["torch"][name]
            entries[name] = entry
        wheels = ", ".join(wheel.version for wheel in self.wheels if not wheel.partial)
        tags = ", ".join(wheel.version for wheel in self.wheels if wheel.partial)
        return {
            "module": module,
            "source": "wheels of MindSpore {}; git tags of {}".format(wheels, tags or "nothing older"),
            "apis": entries,
        }

    def _derives(self, wheel: Wheel, definition: Optional[Definition], base: str) -> bool:
        if definition is None or definition.name in self.notes["abstract"]:
            return False
        short = base.rpartition(".")[2]
        return any(ancestor.name == short for ancestor in wheel.bases(definition))

    def _base(self, wheel: Wheel, definition: Definition, own: str) -> Optional[str]:
        for ancestor in wheel.bases(definition):
            name = self.documented[wheel.version].get((ancestor.module, ancestor.name))
            if name is not None and name != own:
                return name
        return None

    def _signatures(
        self, name: str, versions: Mapping[str, Definition], note: Mapping[str, Any], with_text: bool
    ) -> Dict[str, Optional[str]]:
        """From-version -> text; only where something changes, so that a row says when it began."""
        result: Dict[str, Optional[str]] = {}
        present: Optional[str] = None
        for wheel in self.wheels:
            if wheel.version in versions:
                text = wheel.signature(versions[wheel.version]) if with_text else None
                if text is not None and text != present:
                    result[wheel.version] = present = text
            elif present is not None and not wheel.partial:
                result[wheel.version] = present = None
        return result


def main(arguments: List[str]) -> int:
    parsed = [re.fullmatch(r"(\d+\.\d+)([=~])(.+)", argument) for argument in arguments]
    if not parsed or None in parsed:
        print(__doc__, file=sys.stderr)
        return 2
    wheels = [Wheel(match[1], Path(match[3]), match[2] == "~") for match in parsed if match]
    for wheel in wheels:
        if wheel.tree("mindspore") is None:
            raise SystemExit(f"no mindspore/__init__.py in {wheel.path}")
    with open(HERE / "api_roles.toml", "rb") as stream:
        notes = tomllib.load(stream)
    tables = Tables(wheels, notes)
    OUT.mkdir(parents=True, exist_ok=True)
    for module in notes["module"]:
        _write(OUT / (module + ".json"), tables.module(module))
    submodules = sorted({name for wheel in wheels for name in wheel.modules()} | set(notes["modules"]["also"]))
    aliases = dict(notes["modules"]["aliases"])
    for name in submodules:
        for parent, target in notes["modules"]["flattened"].items():
            if name.startswith(parent + ".") and name not in aliases:
                aliases[name] = target
    _write(OUT / "modules.json", {"aliases": dict(sorted(aliases.items())), "submodules": submodules})
    return 0


def _write(path: Path, data: Mapping[str, Any]) -> None:
    """One line per entry: a change of one API is a change of one line."""
    lines = []
    for key, value in data.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"  {json.dumps(name)}: {json.dumps(entry)}" for name, entry in value.items())
            lines.append(f"{json.dumps(key)}: {{\n{inner}\n }}")
        elif isinstance(value, list):
            lines.append("{}: [\n{}\n ]".format(json.dumps(key), ",\n".join("  " + json.dumps(item) for item in value)))
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    path.write_bytes(("{{{}\n}}\n".format(",".join("\n " + line for line in lines))).encode("utf-8"))
    print(path.name, len(data.get("apis", data.get("submodules", ()))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
