"""Read one MindSpore wheel, source folder or git tag as text: what its modules bind, and what that stands for.

Never imports MindSpore. Used by make_api_tables.py.
"""

from __future__ import annotations

import ast
import zipfile
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Set, Tuple


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


class Member(NamedTuple):
    """A method (with its signature, without self) or an attribute of a class."""

    kind: str
    signature: Optional[str]
    node: Optional[ast.FunctionDef]


class Wheel:
    """One MindSpore version, read as text: public names of a module and what they stand for."""

    def __init__(self, full: str, path: Path, partial: bool) -> None:
        self.partial = partial
        self.full = full
        self.version = ".".join(full.split(".")[:2])
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
        return names - self._deleted(module)

    def _deleted(self, module: str) -> Set[str]:
        found = self.tree(module)
        nodes = [node for node in _statements(found[0].body if found else []) if isinstance(node, ast.Delete)]
        return {target.id for node in nodes for target in node.targets if isinstance(target, ast.Name)}

    def foreign(self, module: str, trail: Tuple[str, ...] = ()) -> Set[str]:
        """Names from elsewhere that stand at a module's top level: `import numpy as np`, `from enum import Enum`."""
        found = self.tree(module)
        names: Set[str] = set()
        for binding in self.bindings(module):
            if binding.name == "*" and binding.source is not None and binding.source not in trail:
                names |= self.foreign(binding.source, trail + (module,))
        for node in _statements(found[0].body if found else []):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
        return names - {"*"}

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
            names -= _all_removed(found[0].body if found else [])
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

    def members(self, definition: Definition) -> Dict[str, Member]:
        """The public methods and properties that the body of a class defines; `a = b` binds a to what b is."""
        found: Dict[str, Member] = {}
        for item in _statements(list(getattr(definition.node, "body", ()))):
            if isinstance(item, ast.FunctionDef):
                decorators = {ast.unparse(d).rpartition(".")[2] for d in item.decorator_list}
                text = signature_of(item.args, method="staticmethod" not in decorators)
                attribute = bool(decorators & {"property", "setter", "cached_property"})
                found[item.name] = Member("attribute" if attribute else "method", None if attribute else text, item)
            elif isinstance(item, ast.Assign):
                known = found.get(item.value.id) if isinstance(item.value, ast.Name) else None
                for target in item.targets:
                    if isinstance(target, ast.Name):
                        found[target.id] = known or Member("attribute", None, None)
        return {name: member for name, member in found.items() if not name.startswith("_")}

    def attached(self) -> Dict[str, str]:
        """Docstrings of the Tensor methods that are written in C++: common/_tensor_docs.py attaches them."""
        found = self.tree("mindspore.common._tensor_docs")
        documents: Dict[str, str] = {}
        for node in found[0].body if found else ():
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                values = [a.value for a in node.value.args if isinstance(a, ast.Constant)]
                if len(values) == 2 and all(isinstance(value, str) for value in values):
                    documents[str(values[0])] = str(values[1])
        return documents

    def signature(self, definition: Definition) -> Optional[str]:
        """Signature text without self; for a class that of the __init__ it has or inherits."""
        node = definition.node
        if isinstance(node, ast.ClassDef):
            for owner in [definition, *self.bases(definition)]:
                for item in getattr(owner.node, "body", []):
                    if isinstance(item, ast.FunctionDef) and item.name == "__init__":
                        return signature_of(item.args, method=True)
            return None
        return signature_of(node.args, method=False) if isinstance(node, ast.FunctionDef) else None


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


def _all_removed(body: List[ast.stmt]) -> Set[str]:
    """What `__all__.remove("name")` takes out again."""
    return {
        constant.value
        for node in _statements(body)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if ast.unparse(node.value.func) == "__all__.remove"
        for constant in node.value.args
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


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
                elif isinstance(target, ast.Tuple):
                    for part in target.elts:
                        if isinstance(part, ast.Name):
                            yield Binding(part.id, None, part.id, ast.Constant(None))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield Binding(node.target.id, None, node.target.id, node.value)


def signature_of(arguments: ast.arguments, method: bool) -> str:
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


def kind_of(definition: Definition) -> Optional[str]:
    if isinstance(definition.node, ast.ClassDef):
        return "class"
    if isinstance(definition.node, (ast.FunctionDef, ast.Call)):
        return "function"  # a Call is an instance made once, such as ops.cast in older versions: used like a function
    return None if definition.node is None else "constant"
