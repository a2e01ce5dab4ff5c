"""Runs the examples of rule units through the engine and says where they differ from their marks; must not print."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass
from string import Formatter
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from mslint.api.versions import KNOWN, NEWEST, OLDEST, Version, parse_version
from mslint.config import Settings
from mslint.engine import check_source
from mslint.fixing.rounds import Outcome, settle
from mslint.model import SAFE, SAFETIES, UNSAFE, FileResult, Finding, Severity
from mslint.report.rulepage import Shown
from mslint.rulekit.catalog import UNIT, Catalog
from mslint.rulekit.rule import Example, Rule, Text
from mslint.source.text import Source

# The comment at the end of an offending line: `# MSL101`, `# MSL101 error`, `# MSL101, MSL102 info`.
_ONE = r"(MSL\d{3})(?:\s+(error|warning|info))?"
MARK = re.compile(rf"#\s*{_ONE}(?:\s*,\s*{_ONE})?\s*$")

Marked = Tuple[int, str, Severity]


@dataclass(frozen=True)
class Case:
    """One text of a unit: the `bad` or `good` of an example, or a silent case; `name` is its number or its case."""

    rule: Rule
    kind: str
    name: str
    code: str
    target: str = ""  # the target version that it is for; empty for the newest one that the rule holds for
    level: Optional[Severity] = None  # of a silent case: what its rule may, and does, say at most
    first: int = 0  # the line in which it begins, where it stands in a file of its own

    @property
    def file(self) -> str:
        """The file of the unit that it stands in."""
        return f"{self.kind}.py" if self.first else UNIT


@dataclass(frozen=True)
class Difference:
    """A finding without a mark, a mark without a finding (`message` is None), or no mark at all (`line` is 0)."""

    line: int
    code: str
    severity: Severity
    message: Optional[str] = None


def cases(rule: Rule, lang: str = "en") -> Iterator[Case]:
    """All that a unit shows."""
    for number, example in enumerate(rule.examples, 1):
        if example.bad:
            yield Case(rule, "bad", str(number), example.bad, example.target, first=example.lines[0])
        if example.good:
            yield Case(rule, "good", str(number), example.good, example.target, first=example.lines[1])
    for silent in rule.silent:
        yield Case(rule, "silent", getattr(silent.case, lang), silent.good, level=silent.level, first=silent.lines[0])


def differences(case: Case, catalog: Catalog, lang: str = "en") -> List[Difference]:
    """Where the engine says something else than the text announces.

    A bad example announces every finding of its rule, at any level, and whatever other rules show at the default
    level; good ones and silent cases announce that there is none. A silent case with a level announces one or more
    findings of its rule, none of them above that level.
    """
    bad = case.kind == "bad"
    marks = marked(case.code, catalog) if bad else []
    found = [
        finding
        for finding in findings(case.rule, case.code, catalog, lang, case.target)
        if finding.severity >= Severity.WARNING or finding.code == case.rule.code
    ]
    told: List[Difference] = []
    if case.level is not None:
        allowed = [each for each in found if each.code == case.rule.code and each.severity <= case.level]
        found = [each for each in found if each not in allowed]
        told += [] if allowed else [Difference(1, case.rule.code, case.level)]
    if bad and not any(code == case.rule.code for _, code, _ in marks):
        told.append(Difference(0, case.rule.code, case.rule.severity))
    left = Counter(marks)
    for finding in found:
        key = (finding.span.line, finding.code, finding.severity)
        if left[key]:
            left[key] -= 1
        else:
            told.append(Difference(*key, finding.message))
    told += [Difference(*key) for key in left.elements()]
    return sorted(told, key=lambda each: (each.line, each.code))


def marked(code: str, catalog: Catalog) -> List[Marked]:
    """What the comments at the ends of lines announce."""
    marks: List[Marked] = []
    for number, line in enumerate(code.split("\n"), 1):
        match = MARK.search(line)
        for name, label in zip(match.groups()[::2], match.groups()[1::2]) if match else ():
            if name:
                rule = catalog.rules.get(name)
                usual = rule.severity if rule is not None else Severity.WARNING
                marks.append((number, name, Severity.from_label(label) if label else usual))
    return marks


def findings(rule: Rule, code: str, catalog: Catalog, lang: str = "en", target: str = "") -> Tuple[Finding, ...]:
    """What all default rules and this one say of the code, for the newest version for which this one holds."""
    version = parse_version(target) if target else _version(rule)
    settings = Settings(extend_select=(rule.code,), target_version=version, lang=lang)
    return check_source(Source("example.py", code), settings, catalog, answers=bool(rule.answers)).findings


def fixed(code: str, rule: Rule, catalog: Catalog, target: str = "", lang: str = "en") -> Tuple[str, Outcome]:
    """The code after every fix of this rule, and what became of them."""
    source = Source("example.py", code)
    version = parse_version(target) if target else _version(rule)
    settings = Settings(extend_select=(rule.code,), target_version=version, lang=lang)

    def check(changed: Mapping[str, Source]) -> FileResult:
        return check_source(changed.get(source.path, source), settings, catalog, answers=bool(rule.answers))

    own = check({})
    outcome = settle(lambda path: source, check, own, (SAFE, UNSAFE), lambda finding: finding.code == rule.code)
    return outcome.changed.get(source.path, source).text, outcome


def unmarked(code: str) -> str:
    """The code without the comments that announce findings."""
    return "\n".join(MARK.sub("", line).rstrip() if MARK.search(line) else line for line in code.split("\n"))


def fix_diff(example: Example, rule: Rule, catalog: Catalog) -> List[str]:
    """What the fixes of a rule change in a bad example, as lines of a diff; nothing where they change nothing."""
    before = unmarked(example.bad).strip("\n") + "\n"
    after, _ = fixed(before, rule, catalog, example.target)
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
    return [line.rstrip() for line in list(lines)[2:] if not line.startswith("@@")]


def shown(rule: Rule, catalog: Catalog, lang: str) -> Shown:
    """What the page of a rule shows of what it does."""
    own = _own_findings(rule, catalog, lang)
    seen = Shown(said=_said(own, rule, lang))
    if not rule.fixes:
        return seen
    diffs = [fix_diff(example, rule, catalog) for example in rule.examples]
    return seen._replace(diffs=diffs, always=all(finding.fix is not None for finding in own))


def in_language(seen: Shown, rule: Rule, catalog: Catalog, lang: str) -> Shown:
    """The same in another language, which changes no fix."""
    return seen._replace(said=_said(_own_findings(rule, catalog, lang), rule, lang))


def _own_findings(rule: Rule, catalog: Catalog, lang: str = "en") -> List[Finding]:
    """What a rule reports in its examples and silent cases."""
    return [
        finding
        for case in cases(rule)
        for finding in findings(rule, case.code, catalog, lang, case.target)
        if finding.code == rule.code
    ]


def _said(own: Sequence[Finding], rule: Rule, lang: str) -> Dict[str, str]:
    """A message of each variant."""
    said: Dict[str, str] = {}
    for finding in own:
        said.setdefault(variant_of(finding, rule.text[lang]), finding.message)
    return said


def variant_of(finding: Finding, text: Text) -> str:
    """The variant whose texts a finding speaks in: of several that would fit, the one with most words of its own."""
    best, most = "", -1
    for name in ("", *text.variants):
        words = text.variant(name)
        parts = ((words.message, finding.message), (words.why, finding.why), (words.fix, finding.how))
        literal = sum(len(each) for template, _ in parts for each, *_ in Formatter().parse(template))
        if literal > most and all(re.fullmatch(_pattern(template), said, re.DOTALL) for template, said in parts):
            best, most = name, literal
    return best


def _pattern(template: str) -> str:
    parts = Formatter().parse(template)
    return "".join(re.escape(each) + (".*" if name is not None else "") for each, name, _, _ in parts)


def safeties(rule: Rule, catalog: Catalog) -> Tuple[List[str], bool]:
    """The safeties that the fixes of a rule are seen to have, and whether each of its findings has one."""
    shown = [finding.fix.safety if finding.fix is not None else "" for finding in _own_findings(rule, catalog)]
    return [safety for safety in SAFETIES if safety in shown], "" not in shown


def severities(rule: Rule, catalog: Catalog) -> List[Severity]:
    """The severities at which a rule is seen to report in its own examples and silent cases, and its usual one."""
    return sorted({rule.severity, *(finding.severity for finding in _own_findings(rule, catalog))}, reverse=True)


def _version(rule: Rule) -> Version:
    if rule.holds_for(NEWEST):
        return NEWEST
    return next((version for version in reversed(KNOWN) if rule.holds_for(version)), rule.lower or OLDEST)
