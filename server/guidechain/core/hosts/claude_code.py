"""Claude Code: managed and user files, then every folder from below ``/`` down to the launch folder, at start; below it
on a touch; AGENTS.md only while no CLAUDE.md stands on that way.

The rules CC-n are spread over ``claude_launch`` (places and switches), ``claude_settings`` and ``claude_facts``
(settings), ``claude_permissions``, ``claude_text`` (one file), ``claude_rules``, ``claude_agents``, ``claude_memory``,
``claude_start`` and ``claude_touch``, which write what they meet into a ``claude_walk``; ``claude_versions`` tells the
releases apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from guidechain.core import paths
from guidechain.core.hosts import claude_versions as since
from guidechain.core.hosts.claude_facts import DEFAULT_MODE, Facts, Scope, facts, grammar
from guidechain.core.hosts.claude_launch import ENV
from guidechain.core.hosts.claude_memory import memory_text
from guidechain.core.hosts.claude_rules import rule_patterns
from guidechain.core.hosts.claude_settings import MANAGED_TEXT, single
from guidechain.core.hosts.claude_start import started
from guidechain.core.hosts.claude_text import sent_text
from guidechain.core.hosts.claude_touch import touched, wait
from guidechain.core.hosts.claude_walk import LOCAL_NAME, RULES, Walk
from guidechain.core.hosts.imports import imports_of
from guidechain.core.model import (
    Chain,
    Fix,
    Guard,
    Host,
    Import,
    Launch,
    Loaded,
    NotLoaded,
    Part,
    Pattern,
    Problem,
    Touch,
)
from guidechain.core.snapshot import Snapshot


def chain(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> Chain:
    """What Claude Code has in the prompt at its start and, with a touch, after that touch."""
    return session(snapshot, launch, (touch,) if touch else ())


def session(snapshot: Snapshot, launch: Launch, touches: Sequence[Touch]) -> Chain:
    """The chain after several touches of one session: each file once (CC-10, CC-72). ``touch`` is the last one."""
    known = facts(snapshot, launch)
    last = touches[-1] if touches else None
    if known.start.refused:
        return Chain(HOST.id, launch, last, refused=known.start.refused)
    walk = _copy(snapshot, snapshot.query(_started, launch))
    rows = walk.rows
    walk.rows = []
    if not known.start.has(since.IMPORTED_ONCE):
        walk.seen = {}
    for path in launch.mentions:
        touched(walk, Touch(path, "mention"))
    mentioned = len(walk.rows) if known.start.has(since.MENTION_FIRST) else 0
    for touch in touches:
        touched(walk, touch)
        if touch.act == "mention" and known.start.has(since.MENTION_FIRST):
            mentioned = len(walk.rows)
    if not touches and not launch.mentions:
        wait(walk)
    rows = [*walk.rows[:mentioned], *rows, *walk.rows[mentioned:]]
    loaded = tuple(row for _, row in rows)
    return Chain(
        HOST.id,
        launch,
        last,
        loaded,
        _passed(walk, loaded),
        tuple(walk.searched),
        _decided_by(known, loaded, walk.passed),
    )


def _started(snapshot: Snapshot, launch: Launch) -> Walk:
    """The walk after the start; an answer outlives its snapshot, and one that held it would keep that from ending."""
    walk = started(snapshot, facts(snapshot, launch))
    return replace(walk, snapshot=Snapshot(snapshot.files), grammars={})


def _copy(snapshot: Snapshot, walk: Walk) -> Walk:
    """A walk to go on with in ``snapshot``; the given one, maybe of an earlier revision, stays as it is."""
    return replace(
        walk,
        snapshot=snapshot,
        seen=dict(walk.seen),
        rows=list(walk.rows),
        passed=list(walk.passed),
        searched=dict(walk.searched),
        waiting=list(walk.waiting),
        shown=set(walk.shown),
        read=set(walk.read),
        grammars={},
    )


def _passed(walk: Walk, loaded: tuple[Loaded, ...]) -> tuple[NotLoaded, ...]:
    """What was passed over, each place and reason once, without the files that came all the same."""
    sent = {row.path for row in loaded}
    return tuple(dict.fromkeys(row for row in walk.passed if row.path not in sent))


def _decided_by(known: Facts, loaded: tuple[Loaded, ...], passed: list[NotLoaded]) -> tuple[str, ...]:
    """The settings and state files that changed the outcome."""
    files = {source.path for source in known.sources if paths.is_absolute(source.path)}
    found = [row.culprit for row in passed if row.culprit in files]
    found += [row.real for row in loaded if row.path == MANAGED_TEXT]
    if known.mode != DEFAULT_MODE and known.mode_by in files:
        found.append(known.mode_by)
    if any(row.via and row.via.external and _scope(known, row.via.path) != "user" for row in loaded):
        found.append(known.state_file)
    return tuple(dict.fromkeys(each for each in found if each))


def imports(snapshot: Snapshot, launch: Launch, path: str) -> tuple[Import, ...]:
    """Every import word of the file at ``path``, as it would be followed if the host read the file."""
    known = facts(snapshot, launch)
    rules = grammar(snapshot, known, _scope(known, path), on_demand=_on_demand(known, path))
    return imports_of(snapshot, rules, path)


def _scope(known: Facts, path: str) -> Scope:
    begun = known.start
    if paths.is_below(path, begun.managed):
        return "managed"
    if begun.config and (
        path == paths.join(begun.config, "CLAUDE.md") or paths.is_below(path, f"{begun.config}/rules")
    ):
        return "user"
    return "local" if paths.name(path) == LOCAL_NAME else "project"


def _on_demand(known: Facts, path: str) -> bool:
    """Whether the host reads the file at ``path`` on a touch only: an instruction file below the launch folder."""
    inside = paths.relative(path, known.start.cwd) if paths.is_below(path, known.start.cwd) else ""
    folder, dot_claude, _ = inside.partition(".claude/")
    named = paths.name(path) in ("CLAUDE.md", LOCAL_NAME, "AGENTS.md")
    return bool(folder) if dot_claude else named and "/" in inside


def patterns(snapshot: Snapshot, launch: Launch, path: str) -> tuple[Pattern, ...]:
    """The ``paths:`` of the rule at ``path``; none for a file that is no rule (CC-24, CC-67)."""
    begun = facts(snapshot, launch).start
    for folder in (begun.managed, begun.config):
        if folder and paths.is_below(path, paths.join(folder, RULES if folder == begun.managed else "rules")):
            return rule_patterns(snapshot, begun, path, begun.cwd)
    folder, inside, _ = path.partition(f"/{RULES}/")
    return rule_patterns(snapshot, begun, path, folder or "/") if inside else ()


def compose(snapshot: Snapshot, chain: Chain) -> tuple[Part, ...]:
    """The text of each file of ``chain`` in prompt order (CC-21 to CC-25); the host's own words around them, a line
    ``Contents of PATH:`` and its like, are not part of it."""
    known = facts(snapshot, chain.launch)
    return tuple(Part(_text(snapshot, known, row), row.path) for row in chain.loaded)


def _text(snapshot: Snapshot, known: Facts, row: Loaded) -> str:
    if row.path == MANAGED_TEXT:
        given = single(known.sources, "claudeMd", scopes=("managed",))
        return str(given[0]) if given else ""
    if paths.name(row.path) == "MEMORY.md" and row.via is None:
        return memory_text(snapshot, row.path)[0]
    return sent_text(snapshot, row.path, known.start.version)


# The modules behind these four are loaded when findings are asked for: no chain needs them.
def guards(snapshot: Snapshot, launch: Launch) -> tuple[Guard, ...]:
    """See ``claude_guards.guards``."""
    from guidechain.core.hosts import claude_guards

    return claude_guards.guards(snapshot, launch)


def enforce(snapshot: Snapshot, launch: Launch, guard: Guard) -> Fix | None:
    """See ``claude_guards.enforce``."""
    from guidechain.core.hosts import claude_guards

    return claude_guards.enforce(snapshot, launch, guard)


def front_matter_problems(snapshot: Snapshot, launch: Launch, path: str) -> tuple[Problem, ...]:
    """See ``claude_problems.front_matter_problems``."""
    from guidechain.core.hosts import claude_problems

    return claude_problems.front_matter_problems(snapshot, launch, path)


def void_settings(snapshot: Snapshot, launch: Launch) -> tuple[Problem, ...]:
    """See ``claude_problems.void_settings``."""
    from guidechain.core.hosts import claude_problems

    return claude_problems.void_settings(snapshot, launch)


HOST = Host(
    id="claude-code",
    title="Claude Code",
    verified=since.VERIFIED,
    traces=("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", ".claude/"),
    candidates=(
        *("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md"),
        *(f"**/.claude/rules/**/*.{extension}" for extension in ("md", "mdc", "markdown")),
    ),
    chain=chain,
    env=ENV,
    imports=imports,
    compose=compose,
    guards=guards,
    enforce=enforce,
    patterns=patterns,
    front_matter=front_matter_problems,
    void_settings=void_settings,
    boundaries=since.LOADING,
    program="claude",
    package="@anthropic-ai/claude-code",
    program_folders=("~/.claude/local/node_modules/.bin",),
    release_folders=("~/.local/share/claude/versions",),
    acts=("read",),  # A read brings whatever another act brings (CC-71, CC-85).
)
