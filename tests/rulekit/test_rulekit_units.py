"""Rule units as their authors get them wrong: each mistake is a sentence with file and line, never a traceback."""

from __future__ import annotations

from pathlib import Path
from typing import List, Tuple

import pytest

from mslint.config import Settings
from mslint.engine import check_source
from mslint.errors import RuleError
from mslint.report import rulepage
from mslint.rulekit.catalog import load_catalog
from mslint.selftest import cases, differences, severities
from mslint.source.text import Source

HEAD = """code = "MSL950"
slug = "my-check"
severity = "warning"
status = "stable"
since = "0.1.0"
mindspore = ">=2.7"
"""
ON = """
[on]
calls = ["mindspore.nn.Dense"]
"""
ROW = """
[[api]]
names = ["mindspore.nn.Dense"]
"""
TEXTS = """
[text.en]
title = "t"
message = "{api} m"
why = "w"
fix = "f"
[text.en.variants.other]
message = "{api} {size}"
[text.zh]
title = "题"
message = "{api} 文"
why = "因"
fix = "改"
[text.zh.variants.other]
message = "{api} {size} 文"
"""
CODE = "from mindspore import nn\n\ndense = nn.Dense(3, 4)\n"


def unit(folder: Path, text: str, checker: str = "") -> str:
    place = folder / "msl950_my_check"
    place.mkdir(exist_ok=True)
    (place / "rule.toml").write_text(text, encoding="utf-8")
    if checker:
        (place / "checker.py").write_text(checker, encoding="utf-8")
    return str(folder)


def refusal(folder: Path, text: str, checker: str = "") -> str:
    """What is said of the unit, without its folder."""
    path = unit(folder, text, checker)
    said = []
    for whole in (False, True):
        with pytest.raises(RuleError) as caught:
            load_catalog([path], whole)
        assert caught.value.text("zh") != caught.value.text("en")
        said.append(str(caught.value).replace(str(folder / "msl950_my_check"), "UNIT"))
    assert said[0] == said[1]
    return said[0]


def line(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


# At load


def test_a_good_unit_is_loaded(tmp_path: Path) -> None:
    assert "MSL950" in load_catalog([unit(tmp_path, HEAD + ROW + TEXTS)]).rules


def test_a_unit_that_is_never_asked(tmp_path: Path) -> None:
    said = "UNIT/rule.toml:1: the unit has neither [[api]] rows nor anything under [on], so it would never be asked"
    assert refusal(tmp_path, HEAD + TEXTS) == said
    text = HEAD + "\n[on]\nclasses = false\n" + TEXTS
    assert refusal(tmp_path, text) == said.replace(":1:", ":8:")


def test_a_checker_that_is_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path, HEAD + ON + TEXTS) == (
        "UNIT/rule.toml:8: [on] needs a checker.py, which is missing in UNIT"
    )


def test_what_stands_below_the_documentation_counts(tmp_path: Path) -> None:
    example = "\n[[example]]\nbad = '''\nx = 1  # MSL950\n'''\n"
    rule = load_catalog([unit(tmp_path, HEAD + example + ROW + TEXTS)]).rules["MSL950"]
    assert len(rule.rows) == 1


SECOND = """
[[api]]
names = ["mindspore.nn.Conv2d"]
when = { has_bias = { PART } }
"""


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (
            "givn = true",
            "unknown key 'givn'; allowed are given, not_none, sure, how, type, equals, below, at_least, above",
        ),
        ("given = 1", "'given' must be true or false"),
        ("below = true", "'below' must be a number"),
        ('how = "by name"', "'how' is 'by name' but must be one of positional, keyword"),
        ('type = "list"', "'type' is 'list' but must be one of bool, int, float, str, tuple"),
    ],
)
def test_line_of_a_mistake_inside_an_inline_table(tmp_path: Path, part: str, said: str) -> None:
    details = "details = '''\nwhen = 3\n[on]\n[[api]]\n'''\n"
    text = HEAD + ROW + "when = { has_bias = { given = true } }\n" + SECOND.replace("PART", part)
    text += TEXTS.replace("[text.en.variants", details + "[text.en.variants")
    assert refusal(tmp_path, text) == f"UNIT/rule.toml:{line(text, part)}: {said}"


