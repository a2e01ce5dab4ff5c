"""Size, scale and type of the pictures that training and evaluation of one program get; random operations are fine."""

from mslint.rulekit import Program, at_event, note, on_first_column, operations, pipelines, use_of

# The last of these decides what size the network gets.
SIZED = frozenset(
    "Resize CenterCrop Crop RandomCrop RandomResizedCrop RandomCropDecodeResize RandomCropWithBBox PadToSize".split()
)
SCALED = frozenset("Normalize Rescale ToTensor".split())
VARIANTS = {"size": "size", "scale": "", "type": "type"}


def check_program(program: Program):
    sides = {"train": [], "eval": []}
    for pipeline in pipelines(program):
        kind = use_of(pipeline).kind
        done = on_first_column(pipeline) if kind in sides else None
        # Where a condition decides what is done, nobody knows what the other side gets.
        if done and all(each.always for each in operations(pipeline)):
            sides[kind].append((pipeline.source.name, done))
    told = set()
    for name, done in sides["eval"]:
        others = [each for source, each in sides["train"] if source == name]
        for aspect in VARIANTS if others else ():
            mine, where = _seen(done, aspect)
            theirs = [_seen(other, aspect) for other in others]
            if mine is None or any(each is None or each == mine for each, _ in theirs):
                continue
            event, there = (where or done[-1]).event, (theirs[0][1] or others[0][-1]).event
            if (event.path, event.span, aspect) not in told:
                told.add((event.path, event.span, aspect))
                yield at_event(event, VARIANTS[aspect], related=[_does(there)], api=_short(event))


def _seen(done, aspect):
    """(what the operations make of a picture in one respect, the operation that says so); None: not known."""
    if aspect == "size":
        last = next((each for each in reversed(done) if each.name in SIZED), None)
        return (_size(last.event.get("size")), last) if last is not None else (None, None)
    if aspect == "type":
        last = next((each for each in reversed(done) if each.name == "TypeCast"), None)
        value = last.event.get("output_type", "data_type") if last is not None else None
        return (_type(value), last) if value is not None else (None, None)
    steps = [each for each in done if each.name in SCALED]
    return _scale(steps), steps[-1] if steps else None


def _scale(steps):
    """What becomes of the values 0 and 255 in each channel, however that is spelled."""
    ends = (0.0, 255.0)
    for event, name in ((each.event, each.name) for each in steps):
        if name == "Normalize":
            mean, std = (_numbers(event.get(part)) for part in ("mean", "std"))
            if not mean or not std or len(mean) != len(std) or 0 in std:
                return None
            pairs = list(zip(mean, std)) if len(ends) == 2 else []
            ends = tuple((end - shift) / size for shift, size in pairs for end in ends)
        else:
            numbers = [event.get(part) for part in ("rescale", "shift")]
            factor, shift = [each.number if each else None for each in numbers] if name == "Rescale" else (1 / 255, 0.0)
            if factor is None or shift is None:
                return None
            ends = tuple(end * factor + shift for end in ends)
    return tuple(round(end, 1) for end in ends) or None


def _numbers(value):
    items = value.items() if value is not None else None
    numbers = [item.number for item in items or ()]
    return tuple(numbers) if numbers and None not in numbers else None


def _size(value):
    number = value.number if value is not None else None
    return (number, number) if number is not None else _numbers(value)


def _type(value):
    only = value.only
    return (only if isinstance(only, str) else getattr(only, "name", "")).rpartition(".")[2] or None


def _short(event):
    return ".".join(event.name.split(".")[-2:])


def _does(event):
    return note(event, "training does this", "训练时的处理")
