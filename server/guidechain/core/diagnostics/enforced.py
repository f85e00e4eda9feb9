"""What the guard checks share: the sentences that findings may speak of, and how much of them something enforces."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from guidechain.core import paths
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.frozen import dataclass
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.guard_reach import Reach, literal_folder, reach_of
from guidechain.core.queries.guards import covering, is_about, scope_of, take_guards
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

ASKED = 200
"""How many files of a guard are compared at most."""


@dataclass(frozen=True)
class Subject:
    """Guards of one scope; the first stands for all. ``open`` are the paths that no enforcing guard covers: files
    first, then imaginary ones. ``by`` are the enforcing guards that cover some and are about this place, not just
    about a kind of file."""

    guards: tuple[Guard, ...]
    reach: Reach
    by: tuple[Guard, ...]
    open: tuple[str, ...]


def subjects(snapshot: Snapshot, settings: Settings, code: str) -> Generator[None, None, tuple[Subject, ...]]:
    """The sentences against edits in the workspace's own guidance, and the contract's guards, one per scope.

    Enforcing are those that really stop or ask: for a sentence those of the contract and of hosts' settings, for the
    contract those of hosts' settings.
    """
    every = yield from take_guards(snapshot, settings)
    inventory = yield from take_inventory(snapshot, settings)
    foreign = {file.path for file in inventory.files if file.foreign}
    groups: dict[object, list[Guard]] = {}
    for guard in every:
        told = guard.origin in ("prose", "contract") and guard.level in ("forbid", "ask") and is_about(guard, "edit")
        own = paths.is_below(guard.path, settings.root) and guard.path not in foreign
        if told and own and code not in ignored_codes(snapshot, guard.path):
            groups.setdefault((guard.origin, scope_of(guard)), []).append(guard)
    found = []
    for group in groups.values():
        found.append((yield from _subject(snapshot, settings, tuple(group), every)))
        yield
    return tuple(found)


def _subject(
    snapshot: Snapshot, settings: Settings, group: tuple[Guard, ...], every: Iterable[Guard]
) -> Generator[None, None, Subject]:
    origins = ("settings",) if group[0].origin == "contract" else ("settings", "contract")
    reach = yield from reach_of(snapshot, settings, group[0])
    asked = (*reach.files[:ASKED], *reach.probes)
    held: dict[str, None] = {}
    by: list[Guard] = []
    for guard in every:
        if guard.origin in origins and guard.enforced_by and is_about(guard, "edit"):
            covered = [path for path in asked if covering(snapshot, guard, path) is not None]
            held.update(dict.fromkeys(covered))
            by += [guard] if covered and _is_meant(group[0], guard) else []
            yield
    return Subject(group, reach, tuple(by), tuple(path for path in asked if path not in held))


def _is_meant(guard: Guard, rule: Guard) -> bool:
    """Whether ``rule`` names the guarded place or something above or below it."""
    theirs = [paths.join(rule.base, fixed) for each in rule.patterns if (fixed := literal_folder(each))]
    ours = [paths.join(guard.base, fixed) for each in guard.patterns if (fixed := literal_folder(each))]
    same = not scope_of(guard)[0].isdisjoint(scope_of(rule)[0])
    return same or any(paths.is_below(a, b) or paths.is_below(b, a) for a in theirs for b in ours)
