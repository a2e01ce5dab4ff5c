"""Multiplying a list repeats the reference: one cell, and one set of weights, several times."""

from mslint.rulekit import Facts, Hit, repeat_call, repeated_cells, unsafe, writing


def check_file(facts: Facts):
    for repeated in repeated_cells(facts):
        if repeated.count in ("0", "1"):  # nothing is there twice
            continue
        if not any("shar" in name.lower() or "tied" in name.lower() for name in repeated.names):
            fix = unsafe(writing(f"[... for _ in range({repeated.count})]"), repeat_call(repeated.span))
            yield Hit(repeated.span, params={"what": repeated.what, "count": repeated.count}, fix=fix)
