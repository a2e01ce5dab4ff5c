"""A layer that is built and never called has weights that nothing trains, and that weight decay still changes."""

from mslint.rulekit import Program, at_event, unused_layers


def check_program(program: Program):
    seen = set()
    for unused in unused_layers(program):
        made = unused.layer.made
        if made is not None and (made.path, made.span) not in seen:
            seen.add((made.path, made.span))
            yield at_event(made, attribute=f"self.{unused.attribute}", cls=unused.cls)
