"""Each part imports only from those above it, libcst is imported where it is needed, the command line stays light."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Iterator, List, Optional, Set, Tuple

import pytest
from running import BAD, ROOT, python

from mslint.cli.settings import WITHOUT_EDITS
from mslint.rulekit.casefiles import FILES

PACKAGE = ROOT / "mslint"

# From the top to the bottom; those of one row may import each other.
LAYERS: Tuple[Tuple[str, ...], ...] = (
    ("visible",),
    ("model", "seen", "words", "errors", "toml", "nearest", "folders"),
    ("source",),
    ("syntax",),
    ("api",),
    ("facts",),
    ("program",),
    ("fixing",),
    ("rulekit",),
    ("engine", "concluding", "dispatch", "select", "config"),
    ("device",),
    ("checklist", "explained"),
    ("report",),
    ("project", "workspace", "inputs", "pool", "cache", "cacheplace", "recall", "baseline", "since"),
    ("looking", "followed", "again", "rulebook"),
    ("around", "jobs", "runner", "single", "selftest"),
    ("cli", "flake8_plugin", "lsp"),
    ("__main__",),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def modules() -> List[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(dotted: str) -> Optional[str]:
    """The part of mslint that a dotted name lies in; None for other packages and for mslint itself."""
    names = dotted.split(".")
    return names[1] if names[0] == "mslint" and len(names) > 1 else None


def imported(path: Path) -> Iterator[Tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            assert node.module
            yield node.lineno, node.module
            if node.module == "mslint":
                yield from (
                    (node.lineno, f"mslint.{alias.name}") for alias in node.names if alias.name != "__version__"
                )


def test_every_part_has_its_place() -> None:
    parts = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in modules()}
    assert parts <= set(LEVEL)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_come_from_above(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    wrong = []
    for line, name in imported(path):
        part = part_of(name)
        if part is not None and LEVEL[part] > LEVEL[own]:
            wrong.append(f"{path}:{line}: {own} imports {name}")
    assert not wrong


def checkers() -> List[Path]:
    """What runs of the units: their cases are text."""
    return sorted(path for path in (ROOT / "rules").glob("msl*/*.py") if path.name not in FILES)


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python names its modules since 3.10")
@pytest.mark.parametrize("path", checkers(), ids=lambda path: path.parent.name)
def test_checkers_import_from_the_rulekit_and_the_standard_library_only(path: Path) -> None:
    # A probe is only loaded in the child process, where MindSpore is.
    there = {"mindspore", "numpy"} if path.name == "probe.py" else {"libcst"}
    wrong = [
        f"{path}:{line}: {name}"
        for line, name in imported(path)
        if name.split(".")[:2] != ["mslint", "rulekit"] and name.split(".")[0] not in sys.stdlib_module_names | there
    ]
    assert not wrong


def test_no_rule_is_named_in_the_machinery() -> None:
    """mslint/ knows no rule by name, except the tool's own (MSL0)."""
    wrong = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_docstring_like(node.value):
                wrong += [f"{path}:{node.lineno}: {node.value!r}"] if names_a_rule(node.value) else []
    assert not wrong


def names_a_rule(text: str) -> bool:
    return len(text) == 6 and text.startswith("MSL") and text[3:].isdigit() and text[3] != "0"


def is_docstring_like(text: str) -> bool:
    return " " in text


def test_libcst_is_imported_where_somebody_wants_a_node() -> None:
    """Its import takes half as long as that of the engine and its rules; what imports it at once is imported late."""
    found: Set[Tuple[str, str]] = set()
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
        only_types = [node.body for node in tree.body if isinstance(node, ast.If)]
        typing = {
            line for body in only_types for node in body for line in range(node.lineno, (node.end_lineno or 0) + 1)
        }
        for line, name in imported(path):
            if (name.split(".")[0] == "libcst" or name in LATE) and line not in typing:
                called = any(node.lineno < line <= (node.end_lineno or 0) for node in functions)
                found.add((path.relative_to(PACKAGE).as_posix(), "when called" if called else "at once"))
    assert found == {
        ("syntax/newer.py", "at once"),
        ("syntax/parse.py", "when called"),
        ("syntax/node.py", "when called"),
        ("facts/shown.py", "when called"),
        ("rulekit/visitor.py", "at once"),
        ("fixing/transforms.py", "at once"),
        ("fixing/mend.py", "when called"),
    }


