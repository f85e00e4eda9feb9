"""Starts the Guidechain that is bundled beside this file, whatever else is installed."""

from __future__ import annotations

import sys

sys.path.insert(0, __file__.removesuffix("run.py") + "libs")

from guidechain.__main__ import main

sys.exit(main())
