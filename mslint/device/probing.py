"""Asks a device about findings: hands their cases to child processes, and makes evidence of the answers."""

from __future__ import annotations

import importlib.util
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.device.child import OUT_OF_MEMORY, Order, answers_of
from mslint.errors import UserError
from mslint.model import Case, Evidence, Finding
from mslint.rulekit.catalog import Catalog
from mslint.rulekit.probes import INCONCLUSIVE
from mslint.words import say

_POLL = 0.02
_START = "import sys; sys.path.insert(0, sys.argv[1]); from mslint.device.child import main; main(*sys.argv[2:])"


class Limits(NamedTuple):
    """What a child may take."""

    start: float = 180.0  # seconds until MindSpore is there
    probe: float = 30.0  # seconds for one probe
    memory: int = 4 * 1024**3  # bytes


USUAL = Limits()


class Answer(NamedTuple):
    """What became of one case."""

    verdict: str
    key: str
    measured: Mapping[str, Any]
    general: bool  # the sentence is one of mslint's own, and not the rule's
    versions: Mapping[str, str]


Step = Callable[[int, int], None]


def require_mindspore() -> None:
    """Raise UserError where there is no MindSpore to ask."""
    if importlib.util.find_spec("mindspore") is None:
        raise UserError("no-mindspore", python=sys.executable)


def with_evidence(
    findings: Sequence[Finding],
    catalog: Catalog,
    device: str,
    lang: str,
    limits: Limits = USUAL,
    step: Optional[Step] = None,
) -> List[Finding]:
    """The same findings, each with what the device showed of it; those without a probe as they are."""
    require_mindspore()
    cases: Dict[Case, int] = {}
    for finding in findings:
        if finding.case is not None:
            cases.setdefault(finding.case, len(cases))
    answers = ask(list(cases), catalog, device, limits, step)
    return [
        finding
        if finding.case is None
        else replace(finding, evidence=_evidence(finding.case, answers[cases[finding.case]], catalog, device, lang))
        for finding in findings
    ]


def ask(
    cases: Sequence[Case], catalog: Catalog, device: str, limits: Limits = USUAL, step: Optional[Step] = None
) -> List[Answer]:
    """An answer for each case. A probe that ends its process costs only itself: the next ones get a new process."""
    answers: Dict[int, Answer] = {}
    paths: Dict[str, str] = {}
    open_cases: List[Tuple[int, Case]] = []
    for number, case in enumerate(cases):
        rule = catalog.rules[case.code]
        probe = catalog.probe(rule)
        assert probe is not None
        if device not in probe.devices:
            answers[number] = Answer(INCONCLUSIVE, "probe-other-device", {"devices": probe.devices}, True, {})
            continue
        paths[case.code] = str(rule.probe_path)
        open_cases.append((number, case))
    while open_cases:
        with _Child(Order(device, limits.memory, paths, tuple(open_cases))) as child:
            answers.update(child.answers(limits, lambda done: step(done, len(cases)) if step else None))
        open_cases = [(number, case) for number, case in open_cases if number not in answers]
    return [answers[number] for number in range(len(cases))]


class _Child:
    """One child process, which is gone when its block ends."""

    def __init__(self, order: Order) -> None:
        self._place = (
            tempfile.TemporaryDirectory(prefix="mslint-", ignore_cleanup_errors=True)
            if (sys.version_info >= (3, 10))
            else tempfile.TemporaryDirectory(prefix="mslint-")
        )
        self._answers = os.path.join(self._place.name, "answers")
        self._device = order.device
        order_file = os.path.join(self._place.name, "order")
        with open(order_file, "wb") as file:
            pickle.dump(order, file)
        # It starts in an empty folder: nothing that lies about where mslint was called is imported.
        root = str(Path(__file__).resolve().parent.parent.parent)
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, root, order_file, self._answers],
            cwd=self._place.name,
            env={**os.environ, "GLOG_v": "4", "PYTHONWARNINGS": "ignore", "PYTHONDONTWRITEBYTECODE": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=os.name == "posix",
        )

    def __enter__(self) -> _Child:
        return self

    def __exit__(self, *exc: object) -> None:
        self._kill()
        self._place.cleanup()

    def answers(self, limits: Limits, step: Callable[[int], None]) -> Dict[int, Answer]:
        """What the child says until it is done, or until it takes too long or dies; then of that case as well."""
        found: Dict[int, Answer] = {}
        versions: Mapping[str, str] = {}
        ready, now, seen = False, None, 0
        since = time.monotonic()
        while True:
            ended = self._process.poll() is not None
            rows = self._read()
            for row in rows[seen:]:
                since = time.monotonic()
                if "ready" in row:
                    if not row["ready"]:
                        raise UserError("device-unusable", device=self._device, reason=row["reason"])
                    ready, versions = True, row["versions"]
                elif "start" in row:
                    now = row["start"]
                else:
                    answer = Answer(row["verdict"], row["key"], row["measured"], bool(row.get("general")), versions)
                    found[row["done"]] = answer
                    now = None
                    step(row["done"] + 1)
            seen = len(rows)
            if ended:
                return self._ended(found, ready, now, versions)
            if time.monotonic() - since > (limits.probe if ready else limits.start):
                if not ready:
                    raise UserError("device-no-start", device=self._device, seconds=round(limits.start))
                if now is not None:
                    found[now] = Answer(
                        INCONCLUSIVE, "probe-too-slow", {"seconds": round(limits.probe)}, True, versions
                    )
                return found
            time.sleep(_POLL)

    def _ended(
        self, found: Dict[int, Answer], ready: bool, now: Optional[int], versions: Mapping[str, str]
    ) -> Dict[int, Answer]:
        status = self._process.returncode
        if not ready:
            raise UserError("device-died", device=self._device, status=status)
        if now is not None:
            key = "probe-too-large" if status == OUT_OF_MEMORY else "probe-died"
            found[now] = Answer(INCONCLUSIVE, key, {"status": status}, True, versions)
        return found

    def _read(self) -> List[Dict[str, Any]]:
        try:
            with open(self._answers, encoding="utf-8") as file:
                return answers_of(file.read())
        except OSError:
            return []

    def _kill(self) -> None:
        if self._process.poll() is None:
            try:
                if os.name == "posix":
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            except OSError:  # it went by itself meanwhile
                pass
        self._process.wait()


def _evidence(case: Case, answer: Answer, catalog: Catalog, device: str, lang: str) -> Evidence:
    summary = _summary(case, answer, catalog, lang)
    return Evidence(answer.verdict, summary, dict(answer.measured), device, dict(answer.versions))


def _summary(case: Case, answer: Answer, catalog: Catalog, lang: str) -> str:
    """What was seen, in words."""
    measured = {name: tuple(value) if isinstance(value, list) else value for name, value in answer.measured.items()}
    if answer.general:
        return say(lang, answer.key, **measured)
    probe = catalog.probe(catalog.rules[case.code])
    assert probe is not None
    call = {"api": _short(case.call.name)} if case.call is not None else {}
    return probe.text[lang][answer.key].format(**{**call, **measured})


def _short(name: str) -> str:
    return name.split(".", 1)[1] if name.startswith("mindspore.") else name


def verdicts(findings: Iterable[Finding]) -> Dict[str, int]:
    """How many findings have which verdict; "" for those that no probe can look at."""
    found: Dict[str, int] = {}
    for finding in findings:
        verdict = finding.evidence.verdict if finding.evidence is not None else ""
        found[verdict] = found.get(verdict, 0) + 1
    return found
