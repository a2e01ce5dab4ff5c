"""What a unit says of its probe: probe.toml, read and checked only where somebody asks a device."""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import Dict, Mapping, Optional, Tuple

from mslint.errors import RuleError
from mslint.rulekit.rule import Rule
from mslint.toml import line_of, parse_toml
from mslint.words import LANGUAGES

DEVICES = ("CPU", "GPU", "Ascend")
CONFIRMED, REFUTED, INCONCLUSIVE = VERDICTS = ("confirmed", "refuted", "inconclusive")
PYNATIVE, GRAPH = MODES = ("pynative", "graph")
_LISTS = ("uses", "words", "params", "devices", "variants")
_KEYS = (*_LISTS, "mode", "raises", *LANGUAGES)
MESSAGE = "message"  # what `variants` and `raises` call the message that is no variant


@dataclass(frozen=True)
class Probe:
    """The data of one probe."""

    uses: Tuple[str, ...]  # it wants to see the calls of these APIs in the same file or program
    words: Tuple[str, ...]  # and to know which of these identifiers occur there
    params: Tuple[str, ...]  # and these of the constants that fill the message
    devices: Tuple[str, ...]  # where the claim can be shown
    mode: str  # in which the claim is shown
    variants: Tuple[str, ...]  # of the rule, that it can show; all where it names none
    raises: Mapping[str, Tuple[str, ...]]  # by variant at error level, the exceptions that the probe may see
    text: Mapping[str, Mapping[str, str]]  # by language, what was seen, under the key that the probe gives


def read_probe(rule: Rule) -> Optional[Probe]:
    """The probe of a rule; None where it has none. RuleError where it is not what it must be."""
    path = rule.folder / "probe.toml"
    if not rule.probe_path.is_file():
        return None
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError("rule-unreadable", where=path, reason=error) from None
    table = parse_toml(source, str(path))
    lines = source.splitlines()

    def where(*keys: str) -> str:
        return f"{path}:{line_of(lines, keys)}"

    for key in table:
        if key not in _KEYS:
            raise RuleError("rule-unknown-key", where=where(key), key=key, allowed=_KEYS)
    lists: Dict[str, Tuple[str, ...]] = {}
    for key in _LISTS:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise RuleError("rule-not-strings", where=where(key), key=key)
        lists[key] = tuple(value)
    for name in lists["devices"]:
        if name not in DEVICES:
            raise RuleError("rule-not-one-of", where=where("devices"), key="devices", value=name, allowed=DEVICES)
    mode = table.get("mode", PYNATIVE)
    if mode not in MODES:
        raise RuleError("rule-not-one-of", where=where("mode"), key="mode", value=mode, allowed=MODES)
    texts: Dict[str, Dict[str, str]] = {}
    for lang in LANGUAGES:
        given = table.get(lang)
        if not isinstance(given, dict):
            raise RuleError("rule-language-missing", where=where(), language=lang)
        texts[lang] = {}
        for key, text in given.items():
            if not isinstance(text, str):
                raise RuleError("rule-text-missing", where=where(lang, key), key=f"{lang}.{key}")
            try:
                list(string.Formatter().parse(text))
            except ValueError as error:
                raise RuleError("rule-bad-template", where=where(lang, key), key=key, reason=error) from None
            texts[lang][key] = text.strip()
    for lang in LANGUAGES:
        for key in {key for text in texts.values() for key in text}.difference(texts[lang]):
            raise RuleError("rule-variant-missing", where=where(lang), language=lang, name=key)
    raises: Dict[str, Tuple[str, ...]] = {}
    named = table.get("raises", {})
    for key, classes in named.items() if isinstance(named, dict) else ():
        if not (classes and isinstance(classes, list) and all(isinstance(each, str) for each in classes)):
            raise RuleError("rule-not-strings", where=where("raises", key), key=f"raises.{key}")
        raises[_variant(key)] = tuple(classes)
    known = (MESSAGE, *rule.text[LANGUAGES[0]].variants)
    for key, names in (("variants", lists["variants"]), ("raises", tuple(raises))):
        for name in names:
            if (name or MESSAGE) not in known:
                raise RuleError("rule-not-one-of", where=where(key), key=key, value=name, allowed=known)
    return Probe(
        lists["uses"],
        lists["words"],
        lists["params"],
        lists["devices"] or DEVICES,
        mode,
        tuple(_variant(name) for name in lists["variants"]),
        raises,
        texts,
    )


def _variant(name: str) -> str:
    """What the hits of a rule call a variant."""
    return "" if name == MESSAGE else name
