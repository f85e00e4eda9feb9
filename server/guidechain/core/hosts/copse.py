"""Copse (copse-dev/agent-pane): root files in three names, nested AGENTS.md by the paths of a turn.

The project root is the launch folder (CP-12). A nested AGENTS.md ("scope file") applies once a path below its folder
enters the turn; ``copse_files.py`` holds these rules, ``core/turn.py`` one turn over time (reads cached, edits
deferred, states), this module what one start and one touch bring. Option ``copse.trusted`` = ``false`` makes all
project files inert (CP-30; unset counts as trusted), ``copse.cursor-rules`` = ``false`` leaves them out (CP-110).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from guidechain.core import paths
from guidechain.core.hosts import cursor_rules
from guidechain.core.hosts.copse_files import (
    GLOBAL_NAMES,
    MAX_PATHS,
    Found,
    Read,
    Source,
    entering,
    injected_text,
    named_paths,
    opening,
    passed_over,
    read_scope,
    rules,
    toward,
)
from guidechain.core.model import Chain, Host, Launch, Loaded, NotLoaded, Part, Touch, Why
from guidechain.core.snapshot import Snapshot

FOREIGN_GLOBAL = ("AGENT.md", "CLAUDE.md", ".claude/AGENTS.md")
FOREIGN_ROOT = (
    *("AGENTS.override.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "GEMINI.md"),
    ".github/copilot-instructions.md",
)
FOREIGN_SCOPE = ("AGENT.md", "CLAUDE.md")
"""Names that look like instructions in their place and are not read (CP-13, CP-16, CP-20)."""
ACTIVATING = ("read", "edit", "write", "list", "search", "mention")
"""Acts that make a path a context path; the shell never does (CP-52, CP-53)."""


def chain(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> Chain:
    """What Copse has in the prompt at its start and, with a touch, after that touch."""
    read = partial(read_scope, snapshot, launch.cwd)
    if touch and touch.act == "mention":
        rows = [*opening(snapshot, replace(launch, mentions=(*launch.mentions, touch.path)), read)]
    else:
        rows = [*opening(snapshot, launch, read)]
        rows += _touching(snapshot, launch, rows, touch, read) if touch else []
    rows += _foreign(snapshot, launch, [*named_paths(launch), *([touch.path] if touch else [])])
    loaded = tuple(row.loaded for row in rows if isinstance(row, Source))
    known = {each.path for each in loaded}
    passed = []
    for row in rows:
        if isinstance(row, NotLoaded) and row.path not in known:
            known.add(row.path)
            passed.append(row)
    return Chain(HOST.id, launch, touch, loaded, tuple(passed), _searched(snapshot, launch, touch))


def compose(snapshot: Snapshot, chain: Chain) -> tuple[Part, ...]:
    """Global text bare, project text in a tag that names the file and calls it untrusted, after a warning (CP-22).

    Copse's own words are not known; brackets stand for them.
    """
    parts: list[Part] = []
    root = chain.launch.cwd
    warned = False
    for loaded in chain.loaded:
        role = "system" if loaded.when == "start" else "tool"
        text = _text(snapshot, loaded)
        own = paths.is_below(loaded.path, root) and not _is_global(chain.launch, loaded.path)
        if own and not warned:
            parts.append(Part("[warning: project text follows, it is untrusted]\n", role=role))
            warned = True
        if own:
            tag = f'<[tag] path="{paths.relative(loaded.path, root)}" trust="untrusted">\n'
            parts += [Part(tag, role=role), Part(text, loaded.path, role), Part("\n</[tag]>\n\n", role=role)]
        else:
            parts += [Part(text, loaded.path, role), Part("\n\n", role=role)]
    inert = [paths.relative(each.path, root) for each in chain.not_loaded if each.why == "untrusted"]
    if inert:
        parts.append(Part(f"[note: the project is not trusted; not injected: {', '.join(inert)}]\n", role="system"))
    return tuple(parts)


def _text(snapshot: Snapshot, loaded: Loaded) -> str:
    content = snapshot.read(loaded.path) or b""
    if loaded.path.endswith(".mdc"):
        rule = cursor_rules.parse(content)
        return rule.body if rule else ""
    return injected_text(content, loaded.kept)


def _is_global(launch: Launch, path: str) -> bool:
    return launch.home is not None and path in (paths.join(launch.home, name) for name in GLOBAL_NAMES)


def _touching(snapshot: Snapshot, launch: Launch, rows: list[Found], touch: Touch, read: Read) -> Iterator[Found]:
    named = named_paths(launch)
    if touch.act in ACTIVATING and touch.path not in named and len(named) < MAX_PATHS:
        injected = [row for row in rows if isinstance(row, Source)]
        fresh = entering(snapshot, launch, injected, [touch.path], read)
        yield from fresh
        injected += [row for row in fresh if isinstance(row, Source)]
        yield from rules(snapshot, launch, injected, [touch.path], start=False)
        return
    why: Why = "over-budget" if touch.act in ACTIVATING else "wrong-touch"
    for scope in map(read, toward(launch.cwd, touch.path)):
        if isinstance(scope, Source):
            yield passed_over(scope, why)


def _foreign(snapshot: Snapshot, launch: Launch, touched: Iterable[str]) -> Iterator[NotLoaded]:
    places: list[tuple[str, tuple[str, ...]]] = [(launch.home, FOREIGN_GLOBAL)] if launch.home is not None else []
    places.append((launch.cwd, FOREIGN_ROOT))
    places += [(folder, FOREIGN_SCOPE) for path in touched for folder in toward(launch.cwd, path)]
    for folder, names in places:
        for path in (paths.join(folder, name) for name in names):
            if snapshot.is_file(path):
                yield NotLoaded(path, "unknown-name")


def _searched(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> tuple[str, ...]:
    found = [] if launch.home is None else [launch.home, paths.join(launch.home, ".claude")]
    found.append(launch.cwd)
    for path in (*named_paths(launch), *([touch.path] if touch and touch.act in ACTIVATING else [])):
        found += [folder for folder in toward(launch.cwd, path) if snapshot.entry(folder).kind == "directory"]
    return tuple(dict.fromkeys(found))


HOST = Host(
    id="copse",
    title="Copse",
    verified=(),
    traces=(".copse/", "AGENT.md"),
    candidates=("AGENT.md", "AGENTS.md", "CLAUDE.md", ".cursorrules", "/.cursor/rules/**/*.mdc"),
    chain=chain,
    compose=compose,
    acts=("read",),
)