def test_edits_are_made_in_one_package() -> None:
    """By libcst transformations of code, and of comments by themselves."""
    wrong = [
        f"{path}:{node.lineno}"
        for path in [*modules(), *checkers()]
        if path.parent.name != "fixing"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Edit"
    ]
    assert not wrong


# Files of rule units are text to it; what it looks for in a source is whether words occur that a probe asked for.
READS_TEXT = {"rulekit/casefiles.py", "rulekit/convert.py", "rulekit/schema.py", "rulekit/cases.py"}


@pytest.mark.parametrize(
    "path",
    [*checkers(), *sorted((PACKAGE / "rulekit").glob("*.py"))],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_rules_see_facts_and_nodes_but_no_text(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not imported & {"tokenize", "mslint.source.code", "mslint.syntax.nodes", "mslint.syntax.lower"}
    if f"rulekit/{path.name}" in READS_TEXT:
        return
    assert path.parent.name != "rulekit" or "re" not in imported
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in ("text", "lines")]
    assert not [node.lineno for node in texts if isinstance(node.value, ast.Attribute) and node.value.attr == "source"]


LATE = ("mslint.syntax.newer", "mslint.fixing.transforms", "mslint.rulekit.visitor")
MOST_MODULES = 60  # of mslint and of the standard library

CHECKS = (
    "import sys; from mslint.cli import main; main(sys.argv[1:])\n"
    "print(sorted({'libcst', 'mslint.syntax.newer'} & set(sys.modules)), file=sys.stderr)"
)
CHECK = ("check", "--isolated", "--no-cache", "-j", "1", "--level", "info", "--output-format")


@pytest.mark.parametrize("form", WITHOUT_EDITS)
def test_what_the_running_python_can_read_is_checked_without_libcst(tmp_path: Path, form: str) -> None:
    """A whole project, by every rule: who only counts fixes makes none."""
    done = python("-c", CHECKS, *CHECK, form, ROOT / "fixtures" / "projects" / "resnet_port", cwd=tmp_path)
    assert "MSL101" in done.stdout and "MSL001" not in done.stdout
    assert done.stderr.splitlines()[-1] == "[]"


def test_libcst_is_asked_about_what_the_running_python_refuses(tmp_path: Path) -> None:
    """And no other Python reads it either, so that this holds with each of them."""
    (tmp_path / "old.py").write_text(f"{BAD}print 'done'\n", encoding="utf-8")
    done = python("-c", CHECKS, *CHECK, "concise", "old.py", cwd=tmp_path)
    assert "MSL001" in done.stdout
    assert done.stderr.splitlines()[-1] == "['libcst', 'mslint.syntax.newer']"


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["--levle"]])
def test_the_command_line_imports_nothing_heavy(args: List[str], tmp_path: Path) -> None:
    program = (
        "import sys; from mslint.cli import main; main(sys.argv[1:])\n"
        "heavy = {'libcst', 'pathspec', 'tomllib', 'tomli', 'json', 'mslint.engine', 'mslint.runner'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = python("-c", program, *args, cwd=tmp_path)
    assert done.stderr.splitlines()[-1] == "[]"


def test_the_command_line_starts_with_few_modules(tmp_path: Path) -> None:
    """What takes the time of a start is imports; each of these is some tenths of a millisecond."""
    count = "import sys; print(len(sys.modules))"
    alone = python("-c", count, cwd=tmp_path).stdout
    begun = python("-c", f"from mslint.cli import main; main(['--version'])\n{count}", cwd=tmp_path).stdout
    assert int(begun.split()[-1]) - int(alone) < MOST_MODULES
