"""`mslint api NAME`: what the tables know of one API."""

from __future__ import annotations

import os

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.errors import UserError
from mslint.project import Project
from mslint.report import apipage
from mslint.rulebook import catalog_of


def api(options: Options) -> int:
    """Show one API of MindSpore, or the counterpart of one of PyTorch's."""
    settings = Project(overrides_from(options)).settings_in(os.curdir)
    options.speaks = settings.lang
    tables = catalog_of(settings).tables
    name = options.words[0]
    found = apipage.find(name, tables)
    if found is None:
        near = apipage.nearest(name, tables)
        if near is not None:
            raise UserError("unknown-api-nearest", name=name, nearest=near)
        raise UserError("unknown-api", name=name)
    show = (found, tables, settings.target_version, settings.lang)
    if options.output_format == "json":
        streams.write(apipage.document(*show))
    else:
        streams.write("\n".join(apipage.page(*show)))
    return 0
