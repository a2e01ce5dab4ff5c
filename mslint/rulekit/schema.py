"""The strict schema of rule.toml: whatever is not as it must be is one sentence with file and line."""

from __future__ import annotations

import ast
import re
import string
from dataclasses import replace
from pathlib import Path
from typing import Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple

from mslint.api.versions import Version, parse_version
from mslint.errors import RuleError
from mslint.model import FRAMEWORKS, SAFETIES, Severity
from mslint.rulekit.bilingual import Words
from mslint.rulekit.casefiles import CHINESE
from mslint.rulekit.fixes import RowFix
from mslint.rulekit.rule import ALL, AT_INFO, Condition, Example, FactSource, Measured, Row, Rule, Text, Variant
from mslint.toml import Key, line_of, parse_toml
from mslint.words import LANGUAGES

_WORDS = ("title", "message", "why", "fix", "details", "variants")
# Everything from the first of these tables on is documentation: a run needs none of it, and most of a unit is that.
_DOCUMENTATION = re.compile(r"^\[\[(?:example|silent|source)\]\]|^\[measured\]", re.MULTILINE)
_NEEDED = re.compile(r"^\s*\[+\s*(?:on|api|text|variants)\b", re.MULTILINE)
_NUMBER = r"(\d{1,4}\.\d{1,4})"
_RANGE = re.compile(rf">={_NUMBER}(?:,<{_NUMBER})?|<{_NUMBER}")
_STATUS = ("preview", "stable", "deprecated", "removed")
_TYPES = ("bool", "int", "float", "str", "tuple")

Table = Mapping[str, object]
Keys = Tuple[Key, ...]


def read_rule(path: Path, whole: bool) -> Rule:
    """Read a unit; without `whole`, only what a run needs."""
    chinese = path.with_name(CHINESE)
    beside = _Reader(chinese, _text_of(chinese, whole)) if chinese.is_file() else None
    rule = _Reader(path, _text_of(path, whole), beside).rule()
    if not whole:
        return rule
    from mslint.rulekit.casefiles import examples_in, silent_in

    return replace(
        rule, examples=(*rule.examples, *examples_in(path.parent)), silent=(*rule.silent, *silent_in(path.parent))
    )


def _text_of(path: Path, whole: bool) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError("rule-unreadable", where=path, reason=error) from None
    if not whole:
        end = _DOCUMENTATION.search(text)
        # Whoever puts documentation first shall not lose what stands below it.
        text = text[: end.start()] if end and not _NEEDED.search(text, end.start()) else text
    return text


