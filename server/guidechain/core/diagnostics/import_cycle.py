"""Files that import each other in a circle.

The host stops where the circle closes, so that nothing breaks; but the file that closes it does not bring what it
names at that place, and the order of the texts depends on where the host comes in.

What to do: remove one of the imports.
"""

from __future__ import annotations

from guidechain.core import explain
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.model import Finding, Host, Import, Related, Settings, Severity
from guidechain.core.queries.imports import cycles, imports_among
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "import-cycle"
SEVERITY: Severity = "warning"
PLACE = "the import that closes it"
CONCERNS = "those with imports"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per circle, at the import that closes it."""
    inventory = yield from take_inventory(snapshot, settings)
    found: dict[tuple[Import, ...], list[Host]] = {}
    for host in inventory.hosts:
        live: dict[Import, None] = {}
        for each in imports_among(snapshot, host, inventory.files):
            if each is None:
                yield
            elif each.why is None and each.target:
                live[each] = None
        for circle in cycles(tuple(live)):
            found.setdefault(circle, []).append(host)
    return tuple(
        _finding(settings, circle, hosts)
        for circle, hosts in found.items()
        if CODE not in ignored_codes(snapshot, circle[-1].path)
    )


def _finding(settings: Settings, circle: tuple[Import, ...], hosts: list[Host]) -> Finding:
    last = circle[-1]
    way = explain.ARROW.join(
        explain.shown(settings, each) for each in [circle[0].path, *(each.target or "" for each in circle)]
    )
    return Finding(
        CODE,
        SEVERITY,
        last.path,
        last.span,
        f"These files import each other in a circle: {way}. "
        f"{words.listed(words.versioned(settings, host) for host in hosts)} stop{'s' if len(hosts) == 1 else ''} where "
        f"it closes. Remove one of the imports.",
        tuple(host.id for host in hosts),
        tuple(Related(each.path, each.span, "part of the circle") for each in circle[:-1]),
    )
