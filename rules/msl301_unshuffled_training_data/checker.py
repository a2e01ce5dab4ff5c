"""Training data that is read in one order for ever; evaluation data, and what shuffles elsewhere, is left alone."""

from mslint.rulekit import Cls, Func, Hit, Program, Severity, called, calls_of, note, pipelines, use_of, written

RANDOM = frozenset(
    "shuffle permutation choice choices sample Random SystemRandom randint default_rng Generator RandomState".split()
)


def check_program(program: Program):
    for pipeline in pipelines(program):
        source = pipeline.source
        shuffle = source.get("shuffle")
        if shuffle is None or not shuffle.is_just(False) or not shuffle.sure:
            continue
        sampler = source.get("sampler")
        if (sampler is not None and not sampler.is_just(None)) or "shuffle" in pipeline.methods():
            continue
        context = use_of(pipeline)
        if context.kind != "train" or _around(program, source):
            continue
        given = source.get("source")
        shuffles = _shuffles(given) if given is not None else False
        if shuffles:
            continue
        certain = context.certain and not pipeline.escaped and shuffles is False
        place = written(source, "shuffle")
        params = {"api": source.short, "reason": context.reason}
        related = () if place.span == source.span else (note(source, "the dataset is built here", "数据集在此处创建"),)
        severity = None if certain else Severity.INFO
        yield Hit(
            place.span, "" if certain else "likely", params, severity, certain, source.span, related, path=place.path
        )


def _around(program: Program, source) -> bool:
    """Whether the function around it, or another method of its class, puts something in random order."""
    func = source.frame.func
    if func is None:
        return False
    return any(
        event.name.rpartition(".")[2] in RANDOM and "random" in event.name and _family(event.frame.func, func)
        for event in program.events
    )


def _family(one, other) -> bool:
    return one is not None and (one.node is other.node or (one.owner is not None and one.owner is other.owner))


def _shuffles(given):
    """Whether a source puts its samples in random order itself; None where it cannot be seen."""
    verdicts = set()
    for atom in given.atoms:
        obj = atom.cls if hasattr(atom, "cls") else atom
        if isinstance(obj, Cls):
            verdicts.add(True if _random(obj.node) else None if obj.open or atom.escaped else False)
        elif isinstance(atom, Func):
            within = [atom.env.find(called(call)) for call in calls_of(atom.node)]
            functions = [
                each for value in within if value is not None for each in value.atoms if isinstance(each, Func)
            ]
            verdicts.add(any(_random(each.node) for each in (atom, *functions)))
        elif getattr(atom, "api", None) or atom is None:
            verdicts.add(None)
        else:
            verdicts.add(False)
    if True in verdicts:
        return True
    return None if given.open or None in verdicts or not verdicts else False


def _random(node) -> bool:
    return any(called(call) in RANDOM for call in calls_of(node))
