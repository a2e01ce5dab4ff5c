"""Writes what the smoke test of a network saw, for people and for programs; decides nothing."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, Sequence, Tuple

import mslint
from mslint.device.smoke import SmokeCheck, SmokeResult
from mslint.report.frame import padded, width
from mslint.words import say

VERSION = 1
SHOWN = 12  # names in a sentence


def document(result: SmokeResult) -> str:
    return json.dumps(
        {
            "version": VERSION,
            "mslint": mslint.__version__,
            "network": result.factory,
            "reference": result.reference or None,
            "device": result.device,
            "versions": dict(result.versions),
            "checks": [
                {"id": check.name, "verdict": check.verdict, "measured": dict(check.measured)}
                for check in result.checks
            ],
            "problems": result.problems,
        },
        indent=2,
    )


def text(result: SmokeResult, lang: str) -> Iterator[str]:
    """One line per check, then the tables of parameters."""
    versions = tuple(f"{name} {version}" for name, version in result.versions.items())
    yield say(lang, "smoke-head", factory=result.factory, device=result.device, versions=versions)
    yield ""
    labels = {check.verdict: say(lang, f"smoke-{check.verdict}") for check in result.checks}
    names = {check.name: say(lang, f"smoke-name-{check.name}") for check in result.checks}
    wide = max(map(width, labels.values())), max(map(width, names.values()))
    for check in result.checks:
        left = f"{padded(labels[check.verdict], wide[0])}  {padded(names[check.name], wide[1])}"
        for number, sentence in enumerate(_sentences(check, lang)):
            yield f"{left if not number else ' ' * width(left)}  {sentence}"
    yield ""
    yield from _table(result, lang)
    yield ""
    count = {"count": result.problems, "checks": len(result.checks)}
    yield say(lang, "smoke-total" if result.problems else "smoke-total-none", **count)


def _sentences(check: SmokeCheck, lang: str) -> List[str]:
    """What is to be said of one check."""
    measured: Dict[str, Any] = dict(check.measured)
    name, error = check.name, measured.get("error")
    names = measured.get("names") or ()
    if isinstance(measured.get("difference"), str):  # "nan", "inf"
        measured["difference"] = float(measured["difference"])
    for key in ("shapes", "torch_shapes"):
        if key in measured:
            measured[key] = tuple("x".join(map(str, shape)) or "()" for shape in measured[key])

    def line(ending: str = "", **more: object) -> str:
        return say(lang, f"smoke-{name}{ending}", **{**measured, **more})

    if error:
        return [line("-error")]
    if check.verdict == "not-applicable":
        return [line("-none")]
    if name == "parameters":
        return [line("" if measured["trainable"] else "-none")]
    if name == "forward" and not measured["shapes"]:
        return [line("-nothing")]
    if name == "forward":
        return [line("" if measured["finite"] else "-infinite")]
    if name == "gradients" and check.verdict == "problem":
        told = [line("-not", names=_listed(names, lang))] if names else []
        return [*told, *([] if measured["finite"] else [line("-infinite")])]
    if name == "reference" and check.verdict == "problem":
        return _differences(measured, lang)
    if name == "first-output" and measured.get("difference") is None:
        return [line("-shapes")]
    if names:
        return [line("-not", names=_listed(names, lang))]
    return [line("-not" if name == "repeatable" and check.verdict == "problem" else "")]


def _differences(measured: Mapping[str, Any], lang: str) -> List[str]:
    biases = measured["missing_bias"]
    parts = {
        "bias": biases,
        "missing": [name for name in measured["missing"] if name not in biases],
        "extra": measured["extra"],
    }
    told = [say(lang, "smoke-reference-not", ours=measured["ours"], theirs=measured["theirs"])]
    for part, names in parts.items():
        if names:
            told.append(say(lang, f"smoke-reference-{part}", names=_listed(names, lang)))
    return told


def _listed(names: Sequence[str], lang: str) -> object:
    if len(names) <= SHOWN:
        return tuple(names)
    shown = say(lang, "list-comma").join(names[:SHOWN])
    return say(lang, "smoke-more", names=shown, count=len(names) - SHOWN)


def _table(result: SmokeResult, lang: str) -> Iterator[str]:
    """The parameters, with their counterparts in PyTorch's network where there is one."""
    by_name = {check.name: check.measured for check in result.checks}
    rows = by_name["parameters"]["table"]
    others = {row["name"]: row for row in by_name["reference"]["table"]} if "reference" in by_name else {}
    head = ["name", "shape", "trained", *(["torch"] if others else [])]
    lines: List[Tuple[str, ...]] = [tuple(say(lang, f"smoke-column-{column}") for column in head)]
    for row in rows:
        cells = [row["name"], "x".join(map(str, row["shape"])) or "()", say(lang, "yes" if row["trainable"] else "no")]
        if others:
            cells.append(others[row["name"]]["torch"] or "-")
        lines.append(tuple(cells))
    for name in by_name["reference"]["missing"] if others else ():
        lines.append(("-", "", "", name))
    wide = [max(width(line[column]) for line in lines) for column in range(len(head))]
    for line in lines:
        yield "  ".join(map(padded, line, wide)).rstrip()
