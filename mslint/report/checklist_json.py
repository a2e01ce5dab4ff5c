"""Write a checklist for programs: the JSON document that checklist.schema.json describes."""

from __future__ import annotations

import json
import math
from typing import Any, Dict

import mslint
from mslint.checklist.model import Chart, Checklist, Exhibit, Item, Table
from mslint.report import checklist_facts as facts
from mslint.report.jsonout import finding_object

VERSION = 1


def document(checklist: Checklist) -> str:
    """The whole checklist; ASCII only, so that no console or pipe can garble it."""
    lang = checklist.lang
    return json.dumps(
        {
            "version": VERSION,
            "mslint": mslint.__version__,
            "target_version": checklist.target_version,
            "target_version_source": checklist.target_source,
            "items": [_item(item, lang) for item in checklist.items],
            "further": [_item(item, lang) for item in checklist.further],
            "scripts": list(checklist.scripts),
            "versions": dict(checklist.versions),
            "device": checklist.device,
            "errors": [{"path": error.path, "message": error.message} for error in checklist.errors],
            "summary": dict(facts.counts(checklist)),
        },
        indent=2,
    )


def _item(item: Item, lang: str) -> Dict[str, Any]:
    return {
        "id": item.id,
        "title": item.title,
        "conclusion": item.conclusion,
        "evidence": [facts.sentence(remark, lang) for remark in item.remarks],
        "findings": [finding_object(finding) for finding in item.findings],
        "exhibits": [_exhibit(exhibit) for exhibit in item.exhibits],
    }


def _exhibit(exhibit: Exhibit) -> Dict[str, Any]:
    if isinstance(exhibit, Table):
        rows = [list(row) for row in exhibit.rows]
        return {"kind": "table", "title": exhibit.title, "columns": list(exhibit.columns), "rows": rows}
    if isinstance(exhibit, Chart):
        # JSON has no word for NaN and infinity.
        values = [value if math.isfinite(value) else None for value in exhibit.values]
        return {"kind": "chart", "title": exhibit.title, "labels": list(exhibit.labels), "values": values}
    samples = [{"label": each.label, "text": each.text, "picture": bool(each.png)} for each in exhibit.samples]
    return {"kind": "samples", "title": exhibit.title, "samples": samples}
