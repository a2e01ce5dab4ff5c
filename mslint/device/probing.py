"""Asks a device about findings: hands their cases to child processes, and makes evidence of the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.device.child import Order
from mslint.device.installed import require_mindspore
from mslint.device.process import OUT_OF_MEMORY, USUAL, Child, Limits
from mslint.errors import UserError
from mslint.model import Case, Evidence, Finding
from mslint.rulekit.catalog import Catalog
from mslint.rulekit.probes import INCONCLUSIVE
from mslint.words import say


class Answer(NamedTuple):
    """What became of one case."""

    verdict: str
    key: str
    measured: Mapping[str, Any]
    general: bool  # the sentence is one of mslint's own, and not the rule's
    versions: Mapping[str, str]


Step = Callable[[int, int], None]


def with_evidence(
    findings: Sequence[Finding],
    catalog: Catalog,
    device: str,
    lang: str,
    limits: Limits = USUAL,
    step: Optional[Step] = None,
    target: str = "",
) -> List[Finding]:
    """The same findings, each with what the device showed of it; those without a probe as they are."""
    require_mindspore()
    cases: Dict[Case, int] = {}
    for finding in findings:
        # A rule of another project's own is not in this catalogue: its findings stay as they are.
        if finding.case is not None and finding.case.code in catalog.rules:
            cases.setdefault(finding.case, len(cases))
    answers = ask(list(cases), catalog, device, limits, step)

    def evidence(case: Case) -> Evidence:
        return _evidence(case, answers[cases[case]], catalog, device, lang, target)

    return [
        finding
        if finding.case is None or finding.case not in cases
        else replace(finding, evidence=evidence(finding.case))
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
    before = -1
    lost = Answer(INCONCLUSIVE, "probe-not-made", {"said": ""}, True, {})
    started = False
    # At least one child is started: whoever names a device wants to hear if it is not there.
    while not started or (open_cases and len(answers) > before):
        before = len(answers)
        order = Order(device, limits.memory, paths, tuple(open_cases))
        with Child("mslint.device.child", order, limits.start) as child:
            try:
                _gather(answers, child, device, limits, lambda done: step(done, len(cases)) if step else None)
            except UserError:
                if not started and not child.versions:
                    raise
                # It could be started before: what is known by now is kept.
            started = True
            open_cases = [(number, case) for number, case in open_cases if number not in answers]
            if open_cases and len(answers) == before:
                lost = lost._replace(measured={"said": child.said}, versions=child.versions)
    return [answers.get(number, lost) for number in range(len(cases))]


def _gather(found: Dict[int, Answer], child: Child, device: str, limits: Limits, step: Callable[[int], None]) -> None:
    """What the child says until it is done, or until it takes too long or dies; then of that case as well."""
    now: Optional[int] = None
    try:
        for row in child.answers(device, limits.probe):
            if "start" in row:
                now = row["start"]
            else:
                general = bool(row.get("general"))
                found[row["done"]] = Answer(row["verdict"], row["key"], row["measured"], general, child.versions)
                now = None
                step(row["done"] + 1)
    except UserError:
        if now is None:
            raise
        found[now] = Answer(INCONCLUSIVE, "probe-not-made", {"said": child.said}, True, child.versions)
        return
    if now is not None:
        key = "probe-too-slow" if child.status is None else "probe-died"
        key = "probe-too-large" if child.status == OUT_OF_MEMORY else key
        measured = {"seconds": round(limits.probe), "status": child.status, "said": child.said}
        found[now] = Answer(INCONCLUSIVE, key, measured, True, child.versions)


def _evidence(case: Case, answer: Answer, catalog: Catalog, device: str, lang: str, target: str) -> Evidence:
    summary, measured = _summary(case, answer, catalog, lang), dict(answer.measured)
    installed = answer.versions.get("mindspore", "")
    if not installed:  # nothing was run
        return Evidence(answer.verdict, summary, measured, device, {})
    probe = catalog.probe(catalog.rules[case.code])
    assert probe is not None
    other = "" if f"{installed}.".startswith(f"{target}.") else target
    return Evidence(answer.verdict, summary, measured, device, dict(answer.versions), probe.mode, other)


def _summary(case: Case, answer: Answer, catalog: Catalog, lang: str) -> str:
    """What was seen, in words."""
    measured = {name: tuple(value) if isinstance(value, list) else value for name, value in answer.measured.items()}
    if answer.general:
        return say(lang, answer.key, **measured)
    probe = catalog.probe(catalog.rules[case.code])
    assert probe is not None
    call = {"api": _short(case.call.name)} if case.call is not None else {}
    try:
        return probe.text[lang][answer.key].format(**{**call, **measured})
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:  # a fault of the unit
        return say(lang, "probe-failed", reason=f"probe.toml, {lang}.{answer.key}: {type(error).__name__}: {error}")


def _short(name: str) -> str:
    return name.split(".", 1)[1] if name.startswith("mindspore.") else name


def verdicts(findings: Iterable[Finding]) -> Dict[str, int]:
    """How many findings have which verdict; "" for those that no probe can look at."""
    found: Dict[str, int] = {}
    for finding in findings:
        verdict = finding.evidence.verdict if finding.evidence is not None else ""
        found[verdict] = found.get(verdict, 0) + 1
    return found
