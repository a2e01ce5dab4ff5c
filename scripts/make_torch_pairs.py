"""Write rules/_api/torch.json: PyTorch's names, their counterparts in MindSpore, and how the two differ.

    PYTHON scripts/make_torch_pairs.py      where torch is installed; run make_api_tables.py and measure_pairs.py before

Read are torch itself (names and signatures), the tables of MindSpore, and beside this file:

  torch_pairs.txt          pairs of names;  torch_pairs.toml  what is decided by hand
  torch_differences.toml   differences that raise nothing;  torch_measured.json  what measure_pairs.py saw

A pair in the result:

  mindspore, mint   the counterparts; `also`: further ones. `mint_since`: from when on that of mint has PyTorch's
                    defaults
  arguments         PyTorch's parameter -> MindSpore's (of `mindspore`), null: it has none. What is not listed has the
                    same name in both, or no counterpart where PyTorch has several signatures. Absent where
                    one of the signatures is not known
  positions         index -> [PyTorch's parameter, MindSpore's or null] where a positional argument lands elsewhere
  differences       rows with the MindSpore `api` they are about. `silent` ones come from torch_differences.toml, with
                    effect and measurement; `verified` tells whether a run showed them. Rows without `silent` are
                    defaults that only differ as text, effect unknown: for a table, never for a finding
  mint              of a difference: the name in mindspore.mint that has PyTorch's default, from version `mint_since` on
                    (on the CPU: from `mint_cpu` on; absent where it was never seen to run there)
  lasts             of a difference with `write`: false where the parameter is announced to be renamed, removed or to
                    take other values, so that no spelling is right before and after
  advice            what to write where a name does not say it
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import sys
import warnings
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple

import api_docs
import torch
from make_api_tables import text_of
from measure_names import identity

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib  # type: ignore[no-redef]

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from mslint.api.tables import Api, ApiTables, Signature, read_signature  # noqa: E402
from mslint.api.versions import KNOWN, NEWEST, Version, format_version, parse_version  # noqa: E402

OWNERS = (
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.Tensor",
    "torch.nn.Module",
    "torch.optim",
    "torch.optim.Optimizer",
    "torch.optim.lr_scheduler",
    "torch.utils.data",
    "torch.linalg",
    "torch.special",
    "torch.fft",
    "torch.cuda",
    "torch.distributed",
)
# What a parameter of PyTorch may be called in MindSpore, best first.
SYNONYMS: Mapping[str, Tuple[str, ...]] = {
    "dim": ("axis", "axes"),
    "dims": ("axis", "axes"),
    "keepdim": ("keep_dims", "keepdims"),
    "eps": ("epsilon",),
    "lr": ("learning_rate",),
    "bias": ("has_bias",),
    "groups": ("group",),
    "in_features": ("in_channels",),
    "out_features": ("out_channels",),
    "negative_slope": ("alpha",),
    "nesterov": ("use_nesterov",),
    "amsgrad": ("use_amsgrad",),
    "correction": ("ddof",),
    "target": ("labels", "label", "targets"),
    "other": ("y", "x2", "divisor"),
    "size": ("shape",),
    "dim1": ("axis1",),
    "dim2": ("axis2",),
    "dimension": ("dim",),
    "pad": ("padding",),
    "std": ("sigma",),
    "a": ("negative_slope",),
    "p": ("ord",),
    "value": ("other",),
    "divisor": ("other",),
    "exponent": ("other",),
    "batch2": ("mat2",),
    "split_size_or_sections": ("indices_or_sections",),
    "process_group": ("process_groups",),
    "func": ("fn",),
    "model": ("function",),
    "obj": ("function", "save_obj"),
    "f": ("ckpt_file_name",),
    "tensors": ("inputs",),
    "recurse": ("expand",),
    "prefix": ("name_prefix",),
    "data": ("default_input", "input_data"),
    "ndarray": ("array",),
    "kernel_size": ("ksizes",),
    "in1_features": ("in1_channels",),
    "in2_features": ("in2_channels",),
}
# The first parameter of a function is the same thing in both, whatever it is called, if it is called so.
INPUTS = ("input", "tensor", "A", "L", "B", "x", "input_x", "inputs", "logits", "mat", "a", "indices", "input_a")
NEVER = (
    "out",
    "device",
    "layout",
    "pin_memory",
    "memory_format",
    "requires_grad",
    "inplace",
    "size_average",
    "reduce",
    "generator",
)


def find(name: str) -> Any:
    """The object of a dotted name; None where torch has none."""
    thing: Any = torch
    for position, part in enumerate(name.split(".")[1:], 2):
        if not hasattr(thing, part):
            try:
                thing = importlib.import_module(".".join(name.split(".")[:position]))
                continue
            except ImportError:
                return None
        thing = getattr(thing, part)
    return thing


def torch_signature(name: str) -> Optional[Signature]:
    """From inspect, else from the docstring (C functions); None for overloads and what cannot be read."""
    thing = find(name)
    try:
        given = inspect.signature(thing)
    except (TypeError, ValueError):
        given = None
    method = name.startswith(("torch.Tensor.", "torch.nn.Module.", "torch.optim.Optimizer.")) and not inspect.isclass(
        thing
    )
    if given is not None:
        parameters = list(given.parameters.values())[1 if method else 0 :]
        if not (parameters and all(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters)):
            plain = [
                p.replace(annotation=p.empty, default=p.default if p.default is p.empty else Written(p.default))
                for p in parameters
            ]
            try:
                return read_signature(str(inspect.Signature(plain)))
            except SyntaxError:
                return None
    texts = api_docs.overloads(getattr(thing, "__doc__", None) or "", name.rpartition(".")[2])
    return read_signature(texts[0]) if len(texts) == 1 else None


def torch_overloads(name: str) -> Tuple[Signature, ...]:
    """All documented signatures of what has several."""
    texts = api_docs.overloads(getattr(find(name), "__doc__", None) or "", name.rpartition(".")[2])
    return tuple(read_signature(text) for text in texts)


class Written:
    """A default that prints as Python text: the optimizer's <required> and functions become names."""

    def __init__(self, value: object) -> None:
        text = repr(value)
        try:
            ast.parse(text, mode="eval")
        except SyntaxError:
            text = getattr(value, "__name__", type(value).__name__)
        self.text = text if text.isascii() else "unknown"

    def __repr__(self) -> str:
        return self.text


