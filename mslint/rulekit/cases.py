"""Turns a hit into the case that a probe is told of: calls with their values, and no syntax."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Optional, Tuple, Union

from mslint.facts.calls import Argument, CallSite
from mslint.facts.module import Facts
from mslint.model import DICT, Case, Named, Passed, Recipe, Unknown
from mslint.program import values as program_values
from mslint.program.events import Event
from mslint.program.pipelines import sources_of
from mslint.program.program import Program
from mslint.program.summary import words_of
from mslint.program.values import Api, Map, Obj, Seq
from mslint.rulekit.hits import Hit
from mslint.rulekit.probes import Probe
from mslint.rulekit.rule import Rule

MAX_DEPTH = 4
GENERATED = "mindspore.dataset.GeneratorDataset"
SOURCE = "source"  # the name of the recipe that tells what its source is like
MOST = 40  # calls beside a case
SIZELESS = ("mindspore.common.initializer.", "mindspore.nn.")
_CONSTANTS = (str, int, float, bool, type(None))

World = Union[Facts, Program]


def case_of(rule: Rule, hit: Hit, world: World, probe: Probe) -> Case:
    """The case of a hit, in the file or the program that it was found in."""
    origin = hit.origin
    call = recipe_of(origin, world) if isinstance(origin, (CallSite, Event)) else None
    given = [(name, hit.params[name]) for name in probe.params if name in hit.params]
    params = tuple((name, value) for name, value in given if type(value) in _CONSTANTS)
    return Case(rule.code, hit.variant, call, recipes(world, probe.uses), words_in(world, probe.words), params)


def recipes(world: World, names: Tuple[str, ...]) -> Tuple[Recipe, ...]:
    """The calls of these APIs, in order."""
    if not names:
        return ()
    if isinstance(world, Program):
        return tuple(recipe_of(event, world) for event in world.calls(*names))[:MOST]
    return tuple(recipe_of(call, world) for call in world.calls if call.name in names)[:MOST]


def words_in(world: World, words: Tuple[str, ...]) -> Tuple[str, ...]:
    """Which of these identifiers occur there."""
    if isinstance(world, Program):
        return tuple(word for word in words if world.concerns((word,)))
    there = words_of(world.source.text) if words else ()
    return tuple(word for word in words if word in there)


def recipe_of(call: Union[CallSite, Event], world: World) -> Recipe:
    if isinstance(call, CallSite):
        return _of_call(call, 0)
    recipe = _of_event(call, 0)
    return _with_source(recipe, call, world) if call.name == GENERATED and isinstance(world, Program) else recipe


def _with_source(recipe: Recipe, event: Event, program: Program) -> Recipe:
    """The same call with what is known of the source of its samples, so that one like it can be built."""
    given = event.get("source")
    found = (sources_of(program, given) if given is not None else None) or []
    if len(found) != 1:
        return recipe
    (source,) = found
    known = {
        "indexed": source.indexed,
        "written": "class" if source.cls is not None else "function" if source.func is not None else "list",
        "sized": source.sized(),
        "columns": source.columns(),
    }
    like = Recipe(SOURCE, tuple(Passed(name, value, False) for name, value in known.items()))
    passed = tuple(replace(each, value=like) if each.name == "source" else each for each in recipe.passed)
    return replace(recipe, passed=passed)


def _of_call(call: CallSite, depth: int) -> Recipe:
    found: List[Tuple[int, Passed]] = []
    for name, argument in {**call.arguments, **call.unknown}.items():
        found.append((_order(argument), Passed(name, _written(argument, depth), argument.positional)))
    for argument in call.extra:
        found.append((_order(argument), Passed("", _written(argument, depth), True)))
    found.sort(key=lambda each: each[0])
    return Recipe(call.name, tuple(passed for _, passed in found), call.open)


def _order(argument: Argument) -> int:
    return argument.position if argument.position is not None else 1_000


def _written(argument: Argument, depth: int) -> object:
    """A constant, or what is written in place: a name of MindSpore, or a call that does not speak of sizes."""
    options = argument.value.options
    if options or depth > MAX_DEPTH:
        return options[0] if len(options) == 1 else Unknown.VALUE
    made = argument.made
    if made is not None and made.name.startswith(SIZELESS) and not made.partial:
        return _of_call(made, depth + 1)
    name = argument.stands_for
    return Named(name) if name else Unknown.VALUE


def _of_event(event: Event, depth: int) -> Recipe:
    positions = [p.name for p in event.signature.parameters if p.positional] if event.signature is not None else []
    found: List[Passed] = []
    index = 0
    for given in event.given:
        if given.name is not None:
            found.append(Passed(given.name, _value(given.value, depth), False))
            continue
        found.append(Passed(positions[index] if index < len(positions) else "", _value(given.value, depth), True))
        index += 1
    return Recipe(event.name, tuple(found), event.open)


def _value(value: program_values.Value, depth: int) -> object:
    if len(value.atoms) != 1 or value.open or depth > MAX_DEPTH:
        return Unknown.VALUE
    atom = value.atoms[0]
    if isinstance(atom, _CONSTANTS):
        return atom
    if isinstance(atom, Api):
        return Named(atom.name)
    if isinstance(atom, Seq) and not atom.open:
        items = [_value(item, depth + 1) for item in atom.items]
        return items if atom.kind == "list" else tuple(items)
    if isinstance(atom, Map) and not atom.open and all(isinstance(key, str) for key in atom.items):
        entries = [Passed(str(key), _value(item, depth + 1), False) for key, item in atom.items.items()]
        return Recipe(DICT, tuple(entries))
    if isinstance(atom, Obj) and atom.made is not None:
        made: Optional[Event] = atom.made if atom.api else next(iter(atom.base), None)
        return _of_event(made, depth + 1) if made is not None else Unknown.VALUE
    return Unknown.VALUE
