"""Scale and layout of images on their way through a pipeline: what does not fit them, and what raises."""

from typing import NamedTuple, Optional

from mslint.rulekit import (
    Event,
    Note,
    Program,
    Severity,
    Words,
    at_event,
    composed,
    holds_images,
    note,
    operations,
    origin,
    pipelines,
)

# Values of 0 to 255, of 0 to 1, with mean 0; None: not known.
BYTES, ONES, NORMAL = "bytes", "ones", "normal"
HWC, CHW = "hwc", "chw"
# On images whose channels come first these raise, or work on the wrong axes.
RAISES = frozenset("RandomCrop Pad PadToSize RandomColorAdjust".split())
CROPS = frozenset("CenterCrop Crop".split())
TURNED = frozenset(
    "Resize RandomResize RandomResizedCrop HorizontalFlip VerticalFlip RandomHorizontalFlip RandomVerticalFlip".split()
)
# These leave scale and layout as they are; the others may do anything.
KEEPS = TURNED | RAISES | CROPS | frozenset(
    "Rotate RandomRotation RandomAffine RandomPerspective GaussianBlur CutOut RandomErasing RandomColor "
    "RandomSharpness RandomGrayscale RandomPosterize RandomSolarize RandomInvert RandomEqualize RandomAutoContrast "
    "RandomAdjustSharpness AutoContrast Equalize Invert AutoAugment RandAugment TrivialAugmentWide".split()
)  # fmt: skip
MEAN = Words("the mean is written here", "均值写在此处")
NOTES = {
    "scale": ("the values are scaled here", "数值在此处缩放"),
    "layout": ("the channels come first from here on", "从此处起通道在最前"),
}


class State(NamedTuple):
    """What is known of an image, and the operations that made it so."""

    scale: Optional[str] = None
    scaled: Optional[Event] = None
    layout: Optional[str] = None
    turned: Optional[Event] = None


def check_program(program: Program):
    told, known = set(), {}
    for worked, start in _all(program):
        event = worked.operation.event
        states = [_after(way, start, known) for way in worked.before]
        verdicts = {_verdict(worked.operation, state) for state in states}
        variant, cause = verdicts.pop() if len(verdicts) == 1 else (None, "")
        if variant is None or (event.path, event.span) in told:
            continue
        told.add((event.path, event.span))
        before = {"scale": states[0].scaled, "layout": states[0].turned}.get(cause)
        related = [note(before, *NOTES[cause])] if before is not None else []
        severity = Severity.ERROR if variant.startswith("raises") else None
        params = {"api": _short(event), "before": _short(before) if before is not None else ""}
        if variant in ("small", "big"):
            params.update(mean=_shown(event.get("mean")), std=_shown(event.get("std")))
            place = origin(program, event, "mean")
            if place is not None and place != (event.path, event.span):
                related.append(Note(place.span, MEAN, place.path))
        yield at_event(event, "" if variant == "small" else variant, severity, related=related, **params)


def _all(program):
    """Operations with what images are like where their pipeline begins; of a Compose, nobody knows."""
    for pipeline in pipelines(program):
        images = holds_images(pipeline.source)
        for worked in operations(pipeline):
            if worked.operation.columns is not None:
                first = images and worked.operation.columns == {"image"}
                yield worked, State(BYTES, None, HWC) if first else State()
    for worked in composed(program):
        yield worked, State()


def _shown(value):
    """The numbers of mean or std; a number that all share, once."""
    numbers = dict.fromkeys(f"{item.number:.4g}" for item in value.items())
    return ", ".join(numbers)


def _short(event):
    return ".".join(event.name.split(".")[-2:])


def _after(way, state, known):
    """What an image is like after these operations; what is wrong already is not followed further.

    Many ways begin alike: `known` is what the operations were found to make of an image."""
    for operation in way:
        step = (operation and operation.event, state)
        if step not in known:
            known[step] = State() if operation is None or _verdict(operation, state)[0] else _next(operation, state)
        state = known[step]
    return state


def _verdict(operation, state):
    """(the variant of what is wrong with an operation on such an image, what of the image it does not fit)"""
    name, event = operation.name, operation.event
    if name == "Normalize":
        kind, several = _statistics(event)
        first = event.get("is_hwc")
        if several and not operation.python:
            if state.layout == CHW and not event.open and (first is None or (first.is_just(True) and first.sure)):
                return "raises-layout", "layout"
            if state.layout == HWC and first is not None and first.is_just(False) and first.sure:
                return "raises-hwc", "layout"
        wrong = {(ONES, BYTES): "small", (BYTES, ONES): "big"}.get((kind, state.scale))
        return (wrong, "scale") if wrong else (None, "")
    if operation.python:
        return None, ""
    if (name == "ToTensor" or (name == "Rescale" and _divides(event))) and state.scale == ONES:
        return "twice", "scale"
    if name == "ToTensor" and state.scale == NORMAL:
        return "normalized", "scale"
    if name in ("ToTensor", "HWC2CHW") and state.layout == CHW:
        return "axes", "layout"
    if state.layout == CHW and name in RAISES | CROPS | TURNED:
        size = event.get("size") if name in CROPS else None
        return "raises-crop" if name in RAISES or (size and (size.number or 0) > 4) else "geometry", "layout"
    return None, ""


def _next(operation, state):
    name, event = operation.name, operation.event
    if name in ("Decode", "RandomCropDecodeResize"):
        return State(BYTES, None, HWC)
    if name == "ToPIL":
        return State(BYTES) if state.scale == BYTES else State()
    if name == "ToTensor":
        kind = event.get("output_type")
        scaled = event.missing("output_type") or (kind is not None and _float(kind))
        return State(ONES, event, CHW, event) if scaled else State(layout=CHW, turned=event)
    if name == "HWC2CHW":
        return state._replace(layout=CHW, turned=event)
    if name == "Normalize":
        kind = NORMAL if _statistics(event)[0] else None
        return state._replace(scale=kind, scaled=event if kind else None)
    if name == "Rescale":
        return state._replace(scale=ONES, scaled=event) if _divides(event) else state._replace(scale=None)
    if name == "TypeCast":
        return state if event.given and _float(event.given[0].value) else state._replace(scale=None)
    return state if name in KEEPS else State()


def _float(kind):
    return "float" in (kind.text or getattr(kind.only, "name", ""))


def _divides(event):
    """Whether it is a division by 255 and nothing else."""
    factor, shift = event.get("rescale"), event.get("shift")
    number = factor.number if factor is not None else None
    return number is not None and 0.0039 < number < 0.00394 and shift is not None and shift.number == 0


def _statistics(event):
    """(the scale of data with such mean and deviation, whether they are several); None where it says neither."""
    lists = [event.get(name) for name in ("mean", "std")]
    if any(each is None or each.items() is None for each in lists):
        return None, False
    numbers = [item.number for each in lists for item in each.items()]
    several = len(lists[0].items()) > 1
    if not numbers or None in numbers:
        return None, several
    if all(0 < number < 1 for number in numbers):
        return ONES, several
    return (BYTES if all(number > 10 for number in numbers) else None), several
