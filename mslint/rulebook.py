"""The rules that settings can speak of, read once; from the cache where they were read before."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from typing import Dict, Optional, Sequence, Tuple

from mslint.cache import Cache, joined
from mslint.config import Settings, check_codes
from mslint.rulekit.catalog import Catalog, load_catalog, own_rules, rules_folder
from mslint.rulekit.rule import Rule

_CHECKED: Dict[Settings, Catalog] = {}
_CATALOGS: Dict[Tuple[Tuple[str, ...], Tuple[str, ...]], Catalog] = {}


def catalog_of(settings: Settings, cache: Optional[Cache] = None) -> Catalog:
    """The rules that settings can speak of, read once; raises UserError where they speak of others.

    From the cache, mslint's own rules are there sooner."""
    if settings not in _CHECKED:
        paths, places = settings.rule_paths, settings.rule_path_places
        if (paths, places) not in _CATALOGS:
            own = _remembered(cache) if cache is not None else None
            _CATALOGS[paths, places] = load_catalog(paths, places=places, own=own)
        catalog = _CATALOGS[paths, places]
        check_codes(settings, [(rule.code, rule.slug) for rule in catalog.rules.values()])
        _CHECKED[settings] = catalog
    return _CHECKED[settings]


def _remembered(cache: Cache) -> Sequence[Rule]:
    """The rules that come with mslint; whatever a cache says, their checkers are those in mslint's own folders."""
    key, folder = joined(("rules",)), rules_folder()
    known = cache.get(key)
    if isinstance(known, tuple) and known:
        with contextlib.suppress(TypeError, ValueError):
            there = set(os.listdir(folder))
            return [replace(rule, folder=folder / name) for name, rule in known if name in there]
    rules = own_rules()
    cache.put(key, tuple((rule.folder.name, rule) for rule in rules))
    return rules
