"""`mslint confirm`: the check, and then a device is asked which of the findings hold there."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from mslint.api.versions import format_version
from mslint.cli.check import checked, tell
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.device.installed import require_mindspore
from mslint.device.probing import verdicts, with_evidence
from mslint.rulebook import catalog_of
from mslint.rulekit.probes import CONFIRMED, VERDICTS
from mslint.words import say


def confirm(options: Options) -> int:
    """Lint what was named, ask the device, and return the exit status of what is shown."""
    require_mindspore()
    result, files, settings = checked(options, cases=True)
    lang = settings.lang
    with Progress(lang, wanted=not (options.no_progress or options.quiet)) as progress:
        findings = with_evidence(
            result.findings,
            catalog_of(settings),
            options.device,
            lang,
            step=partial(progress.step, of="progress-findings"),
            target=format_version(settings.target_version),
        )
    counts = verdicts(findings)
    named = {verdict: counts.get(verdict, 0) for verdict in VERDICTS}
    more = [say(lang, "total-evidence", device=options.device, without=counts.get("", 0), **named)]
    if options.only_confirmed:
        rules = catalog_of(settings).rules
        # What mslint says of itself, such as of a file that it cannot read, no experiment can confirm.
        own = [each for each in findings if each.code in rules and not rules[each.code].looks_at_code]
        shown = (each for each in findings if each.evidence is not None and each.evidence.verdict == CONFIRMED)
        kept = sorted((*own, *shown), key=lambda each: each.sort_key)
        if len(kept) < len(findings):
            more.append(say(lang, "total-unconfirmed", count=len(findings) - len(kept)))
        findings = kept
    return tell(replace(result, findings=tuple(findings)), options, files, more)
