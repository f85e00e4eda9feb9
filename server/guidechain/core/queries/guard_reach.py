"""What a guard covers in fact: files of the workspace, and imaginary ones that stand for files to come.

The imaginary ones compare guards without any algebra of patterns: whatever notation two guards have, both are asked
about the same paths.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator

from guidechain.core import paths
from guidechain.core.frozen import dataclass
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.candidates import SKIPPED
from guidechain.core.queries.guards import ENFORCING, covering, is_about, scope_of
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

MOST_FILES = 2000
"""How many files of one guard are listed."""
MOST_LOOKED_AT = 50_000
ASKED = 200
"""How many files of a guard are compared with other guards at most."""
PROBE = "guidechain-probe"

_WILD = re.compile(r"(?<!\\)[*?\[]")
_BRACKET = re.compile(r"(?<!\\)\[[!^]?\\?(.)[^\]]*\]")


@dataclass(frozen=True)
class Reach:
    """``files`` that a guard covers, at most ``MOST_FILES``; ``more`` says that there may be others. ``probes`` are
    imaginary paths below its patterns; ``spared`` such paths, and files, below its exceptions."""

    files: tuple[str, ...]
    more: bool
    probes: tuple[str, ...]
    spared: tuple[str, ...]


def reach_of(snapshot: Snapshot, settings: Settings, guard: Guard) -> Generator[None, None, Reach]:
    """The reach of ``guard``, in steps."""
    return snapshot.gradual(_reach, settings, guard)


def _reach(snapshot: Snapshot, settings: Settings, guard: Guard) -> Generator[None, None, Reach]:
    inventory = yield from take_inventory(snapshot, settings)
    found: list[str] = []
    looked, more = 0, False
    for path in _walk(snapshot, guard, inventory.found.folders):
        if path is None:
            yield
            continue
        looked += 1
        if looked > MOST_LOOKED_AT or len(found) == MOST_FILES:
            more = True
            break
        if covering(snapshot, guard, path) is not None:
            found.append(path)
        if not looked % 50:
            yield
    probes = [each for pattern in guard.patterns for each in _probes(snapshot, guard.base, pattern)]
    spared = [each for pattern in guard.except_ for each in _probes(snapshot, guard.base, pattern)]
    return Reach(
        tuple(dict.fromkeys(found)),
        more,
        tuple(each for each in dict.fromkeys(probes) if covering(snapshot, guard, each) is not None),
        tuple(each for each in dict.fromkeys(spared) if covering(snapshot, guard, each) is None),
    )


@dataclass(frozen=True)
class Enforcement:
    """``by`` are the guards that really stop or ask, cover a part of another one's reach, and are about the same place;
    ``open`` the paths of the reach that none of all enforcing guards covers, files first."""

    by: tuple[Guard, ...]
    open: tuple[str, ...]


def enforcement_of(snapshot: Snapshot, guard: Guard, reach: Reach, every: Iterable[Guard]) -> Enforcement:
    """What of ``every`` guard enforces ``guard``: for a contract's the settings of hosts, else also the contract."""
    origins = ("settings",) if guard.origin == "contract" else ENFORCING
    asked = (*reach.files[:ASKED], *reach.probes)
    held: set[str] = set()
    by: list[Guard] = []
    for each in every:
        if each.origin in origins and each.enforced_by and is_about(each, "edit"):
            covered = [path for path in asked if covering(snapshot, each, path) is not None]
            held.update(covered)
            by += [each] if covered and _is_meant(guard, each) else []
    return Enforcement(tuple(by), tuple(path for path in asked if path not in held))


def _is_meant(guard: Guard, rule: Guard) -> bool:
    """Whether ``rule`` names the guarded place or something above or below it, and not just a kind of file."""
    theirs = [paths.join(rule.base, fixed) for each in rule.patterns if (fixed := literal_folder(each))]
    ours = [paths.join(guard.base, fixed) for each in guard.patterns if (fixed := literal_folder(each))]
    same = not scope_of(guard)[0].isdisjoint(scope_of(rule)[0])
    return same or any(paths.is_below(a, b) or paths.is_below(b, a) for a in theirs for b in ours)


def literal_folder(pattern: str) -> str:
    """The folders and names that ``pattern`` starts with, up to its first wildcard; "" for one of any depth."""
    parts = pattern.strip("/").split("/")
    if len(parts) == 1 and not pattern.startswith("/"):
        return ""
    fixed = []
    for part in parts:
        if _WILD.search(part):
            break
        fixed.append(re.sub(r"\\(.)", r"\1", part))
    return "/".join(fixed)


def _walk(snapshot: Snapshot, guard: Guard, folders: tuple[str, ...]) -> Iterator[str | None]:
    """Files that may be covered; None after each folder."""
    for pattern in guard.patterns:
        fixed = literal_folder(pattern)
        start = paths.join(guard.base, fixed) if fixed else guard.base
        kind = snapshot.entry(start).kind
        if kind == "file":
            yield start
        elif fixed:
            yield from _below(snapshot, start) if kind == "directory" else ()
        else:
            for folder in folders:
                if paths.is_below(folder, guard.base):
                    yield from (
                        paths.join(folder, name)
                        for name, kind in snapshot.listdir(folder).items()
                        if kind != "directory"
                    )
                    yield None


def _below(snapshot: Snapshot, top: str) -> Iterator[str | None]:
    stack = [top]
    while stack:
        folder = stack.pop()
        for name, kind in snapshot.listdir(folder).items():
            path = paths.join(folder, name)
            if kind == "directory":
                stack += [path] if name not in SKIPPED else []
            else:
                yield path
        yield None


def _probes(snapshot: Snapshot, base: str, pattern: str) -> Iterator[str]:
    """Imaginary paths that ``pattern`` covers."""
    body = pattern.lstrip("!")
    parts = [part for part in body.strip("/").split("/") if part]
    made = []
    for index, part in enumerate(parts):
        if part == "**":
            made += [PROBE] if index == len(parts) - 1 else []
        else:
            plain = _BRACKET.sub(r"\1", part)
            plain = re.sub(r"(?<!\\)\*+", PROBE, re.sub(r"(?<!\\)\?", "x", plain))
            made.append(re.sub(r"\\(.)", r"\1", plain))
    if not made:
        return
    path = paths.join(base, "/".join(made))
    kind = snapshot.entry(path).kind
    if kind == "directory" or body.endswith("/"):
        yield f"{path}/{PROBE}"
    elif kind != "missing" or "." in made[-1].lstrip(".") or PROBE in made[-1]:
        yield path
    else:
        yield from (path, f"{path}/{PROBE}")