class _Reader:
    """Reads one unit, or the Chinese beside it, and knows where it is."""

    def __init__(self, path: Path, text: str, chinese: Optional[_Reader] = None) -> None:
        self._path = path
        self._chinese = chinese
        self._lines = text.splitlines()
        self._document = parse_toml(text, str(path))

    def rule(self) -> Rule:
        top = self._document
        allowed = (
            "code slug checklist severity status since mindspore yields_to once_per_run fixes only_from answers on api "
            "text source example silent measured"
        )
        self._keys(top, allowed.split(), ())
        lower, upper = self._range(self._text(top, "mindspore", (), default=""))
        on = self._table(top, "on", ())
        self._keys(
            on,
            ("calls", "roles", "apis", "references", "methods", "discarded", "classes", "file", "program", "defines"),
            ("on",),
        )
        text = self._table(top, "text", ())
        self._keys(text, LANGUAGES, ("text",))
        first = LANGUAGES[0]
        if first not in text:
            self._fail(("text",), "rule-language-missing", language=first)
        measured = top.get("measured")
        # A project's own rule may speak English only.
        spoken = {lang: lang if lang in text else first for lang in LANGUAGES}
        words = {lang: self._words(self._table(text, own, ("text",)), ("text", own)) for lang, own in spoken.items()}
        if self._chinese is not None:
            words["zh"] = self._chinese.words_beside(len(self._tables(top, "source")))
        self._same_variants(words)
        code = self._match(top, "code", r"MSL\d{3}")
        rows = self._tables(top, "api")
        if not any(on.values()) and not rows and not code.startswith("MSL0") and top.get("status") != "removed":
            self._fail(("on",), "rule-asks-nothing")
        if any(on.values()) and not self._path.with_name("checker.py").is_file():
            self._fail(("on",), "rule-checker-missing", folder=self._path.parent)
        return Rule(
            code=code,
            slug=self._match(top, "slug", r"[a-z0-9]+(-[a-z0-9]+)*"),
            severity=self._severity(top, ()),
            status=self._one_of(top, "status", _STATUS),
            since=self._text(top, "since", ()),
            folder=self._path.parent,
            text=words,
            checklist=self._one_or_more(top, "checklist", ()),
            answers=self._one_of(top, "answers", (ALL, AT_INFO)) if "answers" in top else "",
            lower=lower,
            upper=upper,
            mindspore=self._text(top, "mindspore", (), default=""),
            yields_to=self._strings(top, "yields_to", ()),
            once_per_run=self._flag(top, "once_per_run"),
            fixes=self._safeties(top),
            only_from=self._one_of(top, "only_from", FRAMEWORKS) if "only_from" in top else "",
            calls=self._strings(on, "calls", ("on",)),
            roles=self._strings(on, "roles", ("on",)),
            apis=self._flag(on, "apis"),
            references=self._flag(on, "references"),
            methods=self._flag(on, "methods"),
            discarded=self._flag(on, "discarded"),
            classes=self._flag(on, "classes"),
            file=self._flag(on, "file"),
            program=self._strings(on, "program", ("on",)),
            defines=self._flag(on, "defines"),
            rows=tuple(self._row(row, ("api", number), words) for number, row in enumerate(rows)),
            sources=tuple(
                self._source(row, ("source", number)) for number, row in enumerate(self._tables(top, "source"))
            ),
            examples=tuple(
                self._example(row, ("example", number)) for number, row in enumerate(self._tables(top, "example"))
            ),
            silent=tuple(
                self._silent(row, ("silent", number)) for number, row in enumerate(self._tables(top, "silent"))
            ),
            measured=self._measured(measured) if isinstance(measured, dict) else None,
        )

    # -- parts

    def words_beside(self, sources: int) -> Text:
        """The Chinese of a unit, which stands in a file of its own."""
        top = self._document
        self._keys(top, (*_WORDS, "source", "measured"), ())
        given = self._tables(top, "source")
        if given and sources and len(given) != sources:  # there are none where only a part was read
            self._fail(("source", 0), "rule-sources-differ", count=len(given), wanted=sources)
        return self._words({key: value for key, value in top.items() if key in _WORDS}, ())

    def _beside(self, table: str, number: int, key: str) -> str:
        """The Chinese of a text of the documentation, where it stands in a file of its own."""
        if self._chinese is None:
            return ""
        rows = self._chinese._document.get(table, {})
        row = rows[number] if isinstance(rows, list) and number < len(rows) else rows
        value = row.get(key, "") if isinstance(row, dict) else ""
        return value.strip() if isinstance(value, str) else ""

    def _words(self, table: Table, where: Keys) -> Text:
        self._keys(table, _WORDS, where)
        title = self._text(table, "title", where)
        message, why, fix = (self._template(table, key, where) for key in ("message", "why", "fix"))
        variants: Dict[str, Variant] = {}
        for name, row in self._table(table, "variants", where).items():
            place = (*where, "variants", name)
            if not isinstance(row, dict):
                self._fail(place, "rule-not-a-table", key=name)
            self._keys(row, ("message", "why", "fix"), place)
            variants[name] = Variant(
                self._template(row, "message", place),
                self._template(row, "why", place, default=why),
                self._template(row, "fix", place, default=fix),
            )
        return Text(title, message, why, fix, self._text(table, "details", where, default=""), variants)

    def _same_variants(self, words: Mapping[str, Text]) -> None:
        for lang in LANGUAGES:
            for name in {name for text in words.values() for name in text.variants}.difference(words[lang].variants):
                self._fail(("text", lang, "variants"), "rule-variant-missing", language=lang, name=name)

    def _row(self, row: Table, where: Keys, words: Mapping[str, Text]) -> Row:
        flags = ("bare", "group", "whole", "raises")
        self._keys(row, ("names", "when", "variant", "severity", "about", "fix", *flags), where)
        when = self._table(row, "when", where)
        conditions = {
            name: self._condition(self._table(when, name, (*where, "when")), (*where, "when", name)) for name in when
        }
        variant = self._text(row, "variant", where, default="")
        variants = tuple(words[LANGUAGES[0]].variants)
        if variant and variant not in variants:
            self._fail((*where, "variant"), "rule-not-one-of", key="variant", value=variant, allowed=variants)
        severity = self._severity(row, where) if "severity" in row else None
        bare, group, whole, raises = (self._flag(row, key, where) for key in flags)
        fix = self._row_fix(self._table(row, "fix", where), (*where, "fix")) if "fix" in row else None
        about = self._text(row, "about", where) if "about" in row else None
        names = self._strings(row, "names", where)
        return Row(names, conditions, variant, severity, bare, group, whole, raises, about, fix)

    def _row_fix(self, table: Table, where: Keys) -> RowFix:
        """`write` and `name` give a text for each argument, `around` two, `drop` lists arguments."""
        self._keys(table, ("safety", "write", "name", "drop", "around"), where)
        if not any(table.get(key) for key in ("write", "name", "drop", "around")):
            self._fail(where, "rule-fix-empty")
        texts: Dict[str, Dict[str, str]] = {}
        for key in ("write", "name"):
            row = self._table(table, key, where)
            texts[key] = {name: self._text(row, name, (*where, key)) for name in row}
        pairs: Dict[str, Tuple[str, str]] = {}
        row = self._table(table, "around", where)
        for name in row:
            both = self._strings(row, name, (*where, "around"))
            if len(both) != 2:
                self._fail((*where, "around", name), "rule-fix-around", name=name)
            pairs[name] = (both[0], both[1])
        self._expressions({**texts["write"], **{name: f"{a}x{b}" for name, (a, b) in pairs.items()}}, where)
        for name in [*texts["write"], *texts["name"], *texts["name"].values(), *pairs]:
            if not name.isidentifier():
                self._fail(where, "rule-bad-value", key="fix", value=name)
        safety = self._one_of(table, "safety", SAFETIES, where)
        return RowFix(safety, texts["write"], texts["name"], self._strings(table, "drop", where), pairs)

    def _expressions(self, values: Mapping[str, str], where: Keys) -> None:
        """What a fix writes must be Python, or no fix would ever be made."""
        for name, value in values.items():
            try:
                ast.parse(f"f({name}={value})", mode="eval")
            except (SyntaxError, ValueError):
                self._fail(where, "rule-bad-value", key=name, value=value)

    def _safeties(self, top: Table) -> Tuple[str, ...]:
        """The safeties that a unit's fixes have."""
        found = self._strings(top, "fixes", ())
        for value in found:
            if value not in SAFETIES:
                self._fail(("fixes",), "rule-not-one-of", key="fixes", value=value, allowed=SAFETIES)
        return found

    def _condition(self, table: Table, where: Keys) -> Condition:
        self._keys(table, ("given", "not_none", "sure", "how", "type", "equals", "below", "at_least", "above"), where)
        limits: Dict[str, Optional[float]] = {}
        for key in ("below", "at_least", "above"):
            value = table.get(key)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
                self._fail((*where, key), "rule-not-a-number", key=key)
            limits[key] = float(value) if isinstance(value, (int, float)) else None
        flags: Dict[str, Optional[bool]] = {}
        for key in ("given", "not_none", "sure"):
            flag = table.get(key)
            if flag is not None and not isinstance(flag, bool):
                self._fail((*where, key), "rule-not-a-flag", key=key)
            flags[key] = flag if isinstance(flag, bool) else None
        return Condition(
            given=flags["given"],
            not_none=bool(flags["not_none"]),
            sure=flags["sure"],
            how=self._one_of(table, "how", ("positional", "keyword"), where) if "how" in table else None,
            type=self._one_of(table, "type", _TYPES, where) if "type" in table else None,
            equals=table.get("equals"),
            below=limits["below"],
            at_least=limits["at_least"],
            above=limits["above"],
        )

    def _source(self, row: Table, where: Keys) -> FactSource:
        self._keys(row, ("title", "title_zh", "fact", "fact_zh", "checked"), where)
        number = where[-1] if isinstance(where[-1], int) else 0
        title, fact = (
            self._both(row, key, where, None, self._beside("source", number, key)) for key in ("title", "fact")
        )
        return FactSource(title, fact, str(row.get("checked", "")))

    def _silent(self, row: Table, where: Keys) -> Example:
        self._keys(row, ("case", "case_zh", "code", "level"), where)
        info = "level" in row and self._one_of(row, "level", (Severity.INFO.label,), where)
        case = self._both(row, "case", where, default="")
        code = self._text(row, "code", where, default="")
        return Example(good=code, case=case, level=Severity.INFO if info else None)

    def _example(self, row: Table, where: Keys) -> Example:
        keys = ("target", "bad", "good")
        self._keys(row, keys, where)
        values = {key: self._text(row, key, where, default="") for key in keys}
        if values["target"] and not re.fullmatch(r"\d+\.\d+", values["target"]):
            self._fail((*where, "target"), "rule-bad-value", key="target", value=values["target"])
        return Example(target=values["target"], bad=values["bad"], good=values["good"])

    def _measured(self, row: Table) -> Measured:
        where = ("measured",)
        self._keys(row, ("date", "corpora", "right", "wrong", "cannot_tell", "note", "note_zh"), where)
        corpora = self._strings(row, "corpora", where)
        right, wrong, cannot_tell = (self._count(row, key, where) for key in ("right", "wrong", "cannot_tell"))
        note = self._both(row, "note", where, "", self._beside("measured", 0, "note"))
        return Measured(str(row.get("date", "")), corpora, right, wrong, cannot_tell, note)

    # -- values

    def _fail(self, keys: Keys, sentence: str, **params: object) -> NoReturn:
        raise RuleError(sentence, where=f"{self._path}:{line_of(self._lines, keys)}", **params)

    def _keys(self, table: Table, allowed: Sequence[str], where: Keys) -> None:
        for key in table:
            if key not in allowed:
                self._fail((*where, key), "rule-unknown-key", key=key, allowed=tuple(allowed))

    def _table(self, table: Table, key: str, where: Keys) -> Table:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self._fail((*where, key), "rule-not-a-table", key=key)
        return value

    def _tables(self, table: Table, key: str) -> List[Table]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            self._fail((key,), "rule-not-a-table", key=key)
        return value

    def _text(self, table: Table, key: str, where: Keys, default: Optional[str] = None) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            names = [part for part in (*where, key) if isinstance(part, str)]
            self._fail((*where, key), "rule-text-missing", key=".".join(names))
        return value.strip()

    def _both(self, table: Table, key: str, where: Keys, default: Optional[str] = None, beside: str = "") -> Words:
        """A text of the documentation in both languages; where the Chinese is missing, the English stands for it."""
        chinese = f"{key}_zh"
        # Chinese without English is a slip of the pen: the English page would be left without the text.
        english = self._text(table, key, where, None if chinese in table else default)
        return Words(english, beside or self._text(table, chinese, where, default=english) or english)

    def _template(self, table: Table, key: str, where: Keys, default: Optional[str] = None) -> str:
        """A text with placeholders, each of which has a name and no more than that."""
        value = self._text(table, key, where, default)
        try:
            names = [name for _, name, _, _ in string.Formatter().parse(value) if name is not None]
        except ValueError as error:
            self._fail((*where, key), "rule-bad-template", key=key, reason=error)
        for name in names:
            if not name.isidentifier():
                self._fail((*where, key), "rule-bad-placeholder", key=key, name=name)
        return value

    def _strings(self, table: Table, key: str, where: Keys) -> Tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._fail((*where, key), "rule-not-strings", key=key)
        return tuple(value)

    def _one_or_more(self, table: Table, key: str, where: Keys) -> Tuple[str, ...]:
        """Texts, of which one may stand alone."""
        return (self._text(table, key, where),) if isinstance(table.get(key), str) else self._strings(table, key, where)

    def _count(self, table: Table, key: str, where: Keys) -> int:
        value = table.get(key)
        if not isinstance(value, int):
            self._fail((*where, key), "rule-not-a-number", key=key)
        return value

    def _flag(self, table: Table, key: str, where: Keys = ("on",)) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self._fail((*where, key), "rule-not-a-flag", key=key)
        return value

    def _match(self, table: Table, key: str, pattern: str) -> str:
        value = self._text(table, key, ())
        if not re.fullmatch(pattern, value):
            self._fail((key,), "rule-bad-value", key=key, value=value)
        return value

    def _one_of(self, table: Table, key: str, allowed: Sequence[str], where: Keys = ()) -> str:
        value = self._text(table, key, where)
        if value not in allowed:
            self._fail((*where, key), "rule-not-one-of", key=key, value=value, allowed=tuple(allowed))
        return value

    def _severity(self, table: Table, where: Keys) -> Severity:
        value = self._text(table, "severity", where)
        try:
            return Severity.from_label(value)
        except KeyError:
            labels = tuple(severity.label for severity in sorted(Severity, reverse=True))
            self._fail((*where, "severity"), "rule-not-one-of", key="severity", value=value, allowed=labels)

    def _range(self, text: str) -> Tuple[Optional[Version], Optional[Version]]:
        if not text:
            return None, None
        found = _RANGE.fullmatch(text.replace(" ", ""))
        if found is None:
            self._fail(("mindspore",), "rule-bad-range", value=text)
        lower, upper, only = found.groups()
        ends = [parse_version(part) if part else None for part in (lower, upper or only)]
        return ends[0], ends[1]
