"""Settings of all tests; being here, it also lets tests in folders import the helpers that stand beside it."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# A slow machine is no failure, and a run must not depend on what an earlier one left behind.
settings.register_profile(
    "mslint", deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mslint")


@pytest.fixture
def rules_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Projects may bring rules of their own, and these may run."""
    monkeypatch.setenv("MSLINT_ALLOW_RULE_PATHS", "1")


# Caches of what tests check are nothing to leave behind; all of these variables, one for each system.
_CACHES = tempfile.mkdtemp(prefix="mslint-tests-")
os.environ.update(XDG_CACHE_HOME=_CACHES, LOCALAPPDATA=_CACHES)
atexit.register(shutil.rmtree, _CACHES, ignore_errors=True)
