"""Every message at error level names the exception that its probe sees, or docs/measuring.md says why it cannot."""

from __future__ import annotations

import re
from typing import Dict, Set, Tuple

import pytest
from reading import catalog
from running import ROOT

from mslint.api.versions import parse_version
from mslint.config import Settings
from mslint.engine import check_source
from mslint.model import Severity
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.rulekit.probes import DEVICES, MESSAGE, PYNATIVE, Probe
from mslint.source.text import Source

MEASURED = ("2.7", "2.8", "2.9", "2.10")
# A row of the table of what raises nothing: | MSL103 | message | ... |
ROW = re.compile(r"^\| (MSL\d{3}) \| ([a-z]\S*) \|", re.MULTILINE)
Variants = Set[Tuple[str, str]]


@pytest.fixture(scope="module")
def at_error_level() -> Variants:
    """The messages that the examples of rules show at error level, for the versions that mslint measures."""
    with pytest.MonkeyPatch.context() as patch:
        anything = Probe((), (), (), DEVICES, PYNATIVE, (), {}, {})
        patch.setattr(Catalog, "probe", lambda _, rule: anything)  # so that every finding tells its variant
        return shown_at_error_level()


def shown_at_error_level() -> Variants:
    found: Variants = set()
    for rule in load_catalog(whole=True).rules.values():
        for example in rule.examples if rule.looks_at_code else ():
            for target in (example.target,) if example.target else MEASURED:
                if target not in MEASURED or not example.bad:
                    continue
                settings = Settings(target_version=parse_version(target))
                told = check_source(Source("example.py", example.bad), settings, catalog(), cases=True).findings
                found |= {
                    (rule.code, each.case.variant or MESSAGE)
                    for each in told
                    if each.code == rule.code and each.severity is Severity.ERROR and each.case is not None
                }
    return found


def named() -> Variants:
    """The messages of which a unit says what they raise."""
    whole = load_catalog(whole=True)
    probes = {rule.code: whole.probe(rule) for rule in whole.rules.values()}
    return {(code, variant or MESSAGE) for code, probe in probes.items() if probe for variant in probe.raises}


def excepted(name: str) -> Variants:
    return {(code, variant) for code, variant in ROW.findall((ROOT / "docs" / name).read_text(encoding="utf-8"))}


def test_every_error_names_its_exception_or_says_why_there_is_none(at_error_level: Variants) -> None:
    assert len(at_error_level) > 40
    assert at_error_level - named() == excepted("measuring.md")
    assert not named() - at_error_level, "no example shows these at error level"


def test_the_reasons_are_told_in_both_languages() -> None:
    assert excepted("measuring.md") == excepted("measuring.zh.md")


def test_rules_at_error_level_show_each_message_that_can_have_it(at_error_level: Variants) -> None:
    """A message of such a rule that no example shows at error level must be one of a lower level."""
    lower: Dict[str, Set[str]] = {}
    for rule in load_catalog(whole=True).rules.values():
        if rule.severity is Severity.ERROR and rule.looks_at_code:
            every = {MESSAGE, *rule.text["en"].variants}
            left = every - {variant for code, variant in at_error_level if code == rule.code}
            if left:
                lower[rule.code] = left
    assert lower == {
        "MSL103": {"switch"},
        "MSL104": {"pad_mode_likely", "non_literal"},
        "MSL108": {"scaled", "dampening"},
        "MSL802": {"unknown"},
    }