def test_line_of_a_mistake_in_tables_written_out(tmp_path: Path) -> None:
    text = HEAD + ROW + ROW + "[api.when.has_bias]\ngivn = true\n" + TEXTS
    assert refusal(tmp_path, text).startswith(f"UNIT/rule.toml:{line(text, 'givn')}: unknown key 'givn'")


@pytest.mark.parametrize("value", ["2.7", "2.7+", ">2.7", ">=2.7.1", ">=2.7,<=2.9", ">=99999.1", "any"])
def test_a_bad_range_is_answered_with_a_good_one(tmp_path: Path, value: str) -> None:
    said = refusal(tmp_path, HEAD.replace(">=2.7", value) + ROW + TEXTS)
    assert said == (
        f"UNIT/rule.toml:6: '{value}' is no range of MindSpore versions; "
        "write one such as '>=2.0', '>=2.0,<2.8' or '<2.1'"
    )


def test_a_row_with_a_variant_that_is_none(tmp_path: Path) -> None:
    text = HEAD + ROW + 'variant = "othr"\n' + TEXTS
    assert refusal(tmp_path, text) == (
        f"UNIT/rule.toml:{line(text, 'othr')}: 'variant' is 'othr' but must be one of other"
    )


def test_a_variant_in_one_language_only(tmp_path: Path) -> None:
    text = HEAD + ROW + TEXTS[: TEXTS.index("[text.zh.variants")]
    said = refusal(tmp_path, text)
    assert said.startswith(f"UNIT/rule.toml:{line(text, '[text.zh]')}: the variant 'other' needs its text in both")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("{api", "'message' is no text with placeholders: expected '}' before end of string"),
        ("{}", "the placeholder {} in 'message' must be a plain name, as in {api}; a brace itself is written twice"),
        ("{a.b}", "the placeholder {a.b} in 'message' must be a plain name"),
    ],
)
def test_a_text_that_cannot_be_filled_in(tmp_path: Path, message: str, said: str) -> None:
    text = HEAD + ROW + TEXTS.replace("{api} m", message)
    assert refusal(tmp_path, text).startswith(f"UNIT/rule.toml:{line(text, message)}: {said}")


def test_a_unit_that_is_not_utf8(tmp_path: Path) -> None:
    path = unit(tmp_path, HEAD + ROW + TEXTS)
    (tmp_path / "msl950_my_check" / "rule.toml").write_bytes("# 题".encode("gbk"))
    with pytest.raises(RuleError, match="the file cannot be read"):
        load_catalog([path])


# The checker


def run(folder: Path, checker: str, text: str = HEAD + ON + TEXTS, lang: str = "en") -> Tuple[bool, List[str]]:
    """Whether a rule failed, and the messages of the rule and of MSL003."""
    catalog = load_catalog([unit(folder, text, checker)])
    result = check_source(Source("a.py", CODE), Settings(lang=lang), catalog)
    return result.crashed, [each.message for each in result.findings if each.code in ("MSL003", "MSL950")]


YIELD = "from mslint.rulekit import *\n\ndef check_call(call, facts):\n    "


