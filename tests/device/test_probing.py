"""The process that asks a device: what goes wrong in one probe costs that probe and nothing else."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Dict, Tuple

import pytest

from mslint.device.probing import Answer, ask, with_evidence
from mslint.device.process import Limits
from mslint.errors import UserError
from mslint.model import Case, Finding, Passed, Recipe, Severity, Span, Unknown
from mslint.rulekit.catalog import Catalog, load_catalog

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)

UNIT = """
code = "MSL950"
slug = "made-for-a-test"
severity = "warning"
status = "stable"
since = "0.1.0"
[on]
file = true
[text.en]
title = "t"
message = "m"
why = "w"
fix = "f"
[text.zh]
title = "t"
message = "m"
why = "w"
fix = "f"
"""
PROBE = """
import ctypes, os, time

def probe(case, lab):
    if case.variant == "exits":
        os._exit(3)
    if case.variant == "crashes":
        ctypes.string_at(0)
    if case.variant == "hangs":
        time.sleep(600)
    if case.variant == "grows":
        held = []
        for _ in range(60):
            held.append(b"x" * 100_000_000)
            time.sleep(0.01)
    if case.variant == "raises":
        raise ValueError("on purpose")
    if case.variant == "graph":
        lab.ms.set_context(mode=lab.ms.GRAPH_MODE)
    if case.variant == "mode":
        return lab.shows(lab.ms.get_context("mode") == lab.ms.PYNATIVE_MODE)
    if case.variant == "makes":
        return lab.confirmed(units=lab.make(case.call, in_channels=3).in_channels)
    if case.variant == "imports":
        import mine
    return lab.confirmed(pid=os.getpid())
