"""A settings file of a host that counts for nothing, or a setting without effect.

One key of the wrong type, a comment or a trailing comma voids a whole settings file for some hosts: every rule in it,
what it keeps from being read or edited included, is off without a word in print mode. A key in the wrong table, or in
a file from which the host does not take it, has no effect either.

What to do: correct what the message names.
"""

from __future__ import annotations

from guidechain.core import paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import ignored_codes
from guidechain.core.model import Finding, Problem, Settings, Severity
from guidechain.core.queries.chains import launch_for
from guidechain.core.queries.inventory import take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "settings-voided"
SEVERITY: Severity = "warning"
PLACE = "the key or the faulty text"
CONCERNS = "those with settings files"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per problem, in the settings files of the workspace that some launch reads."""
    inventory = yield from take_inventory(snapshot, settings)
    used = {(host.id, folder) for host in inventory.hosts for folder in settings.launches or (settings.root,)}
    for file in inventory.files:
        used |= {(each.host.id, trial.launch.cwd) for each in file.standings for trial in each.trials}
        yield
    found: dict[tuple[str, Problem], Finding] = {}
    for host in inventory.hosts:
        for folder in sorted(each for owner, each in used if owner == host.id):
            if host.void_settings:
                for problem in snapshot.query(host.void_settings, launch_for(settings, host, folder)):
                    finding = _finding(words.versioned(settings, host), host.id, problem)
                    if _is_ours(snapshot, settings, problem.path):
                        found.setdefault((host.id, problem), finding)
            yield
    return tuple(found.values())


def _is_ours(snapshot: Snapshot, settings: Settings, path: str) -> bool:
    return paths.is_below(path, settings.root) and CODE not in ignored_codes(snapshot, path)


def _finding(host: str, host_id: str, problem: Problem) -> Finding:
    fixes = words.mended(problem)
    return Finding(
        CODE, problem.severity, problem.path, problem.span, f"{host} {problem.message}.", (host_id,), fixes=fixes
    )
