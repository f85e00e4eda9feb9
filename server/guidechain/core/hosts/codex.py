"""Codex CLI: one global file, then one file per folder from the project root down to the launch folder.

Everything is read once, when the session starts; the file that is open or touched plays no part (CX-7, CX-27, CX-28).
The arguments are read in ``codex_launch``, the configuration in ``codex_config``, the read limits of permission
profiles in ``codex_permissions``; ``codex_versions`` has the releases in which a rule changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from guidechain.core import paths
from guidechain.core.hosts import walk
from guidechain.core.hosts.codex_config import (
    FALLBACKS,
    LIMIT,
    ROOT_MARKERS,
    Config,
    load,
)
from guidechain.core.hosts.codex_launch import WHITE, Start, start
from guidechain.core.hosts.codex_permissions import Sandbox, sandbox
from guidechain.core.hosts.codex_text import compose
from guidechain.core.hosts.codex_versions import CHAIN, FALLBACK_PATH, LINKS, OVERRIDE, UNTRUSTED, VERIFIED, is_new
from guidechain.core.model import Chain, Host, Launch, Loaded, NotLoaded, Touch
from guidechain.core.snapshot import Snapshot

PLAIN = "AGENTS.md"
OVERRIDING = "AGENTS.override.md"


@dataclass(frozen=True)
class Choice:
    """What a folder gives: the file that wins it, if one does, and the names that were passed over.

    ``failed`` is the file whose examination fails, ``hidden`` says that the winner is a link that leads nowhere (V-6).
    """

    winner: str | None
    passed: tuple[NotLoaded, ...] = ()
    failed: str | None = None


def chain(snapshot: Snapshot, launch: Launch, touch: Touch | None) -> Chain:
    """What Codex loads; a touch adds nothing but the files that it makes one look for (CX-28)."""
    begin = start(snapshot, launch)
    config = load(snapshot, begin)
    limits = sandbox(begin, config)
    found_global, passed = _global(snapshot, begin)
    root, marker = config.root, config.marker
    if limits and root and any(limits.sight(each) == "hidden" for each in (root, str(marker))):
        root = marker = None  # CX-13: what may not be read above the launch folder is invisible.
    searched = paths.between(root or begin.cwd, begin.cwd)
    choices = [_choice(snapshot, begin, config, limits, folder) for folder in searched]
    project, more = _project(snapshot, begin, config, choices)
    refused, culprit = begin.refused or config.refused, config.culprit
    denied = next((each.path for each in project if limits and limits.sight(each.path) == "denied"), None)
    if denied and limits and not refused:
        refused, culprit = f"the permission profile denies reading {denied}", limits.source
    loaded = [*found_global, *project]
    passed = [*passed, *more, *_outside(snapshot, begin, config, searched, marker, touch)]
    if refused:
        passed = [*(NotLoaded(each.path, "lost-with", culprit, detail=refused) for each in loaded), *passed]
        loaded = []
    decided_by = dict.fromkeys([*config.files(LIMIT, FALLBACKS, ROOT_MARKERS), *_deciding(config, limits)])
    return Chain(
        host=HOST.id,
        launch=launch,
        touch=touch,
        loaded=tuple(loaded),
        not_loaded=tuple(passed),
        searched=tuple(searched),
        decided_by=tuple(decided_by),
        refused=refused,
        budget=config.limit,
    )


def _deciding(config: Config, limits: Sandbox | None) -> Iterator[str]:
    if config.trust_source:
        yield config.trust_source
    if limits and limits.source:
        yield limits.source


def _names(begin: Start, config: Config) -> list[str]:
    """CX-9: the names tried in a folder, in order; V-2, V-3 and V-11 shorten or lengthen the list."""
    found = [OVERRIDING, PLAIN] if is_new(begin.version, OVERRIDE) else [PLAIN]
    for name in (each.strip(WHITE) for each in config.fallbacks):
        refused = (
            "/" in name and is_new(begin.version, FALLBACK_PATH) or begin.windows and ("\\" in name or ":" in name)
        )
        if name and name not in (".", "..", *found) and "\0" not in name and not refused:
            found.append(name)
    return found


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
        if name == OVERRIDING and not is_new(begin.version, OVERRIDE):
            passed.append(NotLoaded(path, "unknown-name", detail="AGENTS.override.md counts since 0.47"))
        elif content is None:
            why = "unreadable" if entry.kind in ("unreadable", "blocked") else "not-a-file"
            passed.append(NotLoaded(path, why))  # type: ignore[arg-type]
        elif not content.decode("utf-8", "replace").strip(WHITE):
            passed.append(NotLoaded(path, "empty"))
        elif loaded:
            passed.append(NotLoaded(path, "shadowed", loaded[0].path))
        else:
            loaded.append(Loaded(path, entry.real, size=entry.size))
    return loaded, passed


def _choice(snapshot: Snapshot, begin: Start, config: Config, limits: Sandbox | None, folder: str) -> Choice:
    """CX-10, CX-11, CX-12: the first name that is a regular file wins, whatever it holds."""
    passed: list[NotLoaded] = []
    names = _names(begin, config)
    for index, name in enumerate(names):
        path = paths.join(folder, name)
        kind = snapshot.entry(path).kind
        if limits and limits.sight(path) == "hidden":
            if kind != "missing":
                passed.append(NotLoaded(path, "outside-search", limits.source, detail="the profile hides it"))
            continue
        link = not is_new(begin.version, LINKS) and walk.is_link(snapshot, path)
        if kind == "missing" and not link:
            if walk.is_link(snapshot, path):
                passed.append(NotLoaded(path, "missing", detail="the link leads nowhere"))
            continue
        rest = walk.present(snapshot, folder, names[index + 1 :])
        if kind == "blocked":
            others = (NotLoaded(each, "lost-with", path) for each in rest)
            return Choice(None, (*passed, NotLoaded(path, "unreadable"), *others), path)
        if link or kind == "file" or kind == "unreadable" and not walk.is_folder(snapshot, path):
            return Choice(path, (*passed, *(NotLoaded(each, "shadowed", path) for each in rest)))
        passed.append(NotLoaded(path, "not-a-file"))
    return Choice(None, tuple(passed))


def _project(
    snapshot: Snapshot, begin: Start, config: Config, choices: Sequence[Choice]
) -> tuple[list[Loaded], list[NotLoaded]]:
    """CX-3, CX-4, CX-12 and the budget (CX-16 to CX-18, CX-21): the project files and those passed over."""
    winners = [choice.winner for choice in choices if choice.winner]
    passed = [each for choice in choices for each in choice.passed]
    if config.trust == "untrusted" and is_new(begin.version, UNTRUSTED):
        return [], [*(NotLoaded(path, "untrusted", config.trust_source) for path in winners), *passed]
    if config.limit == 0:
        source = config.value(LIMIT)[1]
        return [], [*(NotLoaded(path, "disabled", source, detail=f"{LIMIT} is 0") for path in winners), *passed]
    if not is_new(begin.version, CHAIN):
        return _nearest_only(snapshot, config, winners, passed)
    loaded: list[Loaded] = []
    failed = next((choice.failed for choice in choices if choice.failed), None)
    left = config.limit
    for path in winners if not failed else ():
        if left == 0:
            largest = max(loaded, key=lambda each: each.kept or each.size)
            passed.append(NotLoaded(path, "over-budget", largest.path, detail=f"limit {config.limit} bytes"))
            continue
        read = _read(snapshot, path, left)
        if isinstance(read, Loaded):
            loaded.append(read)
            left -= read.size if read.kept is None else read.kept
        else:
            passed.append(read)
            if read.why in ("unreadable", "not-a-file"):
                failed = path
                break
    if failed:
        lost = [path for path in winners if path != failed]
        known = {each.path for each in passed}
        passed += [NotLoaded(path, "lost-with", failed) for path in lost if path not in known]
        return [], [each for each in passed if each.why != "shadowed" or each.culprit != failed] + [
            NotLoaded(each.path, "lost-with", failed)
            for each in passed
            if each.why == "shadowed" and each.culprit == failed
        ]
    return loaded, passed


def _read(snapshot: Snapshot, path: str, left: int) -> Loaded | NotLoaded:
    """One file under a budget of ``left`` bytes: what arrives of it, or why nothing does (CX-16)."""
    entry = snapshot.entry(path)
    content = snapshot.read(path)
    if content is None:
        if entry.kind == "missing":
            return NotLoaded(path, "missing", detail="the link leads nowhere and still wins its folder before 0.120")
        return NotLoaded(path, "not-a-file" if walk.is_folder(snapshot, path) else "unreadable")
    kept = content[:left]
    if not kept.decode("utf-8", "replace").strip(WHITE):
        if content.decode("utf-8", "replace").strip(WHITE):
            return NotLoaded(path, "over-budget", detail=f"nothing but blanks in the first {left} bytes")
        return NotLoaded(path, "empty")
    return Loaded(path, entry.real, size=len(content), kept=None if kept == content else left)


def _nearest_only(
    snapshot: Snapshot, config: Config, winners: Sequence[str], passed: Sequence[NotLoaded]
) -> tuple[list[Loaded], list[NotLoaded]]:
    """V-1: before 0.25 only the nearest file that is not blank, under the whole budget."""
    loaded: list[Loaded] = []
    more = list(passed)
    for path in reversed(winners):
        if loaded:
            more.append(NotLoaded(path, "shadowed", loaded[0].path, detail="one project file only before 0.25"))
            continue
        read = _read(snapshot, path, config.limit)
        if isinstance(read, Loaded):
            loaded.append(read)
        else:
            more.append(read)
    return loaded, more


def _outside(
    snapshot: Snapshot,
    begin: Start,
    config: Config,
    searched: Sequence[str],
    marker: str | None,
    touch: Touch | None,
) -> Iterator[NotLoaded]:
    """Files that one could expect: above the root, on the way to the touched path, in added folders (CX-7, CX-28)."""
    names = _names(begin, config)
    unknown = [OVERRIDING] if OVERRIDING not in names else []
    for folder in searched:
        for path in walk.present(snapshot, folder, unknown):
            yield NotLoaded(path, "unknown-name", detail="AGENTS.override.md counts since 0.47")
    above = paths.ancestors(searched[0])[1:]
    no_root = "" if marker else "no project root was found, so only the launch folder is searched"
    for folder in above:
        for path in walk.present(snapshot, folder, names):
            yield NotLoaded(path, "outside-search", marker, detail=no_root)
    seen = {*searched, *above}
    for folder in _way(touch.path, seen) if touch else ():
        for path in walk.present(snapshot, folder, names):
            yield NotLoaded(path, "outside-search", detail="only the folders up from the launch folder are searched")
        seen.add(folder)
    for folder in begin.added:
        for path in walk.present(snapshot, folder, names) if folder not in seen else ():
            yield NotLoaded(path, "outside-search", detail="an added folder takes no part in the search")


def _way(path: str, known: set[str]) -> list[str]:
    """The folders from the first known one down to ``path``, the known one left out."""
    found = []
    for folder in paths.ancestors(path):
        if folder in known:
            break
        found.append(folder)
    return found[::-1]


HOST = Host(
    id="codex",
    title="Codex",
    verified=VERIFIED,
    traces=(PLAIN, OVERRIDING, ".codex/"),
    candidates=(PLAIN, OVERRIDING),
    chain=chain,
    env=("CODEX_HOME",),
    compose=compose,
)
