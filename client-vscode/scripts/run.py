"""Starts the Guidechain that is bundled beside this file, whatever else is installed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "libs"))

from guidechain.__main__ import main  # noqa: E402 -- the path comes first

main()
