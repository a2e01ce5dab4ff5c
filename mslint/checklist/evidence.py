"""What devices showed, as far as it speaks to items: of findings, and of whole networks; reads the JSON of both."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from mslint.checklist.conclude import Shown
from mslint.checklist.model import NEEDS_YOU, OK, PROBLEM, Exhibit, Remark, Table
from mslint.errors import UserError
from mslint.model import Evidence, Finding
from mslint.rulekit.probes import MODES, VERDICTS
from mslint.source.files import to_posix
from mslint.words import WORDS, say

# The items that each check of the smoke test speaks to.
_ITEMS: Mapping[str, Tuple[str, ...]] = {
    "parameters": ("pt.01",),
    "registered": ("cg.02", "pt.01"),
    "repeatable": ("api.02",),
    "modes": ("api.02",),
    "gradients": ("cg.02", "cg.03"),
    "step": ("cg.02",),
    "reference": ("api.01", "cg.01", "pt.01"),
    "first-output": ("api.01", "cg.03"),
}
# What could not be looked at answers nothing.
_VERDICTS = {"ok": OK, "problem": PROBLEM, "not-applicable": NEEDS_YOU}
_NAMES = 12
# What is larger, or deeper, mslint has not written.
MAX_BYTES = 64_000_000
_DEPTH = 20


class Given:
    """The evidence that was handed in."""

    def __init__(self) -> None:
        self.findings: Dict[Tuple[object, ...], Evidence] = {}
        self.networks: List[Mapping[str, Any]] = []
        self.versions: Dict[str, str] = {}
        self.device = ""

    def onto(self, findings: Sequence[Finding]) -> Tuple[Finding, ...]:
        """The findings with what is known of them."""
        return tuple(
            replace(each, evidence=self.findings[_key(each)])
            if each.evidence is None and _key(each) in self.findings
            else each
            for each in findings
        )

    def shown(self, lang: str, files: Sequence[str]) -> Shown:
        """What the networks showed, by item; of one that is not in these files, only that it is another."""
        remarks: Dict[str, List[Remark]] = {}
        exhibits: Dict[str, List[Exhibit]] = {}
        for document in self.networks:
            if not _lies_in(str(document["network"]), files):
                text = say(lang, "checklist-smoke-elsewhere", network=document["network"])
                remarks.setdefault("pt.01", []).append(Remark(NEEDS_YOU, text, source="device"))
                continue
            for check in document["checks"]:
                remark = _remark(document, check, lang)
                for item in _ITEMS.get(check["id"], ()):
                    remarks.setdefault(item, []).append(remark)
            table = _table(document, lang)
            if table is not None:
                exhibits.setdefault("pt.01", []).append(table)
        return {item: (tuple(found), tuple(exhibits.get(item, ()))) for item, found in remarks.items()}


def read_evidence(paths: Sequence[str]) -> Given:
    """What `mslint confirm` and `mslint smoke` wrote as JSON; UserError where it is something else."""
    given = Given()
    for path in paths:
        try:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise UserError("evidence-unreadable", path=path, reason=error.strerror or str(error)) from None
        try:
            if len(data) > MAX_BYTES:
                raise ValueError
            _take(json.loads(data.decode("utf-8")), given)
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
            raise UserError("evidence-unknown", path=path) from None
    return given


def _take(document: Any, given: Given) -> None:
    """Raises one of many kinds of exceptions where something is not what was written."""
    if "checks" in document:
        for check in document["checks"]:
            if check["verdict"] not in _VERDICTS or f"smoke-name-{check['id']}" not in WORDS:
                raise KeyError(check["id"])
            _remark(document, check, "en")
        _table(document, "en")
        given.networks.append({**document, "network": _text(document["network"])})
        given.versions.update(_texts(document["versions"]))
        given.device = _text(document["device"])
        return
    for each in document["findings"]:
        evidence = each["evidence"]
        if evidence is not None:
            if evidence["verdict"] not in VERDICTS:
                raise KeyError(evidence["verdict"])
            found = Evidence(
                evidence["verdict"],
                _text(evidence["summary"]),
                _plain(dict(evidence["measured"])),
                _text(evidence["device"]),
                _texts(evidence["versions"]),
                _one_of(("", *MODES), evidence.get("mode") or ""),
                _text(evidence.get("target_version") or ""),
            )
            key = (each["path"], each["cell"], each["line"], each["column"], each["code"], each["message"])
            given.findings[key] = found
            given.versions.update(found.versions)
            given.device = found.device


def _one_of(allowed: Sequence[str], value: Any) -> str:
    if value not in allowed:
        raise ValueError
    return str(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(table: Any) -> Dict[str, str]:
    return {_text(key): _text(value) for key, value in table.items()}


def _plain(value: Any, depth: int = 0) -> Any:
    """A value as it is, where it is no deeper than what was measured ever is: it will be written again."""
    if depth > _DEPTH:
        raise ValueError
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _plain(each, depth + 1)
    return value


def _lies_in(network: str, files: Sequence[str]) -> bool:
    """Whether the module of MODULE:NAME is one of these files."""
    place = network.partition(":")[0].replace(".", "/")
    ends = (f"/{place}.py", f"/{place}/__init__.py")
    return any(f"/{to_posix(file)}".endswith(ends) for file in files)


def _key(finding: Finding) -> Tuple[object, ...]:
    span = finding.span
    return finding.path, finding.cell, span.line, span.column, finding.code, finding.message


def _remark(document: Mapping[str, Any], check: Mapping[str, Any], lang: str) -> Remark:
    about: Dict[str, object] = {"network": document["network"], "device": document["device"]}
    measured, verdict = check["measured"], _VERDICTS[check["verdict"]]
    if check["id"] == "parameters" and verdict == OK:
        sizes = {"count": measured["tensors"], "size": measured["total"], "trainable": measured["trainable"]}
        text = say(lang, "checklist-smoke-parameters", **about, **sizes)
        return Remark(verdict, text, source="device")
    names = tuple(str(name) for name in (measured.get("names") or measured.get("missing") or ())[:_NAMES])
    error = str(measured.get("error") or "")
    bad = "problem" if names or error else "problem-bare"
    key = {NEEDS_YOU: "skipped", OK: "ok"}.get(verdict, bad)
    more = {"names": names or error} if key == "problem" else {}
    check_name = say(lang, f"smoke-name-{check['id']}")
    return Remark(verdict, say(lang, f"checklist-smoke-{key}", **about, check=check_name, **more), source="device")


def _table(document: Mapping[str, Any], lang: str) -> Optional[Table]:
    rows = next((check["measured"].get("table") for check in document["checks"] if check["id"] == "parameters"), None)
    if not rows:
        return None
    columns = tuple(say(lang, f"smoke-column-{column}") for column in ("name", "shape", "trained"))
    cells = tuple(
        (str(row["name"]), "x".join(map(str, row["shape"])) or "()", say(lang, "yes" if row["trainable"] else "no"))
        for row in rows
    )
    return Table(str(document["network"]), columns, cells)
