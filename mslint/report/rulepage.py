"""Write what a rule says of itself, as Markdown for its page and as values for JSON; must not read files."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Tuple

from mslint.model import Severity
from mslint.report.frame import width
from mslint.rulekit.bilingual import Words
from mslint.rulekit.rule import ALL, AT_INFO, Measured, Rule
from mslint.words import say


class Shown(NamedTuple):
    """What a rule was seen to do on its examples.

    The diff that its fixes make of each bad one, whether all findings had a fix, and a message of each variant."""

    diffs: Sequence[Sequence[str]] = ()
    always: bool = True
    said: Mapping[str, str] = {}


def page(rule: Rule, lang: str, fixes: Shown) -> Iterator[str]:
    """The lines of the rule's page."""
    text = rule.text[lang]
    yield f"# {rule.code} {rule.slug}"
    yield ""
    yield text.title
    yield ""
    yield from _facts(rule, lang, fixes)
    if rule.answers:
        yield ""
        yield say(lang, f"rule-answers-{rule.answers}", items=say(lang, "list-comma").join(rule.checklist))
    yield from _section(say(lang, "rule-variants"), [])
    for messages, why, how in texts(rule, lang, fixes.said):
        yield ""
        yield from (f"> - {message}" for message in messages)
        for label, words in (("rule-why", why), ("rule-how", how)):
            if words:
                yield ""
                yield say(lang, "labelled", label=f"**{say(lang, label)}**", text=words)
    if text.details:
        yield from _section(say(lang, "rule-details"), [text.details.strip("\n")])
    if rule.examples:
        yield from _section(say(lang, "rule-examples"), [say(lang, "rule-examples-note")])
        for number, example in enumerate(rule.examples):
            diff = "\n".join(fixes.diffs[number]) if number < len(fixes.diffs) else ""
            for label, code, kind in (
                ("rule-bad", example.bad, "python"),
                ("rule-fixed", diff, "diff"),
                ("rule-good", example.good, "python"),
            ):
                if code.strip():
                    yield ""
                    yield from _code(say(lang, "heading", label=say(lang, label)), code, kind)
    if rule.silent:
        yield from _section(say(lang, "rule-silent"), [])
        for case in rule.silent:
            yield ""
            yield from _code(say(lang, "heading", label=_in(lang, case.case)), case.good)
    if rule.sources:
        rows = [
            say(lang, "rule-source", title=_in(lang, source.title), fact=_in(lang, source.fact), date=source.checked)
            for source in rule.sources
        ]
        yield from _section(say(lang, "rule-sources"), [f"- {row}" for row in rows])
    if rule.measured:
        yield from _section(say(lang, "rule-measured"), measured(rule.measured, lang))
    yield ""
    yield say(lang, "rule-suppress", code=rule.code)


def texts(rule: Rule, lang: str, said: Mapping[str, str]) -> List[Tuple[List[str], str, str]]:
    """All that a rule can say, each reason and cure with the messages that it belongs to: as they were said, else with
    dots where they speak of a particular place."""
    text = rule.text[lang]
    groups: Dict[Tuple[str, str], List[str]] = {}
    for name in ("", *text.variants):
        words = text.variant(name)
        if words.message:
            message = said.get(name) or blanked(words.message)
            groups.setdefault((blanked(words.why), blanked(words.fix)), []).append(message)
    return [(list(dict.fromkeys(messages)), why, how) for (why, how), messages in groups.items()]


def blanked(words: str) -> str:
    """A message with dots where it speaks of a particular place."""
    return words.format_map(_Blanks())


class _Blanks(Dict[str, "_Blank"]):
    def __missing__(self, name: str) -> _Blank:
        return _Blank()


class _Blank:
    def __format__(self, how: str) -> str:
        return "…"


def measured(seen: Measured, lang: str) -> List[str]:
    """The tally, and what its author has to say of it."""
    line = say(
        lang,
        "rule-measured-line",
        right=seen.right,
        wrong=seen.wrong,
        cannot_tell=seen.cannot_tell,
        corpora=say(lang, "list-comma").join(seen.corpora),
        date=seen.date,
    )
    note = _in(lang, seen.note)
    return [line, "", note] if note else [line]


