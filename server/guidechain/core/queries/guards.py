"""Guarded paths: all guards of a workspace, and those of one path, strongest first.

Five sources: the contract of ``guidechain.toml``, the hosts' own mechanisms, sentences of instruction files that some
configured host loads, marks of generated files, and the mechanisms of other tools, which bind those tools only. The
first two enforce something. A guard of any other source is
guidance only, unless one of those covers the same path.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Literal

from guidechain.core import paths
from guidechain.core.document import MOST_TEXT, parse_in_steps
from guidechain.core.frozen import dataclass
from guidechain.core.guards.marks import attribute_mark, head_mark
from guidechain.core.guards.signs import may_guard
from guidechain.core.mechanisms import MECHANISMS
from guidechain.core.model import Guard, Settings
from guidechain.core.path_rules import Decision, ban, permission
from guidechain.core.queries.chains import chain_for, hosts_for, launch_folders, launch_for
from guidechain.core.queries.guard_sentences import read_guards
from guidechain.core.queries.inventory import InstructionFile, take_inventory
from guidechain.core.snapshot import Snapshot, finished

Force = Literal["blocks", "asks", "guidance only"]

CHECK = "guidechain check"
"""What enforces the contract."""
ACTS = ("edit", "delete", "rename", "commit", "read", "create")
"""What guards speak of."""
ENFORCING = ("contract", "settings")
"""What binds everybody, or the configured hosts; another tool's own mechanism (``tool``) binds that tool only."""
_FORCES: tuple[Force, ...] = ("blocks", "asks", "guidance only")
_LEVELS = ("forbid", "ask", "avoid", "note")
_ORIGINS = ("settings", "contract", "prose", "marker", "tool")
_TELLING = ("contract", "prose", "marker", "settings", "tool")
"""Whose words stand for several guards that say the same."""


def force_of(guard: Guard) -> Force:
    """What becomes of an edit against ``guard``: something blocks it or asks first, or there is only the guidance."""
    forces = [_own_force(each) for each in (guard, *guard.also) if each.origin in ENFORCING]
    if guard.origin == "tool" and not forces:
        return _own_force(guard)
    if not forces and guard.enforced_by:
        forces = ["blocks"]
    return min(forces, key=_FORCES.index, default="guidance only")


def sources_of(guard: Guard) -> tuple[Guard, ...]:
    """Each guard that ``guard`` stands for, by itself."""
    return (replace(guard, also=()), *guard.also)


def _own_force(guard: Guard) -> Force:
    if not guard.enforced_by or guard.level not in ("forbid", "ask"):
        return "guidance only"
    return "blocks" if guard.level == "forbid" else "asks"


def take_guards(snapshot: Snapshot, settings: Settings) -> Generator[None, None, tuple[Guard, ...]]:
    """Every guard of the workspace but the marks inside files, each source by itself; rules without effect included."""
    return snapshot.gradual(_workspace, settings)


def guard_for(snapshot: Snapshot, settings: Settings, path: str, act: str = "edit") -> tuple[Guard, ...]:
    """The guards over ``path`` for ``act`` (``edit delete rename commit read create``), strongest first.

    Guards that name the same paths come as one (``Guard.also``). What enforces one is looked for in sessions that
    start in the launch folders of ``path``. ``create`` leaves guards of existing files out.
    """
    every = finished(take_guards(snapshot, settings))
    return guards_over(snapshot, settings, every, path, act)


def guards_over(
    snapshot: Snapshot, settings: Settings, every: Iterable[Guard], path: str, act: str = "edit"
) -> tuple[Guard, ...]:
    """``guard_for`` with the guards of the workspace in hand."""
    own = mechanisms(snapshot, settings, launch_folders(snapshot, settings, path))
    rows = dict.fromkeys((*own, *(each for each in every if each.origin != "settings")))
    found = []
    for guard in rows:
        index = covering(snapshot, guard, path) if is_about(guard, act) else None
        if index is not None:
            found.append(_narrowed(guard, index) if guard.origin == "tool" else guard)
    found += [guard for guard in _marks(snapshot, settings, path) if is_about(guard, act)]
    merged = _agreeing(found)
    enforcing = [each for each in found if each.origin in ENFORCING and each.enforced_by]
    return tuple(sorted((_enforced(guard, enforcing) for guard in merged), key=_strength))


