"""Asks a real MindSpore about the examples of every rule with a probe: no page may contradict the device."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from functools import cache
from typing import Dict, Iterable, Iterator, List, NamedTuple, Set, Tuple, Union

import pytest
from reading import catalog

from mslint.api.versions import Version, parse_version
from mslint.config import Settings
from mslint.device.probing import Answer, ask
from mslint.engine import check_source
from mslint.facts.missing import short
from mslint.facts.module import Facts
from mslint.facts.references import references
from mslint.model import Case, Severity
from mslint.program.imports import Beside
from mslint.program.program import Program, programs
from mslint.program.summary import summarize
from mslint.rulekit.cases import recipes, words_in
from mslint.rulekit.catalog import load_catalog
from mslint.rulekit.probes import CONFIRMED, INCONCLUSIVE, REFUTED, Probe
from mslint.rulekit.rule import Rule
from mslint.source.text import Source
from mslint.syntax.parse import parse
from mslint.words import LANGUAGES

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)

DEVICE = "CPU"
WHOLE = load_catalog(whole=True)
PROBED: List[Tuple[Rule, Probe]] = [
    (rule, probe) for rule in WHOLE.rules.values() for probe in (WHOLE.probe(rule),) if probe is not None
]
# A value that only the run of the user's code would show is no fault of the probe.
UNKNOWN = ("probe-unknown-value", "probe-unknown-argument")


class Asked(NamedTuple):
    rule: Rule
    kind: str  # "bad" or "good"
    number: int  # of the example
    case: Case
    severity: Severity


@cache
def version() -> Version:
    import mindspore

    return parse_version(".".join(mindspore.__version__.split(".")[:2]))


def bad_cases(rule: Rule, code: str) -> List[Tuple[Case, Severity]]:
    source, asked = Source("example.py", code), Settings(target_version=version())
    found = check_source(source, asked, catalog(), cases=True, answers=True).findings
    return [(each.case, each.severity) for each in found if each.code == rule.code and each.case is not None]


def good_cases(rule: Rule, probe: Probe, bad: Case, code: str) -> Iterator[Case]:
    """What a probe would be told of the same calls in code that is as it should be."""
    source = Source("example.py", code)
    parsed = parse(source)
    facts = Facts(parsed, catalog().tables, version())
    worlds: Iterable[Union[Facts, Program]] = [facts]
    if rule.program:
        assert parsed.module is not None
        files = Beside(None, "/example.py", summarize(source, parsed.module))
        words = frozenset(rule.program)
        asked, defined = (frozenset(), words) if rule.defines else (words, frozenset())
        # One at a time: a program is let go as soon as the next one is asked for.
        worlds = programs(files, {"/example.py": "/"}, catalog().tables, version(), asked, defined=defined)
    for world in worlds:
        beside, words_there = recipes(world, probe.uses), words_in(world, probe.words)
        given = replace(bad, variant="", beside=beside, words=words_there, params=())
        if bad.call is None and rule.references:  # such a probe asks for the name that is mentioned
            assert isinstance(world, Facts)
            yield from (replace(given, params=(("name", short(each.path)),)) for each in references(world))
            continue
        if bad.call is None:
            yield given
            continue
        for recipe in recipes(world, (bad.call.name,)):
            if recipe != bad.call or given.beside != bad.beside or given.words != bad.words:
                yield replace(given, call=recipe)


def questions() -> Iterator[Asked]:
    for rule, probe in PROBED:
        if DEVICE not in probe.devices or not rule.holds_for(version()):
            continue
        for number, example in enumerate(rule.examples, 1):
            if not example.bad or (example.target and parse_version(example.target) != version()):
                continue
            bad = bad_cases(rule, example.bad)
            yield from (Asked(rule, "bad", number, case, severity) for case, severity in bad)
            if example.good:
                good: List[Case] = []
                for case in (each for found, _ in bad for each in good_cases(rule, probe, found, example.good)):
                    if case not in good:
                        good.append(case)
                yield from (Asked(rule, "good", number, each, Severity.INFO) for each in good)


@cache
def answers() -> Dict[str, List[Tuple[Asked, Answer]]]:
    every = list(questions())
    found: Dict[str, List[Tuple[Asked, Answer]]] = {rule.code: [] for rule, _ in PROBED}
    for asked, answer in zip(every, ask([asked.case for asked in every], WHOLE, DEVICE)):
        found[asked.rule.code].append((asked, answer))
    return found


def told(asked: Asked, answer: Answer) -> str:
    return f"{asked.rule.code}, example {asked.number}, {asked.kind}: {asked.case}\n-> {answer}"


each_rule = pytest.mark.parametrize(
    "rule", [rule for rule, probe in PROBED if DEVICE in probe.devices], ids=lambda rule: rule.code
)


@each_rule
def test_the_device_confirms_what_the_page_shows_as_bad(rule: Rule) -> None:
    if not rule.holds_for(version()):
        pytest.skip("the rule is about another version")
    bad = [(asked, answer) for asked, answer in answers()[rule.code] if asked.kind == "bad"]
    if not bad:
        pytest.skip("the examples are about other versions")
    assert any(answer.verdict == CONFIRMED for _, answer in bad), [told(*each) for each in bad]
    for asked, answer in bad:
        unknown = answer.verdict == INCONCLUSIVE and answer.general and answer.key in UNKNOWN
        assert answer.verdict == CONFIRMED or unknown, told(asked, answer)


@each_rule
def test_an_error_is_the_exception_that_the_unit_names(rule: Rule) -> None:
    probe = WHOLE.probe(rule)
    assert probe is not None
    for asked, answer in answers()[rule.code]:
        if asked.kind == "bad" and asked.severity is Severity.ERROR and answer.verdict == CONFIRMED:
            named = probe.raises.get(asked.case.variant, ())
            seen = str(answer.measured.get("error", "")).partition(":")[0]
            assert (seen in named) if named else not seen, told(asked, answer)


@each_rule
def test_the_device_refutes_it_where_the_page_shows_how_to_do_it(rule: Rule) -> None:
    if not rule.holds_for(version()):
        pytest.skip("the rule is about another version")
    good = [(asked, answer) for asked, answer in answers()[rule.code] if asked.kind == "good"]
    if not good:
        pytest.skip("the examples are about other versions")
    assert any(answer.verdict == REFUTED for _, answer in good), [told(*each) for each in good]
    for asked, answer in good:
        unknown = answer.verdict == INCONCLUSIVE and answer.general and answer.key in UNKNOWN
        assert answer.verdict == REFUTED or unknown, told(asked, answer)


@each_rule
def test_what_was_seen_can_be_said_in_both_languages(rule: Rule) -> None:
    probe = WHOLE.probe(rule)
    assert probe is not None
    seen: Set[str] = set()
    for asked, answer in answers()[rule.code]:
        if answer.general:
            continue
        seen.add(answer.key)
        for lang in LANGUAGES:
            names = {"api": "nn.X"} if asked.case.call is not None else {}
            assert probe.text[lang][answer.key].format(**{**names, **answer.measured}).strip()
    if not answers()[rule.code]:
        pytest.skip("the examples are about other versions")
    unused = set(probe.text[LANGUAGES[0]]) - seen
    assert not unused, f"no example shows {unused}"
