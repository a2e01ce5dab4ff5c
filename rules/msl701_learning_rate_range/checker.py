"""Learning rates, written out somewhere in the program, that an optimizer is hardly ever given."""

import re

from mslint.rulekit import Note, Program, Words, at_event, origin, unit_table

TESTS = re.compile(r"(^|/)(tests?|ut|st)/|(^|/)test_[^/]*\.py$|_test\.py$")


def check_program(program: Program):
    ranges = unit_table(__file__, "ranges.toml")
    told = set()
    for event in program.named(lambda name: name.startswith("mindspore.") and name.rpartition(".")[2] in ranges):
        row = ranges[event.name.rpartition(".")[2]]
        if (event.path, event.span) in told:
            continue
        rate = event.get("learning_rate", "lr")
        number = rate.number if rate is not None else None
        if number is None or number <= 0 or row["low"] <= number <= row["high"] or TESTS.search(event.path):
            continue
        place = origin(program, event, "learning_rate", "lr")
        if place is None:
            continue  # worked out from something else, such as the number of devices
        told.add((event.path, event.span))
        elsewhere = (place.path, place.span) != (event.path, event.span)
        related = (
            [Note(place.span, Words("the value is written here", "该值写在此处"), place.path)] if elsewhere else []
        )
        variant = "high" if number > row["high"] else ""
        known = {key: f"{row[key]:g}" for key in ("low", "high")}
        yield at_event(
            event, variant, sure=rate.sure, about="learning_rate", related=related, rate=f"{number:g}", **known
        )
