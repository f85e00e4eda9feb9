"""Codex CLI: one global file, then one file per folder from the project root down to the launch folder.

Everything is read once, when the session starts; the file that is open or touched plays no part (CX-7, CX-27, CX-28).
The arguments are read in ``codex_launch``, the configuration in ``codex_config``, the read limits of permission
profiles in ``codex_permissions``, the project files in ``codex_project``; ``codex_versions`` has the releases in which
a rule changed, ``codex_text`` the message that the model sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import walk
from guidechain.core.hosts.codex_config import ARGUMENT, FALLBACKS, LIMIT, ROOT_MARKERS, Config, load
from guidechain.core.hosts.codex_launch import WHITE, Start, start
from guidechain.core.hosts.codex_permissions import Sandbox, sandbox
from guidechain.core.hosts.codex_project import OVERRIDE_UNKNOWN, OVERRIDING, PLAIN, names, project
from guidechain.core.hosts.codex_text import compose
from guidechain.core.hosts.codex_versions import LOADING, OVERRIDE, VERIFIED
from guidechain.core.hosts.versions import holds
from guidechain.core.model import Chain, Edit, Guard, Host, Launch, Loaded, NotLoaded, Problem, Touch, Why
from guidechain.core.snapshot import Snapshot

NO_ROOT = "no project root was found, so only the launch folder is searched"


@dataclass(frozen=True)
class Session:
    """A session as it starts: its chain, the names tried in a folder, and every folder that the chain speaks of."""

    chain: Chain
    names: tuple[str, ...]
    known: frozenset[str]


def chain(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> Chain:
    """What Codex loads; a touch adds only files that one could expect and that stay out (CX-28)."""
    session = snapshot.query(_session, launch)
    if touch is None:
        return session.chain
    on_the_way = _on_the_way(snapshot, session, touch.path)
    return replace(session.chain, touch=touch, not_loaded=(*session.chain.not_loaded, *on_the_way))


def _session(snapshot: Snapshot, launch: Launch) -> Session:
    begin = start(snapshot, launch)
    config = load(snapshot, begin)
    limits = sandbox(begin, config)
    root, marker = _root(snapshot, begin, config, limits)
    searched = paths.between(root or begin.cwd, begin.cwd)
    above = paths.ancestors(searched[0])[1:]
    loaded, passed = _global(snapshot, begin)
    found = project(snapshot, begin, config, limits, searched)
    loaded, passed = [*loaded, *found.loaded], [*passed, *found.passed]
    tried = names(begin, config)
    passed += _outside(snapshot, begin, tried, searched, above, marker)
    refused, culprit = begin.refused or config.refused, config.culprit
    if found.fatal and not refused:
        refused, culprit = f"the permission profile lets nobody read {found.fatal}", found.fatal
    if refused:
        passed = [*(NotLoaded(each.path, "lost-with", culprit, detail=refused) for each in loaded), *passed]
        loaded = []
    started = Chain(
        host=HOST.id,
        launch=launch,
        touch=None,
        loaded=tuple(loaded),
        not_loaded=tuple(passed),
        searched=tuple(searched),
        decided_by=tuple(dict.fromkeys(_deciding(config, limits))),
        refused=refused,
        budget=config.limit,
    )
    return Session(started, tuple(tried), frozenset([*searched, *above, *begin.added]))


def _root(snapshot: Snapshot, begin: Start, config: Config, limits: Sandbox | None) -> tuple[str | None, str | None]:
    """The project root and its marker as the search sees them: a marker that may not be read is none (CX-13)."""
    if not limits:
        return config.root, config.marker
    found = walk.nearest(snapshot, begin.cwd, config.markers, lambda path: limits.sight(path) != "hidden")
    return found or (None, None)


def _deciding(config: Config, limits: Sandbox | None) -> Iterator[str]:
    """The files behind the outcome; what the command line says is no file."""
    sources = (config.value(key)[1] for key in (LIMIT, FALLBACKS, ROOT_MARKERS))
    for source in (*sources, config.trust_source, limits and limits.source):
        if source and source != ARGUMENT:
            yield source


def _global(snapshot: Snapshot, begin: Start) -> tuple[list[Loaded], list[NotLoaded]]:
    """CX-2: the first of the two names in the Codex home that is a readable file and not blank."""
    loaded: list[Loaded] = []
    passed: list[NotLoaded] = []
    for name in (OVERRIDING, PLAIN) if begin.home else ():
        path = paths.join(str(begin.home), name)
        entry = snapshot.entry(path)
        if entry.kind == "missing":
            continue
        content = snapshot.read(path)
        if name == OVERRIDING and not holds(begin.version, OVERRIDE):
            passed.append(NotLoaded(path, "unknown-name", detail=OVERRIDE_UNKNOWN))
        elif loaded:
            passed.append(NotLoaded(path, "shadowed", loaded[0].path))
        elif content is None:
            why: Why = "unreadable" if entry.kind in ("unreadable", "blocked") else "not-a-file"
            passed.append(NotLoaded(path, why))
        elif not content.decode("utf-8", "replace").strip(WHITE):
            passed.append(NotLoaded(path, "empty"))
        else:
            loaded.append(Loaded(path, entry.real, size=len(content)))
    return loaded, passed


def _outside(
    snapshot: Snapshot,
    begin: Start,
    tried: Sequence[str],
    searched: Sequence[str],
    above: Sequence[str],
    marker: str | None,
) -> Iterator[NotLoaded]:
    """Files that one could expect at start: of unknown names, above the root, in added folders (CX-7, CX-33, V-3)."""
    for folder in searched if OVERRIDING not in tried else ():
        for path in walk.present(snapshot, folder, (OVERRIDING,)):
            yield NotLoaded(path, "unknown-name", detail=OVERRIDE_UNKNOWN)
    for folder in above:
        for path in walk.present(snapshot, folder, tried):
            yield NotLoaded(path, "outside-search", marker, detail="" if marker else NO_ROOT)
    for folder in begin.added:
        for path in walk.present(snapshot, folder, tried) if folder not in (*searched, *above) else ():
            yield NotLoaded(path, "outside-search", detail="an added folder takes no part in the search")


def _on_the_way(snapshot: Snapshot, session: Session, path: str) -> Iterator[NotLoaded]:
    """CX-28: files in the folders from the first one that the chain speaks of down to ``path``."""
    way = list(takewhile(lambda folder: folder not in session.known, paths.ancestors(path)))
    for folder in reversed(way):
        for found in walk.present(snapshot, folder, session.names):
            yield NotLoaded(found, "outside-search", detail="only the folders up from the launch folder are searched")


def guards(snapshot: Snapshot, launch: Launch) -> tuple[Guard, ...]:
    """See ``codex_guards.guards``, which no chain needs."""
    from guidechain.core.hosts import codex_guards

    return codex_guards.guards(snapshot, launch)


def void_settings(snapshot: Snapshot, launch: Launch) -> tuple[Problem, ...]:
    """See ``codex_problems.void_settings``, which no chain needs."""
    from guidechain.core.hosts import codex_problems

    return codex_problems.void_settings(snapshot, launch)


def raise_budget(snapshot: Snapshot, launch: Launch, needed: int) -> tuple[Edit, ...]:
    """See ``codex_problems.raise_budget``, which no chain needs."""
    from guidechain.core.hosts import codex_problems

    return codex_problems.raise_budget(snapshot, launch, needed)


HOST = Host(
    id="codex",
    title="Codex",
    verified=VERIFIED,
    traces=(PLAIN, OVERRIDING, ".codex/"),
    candidates=(PLAIN, OVERRIDING),
    chain=chain,
    env=("CODEX_HOME",),
    compose=compose,
    acts=(),
    guards=guards,
    void_settings=void_settings,
    raise_budget=raise_budget,
    boundaries=LOADING,
    program="codex",
    package="@openai/codex",
)