"""
LIMITS = Limits(probe=4.0, memory=2 * 1024**3)


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    unit = tmp_path / "rules" / "msl950_made_for_a_test"
    unit.mkdir(parents=True)
    (unit / "rule.toml").write_text(UNIT, encoding="utf-8")
    (unit / "checker.py").write_text("def check_file(facts):\n    return ()\n", encoding="utf-8")
    (unit / "probe.py").write_text(PROBE, encoding="utf-8")
    texts = 'confirmed = "c"\nrefuted = "r"\n'
    (unit / "probe.toml").write_text(f"[en]\n{texts}[zh]\n{texts}", encoding="utf-8")
    return load_catalog([str(tmp_path / "rules")])


def answers(catalog: Catalog, *variants: str, limits: Limits = LIMITS) -> Dict[str, Answer]:
    found = ask([Case("MSL950", variant) for variant in variants], catalog, "CPU", limits)
    return dict(zip(variants, found))


def verdict(answer: Answer) -> Tuple[str, str]:
    return answer.verdict, answer.key


def test_probes_that_end_their_process_cost_only_themselves(catalog: Catalog) -> None:
    found = answers(catalog, "first", "exits", "second", "crashes", "third")
    assert [found[name].verdict for name in ("first", "second", "third")] == ["confirmed"] * 3
    assert verdict(found["exits"]) == verdict(found["crashes"]) == ("inconclusive", "probe-died")
    assert found["exits"].measured["status"] == 3


def test_probes_share_a_process_as_long_as_it_lives(catalog: Catalog) -> None:
    found = answers(catalog, "one", "two", "raises", "three")
    assert len({found[name].measured["pid"] for name in ("one", "two", "three")}) == 1
    assert "ValueError: on purpose" in found["raises"].measured["reason"]


def test_a_probe_that_hangs_is_killed(catalog: Catalog) -> None:
    found = answers(catalog, "one", "hangs", "two")
    assert verdict(found["hangs"]) == ("inconclusive", "probe-too-slow")
    assert found["two"].verdict == "confirmed"
    if os.name == "posix":
        with pytest.raises(ProcessLookupError):
            os.kill(found["one"].measured["pid"], 0)


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is told differently elsewhere")
def test_a_probe_that_takes_too_much_memory_is_ended(catalog: Catalog) -> None:
    found = answers(catalog, "grows", "after", limits=LIMITS._replace(probe=120.0))
    assert verdict(found["grows"]) == ("inconclusive", "probe-too-large")
    assert found["after"].verdict == "confirmed"


def test_a_sentence_that_cannot_be_filled_costs_no_finding(catalog: Catalog, tmp_path: Path) -> None:
    rule = catalog.rules["MSL950"]
    texts = 'confirmed = "{nobody_measured_this}"\nrefuted = "r"\n'
    (rule.folder / "probe.toml").write_text(f"[en]\n{texts}[zh]\n{texts}", encoding="utf-8")
    finding = Finding("a.py", Span(1, 1, 1, 2), "MSL950", "made-for-a-test", Severity.WARNING, "m", case=Case("MSL950"))
    (shown,) = with_evidence([finding], catalog, "CPU", "en", LIMITS)
    assert shown.evidence is not None and "probe.toml, en.confirmed" in shown.evidence.summary


def test_every_probe_starts_from_the_same_mode(catalog: Catalog) -> None:
    assert answers(catalog, "graph", "mode")["mode"].verdict == "confirmed"


def test_nothing_is_imported_from_where_mslint_was_called(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    (tmp_path / "numpy.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = answers(catalog, "imports", "one")
    assert "No module named 'mine'" in found["imports"].measured["reason"]
    assert found["one"].verdict == "confirmed"


def test_what_a_call_leaves_out_is_filled_and_what_matters_must_be_known(catalog: Catalog) -> None:
    dense = Recipe("mindspore.nn.Dense", (Passed("out_channels", 4, False),))
    unknown = Recipe("mindspore.nn.Dense", (Passed("out_channels", Unknown.VALUE, False),))
    gone = Recipe("mindspore.nn.NoSuchLayer")
    found = ask([Case("MSL950", "makes", call) for call in (dense, unknown, gone)], catalog, "CPU", LIMITS)
    assert found[0].measured == {"units": 3}
    assert (found[1].key, found[1].measured) == ("probe-unknown-argument", {"name": "out_channels"})
    assert (found[2].key, found[2].measured) == ("probe-no-such-name", {"name": "mindspore.nn.NoSuchLayer"})


def test_arguments_that_are_equal_but_not_the_same_are_two_cases() -> None:
    values = (1, 1.0, True, "1", [1], (1,))
    cases = [Case("MSL950", "makes", Recipe("mindspore.nn.Dense", (Passed("p", value, True),))) for value in values]
    again = [Case("MSL950", "makes", Recipe("mindspore.nn.Dense", (Passed("p", value, True),))) for value in values]
    assert len({*cases, *again}) == len(values)


def test_a_device_that_is_not_there_is_one_sentence(catalog: Catalog) -> None:
    with pytest.raises(UserError) as caught:
        ask([Case("MSL950", "one")], catalog, "Ascend", LIMITS)
    assert "Ascend" in caught.value.text("en") and "\n" not in caught.value.text("en")


def test_a_device_that_is_not_there_is_told_also_where_some_findings_need_none(catalog: Catalog) -> None:
    rule = catalog.rules["MSL950"]
    texts = 'confirmed = "c"\nrefuted = "r"\n'
    other = rule.folder.parent / "msl951_of_another_device"
    other.mkdir()
    for name in ("rule.toml", "checker.py", "probe.py"):
        text = (rule.folder / name).read_text(encoding="utf-8")
        (other / name).write_text(text.replace("MSL950", "MSL951").replace("made-for", "also-made-for"), "utf-8")
    (other / "probe.toml").write_text(f'devices = ["CPU"]\n[en]\n{texts}[zh]\n{texts}', encoding="utf-8")
    both = load_catalog([str(rule.folder.parent)])
    with pytest.raises(UserError, match="Ascend"):
        ask([Case("MSL951", "one"), Case("MSL950", "one")], both, "Ascend", LIMITS)


def test_a_probe_that_writes_into_the_answers_costs_only_itself(catalog: Catalog) -> None:
    probe = catalog.rules["MSL950"].folder / "probe.py"
    text = probe.read_text(encoding="utf-8")
    garbles = (
        '    if case.variant == "garbles":\n'
        "        import glob\n"
        '        with open(glob.glob("answers")[0], "a") as file:\n'
        '            file.write("no answer\\n")\n'
    )
    probe.write_text(text.replace("def probe(case, lab):\n", f"def probe(case, lab):\n{garbles}"), encoding="utf-8")
    found = answers(catalog, "first", "garbles", "last")
    assert found["first"].verdict == found["last"].verdict == "confirmed"
    assert verdict(found["garbles"]) == ("inconclusive", "probe-not-made")
