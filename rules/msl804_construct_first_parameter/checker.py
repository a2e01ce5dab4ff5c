"""Graph mode looks for a first parameter of construct that is called self; Python itself only wants one."""

from mslint.rulekit import (
    CERTAIN,
    LIKELY,
    Func,
    Hit,
    Leave,
    Program,
    Severity,
    attributes_of,
    graph_note,
    is_cell,
    names_in,
    plain_decorators,
    traced,
)

SEVERITIES = {CERTAIN: Severity.ERROR, LIKELY: Severity.WARNING}
# What receivers are called by those who do not call them self.
RECEIVERS = frozenset("this cls me _self self_ slf obj _ _cls klass".split())


def check_program(program: Program):
    for function in traced(program):
        node, cls = function.func.node, function.func.owner
        if node.name != "construct" or cls is None or _is_plain(node):  # as nearly all are, which need not be read
            continue
        if not is_cell(program, cls) or not node.body:
            continue
        if all(isinstance(statement, Leave) for statement in node.body):
            continue
        kinds = plain_decorators(function.func)
        if kinds is None:  # nobody knows what another decorator makes of it
            continue
        variant, name = _wrong(function.func, kinds)
        if not variant:
            continue
        severity = Severity.ERROR if variant == "none" else SEVERITIES.get(function.mode.graph, Severity.INFO)
        mode = function.mode
        graph = variant != "none" and severity != Severity.INFO
        span = function.span
        yield Hit(
            span,
            "" if variant == "named" else variant,
            {"cls": cls.node.name, "name": name},
            severity,
            severity == Severity.ERROR,
            span,
            graph_note(mode) if graph else (),
            path=function.func.module.path,
        )


def _is_plain(node):
    return not node.decorators and bool(node.params) and node.params[0].name == "self"


def _wrong(func, kinds):
    """(variant, name of the first parameter) where there is something to say."""
    for kind in ("staticmethod", "classmethod"):
        if kind in kinds:
            return "static", kind
    params = func.node.params
    if not params or params[0].kind in ("keyword", "**"):
        return "none", ""
    name = params[0].name
    if name == "self":
        return "", ""
    if params[0].kind == "*":
        return "named", f"*{name}"
    used = attributes_of(func, name)
    read = any(name == each for statement in func.node.body for each in names_in(statement))
    if name in RECEIVERS or used & _members(func.owner) or not read:  # what nobody reads is no tensor
        return "named", name
    return "none", name


def _members(cls):
    """The names that the objects of a class have by what it defines."""
    found = {"training", "cells", "parameters_and_names", "trainable_params"}
    for each in cls.lineage():
        for name, member in each.members.items():
            found.add(name)
            for method in member.atoms:
                if isinstance(method, Func) and method.node.name != "construct" and method.node.params:
                    found |= attributes_of(method, method.node.params[0].name)
    return found
