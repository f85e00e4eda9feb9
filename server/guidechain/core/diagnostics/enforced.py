"""What the guard checks share: the guards that findings may speak of, and how much of them something enforces."""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import paths
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.frozen import dataclass
from guidechain.core.model import Guard, Settings
from guidechain.core.queries.guard_reach import Reach, enforcement_of, reach_of
from guidechain.core.queries.guards import is_about, scope_of, take_guards
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot


@dataclass(frozen=True)
class Subject:
    """Guards of one scope; the first stands for all. ``by`` and ``open`` as in ``Enforcement``."""

    guards: tuple[Guard, ...]
    reach: Reach
    by: tuple[Guard, ...]
    open: tuple[str, ...]


def subjects(snapshot: Snapshot, settings: Settings, code: str) -> Generator[None, None, tuple[Subject, ...]]:
    """The sentences against edits in the workspace's own guidance, and the contract's guards, one per scope."""
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
        reach = yield from reach_of(snapshot, settings, group[0])
        known = enforcement_of(snapshot, group[0], reach, every)
        found.append(Subject(tuple(group), reach, known.by, known.open))
        yield
    return tuple(found)
