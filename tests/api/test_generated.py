"""The tables against a real MindSpore: skipped, with a reason, where none is installed.

MSLINT_MINDSPORE may name a folder that holds `mindspore/`, for the comparison that reads sources only. Run in the
environments of several versions; the tables must be right for each of them.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import inspect
import json
import os
import pkgutil
import random
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, Iterator, List, Optional, Tuple

import pytest
from reading import facts_of

from mslint.api.tables import Api, ApiTables, Signature
from mslint.api.versions import KNOWN, parse_version
from mslint.facts.missing import missing
from mslint.rulekit.catalog import rules_folder

ROOT = Path(__file__).resolve().parents[2]
MODULES = (
    "mindspore",
    "mindspore.nn",
    "mindspore.ops",
    "mindspore.mint",
    "mindspore.mint.nn",
    "mindspore.mint.nn.functional",
    "mindspore.mint.optim",
    "mindspore.train",
    "mindspore.amp",
    "mindspore.dataset",
    "mindspore.dataset.vision",
    "mindspore.dataset.transforms",
    "mindspore.dataset.text",
    "mindspore.dataset.audio",
    "mindspore.experimental.optim",
    "mindspore.communication",
    "mindspore.common.initializer",
    "mindspore.parallel",
    "mindspore.runtime",
    "mindspore.numpy",
)
CLASSES = ("mindspore.Tensor", "mindspore.nn.Cell", "mindspore.train.Model", "mindspore.dataset.Dataset")
SAMPLE = 300
# Defaults that stand in the signature under a name of their own.
NAMED_VALUES = {("WORLD_COMM_GROUP", "hccl_world_group"), ("GlobalComm.WORLD_COMM_GROUP", "hccl_world_group")}
# What 2.7.1 has and 2.7.0 does not: one row of the tables is about both.
NOT_IN_2_7_0 = {
    "mindspore": "MemPool PluggableAllocator RSCPluginHandle TFTCommValue from_dlpack to_dlpack use_mem_pool",
    "mindspore.nn": "Dropout2dExt",
    "mindspore.ops": (
        "AlltoAllVC P2POp TCPStore all_gather all_gather_into_tensor all_gather_into_tensor_uneven all_gather_object "
        "all_reduce all_to_all all_to_all_single all_to_all_v_c augassign_mod barrier batch_isend_irecv broadcast "
        "broadcast_object_list destroy_process_group gather_object get_backend get_global_rank get_group_rank "
        "get_process_group_ranks get_rank get_world_size init_process_group inplace_sigmoid irecv is_available "
        "is_initialized isend new_group recompute_block recv reduce reduce_scatter reduce_scatter_tensor "
        "reduce_scatter_tensor_uneven scatter_object_list send set_comm_ops_inplace"
    ),
    "mindspore.mint": "imag real",
    "mindspore.mint.nn.functional": "sigmoid_",
    "mindspore.runtime": "MemPool PluggableAllocator use_mem_pool",
    "mindspore.Tensor": (
        "data from_dlpack index index_copy_ index_fill_ is_pinned masked_scatter_ pin_memory requires_grad_ sigmoid_ "
        "sign_ to_dlpack"
    ),
    "mindspore.nn.Cell": "compile_phase",
}


def tables() -> ApiTables:
    return ApiTables(rules_folder() / "_api")


def folder() -> Optional[Path]:
    """Where the sources of a MindSpore are, without importing it."""
    if os.environ.get("MSLINT_MINDSPORE"):
        return Path(os.environ["MSLINT_MINDSPORE"])
    spec = importlib.util.find_spec("mindspore")
    return Path(spec.origin).parents[1] if spec is not None and spec.origin is not None else None


def rows(known: ApiTables) -> Iterator[Api]:
    for module in (*MODULES, *CLASSES):
        for short in known._table(module):
            api = known.get(f"{module}.{short}")
            assert api is not None
            yield api


def test_regenerated_from_the_installed_mindspore() -> None:
    place = folder()
    if place is None or not (place / "mindspore" / "version.py").is_file():
        pytest.skip("no MindSpore is installed, and MSLINT_MINDSPORE names none")
    text = (place / "mindspore" / "version.py").read_text(encoding="utf-8")
    full = str(ast.literal_eval(text.split("=", 1)[1].strip()))
    version = parse_version(full)
    if version not in KNOWN:
        pytest.skip(f"the tables do not know MindSpore {full}")
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        api_wheel = importlib.import_module("api_wheel")
        maker = importlib.import_module("make_api_tables")
    finally:
        sys.path.remove(str(ROOT / "scripts"))
    wheel = api_wheel.Wheel(full, place, False)
    made = maker.read_notes([wheel])
    known = tables()
    compared = 0
    for module in ("mindspore.nn", "mindspore.mint.nn", "mindspore.train", "mindspore.amp", "mindspore.nn.Optimizer"):
        new = made.members(module) if module.endswith("Optimizer") else made.module(module)
        for short, row in new["apis"].items():
            api, fresh = known.get(f"{module}.{short}"), Api(f"{module}.{short}", row)
            assert api is not None and api.exists(version), f"{module}.{short}"
            assert api.kind == fresh.kind and api.role == fresh.role
            if api.signature(version) is not None:  # None: 2.7.0 and 2.7.1 differ, or only documented
                assert api.signature(version) == fresh.signature(version), api.name
                compared += 1
    assert compared > 300


@pytest.fixture(scope="module")
def running() -> Any:
    if importlib.util.find_spec("mindspore") is None:
        pytest.skip("no MindSpore is installed")
    mindspore = importlib.import_module("mindspore")
    if parse_version(mindspore.__version__) not in KNOWN:
        pytest.skip(f"the tables do not know MindSpore {mindspore.__version__}")
    return mindspore


def owner_of(name: str) -> Any:
    """The module or class that a row stands in."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, short = name.rpartition(".")
        return getattr(importlib.import_module(module), short)


