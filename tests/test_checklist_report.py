"""The four forms of the checklist's report: sound, safe, in both languages, and of one opinion."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Set, Tuple

import jsonschema
import pytest
import report_samples as samples
from report_samples import empty, full, lines_of

import mslint.report
from mslint.checklist.model import CONCLUSIONS, OK, PROBLEM, Chart, Checklist, Item, Remark, Table
from mslint.report import checklist_facts, checklist_json, checklist_text
from mslint.report.checklist_exhibits import shortened
from mslint.report.checklist_html import html
from mslint.report.checklist_markdown import code, escaped, markdown
from mslint.report.checklist_markup import Html, el
from mslint.report.frame import chosen, frame, width
from mslint.words import say

FOLDER = Path(mslint.report.__file__).parent
SCHEMA = json.loads((FOLDER / "checklist.schema.json").read_text(encoding="utf-8"))
VOID = ("br", "img", "input", "link", "meta", "wbr")
MADE: Dict[str, Callable[[str], Checklist]] = {"full": full, "empty": empty}

each_sample = pytest.mark.parametrize("made", MADE.values(), ids=MADE)
each_lang = pytest.mark.parametrize("lang", ["en", "zh"])


class Page(HTMLParser):
    """A page as a tree of what matters here; refuses what is not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: List[str] = []
        self.elements: List[Tuple[str, Dict[str, Optional[str]]]] = []
        self.texts: List[Tuple[Tuple[str, ...], str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: List[Tuple[str, Optional[str]]]) -> None:
        assert "svg" in self.open, f"only SVG closes <{tag}/> at once"
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(self.open), data))

    def all(self, tag: str) -> List[Dict[str, Optional[str]]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def text(self) -> str:
        return "".join(data for within, data in self.texts if not {"script", "style"} & set(within))


def with_items(*items: Item, lang: str = "en") -> Checklist:
    return Checklist(items, (), lang, "2.10", "default", ("train.py",), ("train.py",))


@each_sample
@each_lang
def test_the_page_is_sound(made: Callable[[str], Checklist], lang: str) -> None:
    text = html(made(lang), lines_of)
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>\n")
    assert page.all("html") == [{"lang": "zh-Hans" if lang == "zh" else "en"}]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    known = {f"#{name}" for name in ids}
    for attributes in [*page.all("a"), *page.all("use")]:
        assert attributes["href"] in known
    for name in ("aria-labelledby", "for", "data-for"):
        assert {attributes[name] for _, attributes in page.elements if name in attributes} <= set(ids)
    assert all(attributes.get("type") == "button" for attributes in page.all("button"))
    headings = [int(name[1]) for name, _ in page.elements if re.fullmatch("h[1-6]", name)]
    assert headings[0] == 1
    assert all(after <= before + 1 for before, after in zip(headings, headings[1:]))


@each_lang
def test_every_picture_has_words(lang: str) -> None:
    text = html(full(lang), lines_of)
    page = Page(text)
    pictures = page.all("img")
    assert len(pictures) == 3
    assert all(attributes["alt"] for attributes in pictures)
    drawn = [attributes for attributes in page.all("svg") if attributes.get("aria-hidden") != "true"]
    assert len(drawn) == 2
    for attributes in drawn:
        assert attributes["role"] == "img"
        title = re.search(f'<title id="{attributes["aria-labelledby"]}">([^<]+)</title>', text)
        assert title
        assert title[1].strip()
    # A symbol stands beside its name and is not read out.
    hidden = [attributes for attributes in page.all("svg") if attributes.get("aria-hidden") == "true"]
    assert {attributes.get("class") for attributes in hidden} == {"symbol", "sprite"}


@each_sample
def test_the_page_asks_nobody_for_anything(made: Callable[[str], Checklist]) -> None:
    page = Page(html(made("en"), lines_of))
    for tag, attributes in page.elements:
        for name in ("src", "href", "action", "data", "poster", "srcset", "style", "background"):
            value = attributes.get(name) or "#"
            assert value.startswith(("#", "data:")), (tag, name, value)
        assert not [name for name in attributes if name.startswith("on")]
    inside = "".join(data for within, data in page.texts if {"script", "style"} & set(within))
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttpRequest|WebSocket|eval\(", inside)


def test_only_the_script_and_style_of_the_page_may_run() -> None:
    page = Page(html(full("en"), lines_of))
    policy = next(each for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy")["content"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("script", "style"):
        inside = ["".join(data for within, data in page.texts if within[-1:] == (tag,))]
        assert len(page.all(tag)) == len(inside)
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


@each_lang
def test_texts_of_the_user_are_texts_of_the_page(lang: str) -> None:
    text = html(full(lang), lines_of, f"a note {samples.ATTACK}")
    page = Page(text)
    assert samples.ATTACK not in text
    shown = page.text()
    assert shown.count(samples.ATTACK) >= 8
    assert f"a note {samples.ATTACK}" in shown
    for wanted in (samples.MARKS, samples.LONG_LABEL, samples.LONG_PATH, "10,000", "train.py:8:21"):
        assert wanted in shown


@each_lang
def test_the_page_tells_all_there_is(lang: str) -> None:
    checklist = full(lang)
    shown = Page(html(checklist, lines_of)).text()
    for item in checklist_facts.all_items(checklist):
        for text in (item.id, item.title, item.ask, *(remark.text for remark in item.remarks)):
            assert text in shown
        for remark in item.remarks:
            for each in remark.places:
                assert f"{each.path}:{each.span.line}" in shown
        for finding in item.findings:
            texts = [finding.code, finding.message, finding.why, finding.how]
            texts += [f"{each.path}:{each.span.line}" for each in finding.related]
            texts += [finding.evidence.summary] if finding.evidence else []
            assert all(text in shown for text in texts)
        assert all(exhibit.title in shown for exhibit in item.exhibits)
    for fact in checklist_facts.facts(checklist):
        assert all(value in shown for value in (fact.name, *fact.values))


def test_the_frame_of_the_page_holds_the_lines_of_the_terminal() -> None:
    finding = samples.findings(zh=False)[2]
    assert finding.path == samples.LONG_PATH
    text = html(full("en"), lines_of)
    at = text.index(f'aria-label="Code of {samples.LONG_PATH}:1"')
    drawn = text[text.index("<code>", at) + 6 : text.index("</code>", at)]
    rows = [unescape(re.sub("<[^>]*>", "", row)) for row in drawn.split("\n")]
    terminal = [line for line in frame(lines_of(finding.path), finding.span, "en") if "^" not in line]
    assert [row.lstrip("0123456789") for row in rows] == [line.split(" | ", 1)[1] for line in terminal]
    marked = [unescape(mark) for mark in re.findall("<mark>(.*?)</mark>", drawn)]
    assert marked == ["x = nn.Conv2d("[4:], "3, 64,", ")"]


def test_a_span_without_a_character_is_still_marked() -> None:
    line = next(iter(chosen(["x = 1"], samples.Span(1, 6, 1, 6), "en")))
    assert (line.before, line.span, line.after, line.marked) == ("x = 1", "", "", True)


def conclusions_of_page(checklist: Checklist) -> List[Tuple[str, str]]:
    names = {checklist_facts.conclusion_name(each, checklist.lang): each for each in CONCLUSIONS}
    tops = re.findall(
        r'<article id="item-([^"]+)".*?<div class="top">.*?</svg><span>([^<]+)</span></span></div>',
        html(checklist, lines_of),
        re.S,
    )
    return [(key, names[name]) for key, name in tops]


def conclusions_of_markdown(checklist: Checklist) -> List[Tuple[str, str]]:
    names = {checklist_facts.conclusion_name(each, checklist.lang): each for each in CONCLUSIONS}
    headings = re.findall(r"^#### (\S+) .*[:：] ?(.+?)$", markdown(checklist, lines_of), re.M)
    return [(key, names[name]) for key, name in headings]


def conclusions_of_json(checklist: Checklist) -> List[Tuple[str, str]]:
    document = json.loads(checklist_json.document(checklist))
    return [(item["id"], item["conclusion"]) for item in (*document["items"], *document["further"])]


def conclusions_of_text(checklist: Checklist) -> List[Tuple[str, str]]:
    found = []
    for line in checklist_text.text(checklist, lines_of):
        for conclusion in CONCLUSIONS:
            name = re.escape(checklist_facts.conclusion_name(conclusion, checklist.lang))
            match = re.match(rf"  {name} +([a-z]+\.\d\d) ", line)
            if match:
                found.append((match[1], conclusion))
    return found


@each_sample
@each_lang
def test_all_forms_draw_the_same_conclusions(made: Callable[[str], Checklist], lang: str) -> None:
    checklist = made(lang)
    wanted = [(item.id, item.conclusion) for item in checklist_facts.all_items(checklist)]
    assert conclusions_of_json(checklist) == wanted
    assert conclusions_of_page(checklist) == wanted
    assert conclusions_of_markdown(checklist) == wanted
    assert conclusions_of_text(checklist) == wanted


@each_lang
def test_all_forms_count_alike(lang: str) -> None:
    checklist = full(lang)
    counts = json.loads(checklist_json.document(checklist))["summary"]
    assert counts == {"problem": 3, "needs-you": 2, "ok": 4, "not-applicable": 2}
    page, lines = html(checklist, lines_of), list(checklist_text.text(checklist, lines_of))
    for conclusion, count in counts.items():
        name = checklist_facts.conclusion_name(conclusion, lang)
        assert re.search(rf'<span class="count">{count}</span><span class="conclusion {conclusion}">', page)
        assert f"| {name} | {count} |" in markdown(checklist, lines_of)
    assert lines[-1] == (
        "共 11 项：发现问题 3 项、需要您判断 2 项、无问题 4 项、不涉及 2 项。"
        if lang == "zh"
        else "11 items. Problem found: 3, needs you: 2, no problem: 4, not applicable: 2."
    )


@pytest.mark.parametrize(
    ("conclusions", "said"),
    [
        ((), "The checklist has no items."),
        (("ok",), "No problem was found in 1 item."),
        (("ok", "ok"), "No problem was found in 2 items."),
        (("problem",), "A problem was found in the only item."),
        (("problem", "ok", "needs-you"), "A problem was found in 1 of 3 items. 1 item needs you."),
        (("problem", "problem", "needs-you", "needs-you"), "Problems were found in 2 of 4 items. 2 items need you."),
    ],
)
def test_headline(conclusions: Tuple[str, ...], said: str) -> None:
    checklist = with_items(*(Item(f"a.{at}", "t", "g", "", each) for at, each in enumerate(conclusions)))
    assert checklist_facts.headline(checklist) == said


@each_sample
@each_lang
def test_json_is_what_the_schema_says(made: Callable[[str], Checklist], lang: str) -> None:
    text = checklist_json.document(made(lang))
    document = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert text.isascii()
    assert "iVBOR" not in text  # how every PNG begins in base64


def test_schema_refuses_what_it_does_not_know() -> None:
    document: Any = json.loads(checklist_json.document(full("en")))
    document["items"][0]["findings"][0]["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)


def test_a_finding_is_described_as_in_the_other_schema() -> None:
    other = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    assert {name: SCHEMA["$defs"][name] for name in other["$defs"]} == other["$defs"]


def test_json_holds_evidence_with_its_places_and_exhibits_as_data() -> None:
    items = {item["id"]: item for item in json.loads(checklist_json.document(full("en")))["items"]}
    assert items["wi.01"]["evidence"] == ["12 layers name their own initialisation. (src/net.py:14, src/net.py:31)"]
    chart = items["cg.01"]["exhibits"][0]
    assert chart["values"] == [0.25, -0.5, None, None, 1e-9]
    table, pictures = items["dp.01"]["exhibits"]
    assert table["rows"][1] == ["G", "0.456", "0.224", "-2.036", "2.429"]
    assert [(each["label"], each["picture"]) for each in pictures["samples"][1:]] == [
        ("label 7: ship", True),
        (samples.LONG_LABEL, True),
        ("a sentence", False),
    ]


@each_sample
@each_lang
def test_markdown_is_balanced(made: Callable[[str], Checklist], lang: str) -> None:
    fence = ""
    outside: List[str] = []
    for line in markdown(made(lang), lines_of).split("\n"):
        mark = re.match(r" *(`{3,})(.*)$", line)
        if not fence and mark:
            fence = mark[1]
        elif fence and mark and len(mark[1]) >= len(fence) and not mark[2]:
            fence = ""
        elif not fence:
            outside.append(line)
    assert not fence
    text = "\n".join(outside)
    assert text.count("<details><summary>") == text.count("</details>") == text.count("</summary>")
    without = re.sub(r"</?details>|</?summary>", "", text)
    assert not re.search(r"(?<!\\)<", without)
    # Outside of code, nobody is called and no other issue is linked.
    assert not re.search(r"@someone|#12|!34", re.sub(r"(`+).*?\1", "", without.replace("\\`", "")))
    tables = re.findall(r"(?:^ *\|.*\n)+", text, re.M)
    for table in tables:
        columns: Set[int] = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(columns) == 1, table


def test_a_fence_is_longer_than_any_in_the_code() -> None:
    text = markdown(full("en"), lines_of)
    inside = text[text.index("````text") :]
    assert "``` <b>" in inside[: inside.index("\n  ````\n")]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a | b", "a \\| b"),
        ("<b> & `c`", "\\<b\\> &amp; \\`c\\`"),
        ("1. first", "1\\. first"),
        ("1.5 and 0.485", "1.5 and 0.485"),
        ("- list", "\\- list"),
        ("-2.0", "-2.0"),
        ("# head", "\\# head"),
        ("two\nlines", "two lines"),
        ("@jit is a decorator, see #5", "`@jit` is a decorator, see `#5`"),
        ("me@example.com", "me@example.com"),
    ],
)
def test_markdown_takes_a_text_as_it_is(text: str, written: str) -> None:
    assert escaped(text) == written


@pytest.mark.parametrize(("text", "written"), [("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("", "` `")])
def test_markdown_code_may_hold_backticks(text: str, written: str) -> None:
    assert code(text) == written


@each_lang
def test_text_aligns_the_titles(lang: str) -> None:
    checklist = full(lang)
    starts = set()
    for line in checklist_text.text(checklist, lines_of):
        for item in checklist_facts.all_items(checklist):
            if line.startswith("  ") and line.endswith(f"  {item.title}"):
                starts.add(width(line) - width(item.title))
    assert len(starts) == 1


def test_text_shows_problems_with_frames_and_then_what_needs_the_user() -> None:
    lines = list(checklist_text.text(full("en"), lines_of))
    problems, needs = lines.index("Problems"), lines.index("What needs you")
    assert problems < lines.index("      |                     ^^^^^^^^^^^^^^^") < needs
    assert "    src/loops.py:8 called here" in lines[needs:]
    assert "    21 more places" in lines[needs:]
    assert not any("\033" in line or "\n" in line for line in lines)


def test_text_has_colour_only_where_asked_for() -> None:
    plain, coloured = (list(checklist_text.text(full("en"), lines_of, color)) for color in (False, True))
    assert [re.sub("\033\\[[0-9;]*m", "", line) for line in coloured] == plain
    assert len([line for line in coloured if "\033" in line]) > 20


def test_text_shows_tables_short() -> None:
    table = Table("Rows", ("a", "b"), tuple((str(at), "中文") for at in range(20)))
    checklist = with_items(Item("a.01", "t", "g", "", PROBLEM, exhibits=(table,)))
    lines = list(checklist_text.text(checklist, lines_of))
    at = lines.index("  Rows:")
    assert lines[at : at + 3] == ["  Rows:", "    a  b", "    0  中文"]
    assert lines[at + 10] == "    12 more rows stand in the JSON report."


@pytest.mark.parametrize(
    ("count", "drawn", "others"), [(40, 40, None), (41, 41, None), (100, 40, "sum of the other 60")]
)
def test_a_chart_shows_forty_bars_and_the_sum_of_the_others(count: int, drawn: int, others: Optional[str]) -> None:
    chart = Chart("c", tuple(map(str, range(count))), (1.0,) * count)
    text = html(with_items(Item("a.01", "t", "g", "", OK, exhibits=(chart,))), lines_of)
    assert text.count('class="track"') == drawn
    assert ("sum of the other" in text) == bool(others)
    if others:
        assert f"{others}</text>" in text
        assert ">60</text>" in text
    assert text.count("<tr>") == count + 1


@pytest.mark.parametrize("values", [(), (0.0,), (1e308, -1e308), (float("nan"),), (float("inf"), float("-inf"), 3.0)])
def test_a_chart_of_any_numbers_stays_within_its_box(values: Tuple[float, ...]) -> None:
    chart = Chart("c", tuple(f"l{at}" for at in range(len(values))), values)
    text = html(with_items(Item("a.01", "t", "g", "", OK, exhibits=(chart,))), lines_of)
    drawn = text[text.index('class="chart"') :]
    drawn = drawn[: drawn.index("</svg>")]
    shares = re.findall(r'<rect x="([\d.e+-]+)%" y="\d+" width="([\d.e+-]+)%"', drawn)
    assert len(shares) == len(values)
    assert all(float(start) + float(share) <= 100.1 for start, share in shares)


@pytest.mark.parametrize(
    ("label", "columns", "shown"),
    [
        ("short", 5, "short"),
        ("shorter", 5, "shor…"),
        ("中文标签", 8, "中文标签"),
        ("中文标签", 7, "中文标…"),
        ("a\nb", 9, "a b"),
    ],
)
def test_labels_are_shortened_by_columns(label: str, columns: int, shown: str) -> None:
    assert shortened(label, columns) == shown
    assert width(shown) <= columns


def test_characters_that_act_are_shown_harmlessly() -> None:
    remark = Remark(PROBLEM, "a\x00b\x1b[31mc\u202ed\udc80e")
    checklist = with_items(Item("a.01", "t", "g", "", PROBLEM, (remark,)))
    for text in (
        html(checklist, lines_of),
        markdown(checklist, lines_of),
        "\n".join(checklist_text.text(checklist, lines_of)),
    ):
        assert "a\ufffdb\ufffd" in text
        assert not re.search("[\x00\x1b\u202e\udc80]", text)
        text.encode("utf-8")
    assert json.loads(checklist_json.document(checklist))["items"][0]["evidence"] == [remark.text]


def test_markup_escapes_all_but_markup() -> None:
    made = el("p", "<&", Html("<br>"), None, title='"', class_="a", hidden=True, lang=None, data_x=0)
    assert made == '<p title="&quot;" class="a" hidden data-x="0">&lt;&amp;<br></p>'
    assert el("img", alt="") == '<img alt="">'


@each_lang
def test_two_runs_write_the_same(lang: str) -> None:
    assert html(full(lang), lines_of) == html(full(lang), lines_of)


def test_many_rows_stay_few_on_the_page() -> None:
    table = Table("t", ("a",), (("x",),) * 5000)
    text = html(with_items(Item("a.01", "t", "g", "", OK, exhibits=(table,))), lines_of)
    assert text.count("<td>x</td>") == 1000
    assert say("en", "sheet-more-rows", count=4000) in text
