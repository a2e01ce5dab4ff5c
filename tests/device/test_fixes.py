"""Safe fixes are safe: a real MindSpore computes the same before and after them."""

from __future__ import annotations

import importlib.util

import pytest
from running import ROOT, python

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)


def test_safe_fixes_keep_the_results() -> None:
    done = python("scripts/measure_fixes.py", cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    *cases, closing = done.stdout.splitlines()
    assert len(cases) >= 10
    assert "safe fixes keep the results" in closing
