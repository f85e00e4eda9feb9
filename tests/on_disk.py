"""A fixture's workspace laid out on the disk, for the edges that read real files."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from fixture import HOME, ROOT, parse


@dataclass(frozen=True)
class Place:
    """Where a workspace and its home were laid out."""

    root: Path
    home: Path


def lay_out(text: str, folder: Path) -> Place:
    """Write the workspace ``text`` below ``folder`` (``project/`` and ``home/``); its links stay relative."""
    place = Place(folder / "project", folder / "home")
    for path, node in parse(text).tree.nodes.items():
        for top, there in ((ROOT, place.root), (HOME, place.home)):
            if path == top or path.startswith(top + "/"):
                target = there / path[len(top) :].lstrip("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                if node.kind == "directory":
                    target.mkdir(exist_ok=True)
                elif node.kind == "link":
                    target.symlink_to(node.target)
                elif node.kind == "special":
                    os.mkfifo(target)
                else:
                    target.write_bytes(node.content)
    return place
