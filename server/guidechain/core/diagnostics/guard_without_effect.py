"""A rule in a host's settings that is meant to guard paths and guards nothing.

Hosts take such rules without an error: a tool whose path rules are never consulted, a pattern in a notation that
matches nothing, a spelling that makes the host skip the entry, one slash where two mean the root of the disk. Whoever
reads the settings believes that the paths are guarded.

What to do: write the rule as the message says.
"""

from __future__ import annotations

import json

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.model import Edit, Finding, Fix, Guard, Host, Settings, Severity
from guidechain.core.queries.chains import hosts_for
from guidechain.core.queries.guards import take_guards
from guidechain.core.snapshot import Snapshot

CODE = "guard-without-effect"
SEVERITY: Severity = "warning"
PLACE = "the rule"
CONCERNS = "those with permission rules"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per rule in the settings files of the workspace."""
    hosts = {host.title: host for host in hosts_for(snapshot, settings)}
    every = yield from take_guards(snapshot, settings)
    return tuple(
        _finding(settings, hosts[guard.host], guard)
        for guard in every
        if guard.void and guard.host in hosts and paths.is_below(guard.path, settings.root)
        if CODE not in ignored_codes(snapshot, guard.path)
    )


def _finding(settings: Settings, host: Host, guard: Guard) -> Finding:
    repair, why = guard.repair, guard.void.replace(f"{settings.root}/", "")
    fixes = (
        (Fix(f"Write {repair}", (Edit(guard.path, guard.span, json.dumps(repair, ensure_ascii=False)),)),)
        if repair
        else ()
    )
    message = f"{guard.sentence or 'This entry'} guards nothing for {words.versioned(settings, host)}: {why}."
    return Finding(
        CODE,
        SEVERITY,
        guard.path,
        guard.span,
        f"{message} Write {repair}." if repair else message,
        (host.id,),
        fixes=fixes,
    )
