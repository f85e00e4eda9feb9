"""What a file says about findings: ``<!-- guidechain-ignore CODE reason -->`` hides that code in that file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core.queries.inventory import InstructionFile, Inventory
from guidechain.core.snapshot import Snapshot

_COMMENT = re.compile(r"(?:<!--|^[ \t]*(?:#|//))[ \t]*guidechain-ignore[ \t]+([a-z-]+)", re.MULTILINE)


def ignored_codes(snapshot: Snapshot, path: str) -> frozenset[str]:
    """The codes that the file at ``path`` hides."""
    return snapshot.query(_ignored, path)


def _ignored(snapshot: Snapshot, path: str) -> frozenset[str]:
    if b"guidechain-ignore" not in (snapshot.read(path) or b""):
        return frozenset()
    return frozenset(_COMMENT.findall(snapshot.text(path) or ""))


def concerned(snapshot: Snapshot, inventory: Inventory, code: str) -> Iterator[InstructionFile]:
    """The files that findings of ``code`` may speak of: the workspace's own, without those that hide it."""
    for file in inventory.files:
        if not file.foreign and code not in ignored_codes(snapshot, file.path):
            yield file
