"""A tensor's copy for NumPy or Python has no gradient: what is computed from it does not train what came before."""

from mslint.rulekit import Hit, Program, Severity, copies, traced, trained


def check_program(program: Program):
    reached = None
    for function in traced(program):
        if function.cls is None:
            continue
        for copy in copies(function, program):
            if reached is None:
                reached = {id(obj) for obj in trained(program)}
            cuts = copy.cuts and any(id(owner) in reached for owner in function.owners)
            yield Hit(
                copy.span,
                "" if cuts else "other",
                {"call": copy.name, "function": function.func.node.name, "cell": function.cls.node.name},
                None if cuts else Severity.INFO,
                cuts,
                copy.span,
                # What cuts no gradient for certain is said once in a function.
                group=None if cuts else (copy.path, function.func.node.where),
                path=copy.path,
            )
