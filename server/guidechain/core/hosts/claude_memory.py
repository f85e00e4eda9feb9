"""The auto memory of Claude Code: MEMORY.md of the project, cut (CC-12, CC-93)."""

from __future__ import annotations

import re

from guidechain.core import paths
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_launch import MEMORY_VARIABLE
from guidechain.core.hosts.claude_settings import single
from guidechain.core.hosts.claude_walk import Walk
from guidechain.core.model import Loaded, NotLoaded
from guidechain.core.snapshot import Snapshot

MEMORY_LINES = 200
MEMORY_BYTES = 25_000
"""What of MEMORY.md is sent (CC-12)."""
_MEMORY_HEAD = re.compile(rf"(?:[^\r\n]*(?:\r\n|\r|\n)){{{MEMORY_LINES}}}")


def memory(walk: Walk) -> None:
    """MEMORY.md of the project's auto memory (CC-12, CC-93)."""
    begun, sources = walk.known.start, walk.known.sources
    if not begun.config:
        return
    key = re.sub(r"[^A-Za-z0-9]", "-", begun.project)
    usual = paths.join(begun.config, f"projects/{key}/memory/MEMORY.md")
    moved = single(tuple(s for s in sources if s.scope != "project" or walk.known.trusted), "autoMemoryDirectory")
    path, culprit = usual, None
    if moved and (folder := _memory_folder(moved[0], begun.home)):
        path, culprit = paths.join(folder, "MEMORY.md"), moved[1].path
    enabled = single(sources, "autoMemoryEnabled")
    if begun.off:
        off = begun.off
    elif begun.is_on(MEMORY_VARIABLE):
        off = MEMORY_VARIABLE
    else:
        off = enabled[1].path if enabled and enabled[0] is False else ""
    for each in dict.fromkeys([usual, path]):
        if not walk.snapshot.is_file(each):
            continue
        if not begun.has(since.MEMORY):
            walk.passed.append(NotLoaded(each, "disabled", detail="this release has no auto memory"))
        elif off:
            walk.passed.append(NotLoaded(each, "disabled", off))
        elif each != path:
            walk.passed.append(
                NotLoaded(each, "outside-search", culprit, detail=f"autoMemoryDirectory {moved and moved[0]}")
            )
        else:
            _take_memory(walk, each)


def _take_memory(walk: Walk, path: str) -> None:
    entry = walk.snapshot.entry(path)
    text, cut = memory_text(walk.snapshot, path)
    if not text.strip():
        walk.passed.append(NotLoaded(path, "empty"))
        return
    kept = len(text.encode("utf-8", "replace")) if cut else None
    walk.rows.append(("", Loaded(path, entry.real, size=entry.size, kept=kept)))


def memory_text(snapshot: Snapshot, path: str) -> tuple[str, bool]:
    """What of a MEMORY.md is sent, and whether that is less than all of it."""
    text = (snapshot.text(path) or "").removeprefix("\ufeff")
    head = _MEMORY_HEAD.match(text)
    kept = head.group() if head else text
    encoded = kept.encode("utf-8", "replace")
    if len(encoded) > MEMORY_BYTES:
        kept = encoded[:MEMORY_BYTES].decode("utf-8", "ignore")
        kept = kept[: kept.rfind("\n") + 1] or kept
    return kept, kept != text


def _memory_folder(value: str, home: str | None) -> str | None:
    """The folder that autoMemoryDirectory names; None when it is neither absolute nor below ``~/``."""
    if value.startswith("~/"):
        return paths.join(home, "./" + value[2:]) if home else None
    return paths.normal(value) if paths.is_absolute(value) else None
