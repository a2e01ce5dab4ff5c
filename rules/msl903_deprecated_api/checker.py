"""Names that still work and will go; one finding for each name in a file."""

from mslint.rulekit import Facts, Hit, Reference, format_version, short


def check_reference(reference: Reference, facts: Facts):
    api = facts.tables.get(reference.name)
    deprecated = api.deprecated if api is not None else None
    if deprecated is None or deprecated.future or deprecated.since > facts.version or reference.guarded:
        return
    use = " / ".join(short(name) for name in deprecated.use)
    params = {"name": short(reference.name), "since": format_version(deprecated.since), "use": use}
    yield Hit(reference.span, "replaced" if use else "", params, group=reference.name)
