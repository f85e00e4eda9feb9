"""The sample workspaces of the editor runs on disk: ``lay_out.py FOLDER`` makes FOLDER/{project,second,home}."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from on_disk import lay_out

SECOND = """
-- AGENTS.md --
# Lighthouse
-- boards/sales.py --
PANELS = []
"""


def main(folder: Path) -> None:
    place = lay_out((Path(__file__).parent / "shop.txt").read_text(encoding="utf-8"), folder)
    lay_out(SECOND, folder / "other").root.rename(folder / "second")
    for root in (place.root, folder / "second"):
        subprocess.run(["git", "init", "--quiet", str(root)], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
