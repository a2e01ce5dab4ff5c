"""Lists of files in whatever order the file system gives, where that order pairs them or shares them out."""

from mslint.rulekit import (
    Obj,
    Program,
    Seq,
    Severity,
    at_event,
    call_with,
    listing_of,
    note,
    pipelines,
    unsafe,
    writing,
)

SORTABLE = ("os.listdir", "glob.glob")  # lists of texts


def check_program(program: Program):
    told, paired = set(), list(_paired(program))
    # What is paired wrongly is said once, not again for its order in shards.
    known = {(note.path, note.span) for hit in paired for note in hit.related}
    for hit in (*paired, *_shared(program)):
        if (hit.path, hit.span) not in told | known:
            told.add((hit.path, hit.span))
            yield hit


def _paired(program):
    """zip of two listings, unless both were put in order."""
    for event in program.calls("builtins.zip"):
        found = [listing_of(program, given.value) for given in event.given]
        listings = [listing for listing in found if listing is not None]
        loose = [listing for listing in listings if not listing.ordered]
        if len({_asked(listing.event) for listing in listings}) < 2 or not loose:
            continue  # asked twice for the same, which comes in the same order
        variant = "" if len(loose) > 1 else "one"
        related = [note(listing.event, "listed here", "在此处列出文件") for listing in loose]
        fix = _sorted(event.path, loose)
        yield at_event(event, variant, related=related, fix=fix, listing=loose[0].event.name)


def _shared(program):
    """A sharded dataset whose source holds a listing as it came."""
    for pipeline in pipelines(program):
        source, shards = pipeline.source, pipeline.source.get("num_shards")
        given = source.get("source")
        if given is None or shards is None or shards.may_be(None):
            continue
        listing = next(_held(program, given), None)
        if listing is not None:
            related = [note(source, "the dataset is built here", "数据集在此处创建")]
            params = {"api": source.short, "listing": listing.event.name}
            fix = _sorted(listing.event.path, [listing])
            yield at_event(listing.event, "shared", Severity.INFO, related=related, fix=fix, **params)


def _asked(event):
    """What is listed; an expression stands for the same thing in one run of a function only."""
    return event.name, tuple(given.expr for given in event.given), id(event.frame)


def _sorted(path, listings):
    """Each listing in order, where all of them are made in this file."""
    events = {listing.event.span: listing.event for listing in listings}
    if any(event.path != path or event.name not in SORTABLE for event in events.values()):
        return None
    return unsafe(writing("sorted(...)"), *(call_with(span, "sorted") for span in events))


def _held(program, value):
    """The listings in their first order that a source is, or keeps as an attribute."""
    values = [value]
    for atom in value.atoms:
        if isinstance(atom, Obj):
            values.extend(atom.attrs.values())
    for each in values:
        if any(isinstance(atom, (Obj, Seq)) for atom in each.atoms):
            listing = listing_of(program, each)
            if listing is not None and not listing.ordered:
                yield listing