@pytest.mark.parametrize(
    ("body", "reason", "where"),
    [
        ("yield at_call(call, severity='error')", "'severity' of the hit must be Severity but is 'error'", ":4"),
        ("yield at_call(call, severity=2)", "'severity' of the hit must be Severity but is 2", ":4"),
        ("yield 'here'", "the checker must yield hits, it yielded 'here'", ":4"),
        ("x = 1\n    yield None", "the checker must yield hits, it yielded None", ":5"),
        ("return [at_call(call), 1]", "the checker must yield hits, it yielded 1", ""),
        ("return True", "the checker must yield hits, it returned True", ""),
        ("return at_call(call)", "the checker must yield hits, it returned Hit Hit(span=Span(line=3, column=9...", ""),
        ("yield at_call(call, 'othr')", "there is no variant 'othr' among the texts; there are other", ":4"),
        ("yield Hit((1, 2))", "'span' of the hit must be Span but is (1, 2)", ":4"),
        ("yield Hit(call.span, params=['a'])", "'params' of the hit must be Mapping but is ['a']", ":4"),
        ("yield Hit(call.span, subject=[])", "'subject' of the hit must be hashable but is []", ":4"),
        ("yield Hit(call.span, fix='has_bias=True')", "'fix' of the hit must be Proposal but is 'has_bias=True'", ":4"),
        ("yield Hit(call.span, related=('here',))", "'related' of the hit must be Note but is ('here',)", ":4"),
        ("raise ValueError('oh')", "ValueError: oh", ":4"),
        ("raise SystemExit(3)", "SystemExit: 3", ":4"),
    ],
)
def test_what_is_no_proper_hit_is_msl003(tmp_path: Path, body: str, reason: str, where: str) -> None:
    crashed, messages = run(tmp_path, YIELD + body + "\n")
    failed = f"Rule MSL950 failed here ({reason}, checker.py{where}); the findings of the other rules stand."
    assert crashed
    assert failed in messages
    assert "规则 MSL950 检查到此处时出错" in "".join(run(tmp_path, YIELD + body + "\n", lang="zh")[1])


def test_a_placeholder_that_is_not_filled_names_the_text(tmp_path: Path) -> None:
    checker = YIELD + "yield at_call(call, 'other', sized=1)\n"
    place = f"rule.toml:{line(HEAD + ON + TEXTS, '{api} {size}')}"
    crashed, (message,) = run(tmp_path, checker)
    assert crashed
    assert f"(the text asks for {{size}}, the hit only gives api, sized, {place})" in message
    assert "Hit 只给出了 api、sized" in run(tmp_path, checker, lang="zh")[1][0]


def test_a_placeholder_of_a_row_that_is_not_filled(tmp_path: Path) -> None:
    text = HEAD + ROW + 'variant = "other"\n' + TEXTS
    place = f"rule.toml:{line(text, '{api} {size}')}"
    assert f"(the text asks for {{size}}, the hit only gives api, {place})" in run(tmp_path, "", text)[1][0]


@pytest.mark.parametrize("body", ["import sys\nsys.exit(0)\n", "raise KeyError(1)\n", "raise GeneratorExit\n"])
def test_a_checker_that_does_not_come_to_its_end(tmp_path: Path, body: str) -> None:
    with pytest.raises(RuleError, match="the checker cannot be loaded: "):
        run(tmp_path, body)


def test_an_interrupt_is_not_the_checkers_fault(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "raise KeyboardInterrupt\n")
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, YIELD + "raise KeyboardInterrupt\n")


def test_a_checker_that_defines_no_function(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"check_call must take \(call, facts\)"):
        run(tmp_path, "check_call = 3\n")


# Examples


EXAMPLES = """
[[example]]
bad = '''
from mindspore import nn

a = nn.Dense(3, 4)  # MSL950
b = nn.Dense(3, 4)
c = 1  # MSL950 info
'''
good = '''
from mindspore import nn

a = nn.Conv2d(3, 4, 1, pad_mode="valid", has_bias=True)
'''
[[example]]
bad = '''
x = 1
'''
[[silent]]
case = "drop"
code = '''
from mindspore import nn

a = nn.Dropout(0.1)
'''
"""


def test_differences_between_examples_and_findings(tmp_path: Path) -> None:
    catalog = load_catalog([unit(tmp_path, HEAD + ROW + TEXTS + EXAMPLES)], whole=True)
    told = {
        (case.kind, case.name): [(each.line, each.code, each.severity.label, each.message is None) for each in found]
        for case in cases(catalog.rules["MSL950"])
        for found in [differences(case, catalog)]
    }
    assert told == {
        ("bad", "1"): [(4, "MSL950", "warning", False), (5, "MSL950", "info", True)],
        ("good", "1"): [],
        ("bad", "2"): [(0, "MSL950", "warning", True)],
        ("silent", "drop"): [(3, "MSL101", "warning", False)],
    }


