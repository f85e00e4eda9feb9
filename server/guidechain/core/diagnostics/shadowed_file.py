"""An instruction file that another file of its folder takes the place of.

Where a host takes one file per folder, the first name that it looks for wins and the others are not read.
`AGENTS.override.md` therefore replaces `AGENTS.md`; it does not add to it.

What to do: put everything that must hold into the file that wins, or delete it.
"""

from __future__ import annotations

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.hidden_by_adapter import switched_off_by
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.queries.inventory import InstructionFile, Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "shadowed-file"
SEVERITY: Severity = "warning"
PLACE = "the first characters of the file"
CONCERNS = "those that take one file of a folder"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file that is not read and file that takes its place."""
    inventory = yield from take_inventory(snapshot, settings)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        hidden: dict[str, list[Standing]] = {}
        for standing in file.standings:
            culprit = standing.reason.culprit if standing.reason and standing.state == "shadowed" else None
            if culprit and not switched_off_by(standing) and (snapshot.text(culprit) or "").strip():
                hidden.setdefault(culprit, []).append(standing)
        found += [_finding(snapshot, settings, file, culprit, rows) for culprit, rows in hidden.items()]
        yield
    return tuple(found)


def _finding(
    snapshot: Snapshot, settings: Settings, file: InstructionFile, culprit: str, hidden: list[Standing]
) -> Finding:
    hosts = words.listed(words.versioned(settings, each.host) for each in hidden)
    reads = "reads" if len(hidden) == 1 else "read"
    alive = any(trial.loaded for each in file.standings for trial in each.trials)
    name, own = explain.shown(settings, culprit), explain.shown(settings, file.path)
    return Finding(
        CODE,
        "information" if alive else SEVERITY,
        file.path,
        words.first_line(snapshot, file.path),
        f"{hosts} {reads} {name} in place of {own}, not in addition to it. Put what must hold into "
        f"{paths.name(culprit)}, or delete that file.",
        tuple(each.host.id for each in hidden),
        (words.related(snapshot, culprit, f"takes the place of {own}"),),
    )
