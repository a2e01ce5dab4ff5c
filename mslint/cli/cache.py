"""`mslint cache info` and `mslint cache clean`: what earlier runs have left, and its end."""

from __future__ import annotations

import json
import os

from mslint import cache as store
from mslint.cacheplace import VARIABLE, discard, place_of_cache
from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.errors import UserError
from mslint.inputs import settings_of
from mslint.project import Project
from mslint.source.files import display_path
from mslint.words import say


def cache(options: Options) -> int:
    """Say what there is, or remove it."""
    project = Project(overrides_from(options))
    options.speaks = lang = settings_of([os.curdir], project).lang
    what = options.words[0]
    if what not in ("info", "clean"):
        raise UserError("cache-word", word=what)
    place = place_of_cache(os.curdir, options.cache_dir)
    path = place.file if place is not None else ""
    shown = display_path(path) if path else ""
    if not path and (what == "clean" or options.output_format != "json"):
        empty = "" in (options.cache_dir, os.environ.get(VARIABLE))
        streams.write(say(lang, "cache-nowhere" if empty else "cache-no-folder"))
        return 0
    if what == "clean":
        there = os.path.lexists(path)
        reason = store.remove(path)
        if reason is not None:
            raise UserError("cache-stays", path=shown, reason=reason)
        if place is not None and place.own:
            discard(place)
        streams.write(say(lang, "cache-removed" if there else "cache-none", path=shown))
        return 0
    info = store.info(place) if place is not None else None
    if options.output_format == "json":
        held = info or store.Info(0, 0, 0)
        document = {"path": shown, "bytes": held.size, "files": held.files, "results": held.results}
        streams.write(json.dumps(document, ensure_ascii=False))
    elif info is None:
        streams.write(say(lang, "cache-unreadable" if os.path.lexists(path) else "cache-none", path=shown))
    else:
        size = f"{info.size / 1_000_000:.1f}"
        streams.write(say(lang, "cache-info", path=shown, size=size, files=info.files, results=info.results))
    return 0