class Maker:
    """All pairs, made from the notes and both sides' signatures."""

    def __init__(self) -> None:
        self.tables = ApiTables(HERE.parent / "rules" / "_api")
        with open(HERE / "torch_pairs.toml", "rb") as stream:
            self.notes = tomllib.load(stream)
        with open(HERE / "torch_differences.toml", "rb") as stream:
            self.rows: List[Dict[str, Any]] = tomllib.load(stream)["row"]
        self.measured: Dict[str, Dict[str, Any]] = json.loads(
            (HERE / "torch_measured.json").read_text(encoding="utf-8")
        )
        self.listed: Dict[str, List[str]] = {}
        for line in (HERE / "torch_pairs.txt").read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                theirs, ours = line.split()
                self.listed.setdefault(theirs, []).append(ours)

    def counterparts(self, name: str) -> Tuple[Optional[str], Optional[str], List[str]]:
        """MindSpore's name, mint's, and further ones; only what the newest version has."""
        mint = None
        short = name[len("torch.") :]
        for candidate in (f"mindspore.mint.{short}", *self.listed.get(name, ())):
            if candidate.startswith("mindspore.mint.") and self._there(candidate):
                mint = candidate
                break
        natural = []
        if name.startswith("torch.nn.functional."):
            natural = [f"mindspore.ops.{name.rpartition('.')[2]}"]
        elif name.startswith("torch.nn.") and name.count(".") == 2:
            natural = [f"mindspore.nn.{name.rpartition('.')[2]}"]
        elif name.startswith("torch.Tensor."):
            natural = [f"mindspore.Tensor.{name.rpartition('.')[2]}"]
        elif name.count(".") == 1:
            natural = [f"mindspore.ops.{short}"]
        by_hand = self.notes["pairs"].get(name)
        if by_hand is not None and not self._there(by_hand):
            raise SystemExit(f"torch_pairs.toml: the newest MindSpore has no {by_hand}")
        wrong = self.notes["never"].get(name, [])
        candidates = [by_hand, *(c for c in [*natural, *self.listed.get(name, ())] if c not in wrong)]
        found = list(dict.fromkeys(c for c in candidates if c and self._there(c) and ".mint." not in c))
        about = [row["mindspore"] for row in self.rows if row["torch"] == name and self._there(row["mindspore"])]
        rest = [c for c in dict.fromkeys([*found[1:], *about]) if c not in found[:1]]
        return (found[0] if found else (about[0] if about else None)), mint, rest

    def _there(self, name: str) -> bool:
        """Whether the newest version has it, as an API or a module of its own; what a module merely imports is none."""
        known = self.tables.get(name) is not None or self.tables.is_complete(name)
        return known and self.tables.exists(name, NEWEST) is True

    def pair(self, name: str) -> Optional[Dict[str, Any]]:
        ours, mint, rest = self.counterparts(name)
        advice = self.notes["advice"].get(name)
        if ours is None and mint is None and advice is None:
            return None
        entry: Dict[str, Any] = {}
        if ours is not None:
            entry["mindspore"] = ours
        if mint is not None:
            entry["mint"] = mint
            entry.update(self.mint_like(name, mint))
        if rest and rest != [ours]:
            entry["also"] = [other for other in rest if other != ours]
        theirs = torch_signature(name)
        api = self.tables.get(ours)
        signatures = api.overloads(NEWEST) if api is not None else ()
        written = [self.difference(row) for row in self.rows if row["torch"] == name]
        if theirs is not None and api is not None and signatures:
            arguments = self.arguments(name, theirs, signatures)
            entry["arguments"] = {old: new for old, new in arguments.items() if old != new}
            if len(signatures) == 1:
                entry["positions"] = positions(theirs, signatures[0], arguments)
                known = {row.get("argument") for row in written if row["api"] == ours}
                written += [r for r in defaults(theirs, signatures[0], arguments, api) if r["argument"] not in known]
        elif api is not None and signatures:  # several of PyTorch's: what their parameters are called in MindSpore
            renamed: Dict[str, Optional[str]] = {}
            for each in torch_overloads(name):
                for old, new in self.arguments(name, each, signatures).items():
                    if new is not None and new != old and renamed.setdefault(old, new) != new:
                        renamed[old] = None  # it depends on which is meant
            known = {old: new for old, new in renamed.items() if new is not None}
            entry.update({"arguments": known} if known else {})
        if written:
            entry["differences"] = written
        if advice is not None:
            entry["advice"] = advice
        return {key: value for key, value in entry.items() if key == "arguments" or value not in ({}, [])}

    def arguments(self, name: str, theirs: Signature, signatures: Tuple[Signature, ...]) -> Dict[str, Optional[str]]:
        by_hand = self.notes["arguments"].get(name, {})
        ours = list(dict.fromkeys(n for signature in signatures for n in signature.names()))
        taken = set(theirs.names()) & set(ours)
        result: Dict[str, Optional[str]] = {}
        for place, parameter in enumerate(theirs.names()):
            if parameter.startswith("_") and parameter not in by_hand:
                continue
            if parameter in by_hand:
                result[parameter] = by_hand[parameter] or None
            elif parameter in ours:
                result[parameter] = parameter
            elif parameter in NEVER:
                result[parameter] = None
            else:
                fits = [s for s in SYNONYMS.get(parameter, ()) if s in ours and s not in taken]
                first = (
                    place == 0 and parameter in INPUTS and ours and ours[0] in INPUTS and ours[0] not in theirs.names()
                )
                result[parameter] = fits[0] if fits else (ours[0] if first else None)
                taken |= {result[parameter] or ""}
        return result

    def difference(self, row: Dict[str, Any]) -> Dict[str, Any]:
        """A row of torch_differences.toml with what the tables and the measurements add."""
        api = self.tables.get(row["mindspore"])
        if api is None:
            raise SystemExit(f"torch_differences.toml: no table has {row['mindspore']}")
        result: Dict[str, Any] = {"api": row["mindspore"]}
        argument = row.get("argument")
        if argument is not None:
            result.update(argument=argument, mindspore=row["default"], torch=row["torch_default"])
        result["silent"] = row.get("silent", True)
        result["versions"] = row["versions"] if "versions" in row else self.since(api, argument or "", row["default"])
        result["effect"] = {"en": row["effect"], "zh": row["zh"]}
        if "write" in row:
            announced = api.announced
            result["write"] = row["write"]
            result["lasts"] = announced is None or not (
                argument in announced.renamed
                or argument in announced.removed
                or "removed" in announced.kinds
                or announced.defaults.get(argument or "", ("", ""))[1] is None  # another meaning, not said which
            )
        if "owner" in row:
            result["owner"] = row["owner"]
        seen = self.measured.get(identity(row), {})
        expected = "differs" if result["silent"] else "equal"
        run = [one for one in seen.values() if one["outcome"] != "not run"]
        result["verified"] = bool(run) and all(
            one["outcome"] == expected
            and one.get("written out", "equal") == "equal"
            and one.get("alone") != "no difference"
            and one.get("is") == row.get("claims")
            for one in run
        )
        result["measured"] = sentence(seen) if seen else row["source"]
        result.update(self.minted(row))
        return result

    def mint_like(self, name: str, mint: str) -> Dict[str, str]:
        """From which version on a name of mindspore.mint has PyTorch's defaults, as far as signatures and runs tell."""
        api, theirs = self.tables.get(mint), torch_signature(name)
        since: Optional[str] = None
        for version in KNOWN:
            ours = api.signature(version) if api is not None and api.exists(version) else None
            alike = False
            if ours is not None and theirs is not None and not ours.kwargs:
                shared = [p for p in theirs.parameters if p.name in ours.names() and p.name not in ("device", "dtype")]
                alike = bool(shared) and all(
                    p.default == ours.default(p.name) or same(ours.default(p.name), p.default or "") for p in shared
                )
            differs = any(" against " in words for words in self.runs(name, version).values())
            since = (since or format_version(version)) if alike and not differs else None
        return {} if since is None else {"mint_since": since}

    def minted(self, row: Dict[str, Any]) -> Dict[str, str]:
        """The name in mindspore.mint that has PyTorch's default, from which version on, and from which on the CPU.

        Its signature must say so, or a run where a default says too little; no run may have differed. A version that
        was not run is taken to be like the one before it."""
        name = self.counterparts(row["torch"])[1]
        mint, ours, theirs = self.tables.get(name), self.tables.get(row["mindspore"]), torch_signature(row["torch"])
        if name is None or mint is None or ours is None or theirs is None or "argument" not in row:
            return {}
        arguments = self.arguments(row["torch"], theirs, ours.overloads(NEWEST))
        parameter = row.get("theirs") or next((old for old, new in arguments.items() if new == row["argument"]), "")
        since: Optional[str] = None
        cpu: Optional[str] = None
        differs = False
        for version in KNOWN:
            signature = mint.signature(version) if mint.exists(version) else None
            default = signature.default(parameter) if signature is not None else None
            runs = self.runs(row["torch"], version)
            own = runs.get(identity(row), "")
            told = default is not None and "write" in row and same(default, theirs.default(parameter) or "")
            differs = " against " in own or (not own and differs)
            equal = own == "equal" or (since is not None and not own)
            since = (since or format_version(version)) if (told or equal) and not differs else None
            alive = since is not None and "equal" in runs.values() and not any("raises" in run for run in runs.values())
            if runs:
                cpu = (cpu or format_version(version)) if alive else None
        return {} if since is None else {"mint": name, "mint_since": since, **({"mint_cpu": cpu} if cpu else {})}

    def runs(self, torch_name: str, version: Version) -> Dict[str, str]:
        """What mindspore.mint did for every row of a PyTorch name in a version, as far as it was run."""
        found = {}
        for row in self.rows:
            for text, result in self.measured.get(identity(row), {}).items():
                if row["torch"] == torch_name and parse_version(text.rpartition(".")[0]) == version:
                    found.update({identity(row): result["mint"]} if "mint" in result else {})
        return found

    def since(self, api: Api, argument: str, default: str) -> str:
        """From which version on every signature has this default; an error where the newest has another."""
        first = None
        for version in sorted(api._signatures):
            held = [s.default(argument) for s in api.overloads(version)]
            if any(same(text, default) for text in held):
                first = first or version
            elif held or first is not None:
                first = None
        if first is None:
            raise SystemExit(f"torch_differences.toml: {api.name} has no {argument}={default}")
        return f">={format_version(first)}"


