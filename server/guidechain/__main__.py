"""``python -m guidechain`` and the console script ``guidechain``."""

from __future__ import annotations

import sys

from guidechain.cli import main

if __name__ == "__main__":
    sys.exit(main())