def _narrowed(guard: Guard, index: int) -> Guard:
    """The one line of a list that covers a path."""
    if len(guard.places) != len(guard.patterns):
        return guard
    pattern = guard.patterns[index]
    return replace(guard, patterns=(pattern,), span=guard.places[index], places=(), sentence=pattern)


def is_about(guard: Guard, act: str) -> bool:
    """Whether ``guard`` speaks of ``act``: one of edits also of deleting and renaming, and of new files unless it is
    about existing ones."""
    if guard.void or (act == "create" and guard.existing_only):
        return False
    return act in guard.acts or (act in ("delete", "rename", "create") and "edit" in guard.acts)


def covering(snapshot: Snapshot, guard: Guard, path: str) -> int | None:
    """The index of the pattern by which ``guard`` covers ``path`` under one of its names; None when it does not."""
    found = covered_name(snapshot, guard, names_of(snapshot, path))
    return found[1] if found else None


def covered_name(snapshot: Snapshot, guard: Guard, names: Iterable[str]) -> tuple[str, int] | None:
    """The first of ``names`` that ``guard`` covers, and the index of the pattern; None when one of them is excepted
    before, or none is covered."""
    rule = snapshot.query(_rule, guard)
    bases = dict.fromkeys((guard.base, snapshot.entry(guard.base).real))
    for name in names:
        for base in bases:
            if name != base and paths.is_below(name, base):
                below = paths.relative(name, base)
                index = rule.covers(below)
                if index is not None:
                    return None if rule.spares(below) is not None else (name, index)
    return None


def names_of(snapshot: Snapshot, path: str) -> tuple[str, ...]:
    """``path`` as given, with the links above it resolved, and the file that it leads to."""
    folder = snapshot.entry(paths.parent(path)).real
    return tuple(dict.fromkeys((path, paths.join(folder, paths.name(path)), snapshot.entry(path).real)))


@dataclass(frozen=True)
class _Rule:
    covers: Decision
    spares: Decision


def _rule(snapshot: Snapshot, guard: Guard) -> _Rule:
    return _Rule(ban(guard.patterns), permission(guard.except_))


def mechanisms(snapshot: Snapshot, settings: Settings, folders: Iterable[str]) -> tuple[Guard, ...]:
    """What the configured hosts themselves guard in sessions started in ``folders``."""
    found: dict[Guard, None] = {}
    for host in hosts_for(snapshot, settings):
        if host.guards:
            for folder in folders:
                found.update(dict.fromkeys(snapshot.query(host.guards, launch_for(settings, host, folder))))
    return tuple(found)


def _workspace(snapshot: Snapshot, settings: Settings) -> Generator[None, None, tuple[Guard, ...]]:
    inventory = yield from take_inventory(snapshot, settings)
    contract = settings.contract
    found = list(contract.guards) if contract else []
    folders = settings.launches or (settings.root, *inventory.found.repositories)
    found += mechanisms(snapshot, settings, folders)
    for project in dict.fromkeys((settings.root, *inventory.found.repositories)):
        found += (guard for mechanism in MECHANISMS for guard in snapshot.query(mechanism, project))
    yield
    seen: set[str] = set()
    for path, via, root in chain(_loaded(settings, inventory.files), _outside(snapshot, settings)):
        real = snapshot.entry(path).real
        if real not in seen:
            seen.add(real)
            said = yield from snapshot.gradual(sentences, path, root or _root(snapshot, settings, path))
            found += (replace(guard, via=via) for guard in said)
        yield
    if contract and contract.prose == "fail":
        found = [
            replace(guard, enforced_by=CHECK) if guard.origin == "prose" and guard.level == "forbid" else guard
            for guard in found
        ]
    return tuple(dict.fromkeys(found))


def _loaded(settings: Settings, files: Iterable[InstructionFile]) -> Iterator[tuple[str, str | None, str | None]]:
    """The instruction files that some launch of some host loads, what imports them, and the root of their paths where
    that is not the workspace's: vendored and template guidance speaks of its own folder only."""
    for file in files:
        rows = [trial.loaded for standing in file.standings for trial in standing.trials if trial.loaded]
        if rows:
            importing = [row.via.path if row.via else None for row in rows]
            via = None if None in importing else importing[0]
            yield file.path, via, paths.parent(file.path) if file.foreign else None