def same(one: Optional[str], other: str) -> bool:
    """Whether two defaults are one value: 1.0 / 8 and 0.125, a function relu and 'relu'."""
    if one is None:
        return False
    try:
        return bool(eval(one, {"__builtins__": {}}) == eval(other, {"__builtins__": {}}))
    except Exception:
        return one.strip("'").lower() == other.strip("'").lower()


def sentence(seen: Mapping[str, Mapping[str, Any]]) -> str:
    """`MindSpore 2.7.0 to 2.10.0, torch 2.13.0, CPU, 2026-11-18: 1.29 against 0.44; written out: equal`."""
    words: Dict[str, List[str]] = {}
    for version, one in sorted(seen.items(), key=lambda item: [int(part) for part in item[0].split(".")]):
        text = one["words"] + (f"; written out: {one['written out']}" if "written out" in one else "")
        words.setdefault(text, []).append(version)
    newest = list(seen.values())[-1]
    head = f"torch {newest['torch']}, CPU, {newest['date']}"
    parts = [f"MindSpore {', '.join(versions)}: {text}" for text, versions in words.items()]
    return f"{head}. " + ". ".join(parts)


def positions(theirs: Signature, ours: Signature, arguments: Mapping[str, Optional[str]]) -> Dict[str, Any]:
    """Where a positional argument of PyTorch lands on another parameter of MindSpore, or on none."""
    here = [p.name for p in ours.parameters if p.positional]
    found: Dict[str, Any] = {}
    if ours.args or theirs.args:
        return found
    for place, parameter in enumerate(p.name for p in theirs.parameters if p.positional):
        target = here[place] if place < len(here) else None
        first = not place and (parameter in INPUTS or target in INPUTS)  # what both compute with
        if not first and arguments.get(parameter) != target:
            found[str(place)] = [parameter, target]
    return found


