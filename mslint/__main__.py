"""`python -m mslint`."""

from __future__ import annotations

import sys

from mslint.cli import main

sys.exit(main())
