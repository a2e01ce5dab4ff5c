"""`mslint rules` and `mslint rule`: what the rules say of themselves."""

from __future__ import annotations

import json
import os

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from, tell_of_refusals
from mslint.config import Settings
from mslint.errors import UserError
from mslint.nearest import closest_rule
from mslint.project import Project
from mslint.report import rulepage
from mslint.rulebook import catalog_of
from mslint.rulekit.catalog import load_catalog


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
        codes = tuple(code for code in catalog.rules if code.startswith(name.upper()))
        if codes:
            raise UserError("rule-of-many", name=name.upper(), codes=codes)
        near = closest_rule(name, [(each.code, each.slug) for each in catalog.rules.values()])
        if near:
            raise UserError("unknown-rule-nearest", name=name, nearest=near)
        raise UserError("unknown-rule", name=name)
    if options.output_format == "json":
        streams.write(json.dumps(rulepage.rule_object(found, options.speaks), indent=2))
    else:
        from mslint.selftest import shown

        page = "\n".join(rulepage.page(found, options.speaks, shown(found, catalog, options.speaks)))
        streams.write_long(page, wanted=not options.no_pager)
    return 0


def _settings(options: Options) -> Settings:
    project = Project(overrides_from(options))
    settings = project.settings_in(os.curdir)
    options.speaks = settings.lang
    tell_of_refusals(project)
    return settings