SILENT = """
[[silent]]
case = "CASE"
LEVEL
code = '''
from mindspore import nn

a = CALL
'''
"""


@pytest.mark.parametrize(
    ("severity", "level", "call", "told"),
    [
        ("info", 'level = "info"', "nn.Dense(3, 4)", []),
        ("info", 'level = "info"', "nn.ReLU()", [(1, "MSL950", "info", True)]),
        ("warning", 'level = "info"', "nn.Dense(3, 4)", [(1, "MSL950", "info", True), (3, "MSL950", "warning", False)]),
        ("info", 'level = "info"', "nn.Dense(3, 4), nn.Dropout(0.1)", [(3, "MSL101", "warning", False)]),
        ("info", "", "nn.Dense(3, 4)", [(3, "MSL950", "info", False)]),
        ("info", "", "nn.Conv2d(3, 4, 3, has_bias=True)", []),  # what other rules show at info level is theirs
    ],
)
def test_a_silent_case_says_what_it_may_say(
    tmp_path: Path, severity: str, level: str, call: str, told: List[Tuple[int, str, str, bool]]
) -> None:
    text = (HEAD + ROW + TEXTS + SILENT).replace('"warning"', f'"{severity}"')
    catalog = load_catalog([unit(tmp_path, text.replace("LEVEL", level).replace("CALL", call))], whole=True)
    (case,) = cases(catalog.rules["MSL950"])
    found = [(each.line, each.code, each.severity.label, each.message is None) for each in differences(case, catalog)]
    assert found == told


DOCUMENTED = """
[[source]]
title = "the source"
title_zh = "出处"
fact = "the fact"
fact_zh = "事实"
checked = 2026-11-18
[[silent]]
case = "the case"
case_zh = "情形"
code = "x = 1"
[measured]
date = 2026-11-18
corpora = ["course"]
right = 1
wrong = 0
cannot_tell = 0
note = "the note"
note_zh = "补充"
"""
IN_BOTH = {
    "title": ("the source", "出处"),
    "fact": ("the fact", "事实"),
    "case": ("the case", "情形"),
    "note": ("the note", "补充"),
}


@pytest.mark.parametrize("lacking", ["", *IN_BOTH])
def test_a_page_is_of_one_language_and_english_stands_for_missing_chinese(tmp_path: Path, lacking: str) -> None:
    said = [each for each in DOCUMENTED.splitlines() if not each.startswith(f"{lacking}_zh")]
    rule = load_catalog([unit(tmp_path, HEAD + ROW + TEXTS + "\n".join(said))], whole=True).rules["MSL950"]
    for lang in ("en", "zh"):
        page = "\n".join(rulepage.page(rule, lang, rulepage.Shown()))
        every = str(rulepage.rule_object(rule, lang))
        for name, (english, chinese) in IN_BOTH.items():
            shown = chinese if lang == "zh" and name != lacking else english
            other = english if shown == chinese else chinese
            for text in (page, every):
                assert (shown in text, other in text) == (True, False), (lang, name)
        (case,) = [case for case in cases(rule, lang) if case.kind == "silent"]
        assert case.name == IN_BOTH["case"][lang == "zh" and lacking != "case"]


@pytest.mark.parametrize(
    ("name", "table"), [("title", "source"), ("fact", "source"), ("case", "silent"), ("note", "measured")]
)
def test_chinese_without_english_and_what_is_no_text_are_refused(tmp_path: Path, name: str, table: str) -> None:
    english, chinese = IN_BOTH[name]
    first, second = f'{name} = "{english}"\n', f'{name}_zh = "{chinese}"\n'
    assert first + second in DOCUMENTED
    for new, said in (
        (second, f"'{table}.{name}'"),
        (f"{first}{name}_zh = 1\n", f"'{table}.{name}_zh'"),
        (f'{first}{name}_fr = "texte"\n', f"'{name}_fr'"),
    ):
        text = HEAD + ROW + TEXTS + DOCUMENTED.replace(first + second, new)
        with pytest.raises(RuleError) as caught:
            load_catalog([unit(tmp_path, text)], whole=True)
        told = caught.value.text("en")
        assert said in told
        # A key that is missing is told at its table.
        place = f"{table}]" if new == second else new.splitlines()[-1]
        assert f"rule.toml:{line(text, place)}: " in told


