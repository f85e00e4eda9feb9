"""What Codex reads otherwise than it looks in a project's configuration, and how to give it a larger budget."""

from __future__ import annotations

import re
from collections.abc import Iterator

from guidechain.core import paths
from guidechain.core.hosts.codex_config import FALLBACKS, LIMIT, ROOT_MARKERS, load
from guidechain.core.hosts.codex_launch import parse_toml, start
from guidechain.core.model import Edit, Launch, Position, Problem, Span
from guidechain.core.snapshot import Snapshot
from guidechain.core.toml_places import TOP, key_span

KEYS = (LIMIT, FALLBACKS, ROOT_MARKERS)
FILE = ".codex/config.toml"
_LIMIT = re.compile(rf"^{LIMIT}[ \t]*=[ \t]*(\d[\d_]*)", re.MULTILINE)


def void_settings(snapshot: Snapshot, launch: Launch) -> tuple[Problem, ...]:
    """Keys of the project's own configuration files that have no effect where they stand."""
    found = [
        path for path in (paths.join(folder, FILE) for folder in paths.ancestors(launch.cwd)) if snapshot.is_file(path)
    ]
    if not found:
        return ()
    begun = start(snapshot, launch)
    root = load(snapshot, begun).root or begun.cwd
    return tuple(each for path in found if paths.is_below(path, root) for each in _problems(snapshot, path))


def _problems(snapshot: Snapshot, path: str) -> Iterator[Problem]:
    text = snapshot.text(path) or ""
    try:
        values = parse_toml(text)
    except (ValueError, RecursionError):
        return
    for table, inner in values.items():
        for key in KEYS if isinstance(inner, dict) and table != "profiles" else ():
            if key in inner:
                message = f"ignores {key} in the table [{table}]: it must stand before the first table"
                yield Problem(path, key_span(text, (table, key)), message)
    if ROOT_MARKERS in values:
        message = f"takes {ROOT_MARKERS} from the user's configuration, a profile or -c, and not from this file"
        yield Problem(path, key_span(text, (ROOT_MARKERS,)), message)


def raise_budget(snapshot: Snapshot, launch: Launch, needed: int) -> tuple[Edit, ...]:
    """The edit of the project's configuration that sets the budget to ``needed`` bytes (CX-16, CX-40)."""
    begun = start(snapshot, launch)
    path = paths.join(load(snapshot, begun).root or begun.cwd, FILE)
    text = snapshot.text(path) or ""
    top = re.split(r"^[ \t]*\[", text, maxsplit=1, flags=re.MULTILINE)[0]
    written = _LIMIT.search(top)
    if written is None:
        return (Edit(path, Span(TOP.start, TOP.start), f"{LIMIT} = {needed}\n"),)
    line = text.count("\n", 0, written.start())
    start_at, end = (Position(line, offset - written.start()) for offset in written.span(1))
    return (Edit(path, Span(start_at, end), str(needed)),)
