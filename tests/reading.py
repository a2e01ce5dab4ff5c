"""Reads snippets the way the engine does, and asks about the line that a snippet marks."""

from __future__ import annotations

import textwrap
from functools import cache
from typing import List, Optional, Tuple

from mslint.api.versions import NEWEST, Version
from mslint.config import Settings
from mslint.engine import check_source
from mslint.facts.calls import CallSite
from mslint.facts.collect import RawCall
from mslint.facts.module import Facts
from mslint.model import FileResult
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.source.text import Source
from mslint.syntax.parse import parse

MARK = "# ?"


@cache
def catalog() -> Catalog:
    return load_catalog()


def facts_of(code: str, version: Version = NEWEST) -> Facts:
    return Facts(parse(Source("snippet.py", textwrap.dedent(code).lstrip("\n"))), catalog().tables, version)


def marked_raws(facts: Facts) -> List[RawCall]:
    """The outermost call of each marked line."""
    found = []
    for number, line in enumerate(facts.source.lines, 1):
        if line.rstrip().endswith(MARK):
            here = [raw for raw in facts.raw_calls if facts.span(raw.node).line == number]
            assert here, f"no call in line {number}"
            found.append(min(here, key=lambda raw: (facts.span(raw.node).column, raw.order)))
    assert found, "the snippet marks no line"
    return found


def callee(code: str) -> Optional[str]:
    """What the marked call calls: a dotted name, with ? where that is only likely; None where unknown."""
    facts = facts_of(code)
    (raw,) = marked_raws(facts)
    ref = facts.names.resolve(raw.node.func, raw.place, raw.order)
    if ref is None:
        return None
    name = ref.name or (
        f"local {ref.cls.name}" if ref.cls is not None else f"local {ref.function.name}" if ref.function else ""
    )
    return ("instance of " if ref.instance else "") + name + ("" if ref.sure else "?")


def site(code: str, version: Version = NEWEST) -> Tuple[CallSite, Facts]:
    facts = facts_of(code, version)
    (raw,) = marked_raws(facts)
    call = facts.call_of(raw.node)
    assert call is not None, "the callee is not known"
    return call, facts


def check(
    code: str, catalog_: Optional[Catalog] = None, path: str = "snippet.py", noqa: bool = True, **settings: object
) -> FileResult:
    source = Source(path, textwrap.dedent(code).lstrip("\n"))
    return check_source(source, Settings(**settings), catalog_ or catalog(), noqa=noqa)  # type: ignore[arg-type]


def codes(result: FileResult) -> List[Tuple[int, str]]:
    return [(finding.span.line, finding.code) for finding in result.findings]