def defaults(
    theirs: Signature, ours: Signature, arguments: Mapping[str, Optional[str]], api: Api
) -> List[Dict[str, Any]]:
    """Defaults of paired parameters that differ as text; parameters that mean nothing alike are left out."""
    found = []
    for parameter in theirs.parameters:
        name = arguments.get(parameter.name)
        mine = ours.default(name) if name is not None else None
        if (
            mine is None
            or parameter.default is None
            or same(mine, parameter.default)
            or name in ("name", "dtype", "group")
        ):
            continue
        found.append({"api": api.name, "argument": name, "mindspore": mine, "torch": parameter.default})
    return found


def main() -> int:
    warnings.simplefilter("ignore")
    maker = Maker()
    names: Dict[str, str] = {}
    every = {*maker.listed, *maker.notes["pairs"], *maker.notes["advice"], *(row["torch"] for row in maker.rows)}
    for owner in OWNERS:
        thing = find(owner)
        public = sorted(
            n
            for n in dir(thing)
            if not n.startswith("_")
            and not (owner == "torch" and inspect.ismodule(getattr(thing, n)) and find(f"torch.{n}") is None)
        )
        names[owner] = " ".join(public)
        every |= {f"{owner}.{n}" for n in public if owner in OWNERS[:6]}
    pairs: Dict[str, Any] = {}
    for name in sorted(every):
        owner, _, short = name.rpartition(".")
        if short not in dir(find(owner)):
            raise SystemExit(f"torch {torch.__version__} has no {name}")
        entry = maker.pair(name)
        if entry is not None:
            pairs[name] = entry
    data = {
        "module": "torch",
        "source": f"torch {torch.__version__.split('+')[0]}, tables of MindSpore {format_version(NEWEST)}",
        "pairs": pairs,
        "names": names,
    }
    (HERE.parent / "rules" / "_api" / "torch.json").write_bytes(text_of(data).encode("utf-8"))
    rows = [row for entry in pairs.values() for row in entry.get("differences", ())]
    silent = [row for row in rows if row.get("silent")]
    print(f"{len(pairs)} pairs, {sum('arguments' in e for e in pairs.values())} rename arguments, {len(rows)} rows,")
    print(f"{len(silent)} of them silent, not verified: {[r['api'] for r in rows if r.get('verified') is False]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
