"""Sees whether what a checker yields can be reported, and puts it into the rule's words; must not report anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Optional, Tuple

from mslint.model import Severity, Span
from mslint.rulekit.bilingual import Words
from mslint.rulekit.fixes import Proposal
from mslint.rulekit.hits import Hit, Note
from mslint.rulekit.rule import Rule
from mslint.visible import visible
from mslint.words import LANGUAGES, say

# Language, variant and part ("message", "why", "fix") of a text.
Place = Tuple[str, str, str]


class Flaw(Exception):
    """A hit that cannot be reported; `place` is the text that is at fault, None where it is the checker."""

    def __init__(self, key: str, /, place: Optional[Place] = None, **params: object) -> None:
        super().__init__(key)
        self.reason = Words(*(say(lang, key, **params) for lang in LANGUAGES))
        self.place = place


def several(hits: object) -> Iterable[object]:
    """What a checker returned, to go through; raises Flaw where that cannot be done."""
    if hits is None:
        return ()
    if not isinstance(hits, Iterable):
        raise Flaw("flaw-not-iterable", found=_kind(hits))
    return hits


def vetted(rule: Rule, hit: object) -> Hit:
    """A proper hit; raises Flaw where it is none."""
    if not isinstance(hit, Hit):
        raise Flaw("flaw-no-hit", found=_kind(hit))
    _vet(rule, hit)
    return hit


def in_words(rule: Rule, hit: Hit, lang: str) -> Tuple[str, str, str]:
    """Message, reason and advice of a hit; raises Flaw where a text asks for what the hit does not give."""
    spoken = {name: getattr(value, lang) if isinstance(value, Words) else value for name, value in hit.params.items()}
    params = {name: visible(value) if isinstance(value, str) else value for name, value in spoken.items()}
    words = rule.text[lang].variant(hit.variant)

    def filled(part: str, template: str) -> str:
        try:
            return template.format(**params)
        except KeyError as error:
            given = tuple(params) or ("-",)
            raise Flaw("flaw-unfilled", (lang, hit.variant, part), name=error.args[0], given=given) from None
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise Flaw("flaw-unformattable", (lang, hit.variant, part), reason=reason) from None

    return filled("message", words.message), filled("why", words.why), filled("fix", words.fix)


def _vet(rule: Rule, hit: Hit) -> None:
    wanted = (("span", Span), ("variant", str), ("params", Mapping), ("related", tuple), ("path", str))
    for name, kind in (*wanted, *((("severity", Severity),) if hit.severity is not None else ())):
        value = getattr(hit, name)
        if not isinstance(value, kind):
            raise Flaw("flaw-wrong-part", part=name, wanted=kind.__name__, found=_kind(value))
    if hit.fix is not None and not isinstance(hit.fix, Proposal):
        raise Flaw("flaw-wrong-part", part="fix", wanted="Proposal", found=_kind(hit.fix))
    if not all(isinstance(each, Note) for each in hit.related):
        raise Flaw("flaw-wrong-part", part="related", wanted="Note", found=_kind(hit.related))
    try:
        hash(hit.subject)
    except TypeError:
        raise Flaw("flaw-wrong-part", part="subject", wanted="hashable", found=_kind(hit.subject)) from None
    variants = tuple(rule.text[LANGUAGES[0]].variants)
    if hit.variant and hit.variant not in variants:
        raise Flaw("flaw-no-variant", variant=hit.variant, known=variants or ("-",))
    for lang in rule.text:
        in_words(rule, hit, lang)


def _kind(value: object) -> str:
    """A value as its author will recognise it, on one line and never long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 40 else f"{type(value).__name__} {text[:30]}..."
