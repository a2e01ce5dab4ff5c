"""`mslint rules` and `mslint rule`: what the rules say of themselves."""

from __future__ import annotations

import json
import os

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.config import Settings
from mslint.errors import UserError
from mslint.nearest import closest
from mslint.project import Project
from mslint.report import rulepage
from mslint.rulekit.catalog import load_catalog
from mslint.runner import catalog_of


def rules(options: Options) -> int:
    """List all rules."""
    found = list(catalog_of(_settings(options)).rules.values())
    if options.output_format == "json":
        streams.write(json.dumps([rulepage.summary_object(rule, options.speaks) for rule in found], indent=2))
    else:
        streams.write("\n".join(rulepage.table(found, options.speaks)))
    return 0


def rule(options: Options) -> int:
    """Show one rule, by its code or its name."""
    name = options.words[0]
    settings = _settings(options)
    catalog = load_catalog(settings.rule_paths, whole=True, places=settings.rule_path_places)
    found = catalog.find(name) or catalog.find(name.upper()) or catalog.find(name.lower())
    if found is None:
        names = [known for each in catalog.rules.values() for known in (each.code, each.slug)]
        begun = max((known for known in names if name.upper().startswith(known)), key=len, default=None)
        near = begun or closest(name.upper(), names) or closest(name.lower(), names)
        if near:
            raise UserError("unknown-rule-nearest", name=name, nearest=near)
        raise UserError("unknown-rule", name=name)
    if options.output_format == "json":
        streams.write(json.dumps(rulepage.rule_object(found, options.speaks), indent=2))
    else:
        from mslint.selftest import shown_fixes

        page = "\n".join(rulepage.page(found, options.speaks, shown_fixes(found, catalog)))
        streams.write_long(page, wanted=not options.no_pager)
    return 0


def _settings(options: Options) -> Settings:
    settings = Project(overrides_from(options)).settings_in(os.curdir)
    options.speaks = settings.lang
    return settings