@pytest.mark.parametrize(
    ("status", "lang", "shown"),
    [("stable", "zh", "状态：稳定"), ("preview", "zh", "状态：预览"), ("stable", "en", "Status: stable")],
)
def test_the_page_says_the_status_in_its_language(tmp_path: Path, status: str, lang: str, shown: str) -> None:
    text = (HEAD + ROW + TEXTS).replace('"stable"', f'"{status}"')
    rule = load_catalog([unit(tmp_path, text)], whole=True).rules["MSL950"]
    assert f"- {shown}" in list(rulepage.page(rule, lang, rulepage.Shown()))
    assert rulepage.rule_object(rule, lang)["status"] == status
    table = "\n".join(rulepage.table([rule], lang))
    assert ("（预览）" in table) is (status == "preview")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[raises]\nmessage = "ValueError"\n', "'raises.message'"),
        ("[raises]\nmessage = []\n", "'raises.message'"),
        ('[raises]\nnowhere = ["ValueError"]\n', "'raises' is 'nowhere' but must be one of message"),
        ('variants = ["nowhere"]\n', "'variants' is 'nowhere' but must be one of message"),
    ],
)
def test_a_probe_speaks_of_messages_that_there_are(tmp_path: Path, table: str, said: str) -> None:
    folder = unit(tmp_path, HEAD + ROW + TEXTS)
    place = next(Path(folder).glob("*/rule.toml")).parent
    (place / "probe.py").write_text("def probe(case, lab):\n    return lab.confirmed()\n", encoding="utf-8")
    words = '[en]\nconfirmed = "yes"\n[zh]\nconfirmed = "是"\n'
    (place / "probe.toml").write_text(table + words, encoding="utf-8")
    catalog = load_catalog([folder], whole=True)
    with pytest.raises(RuleError) as caught:
        catalog.probe(catalog.rules["MSL950"])
    assert said in caught.value.text("en")


def test_a_silent_case_can_only_be_at_info_level(tmp_path: Path) -> None:
    text = HEAD + ROW + TEXTS + SILENT.replace("LEVEL", 'level = "warning"')
    with pytest.raises(RuleError, match=f":{line(text, 'level =')}: 'level' is 'warning' but must be one of info"):
        load_catalog([unit(tmp_path, text)], whole=True)


@pytest.mark.parametrize(
    ("argument", "reported"),
    [("activation=None", False), ("activation=default", False), ("activation=given", True), ("activation=1", True)],
)
def test_a_row_that_asks_for_more_than_none(tmp_path: Path, argument: str, reported: bool) -> None:
    when = "when = { activation = { given = true, not_none = true } }\n"
    catalog = load_catalog([unit(tmp_path, HEAD + ROW + when + TEXTS)])
    code = f"from mindspore import nn\n\n\ndef f(given, default=None):\n    return nn.Dense(3, 4, {argument})\n"
    found = check_source(Source("a.py", code), Settings(), catalog).findings
    assert ("MSL950" in [finding.code for finding in found]) is reported


def test_previews_and_rules_of_old_versions_are_run_too(tmp_path: Path) -> None:
    text = (HEAD + ROW + TEXTS + EXAMPLES).replace('"stable"', '"preview"').replace(">=2.7", ">=2.0,<2.9")
    catalog = load_catalog([unit(tmp_path, text)], whole=True)
    case = next(cases(catalog.rules["MSL950"]))
    assert [each.line for each in differences(case, catalog)] == [4, 5]


def test_severities_are_those_seen() -> None:
    catalog = load_catalog(whole=True)
    seen = {code: [each.label for each in severities(rule, catalog)] for code, rule in catalog.rules.items()}
    assert seen["MSL102"] == ["warning", "info"]
    assert seen["MSL107"] == ["error"]
    assert seen["MSL001"] == ["error"]
