"""Multiplying a list repeats the reference: one cell, and one set of weights, several times."""

from mslint.rulekit import Facts, Hit, repeated_cells


def check_file(facts: Facts):
    for repeated in repeated_cells(facts):
        if repeated.count in ("0", "1"):  # nothing is there twice
            continue
        if not any("share" in name.lower() or "tied" in name.lower() for name in repeated.names):
            yield Hit(repeated.span, params={"what": repeated.what, "count": repeated.count})
