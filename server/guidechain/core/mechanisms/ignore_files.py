"""Ignore files in the root of a project that keep a tool's agent from the files they list, in the syntax of git."""

from __future__ import annotations

import re

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.globs import is_gitignore
from guidechain.core.model import Guard, Level, Position, Span
from guidechain.core.snapshot import Snapshot


@dataclass(frozen=True)
class IgnoreFile:
    """The file ``name`` by which ``tool`` refuses to touch files, or asks first (``level``)."""

    tool: str
    name: str
    level: Level = "forbid"


IGNORE_FILES = (
    IgnoreFile("Cursor", ".cursorignore"),  # CU-30: agent, tab, inline edit and mentions
    IgnoreFile("Roo Code", ".rooignore"),  # RO-50: reading and editing
    IgnoreFile("Gemini CLI", ".geminiignore"),  # the file tools, reading and editing
    IgnoreFile("Aider", ".aiderignore"),  # can be neither added nor edited
    IgnoreFile("Junie", ".aiignore", "ask"),  # asks before it touches one
)


def guards(snapshot: Snapshot, root: str) -> tuple[Guard, ...]:
    """One guard for each of the files that lists something."""
    names = snapshot.listdir(root)
    return tuple(guard for each in IGNORE_FILES if each.name in names for guard in _listed(snapshot, root, each))


def _listed(snapshot: Snapshot, root: str, file: IgnoreFile) -> tuple[Guard, ...]:
    path = paths.join(root, file.name)
    text = (snapshot.text(path) or "").removeprefix("\ufeff")
    rows = [(number, line) for number, line in enumerate(re.split(r"\r\n|\r|\n", text)) if _is_pattern(line)]
    if not any(not line.startswith("!") for _, line in rows):
        return ()
    places = tuple(Span(Position(number, 0), Position(number, len(line))) for number, line in rows)
    return (
        Guard(
            tuple(line for _, line in rows),
            root,
            path,
            places[0],
            level=file.level,
            origin="tool",
            enforced_by=file.tool,
            places=places,
            acts=("edit", "read"),
            host=file.tool,
        ),
    )


def _is_pattern(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#") and is_gitignore(line)