def seen(api: Api) -> Optional[inspect.Signature]:
    """What inspect says, self left out; None where it says nothing of use (C++, *args and **kwargs, attributes)."""
    thing = getattr(owner_of(api.name.rpartition(".")[0]), api.short)
    method = inspect.isfunction(thing) and api.kind == "method"
    try:
        signature = inspect.signature(thing.__init__ if inspect.isclass(thing) else thing)
    except (TypeError, ValueError):
        return None
    parameters = list(signature.parameters.values())
    static = isinstance(inspect.getattr_static(owner_of(api.name.rpartition(".")[0]), api.short), staticmethod)
    if inspect.isclass(thing) or (method and not static):
        parameters = parameters[1:]
    if parameters and all(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
        return None
    return signature.replace(parameters=parameters)


def same_default(text: Optional[str], value: object) -> bool:
    if text is None or value is inspect.Parameter.empty:
        return text is None and value is inspect.Parameter.empty
    try:
        return bool(eval(text, {"__builtins__": {}, "float": float, "int": int, "str": str}) == value)
    except Exception:  # a name, or a call: compared by name
        last = text.rpartition(".")[2].split("(")[0].lower()
        if callable(value) and text.startswith("lambda"):
            return True
        names = (getattr(value, "__name__", ""), str(value), repr(value), type(value).__name__)
        return any(last in name.lower() for name in names) or (text, value) in NAMED_VALUES


def difference(signature: Signature, real: inspect.Signature) -> List[str]:
    found = []
    named = [p for p in real.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if [p.name for p in named] != list(signature.names()):
        return [f"{list(signature.names())} is {[p.name for p in named]}"]
    kinds = {p.kind for p in real.parameters.values()}
    if (inspect.Parameter.VAR_KEYWORD in kinds) != signature.kwargs:
        found.append("**kwargs")
    if (inspect.Parameter.VAR_POSITIONAL in kinds) != signature.args:
        found.append("*args")
    for ours, theirs in zip(signature.parameters, named):
        if not same_default(ours.default, theirs.default):
            found.append(f"{ours.name}={ours.default} is {theirs.default!r}")
    return found


def inspected(known: ApiTables, version: Tuple[int, int]) -> Dict[str, List[str]]:
    """Every API that inspect can see honestly, with what is otherwise than the tables say."""
    result = {}
    for api in rows(known):
        if not api.exists(version) or api.kind not in ("class", "function", "method"):
            continue
        signature = api.signature(version)
        if signature is None:
            continue
        try:
            real = seen(api)
        except AttributeError:
            if version != (2, 7):  # the row of 2.7 holds what 2.7.0 or 2.7.1 has
                result[api.name] = ["does not exist"]
            continue
        if real is not None:
            result[api.name] = difference(signature, real)
    return result


def test_signatures_are_those_of_the_installed_mindspore(running: Any) -> None:
    found = inspected(tables(), parse_version(running.__version__))
    assert len(found) > 1500
    chosen = random.Random(20261118).sample(sorted(found), SAMPLE)
    assert {name: found[name] for name in chosen if found[name]} == {}


def test_names_are_those_of_the_installed_mindspore(running: Any) -> None:
    """What the running package has, no table calls missing; what a table has, exists."""
    known, version = tables(), parse_version(running.__version__)
    for module in (*MODULES, "mindspore.Tensor", "mindspore.nn.Cell"):
        owner = owner_of(module)
        for short in dir(owner):
            if not short.startswith("_"):
                assert known.exists(f"{module}.{short}", version) is not False, f"{module}.{short}"
        lost = [short for short in known._table(module) if known.exists(f"{module}.{short}", version)]
        lost = [short for short in lost if not hasattr(owner, short)]
        expected = NOT_IN_2_7_0.get(module, "").split() if running.__version__ == "2.7.0" else []
        assert sorted(lost) == sorted(expected), module


def importable(running: Any) -> Iterator[Any]:
    """Every module of the package that can be imported, private ones aside."""
    yield running
    pending = [(running.__path__, "mindspore.")]
    while pending:
        for _, name, package in pkgutil.iter_modules(*pending.pop()):
            if not name.rpartition(".")[2].startswith("_"):
                try:
                    module = importlib.import_module(name)
                except BaseException:  # what a module lacks here, another machine may have
                    continue
                yield module
                if package:
                    pending.append((module.__path__, f"{name}."))


def test_no_name_that_can_be_imported_is_called_missing(running: Any) -> None:
    """From wherever it is imported: a module deep inside may still have what its package has lost."""
    version = parse_version(running.__version__)
    known, facts = tables(), facts_of("", version)
    count = 0
    wrong = []
    for module in importable(running):
        for path in (module.__name__, *(f"{module.__name__}.{name}" for name in dir(module) if name[0] != "_")):
            found = missing(SimpleNamespace(path=path), facts)  # type: ignore[arg-type]
            wrong += [(path, found.kind)] if found is not None else []
            wrong += [(path, "exists")] if known.exists(path, version) is False else []
            count += 1
    assert wrong == []
    assert count > 20_000


def test_what_is_recommended_exists() -> None:
    """Replacements, and what deprecations name, are names of the newest version (or arguments)."""
    known, version = tables(), KNOWN[-1]
    missing = set()
    for api in rows(known):
        for entry in (api.replacement, *api.removed_arguments.values()):
            for name in entry.use if entry is not None else ():
                if name.startswith("mindspore.") and known.exists(name, version) is False:
                    missing.add((api.name, name))
    assert missing == set()


# Calls each function that it is given with one small tensor, and says so: its name before the call, its result after.
_CALLS = """
import sys, mindspore
x = mindspore.Tensor([[1.0, 2.0], [3.0, 4.0]], mindspore.float32)
mindspore.set_context(pynative_synchronize=True)
for name in sys.argv[1:]:
    print("calls", name, flush=True)
    try:
        result = getattr(mindspore.ops, name)(x)
    except Exception:
        continue
    print("tensor" if isinstance(result, mindspore.Tensor) else "other", name, flush=True)
"""


def results_of(names: List[str]) -> Dict[str, str]:
    """What each function of `mindspore.ops` gave: "tensor", "other", or nothing where it raised or ended the process.

    In processes of their own: MindSpore on CPU crashes now and then in operators that are fed what they do not expect.
    """
    results: Dict[str, str] = {}
    crashes = 0
    while names:
        child = subprocess.run([sys.executable, "-c", _CALLS, *names], capture_output=True, text=True)
        rows = [line.split() for line in child.stdout.splitlines() if line.startswith(("calls ", "tensor ", "other "))]
        results.update({name: kind for kind, name in rows if kind != "calls"})
        if child.returncode == 0:
            break
        crashes += 1
        begun = [name for kind, name in rows if kind == "calls"]
        assert begun and crashes < 10, child.stderr
        names = names[names.index(begun[-1]) + 1 :]
    return results


def test_what_is_said_to_return_a_tensor_does_so_here() -> None:
    """Each function that can be tried with one small tensor; what the CPU has no kernel for says nothing."""
    pytest.importorskip("mindspore")
    rows = json.loads((rules_folder() / "_api" / "returns.json").read_text(encoding="utf-8"))["tensor"]
    results = results_of(rows["mindspore.ops"].split())
    assert [name for name, kind in results.items() if kind != "tensor"] == []
    assert len(results) > 100


def test_what_the_tables_miss_of_pytorch_is_missing_here() -> None:
    """The names that MSL112 is about: under modules, and on tensors, layers and optimizers."""
    mindspore = pytest.importorskip("mindspore")
    version = parse_version(mindspore.__version__)
    known = tables()
    names = json.loads((rules_folder() / "_api" / "torch.json").read_text(encoding="utf-8"))["names"]
    owners = {
        "mindspore": "torch",
        "mindspore.nn": "torch.nn",
        "mindspore.ops": "torch.nn.functional",
        "mindspore.mint": "torch",
        "mindspore.mint.nn": "torch.nn",
        "mindspore.mint.optim": "torch.optim",
        "mindspore.Tensor": "torch.Tensor",
        "mindspore.nn.Cell": "torch.nn.Module",
    }
    for ours, torch in owners.items():
        owner = mindspore
        for part in ours.split(".")[1:]:
            owner = getattr(owner, part)
        missing = [name for name in names[torch].split() if known.exists(f"{ours}.{name}", version) is False]
        assert missing
        assert [name for name in missing if hasattr(owner, name)] == []