def _outside(snapshot: Snapshot, settings: Settings) -> Iterator[tuple[str, str | None, str | None]]:
    """The same for files outside the workspace that sessions start with (a person's own, those above the root)."""
    for host in hosts_for(snapshot, settings):
        for folder in settings.launches or (settings.root,):
            for each in chain_for(snapshot, host, launch_for(settings, host, folder), None).loaded:
                if paths.is_absolute(each.path) and not paths.is_below(each.path, settings.root):
                    yield each.path, each.via.path if each.via else None, None


def _root(snapshot: Snapshot, settings: Settings, path: str) -> str:
    """The folder that paths in the instruction file at ``path`` start at beside its own: its repository's root."""
    inside = paths.is_below(path, settings.root)
    if not inside and not paths.is_below(settings.root, paths.parent(path)):
        return settings.root
    for folder in paths.ancestors(paths.parent(path)):
        if snapshot.entry(paths.join(folder, ".git")).kind != "missing":
            return folder
        if folder == settings.root:
            return folder
    return paths.parent(path)


def sentences(snapshot: Snapshot, path: str, root: str) -> Generator[None, None, tuple[Guard, ...]]:
    """The guards that the sentences of the instruction file at ``path`` set up; their patterns start at ``root``."""
    text = snapshot.text(path) if snapshot.entry(path).size <= MOST_TEXT else None
    if not text or not may_guard(text):
        return ()
    document = yield from parse_in_steps(text)
    return (yield from read_guards(document, path, root, lambda each: snapshot.entry(each).kind != "missing"))


def _marks(snapshot: Snapshot, settings: Settings, path: str) -> tuple[Guard, ...]:
    head = snapshot.query(head_mark, path) if snapshot.is_file(path) else ()
    return head or snapshot.query(attribute_mark, settings.root, path)


def scope_of(guard: Guard) -> tuple[frozenset[str], frozenset[str], bool]:
    """What ``guard`` covers, in one spelling: equal scopes are the same paths however they are written."""
    return _absolute(guard, guard.patterns), _absolute(guard, guard.except_), guard.existing_only


def _absolute(guard: Guard, patterns: Iterable[str]) -> frozenset[str]:
    found = set()
    for pattern in patterns:
        body = pattern.removesuffix("/**").rstrip("/")
        if "/" not in body:
            body = f"**/{body}"
        found.add(f"{guard.base.rstrip('/')}/{body.lstrip('/')}".lower())
    return frozenset(found)


def _agreeing(found: Iterable[Guard]) -> list[Guard]:
    """``found`` with the guards of one scope in one; the most telling stands for all."""
    groups: dict[tuple[object, bool], list[Guard]] = {}
    for guard in found:
        groups.setdefault((scope_of(guard), guard.level == "note"), []).append(guard)
    merged = []
    for (scope, is_note), group in groups.items():
        if is_note and (scope, False) in groups:
            continue
        first, *rest = sorted(group, key=lambda each: (_TELLING.index(each.origin), _LEVELS.index(each.level)))
        instead = next((each.instead for each in (first, *rest) if each.instead), None)
        merged.append(replace(first, instead=instead, also=tuple(rest)))
    return merged


def _enforced(guard: Guard, enforcing: list[Guard]) -> Guard:
    """``guard`` with what enforces it: itself, one that agrees with it, else one that covers the path as well."""
    if guard.origin in (*ENFORCING, "tool") or guard.enforced_by:
        return guard
    by = [each for each in guard.also if each.enforced_by and each.origin in ENFORCING] or enforcing
    if not by or guard.level == "note":
        return guard
    also = dict.fromkeys((*guard.also, *by))
    return replace(guard, enforced_by=by[0].enforced_by, also=tuple(also))


def _strength(guard: Guard) -> tuple[bool, int, int, int]:
    return (
        guard.origin == "tool",
        _FORCES.index(force_of(guard)),
        _LEVELS.index(guard.level),
        _ORIGINS.index(guard.origin),
    )
