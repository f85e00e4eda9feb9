"""The project part of a Codex chain: which file wins each folder, and what of it fits the budget (CX-9 to CX-18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.hosts import walk
from guidechain.core.hosts.codex_config import LIMIT, Config
from guidechain.core.hosts.codex_launch import WHITE, Start
from guidechain.core.hosts.codex_permissions import Sandbox
from guidechain.core.hosts.codex_versions import CHAIN, FALLBACK_PATH, LINKS, OVERRIDE, UNTRUSTED
from guidechain.core.hosts.versions import holds
from guidechain.core.model import Loaded, NotLoaded, Why
from guidechain.core.snapshot import Snapshot

PLAIN = "AGENTS.md"
OVERRIDING = "AGENTS.override.md"
OVERRIDE_UNKNOWN = "AGENTS.override.md counts since 0.47"


@dataclass(frozen=True)
class Project:
    """The project files in prompt order and those passed over; ``fatal`` is the file that stops the session (CX-13)."""

    loaded: tuple[Loaded, ...]
    passed: tuple[NotLoaded, ...]
    fatal: str | None = None


@dataclass(frozen=True)
class Choice:
    """What one folder gives: the file that wins it, if one does, and the names passed over for it.

    ``failed`` is a file that cannot even be examined.
    """

    winner: str | None
    passed: tuple[NotLoaded, ...] = ()
    failed: str | None = None


def names(begin: Start, config: Config) -> list[str]:
    """CX-9: the names tried in a folder, in order; V-2, V-3 and V-11 make the list another one."""
    found = [OVERRIDING, PLAIN] if holds(begin.version, OVERRIDE) else [PLAIN]
    for name in (each.strip(WHITE) for each in config.fallbacks):
        is_path = "/" in name and holds(begin.version, FALLBACK_PATH)
        is_path = is_path or (begin.windows and ("\\" in name or ":" in name))
        if name and name not in (".", "..", *found) and "\0" not in name and not is_path:
            found.append(name)
    return found


def project(
    snapshot: Snapshot, begin: Start, config: Config, limits: Sandbox | None, folders: Iterable[str]
) -> Project:
    """The project files of ``folders``, which go from the root down (CX-3, CX-4, CX-12)."""
    tried = names(begin, config)
    choices = [_choice(snapshot, begin, limits, folder, tried) for folder in folders]
    winners = [choice.winner for choice in choices if choice.winner]
    passed = tuple(each for choice in choices for each in choice.passed)
    if config.trust == "untrusted" and holds(begin.version, UNTRUSTED):
        return Project((), (*(NotLoaded(path, "untrusted", config.trust_source) for path in winners), *passed))
    if config.limit == 0:
        source = config.value(LIMIT)[1]
        return Project(
            (), (*(NotLoaded(path, "disabled", source, detail=f"{LIMIT} is 0") for path in winners), *passed)
        )
    failed = next((choice.failed for choice in choices if choice.failed), None)
    if snapshot.entry(begin.cwd).kind == "file":  # -C FILE: nothing can be examined below it
        failed = begin.cwd
    read = Project((), ()) if failed else _read_all(snapshot, begin, config, limits, winners)
    failed = failed or next((each.path for each in read.passed if each.why in ("unreadable", "not-a-file")), None)
    if failed:
        said = {each.path for each in read.passed}
        lost = (NotLoaded(path, "lost-with", failed) for path in winners if path not in said)
        return Project((), (*lost, *read.passed, *passed), failed if limits else read.fatal)
    return Project(read.loaded, (*read.passed, *passed), read.fatal)


def _choice(snapshot: Snapshot, begin: Start, limits: Sandbox | None, folder: str, tried: Sequence[str]) -> Choice:
    """CX-10, CX-11, CX-12: the first name that is a regular file wins, whatever it holds."""
    passed: list[NotLoaded] = []
    for index, name in enumerate(tried):
        path = paths.join(folder, name)
        kind = snapshot.entry(path).kind
        if kind != "missing" and limits and limits.sight(path) == "hidden":
            passed.append(NotLoaded(path, "outside-search", limits.source, detail="the permission profile hides it"))
            continue
        rest = walk.present(snapshot, folder, tried[index + 1 :])
        if kind == "blocked":
            others = (NotLoaded(each, "lost-with", path) for each in rest)
            return Choice(None, (*passed, NotLoaded(path, "unreadable"), *others), path)
        is_link = kind in ("missing", "directory") and walk.is_link(snapshot, path)
        if is_link and kind == "missing" and _through_file(snapshot, path):
            return Choice(None, (*passed, NotLoaded(path, "unreadable", detail="the link leads through a file")), path)
        taken = is_link and not holds(begin.version, LINKS)
        if taken or kind == "file" or (kind == "unreadable" and not walk.is_folder(snapshot, path)):
            return Choice(path, (*passed, *(NotLoaded(each, "shadowed", path) for each in rest)))
        if kind != "missing":
            passed.append(NotLoaded(path, "not-a-file"))
        elif is_link:
            passed.append(NotLoaded(path, "missing", detail="the link leads nowhere"))
    return Choice(None, tuple(passed))


def _through_file(snapshot: Snapshot, link: str) -> bool:
    """Whether the way of a dangling link passes a file, which is an error and not an absence (CX-12)."""
    above = paths.parent(snapshot.entry(link).real)
    return any(snapshot.entry(each).kind == "file" for each in paths.ancestors(above))


def _read_all(
    snapshot: Snapshot, begin: Start, config: Config, limits: Sandbox | None, winners: Sequence[str]
) -> Project:
    """CX-16, CX-17, CX-21: the winners from the root down until the budget is spent."""
    loaded: list[Loaded] = []
    passed: list[NotLoaded] = []
    left = config.limit
    whole_chain = holds(begin.version, CHAIN)
    for path in winners if whole_chain else reversed(winners):
        if left <= 0:
            largest = max(loaded, key=lambda each: each.size if each.kept is None else each.kept)
            passed.append(NotLoaded(path, "over-budget", largest.path, detail=f"limit {config.limit} bytes"))
            continue
        if loaded and not whole_chain:  # V-1: only the nearest file that is not blank.
            passed.append(NotLoaded(path, "shadowed", loaded[0].path, detail="one project file only before 0.25"))
            continue
        if limits and limits.sight(path) == "denied":
            passed.append(NotLoaded(path, "unreadable", limits.source, detail="the permission profile denies it"))
            return Project(tuple(loaded), tuple(passed), path)
        read = _read(snapshot, path, left)
        if isinstance(read, Loaded):
            loaded.append(read)
            left -= read.size if read.kept is None else read.kept
        else:
            passed.append(read)
            if read.why in ("unreadable", "not-a-file"):
                break
    return Project(tuple(loaded), tuple(passed))


def _read(snapshot: Snapshot, path: str, left: int) -> Loaded | NotLoaded:
    """One file under a budget of ``left`` bytes: what arrives of it, or why nothing does (CX-16)."""
    entry = snapshot.entry(path)
    content = snapshot.read(path)
    if content is None and entry.kind == "missing":
        return NotLoaded(path, "missing", detail="the link leads nowhere, and before 0.120 it still wins its folder")
    if content is None:
        why: Why = "not-a-file" if walk.is_folder(snapshot, path) else "unreadable"
        return NotLoaded(path, why)
    kept = content[:left]
    if kept.decode("utf-8", "replace").strip(WHITE):
        return Loaded(path, entry.real, size=len(content), kept=None if kept == content else left)
    if content.decode("utf-8", "replace").strip(WHITE):
        return NotLoaded(path, "over-budget", detail=f"nothing but blanks in the first {left} bytes")
    return NotLoaded(path, "empty")