def index(
    rules: Iterable[Rule], lang: str, severities: Mapping[str, Sequence[Severity]], folder: str = ""
) -> Iterator[str]:
    """A Markdown table of rules, each with all its severities and a link to its page in `folder`."""
    heads = [say(lang, f"rule-{name}") for name in ("code", "name", "severity", "title")]
    yield f"| {' | '.join(heads)} |"
    yield "|---|---|---|---|"
    for rule in rules:
        shown = _severity(rule, lang, severities[rule.code])
        cells = [f"[{rule.code}]({folder}{rule.code}.md)", f"`{rule.slug}`", shown, rule.text[lang].title]
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def table(rules: Iterable[Rule], lang: str) -> Iterator[str]:
    """The same for a terminal."""
    heads = [say(lang, f"rule-{name}") for name in ("code", "severity", "name", "title")]
    rows = [heads] + [[rule.code, _severity(rule, lang), rule.slug, rule.text[lang].title] for rule in rules]
    widest = [max(width(row[column]) for row in rows) for column in range(len(heads) - 1)]
    for row in rows:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(row, widest)]
        yield "  ".join([*cells, row[-1]]).rstrip()
    yield ""
    yield say(lang, "rules-total", count=len(rows) - 1)


def summary_object(rule: Rule, lang: str) -> Dict[str, Any]:
    """What `mslint rules` says of a rule, for JSON."""
    return {
        "code": rule.code,
        "slug": rule.slug,
        "severity": rule.severity.label,
        "status": rule.status,
        "since": rule.since,
        "checklist": rule.checklist[0] if rule.checklist else None,
        "answers": rule.answers or None,
        "mindspore": rule.mindspore,
        "fixes": list(rule.fixes),
        "title": rule.text[lang].title,
    }


def rule_object(rule: Rule, lang: str) -> Dict[str, Any]:
    """All that a rule says of itself, for JSON."""
    text = rule.text[lang]
    seen = rule.measured
    return {
        **summary_object(rule, lang),
        "message": text.message,
        "why": text.why,
        "fix": text.fix,
        "details": text.details,
        "variants": {
            name: {"message": variant.message, "why": variant.why, "fix": variant.fix}
            for name, variant in text.variants.items()
        },
        "examples": [{"bad": example.bad, "good": example.good} for example in rule.examples],
        "silent": [{"case": _in(lang, case.case), "code": case.good} for case in rule.silent],
        "sources": [
            {"title": _in(lang, source.title), "fact": _in(lang, source.fact), "checked": source.checked}
            for source in rule.sources
        ],
        "measured": {
            "date": seen.date,
            "corpora": list(seen.corpora),
            "right": seen.right,
            "wrong": seen.wrong,
            "cannot_tell": seen.cannot_tell,
            "note": _in(lang, seen.note),
        }
        if seen
        else None,
    }


def _in(lang: str, words: Words) -> str:
    """One language of a text that has both."""
    text: str = getattr(words, lang)
    return text


def _severity(rule: Rule, lang: str, severities: Sequence[Severity] = ()) -> str:
    """The severities, by default the usual one, and the status where it is not the usual one."""
    labels = [say(lang, severity.label) for severity in severities or [rule.severity]]
    if rule.answers == ALL:
        labels = [say(lang, "severity-answers")]
    elif rule.answers == AT_INFO:
        labels = [say(lang, severity.label) for severity in severities or [rule.severity] if severity > Severity.INFO]
    return say(lang, "list-comma").join(labels) + (
        "" if rule.status == "stable" else say(lang, "rule-status-behind", status=say(lang, f"status-{rule.status}"))
    )


def _facts(rule: Rule, lang: str, fixes: Shown) -> Iterator[str]:
    safeties = say(lang, "list-comma").join(say(lang, f"fixes-{safety}") for safety in rule.fixes)
    rows = [
        ("rule-severity", _severity(rule, lang) if rule.answers == ALL else say(lang, rule.severity.label)),
        ("rule-status", say(lang, f"status-{rule.status}")),
        ("rule-since", rule.since),
        ("rule-versions", rule.mindspore),
        ("rule-checklist", say(lang, "list-comma").join(rule.checklist)),
        ("rule-fixes", safeties if fixes.always or not safeties else say(lang, "rule-fixes-some", safeties=safeties)),
    ]
    for label, value in rows:
        if value:
            yield f"- {say(lang, 'labelled', label=say(lang, label), text=value)}"


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield ""
    yield f"## {title}"
    if lines:
        yield ""
    yield from lines


def _code(label: str, code: str, kind: str = "python") -> Iterator[str]:
    yield label
    yield ""
    yield f"```{kind}"
    yield code.strip("\n")
    yield "```"
