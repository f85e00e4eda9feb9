"""Run labelled lines and reports: ``python tests/corpus/run.py KIND PATH``, KIND one of the table below.

Ends with a line of counts ("N passed, M failed, ..."); exit status 1 if any failed, 2 for a bad call.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

KINDS = ("guards", "commands", "reports")
"""Each is a module of this folder with ``main(path) -> int``."""


def main(arguments: Sequence[str]) -> int:
    """Run one kind; the exit status."""
    if len(arguments) != 2 or arguments[0] not in KINDS:
        print(f"usage: run.py {{{','.join(KINDS)}}} PATH", file=sys.stderr)
        return 2
    if not Path(arguments[1]).exists():
        print(f"{arguments[1]}: expected a file or folder, found nothing", file=sys.stderr)
        return 2
    status: int = importlib.import_module(f"corpus.{arguments[0]}").main(Path(arguments[1]))
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
