"""Names that still work and will go: a finding where a successor is named, else a remark."""

from mslint.rulekit import FIRST_READ, Facts, Hit, Reference, format_version, short


def check_reference(reference: Reference, facts: Facts):
    api = facts.tables.get(reference.name)
    deprecated = api.deprecated if api is not None else None
    if deprecated is None or deprecated.future or (deprecated.since or FIRST_READ) > facts.version or reference.guarded:
        return
    if facts.tables.exists(reference.name, facts.version) is False:
        return  # it is gone, which is another rule's to say
    known = (each for each in deprecated.use if facts.tables.exists(each, facts.version) is not False)
    name, use = short(reference.name), " / ".join(short(each) for each in known)
    if deprecated.since is not None:
        params = {"name": name, "since": format_version(deprecated.since), "use": use}
        remark = "" if use else name  # without a successor nobody can do anything about it
        yield Hit(reference.span, "replaced" if use else "", params, group=reference.name, remark=remark)
    elif use:  # the documentation gives every undated name a successor
        yield Hit(reference.span, "undated", {"name": name, "use": use}, group=reference.name)
