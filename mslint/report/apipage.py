"""What the tables know of one API, as JSON and as text; looks nothing up beyond them."""

from __future__ import annotations

import json
from typing import Dict, List, Optional, Tuple

from mslint.api.tables import ROOT, Api, ApiTables, Parameter
from mslint.api.torch_pairs import Difference
from mslint.api.versions import Version, format_version
from mslint.words import say


def find(name: str, tables: ApiTables) -> Optional[Tuple[Api, Optional[str]]]:
    """The API of a name as people write it (nn.Dropout, torch.nn.Linear), and its PyTorch name."""
    if name.split(".")[0] == "torch":
        pair = tables.torch.pair(name)
        ours = pair.mindspore or pair.mint if pair is not None else None
        api = tables.get(ours)
        return (api, name) if api is not None else None
    for full in (name, f"{ROOT}.{name}"):
        api = tables.get(tables.canonical(full))
        if api is not None:
            counterparts = tables.torch.counterparts(api.name)
            return api, counterparts[0] if counterparts else None
    return None


def document(api: Api, torch: Optional[str], tables: ApiTables, version: Version, lang: str) -> str:
    """The JSON document."""
    signature = api.signature(version)
    parameters = signature.parameters if signature is not None else ()
    since, until = tables.span(api.name)
    return json.dumps(
        {
            "name": api.name,
            "target_version": format_version(version),
            "exists": {"since": _text(since), "until": _text(until)},
            "signature": [{"name": each.name, "default": each.default} for each in parameters],
            "torch": torch,
            "differences": [_difference(row, lang) for row in _rows(api, tables, version)],
        },
        indent=2,
    )


def page(api: Api, torch: Optional[str], tables: ApiTables, version: Version, lang: str) -> List[str]:
    """The same for people."""
    since, until = tables.span(api.name)
    signature = api.signature(version)
    lines = [api.name, ""]
    rows = [
        ("api-versions", " – ".join((_text(since) or "?", _text(until) or ""))),
        ("api-target", format_version(version)),
        ("api-signature", "?" if signature is None else _spelled(signature.parameters)),
        ("api-torch", torch or "-"),
        _mint(torch, tables, version),
    ]
    lines += [say(lang, key, text=text) for key, text in rows]
    differences = _rows(api, tables, version)
    if differences:
        lines += ["", say(lang, "api-differences")]
        for row in differences:
            effect = row.effect.get(lang, "")
            lines.append(f"  {row.argument or '-'}: MindSpore {row.mindspore}, PyTorch {row.torch}")
            lines += [f"    {effect}"] if effect else []
    return lines


def _rows(api: Api, tables: ApiTables, version: Version) -> List[Difference]:
    return [row for row in tables.torch.differences(api.name) if row.holds(version)]


def _difference(row: Difference, lang: str) -> Dict[str, object]:
    return {
        "argument": row.argument or None,
        "mindspore": row.mindspore,
        "torch": row.torch,
        "effect": row.effect.get(lang) or None,
        "source": row.measured or None,
    }


def _mint(torch: Optional[str], tables: ApiTables, version: Version) -> Tuple[str, str]:
    """Which sentence to say of the name in mindspore.mint, and that name."""
    pair = tables.torch.pair(torch) if torch is not None else None
    if pair is None or pair.mint is None or not tables.exists(pair.mint, version):
        return "api-mint", "-"
    alike = pair.mint_since is not None and version >= pair.mint_since
    return "api-mint-alike" if alike else "api-mint", pair.mint


def _spelled(parameters: Tuple[Parameter, ...]) -> str:
    named = (each.name if each.default is None else f"{each.name}={each.default}" for each in parameters)
    return f"({', '.join(named)})"


def _text(version: Optional[Version]) -> Optional[str]:
    return None if version is None else format_version(version)
