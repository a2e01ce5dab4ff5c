"""Settings of all tests; being here, it also lets tests in folders import the helpers that stand beside it."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

# A slow machine is no failure, and a run must not depend on what an earlier one left behind.
settings.register_profile(
    "mslint", deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mslint")

# Caches of what tests check are nothing to leave behind; all of these variables, one for each system.
_CACHES = tempfile.mkdtemp(prefix="mslint-tests-")
os.environ.update(XDG_CACHE_HOME=_CACHES, LOCALAPPDATA=_CACHES)
atexit.register(shutil.rmtree, _CACHES, ignore_errors=True)
