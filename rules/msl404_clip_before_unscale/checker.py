"""Gradients that are clipped while they still carry the loss scale, and divided by it afterwards."""

from typing import Iterator, List, Optional, Set

from mslint.rulekit import Event, Func, Obj, Program, Seq, Value, at_event, names_in, note, words

CLIPS = frozenset(
    "mindspore.ops.clip_by_global_norm mindspore.ops.clip_by_norm mindspore.ops.clip_by_value mindspore.ops.clamp "
    "mindspore.ops.clip mindspore.nn.ClipByNorm.__call__".split()
)
MAPS = (".hyper_map", ".HyperMap.__call__", ".Map.__call__", ".map_")
PARTIAL = "mindspore.ops.partial"
# What gives the same gradients again, changed one by one.
KEEPS = (*MAPS, ".unscale", ".grad_reducer", ".DistributedGradReducer.__call__", ".depend")
SCALE_WORDS = frozenset("scale sens scaling unscale scaler scales lossscale".split())


def check_program(program: Program):
    clips = {id(event.made): event for event in program.named(_may_clip) if event.made is not None and _clips(event)}
    if not clips:
        return
    seen: Set[object] = set()
    unscaling = [event for event in program.named(_may_unscale) if _unscales(event)]
    undone = {id(event.made) for event in unscaling if event.made is not None}
    for event in unscaling:
        for value in _gradients(event):
            clip = next((clips[id(obj)] for obj in _before(value) if id(obj) in clips), None)
            if clip is None or (clip.path, clip.span) in seen or _fits_scale(clip):
                continue
            if any(id(obj) in undone for given in _gradients(clip) for obj in _before(given)):
                continue  # unscaled before as well: this is another scale
            seen.add((clip.path, clip.span))
            there = note(event, "unscaled only here", "在此才还原损失缩放")
            yield at_event(clip, sure=not event.alone, related=[there], clip=_label(clip), unscale=_label(event))


def _may_clip(name: str) -> bool:
    return name in CLIPS or name.endswith(MAPS)


def _may_unscale(name: str) -> bool:
    return name.endswith((".unscale", *MAPS))


def _clips(event: Event) -> bool:
    return event.name in CLIPS or (event.name.endswith(MAPS) and "clip" in words(_label(event)))


def _unscales(event: Event) -> bool:
    """scaler.unscale(grads), or a map of something named after a scale, which is given a scale."""
    if event.name.endswith(".unscale"):
        return True
    if not event.name.endswith(MAPS) or "clip" in words(_label(event)):
        return False
    return bool(words(_label(event)) & SCALE_WORDS) and bool(_mapped_words(event) & SCALE_WORDS)


def _before(value: Value) -> Iterator[Obj]:
    """What gradients were, back through what only clips, maps or reduces them."""
    pending, seen = [value], set()
    while pending:
        for atom in pending.pop().atoms:
            if isinstance(atom, Seq):
                pending.extend(atom.items)
            if not isinstance(atom, Obj) or id(atom) in seen or atom.made is None:
                continue
            seen.add(id(atom))
            yield atom
            if _clips(atom.made) or atom.made.name.endswith(KEEPS):
                pending.extend(_gradients(atom.made))


def _gradients(event: Event) -> List[Value]:
    """What is clipped or unscaled: of a map, all but the function."""
    return [given.value for given in (event.given[1:] if event.name.endswith(MAPS) else event.given)]


def _mapped(event: Event) -> Optional[Event]:
    """The call of partial that made the function of a map."""
    first = event.given[0].value if event.given else None
    made = [obj.made for obj in first.objects() if obj.api == PARTIAL] if first is not None else []
    return made[0] if made else None


def _label(event: Event) -> str:
    """What it is called: the API's name, or that of the function that is mapped over the gradients."""
    if not event.name.endswith(MAPS) or not event.given:
        return event.short if not event.name.startswith("?.") else event.name[2:]
    partial = _mapped(event)
    return _name(partial.given[0].value if partial is not None and partial.given else event.given[0].value)


def _name(function: Value) -> str:
    for atom in function.atoms:
        if isinstance(atom, Func):
            return atom.node.name
        if isinstance(atom, Obj) and atom.made is not None and atom.made.given:
            return atom.made.given[0].value.text or ""  # MultitypeFuncGraph("clip_grad")
    return ""


def _mapped_words(event: Event) -> Set[str]:
    partial = _mapped(event)
    exprs = [given.expr for given in partial.given[1:]] if partial is not None else []
    return {word for expr in exprs if expr is not None for name in names_in(expr) for word in words(name)}


def _fits_scale(clip: Event) -> bool:
    """Whether the threshold itself is scaled."""
    exprs = [given.expr for given in clip.given[1:]]
    named = {word for expr in exprs if expr is not None for name in names_in(expr) for word in words(name)}
    return bool((named | _mapped_words(clip)) & SCALE_WORDS)
