"""The strict schema of rule.toml: whatever is not as it must be is one sentence with file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List, Mapping, NoReturn, Optional, Sequence, Tuple

from mslint.api.versions import Version, parse_version
from mslint.errors import RuleError
from mslint.model import Severity
from mslint.rulekit.rule import Condition, Example, FactSource, Measured, Row, Rule, Text, Variant
from mslint.toml import line_of, parse_toml
from mslint.words import LANGUAGES

# Everything from the first of these tables on is documentation: a run needs none of it, and most of a unit is that.
_DOCUMENTATION = re.compile(r"^\[\[(?:example|silent|source)\]\]|^\[measured\]", re.MULTILINE)
_RANGE = re.compile(r">=(\d+\.\d+)(?:,<(\d+\.\d+))?|<(\d+\.\d+)")
_STATUS = ("preview", "stable", "deprecated", "removed")
_TYPES = ("bool", "int", "float", "str", "tuple")

Table = Mapping[str, object]


def read_rule(path: Path, whole: bool) -> Rule:
    """Read a unit; without `whole`, only what a run needs."""
    text = path.read_text(encoding="utf-8")
    if not whole:
        end = _DOCUMENTATION.search(text)
        text = text[: end.start()] if end else text
    return _Reader(path, text).rule()


class _Reader:
    """Reads one unit and knows where it is."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = text.splitlines()
        self._document = parse_toml(text, str(path))

    def rule(self) -> Rule:
        top = self._document
        allowed = (
            "code slug checklist severity status since mindspore yields_to on api text source example silent measured"
        )
        self._keys(top, allowed.split(), ())
        lower, upper = self._range(self._text(top, "mindspore", (), default=""))
        on = self._table(top, "on", ())
        self._keys(on, ("calls", "roles", "classes", "file"), ("on",))
        text = self._table(top, "text", ())
        missing = [lang for lang in LANGUAGES if lang not in text]
        if missing:
            self._fail(("text",), "rule-language-missing", language=missing[0])
        measured = top.get("measured")
        return Rule(
            code=self._match(top, "code", r"MSL\d{3}"),
            slug=self._match(top, "slug", r"[a-z0-9]+(-[a-z0-9]+)*"),
            severity=self._severity(top, ()),
            status=self._one_of(top, "status", _STATUS),
            since=self._text(top, "since", ()),
            folder=self._path.parent,
            text={lang: self._words(self._table(text, lang, ("text",)), lang) for lang in LANGUAGES},
            checklist=self._text(top, "checklist", (), default="") or None,
            lower=lower,
            upper=upper,
            mindspore=self._text(top, "mindspore", (), default=""),
            yields_to=self._strings(top, "yields_to", ()),
            calls=self._strings(on, "calls", ("on",)),
            roles=self._strings(on, "roles", ("on",)),
            classes=self._flag(on, "classes"),
            file=self._flag(on, "file"),
            rows=tuple(self._row(row) for row in self._tables(top, "api")),
            sources=tuple(self._source(row) for row in self._tables(top, "source")),
            examples=tuple(self._example(row, "example", ("bad", "good")) for row in self._tables(top, "example")),
            silent=tuple(self._example(row, "silent", ("case", "code")) for row in self._tables(top, "silent")),
            measured=self._measured(measured) if isinstance(measured, dict) else None,
        )

    # -- parts

    def _words(self, table: Table, lang: str) -> Text:
        where = ("text", lang)
        self._keys(table, ("title", "message", "why", "fix", "details", "variants"), where)
        title, message, why, fix = (self._text(table, key, where) for key in ("title", "message", "why", "fix"))
        variants: Dict[str, Variant] = {}
        for name, row in self._table(table, "variants", where).items():
            place = (*where, "variants", name)
            if not isinstance(row, dict):
                self._fail(place, "rule-not-a-table", key=name)
            self._keys(row, ("message", "why", "fix"), place)
            variants[name] = Variant(
                self._text(row, "message", place),
                self._text(row, "why", place, default=why),
                self._text(row, "fix", place, default=fix),
            )
        return Text(title, message, why, fix, self._text(table, "details", where, default=""), variants)

    def _row(self, row: Table) -> Row:
        self._keys(row, ("names", "when", "variant", "severity"), ("api",))
        conditions = {
            name: self._condition(self._table(self._table(row, "when", ("api",)), name, ("api", "when")))
            for name in self._table(row, "when", ("api",))
        }
        return Row(
            self._strings(row, "names", ("api",)),
            conditions,
            self._text(row, "variant", ("api",), default=""),
            self._severity(row, ("api",)) if "severity" in row else None,
        )

    def _condition(self, table: Table) -> Condition:
        where = ("api", "when")
        self._keys(table, ("given", "sure", "how", "type", "equals", "below", "at_least", "above"), where)
        limits: Dict[str, Optional[float]] = {}
        for key in ("below", "at_least", "above"):
            value = table.get(key)
            if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
                self._fail((*where, key), "rule-not-a-number", key=key)
            limits[key] = float(value) if isinstance(value, (int, float)) else None
        flags: Dict[str, Optional[bool]] = {}
        for key in ("given", "sure"):
            flag = table.get(key)
            if flag is not None and not isinstance(flag, bool):
                self._fail((*where, key), "rule-not-a-flag", key=key)
            flags[key] = flag if isinstance(flag, bool) else None
        return Condition(
            given=flags["given"],
            sure=flags["sure"],
            how=self._one_of(table, "how", ("positional", "keyword")) if "how" in table else None,
            type=self._one_of(table, "type", _TYPES) if "type" in table else None,
            equals=table.get("equals"),
            below=limits["below"],
            at_least=limits["at_least"],
            above=limits["above"],
        )

    def _source(self, row: Table) -> FactSource:
        self._keys(row, ("title", "fact", "checked"), ("source",))
        return FactSource(
            self._text(row, "title", ("source",)), self._text(row, "fact", ("source",)), str(row.get("checked", ""))
        )

    def _example(self, row: Table, name: str, keys: Sequence[str]) -> Example:
        self._keys(row, keys, (name,))
        values = {key: self._text(row, key, (name,), default="") for key in keys}
        if name == "silent":
            return Example(good=values["code"], case=values["case"])
        return Example(bad=values["bad"], good=values["good"])

    def _measured(self, row: Table) -> Measured:
        where = ("measured",)
        self._keys(row, ("date", "corpora", "right", "wrong", "cannot_tell", "note"), where)
        corpora = self._strings(row, "corpora", where)
        right, wrong, cannot_tell = (self._count(row, key, where) for key in ("right", "wrong", "cannot_tell"))
        note = self._text(row, "note", where, default="")
        return Measured(str(row.get("date", "")), corpora, right, wrong, cannot_tell, note)

    # -- values

    def _fail(self, keys: Tuple[str, ...], sentence: str, **params: object) -> NoReturn:
        raise RuleError(sentence, where=f"{self._path}:{line_of(self._lines, keys)}", **params)

    def _keys(self, table: Table, allowed: Sequence[str], where: Tuple[str, ...]) -> None:
        for key in table:
            if key not in allowed:
                self._fail((*where, key), "rule-unknown-key", key=key, allowed=", ".join(allowed))

    def _table(self, table: Table, key: str, where: Tuple[str, ...]) -> Table:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self._fail((*where, key), "rule-not-a-table", key=key)
        return value

    def _tables(self, table: Table, key: str) -> List[Table]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            self._fail((key,), "rule-not-a-table", key=key)
        return value

    def _text(self, table: Table, key: str, where: Tuple[str, ...], default: Optional[str] = None) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            self._fail((*where, key), "rule-text-missing", key=".".join((*where, key)))
        return value.strip()

    def _strings(self, table: Table, key: str, where: Tuple[str, ...]) -> Tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._fail((*where, key), "rule-not-strings", key=key)
        return tuple(value)

    def _count(self, table: Table, key: str, where: Tuple[str, ...]) -> int:
        value = table.get(key)
        if not isinstance(value, int):
            self._fail((*where, key), "rule-not-a-number", key=key)
        return value

    def _flag(self, table: Table, key: str) -> bool:
        value = table.get(key, False)
        if not isinstance(value, bool):
            self._fail(("on", key), "rule-not-a-flag", key=key)
        return value

    def _match(self, table: Table, key: str, pattern: str) -> str:
        value = self._text(table, key, ())
        if not re.fullmatch(pattern, value):
            self._fail((key,), "rule-bad-value", key=key, value=value)
        return value

    def _one_of(self, table: Table, key: str, allowed: Sequence[str]) -> str:
        value = self._text(table, key, ())
        if value not in allowed:
            self._fail((key,), "rule-not-one-of", key=key, value=value, allowed=", ".join(allowed))
        return value

    def _severity(self, table: Table, where: Tuple[str, ...]) -> Severity:
        value = self._text(table, "severity", where)
        try:
            return Severity.from_label(value)
        except KeyError:
            labels = ", ".join(severity.label for severity in sorted(Severity, reverse=True))
            self._fail((*where, "severity"), "rule-not-one-of", key="severity", value=value, allowed=labels)

    def _range(self, text: str) -> Tuple[Optional[Version], Optional[Version]]:
        if not text:
            return None, None
        found = _RANGE.fullmatch(text.replace(" ", ""))
        if found is None:
            self._fail(("mindspore",), "rule-bad-value", key="mindspore", value=text)
        lower, upper, only = found.groups()
        ends = [parse_version(part) if part else None for part in (lower, upper or only)]
        return ends[0], ends[1]
