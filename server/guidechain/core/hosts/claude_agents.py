"""AGENTS.md in Claude Code: when it is read, at start and for the folders below (CC-80 to CC-86)."""

from __future__ import annotations

from guidechain.core import paths
from guidechain.core.hosts.claude_facts import DEFAULT_MODE
from guidechain.core.hosts.claude_settings import MANAGED_TEXT
from guidechain.core.hosts.claude_text import sent_text
from guidechain.core.hosts.claude_walk import AGENTS_NAMES, Walk
from guidechain.core.model import NotLoaded, When


def agents_at_start(walk: Walk) -> None:
    """The AGENTS.md files of the way, after everything else is known (CC-80 to CC-86)."""
    known, begun = walk.known, walk.known.start
    for folder in begun.way:
        if begun.left_out(folder):
            detail = f"of the main checkout around the worktree {begun.git_root}"
            walk.pass_all(
                folder, AGENTS_NAMES, NotLoaded("", "outside-search", f"{begun.git_root}/.git", detail=detail)
            )
            continue
        block = len(walk.rows)
        for name in AGENTS_NAMES:
            take_agents(walk, paths.join(folder, name), folder, walk.culprit, "start")
        if known.mode != DEFAULT_MODE:
            after = [
                index for index, (own, _) in enumerate(walk.rows[:block]) if own in ("", *_up_to(begun.way, folder))
            ]
            at = after[-1] + 1 if after else 0
            walk.rows[at:] = [*walk.rows[block:], *walk.rows[at:block]]


def _up_to(way: tuple[str, ...], folder: str) -> tuple[str, ...]:
    return way[: way.index(folder) + 1]


def take_agents(walk: Walk, path: str, folder: str, culprit: str | None, when: When) -> None:
    """Read one AGENTS.md unless the release, the mode, ``culprit`` or an equal file keeps it out."""
    known = walk.known
    entry = walk.snapshot.entry(path)
    if entry.kind == "missing":
        return
    if entry.real in walk.seen:
        walk.passed.append(NotLoaded(path, "duplicate", walk.seen[entry.real]))
    elif known.agents_off:
        walk.passed.append(NotLoaded(path, "disabled", known.mode_by, detail=known.agents_off))
    elif known.mode == DEFAULT_MODE and culprit:
        walk.passed.append(NotLoaded(path, "shadowed", culprit))
    elif known.mode != DEFAULT_MODE and (equal := _equal(walk, path)):
        walk.passed.append(NotLoaded(path, "duplicate", equal, detail="equal in content"))
    else:
        walk.take(path, "project", folder, when, walk.read)


def _equal(walk: Walk, path: str) -> str | None:
    """A file sent already whose text is that of ``path`` (CC-86)."""
    version = walk.known.start.version
    text = sent_text(walk.snapshot, path, version).strip()
    same = (row.path for _, row in walk.rows if row.path != MANAGED_TEXT)
    return next((each for each in same if text and sent_text(walk.snapshot, each, version).strip() == text), None)
