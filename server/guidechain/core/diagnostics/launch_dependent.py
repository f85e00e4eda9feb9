"""An instruction file that loads only when the host is started in the right folder.

A host is started somewhere, and for some hosts that decides which files count. The file is loaded when the host is
started in its own folder (or below), and never when it is started at the root, also not while files beside it are
edited. That may be what you want; it surprises those who start the host at the root.

A nested repository (a submodule, a checkout inside the checkout, a stray `.git`) ends the search of some hosts: started
in it they do not load the files of the outer repository.

What to do: start the host in the folder that the message names, tell your team to, or move what must always hold into
the file at the root. If you know where hosts are started, say so with `launch` in guidechain.toml.
"""

from __future__ import annotations

from collections.abc import Generator

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Host, Settings, Severity
from guidechain.core.queries.candidates import is_foreign
from guidechain.core.queries.chains import chain_for, launch_for
from guidechain.core.queries.inventory import Inventory, Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "launch-dependent"
SEVERITY: Severity = "information"
PLACE = "the first characters of the file"
CONCERNS = "all"

Above = dict[tuple[Host, str], list[tuple[str, str]]]
"""By host and file: the nested repositories from which the host does not load it, each with what ends the search."""


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per host and launch folder that misses files."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[tuple[str, str], list[tuple[str, Standing]]] = {}
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings if file.candidate else ():
            missing = next((trial for trial in standing.trials if not trial.loaded), None)
            # What an import brings is for the checks of imports to tell.
            itself = any(trial.loaded and not trial.loaded.via for trial in standing.trials)
            if standing.state == "launch-dependent" and itself and missing and not missing.refused:
                causes.setdefault((standing.host.id, missing.launch.cwd), []).append((file.path, standing))
        yield
    above = yield from _above(snapshot, settings, inventory)
    found = []
    for (_, root), affected in causes.items():
        found.append((yield from _finding(snapshot, settings, root, affected)))
    return (*found, *(_cut_off(snapshot, settings, host, path, rows) for (host, path), rows in above.items()))


def _above(snapshot: Snapshot, settings: Settings, inventory: Inventory) -> Generator[None, None, Above]:
    """The files of the outer repository that a host leaves out when it is started in a nested one, and what ends the
    search there."""
    found: Above = {}
    if not inventory.found.repositories:
        return found
    known = {file.path for file in concerned(snapshot, inventory, CODE) if file.candidate}
    for repository in inventory.found.repositories:
        if repository not in inventory.found.sources or (settings.launches and repository not in settings.launches):
            continue
        if is_foreign(paths.relative(repository, settings.root)):
            continue
        for host in inventory.hosts:
            for miss in chain_for(snapshot, host, launch_for(settings, host, repository), None).not_loaded:
                inside = miss.culprit is not None and paths.is_below(miss.culprit, repository)
                if miss.why == "outside-search" and inside and miss.path in known:
                    found.setdefault((host, miss.path), []).append((repository, miss.culprit or ""))
            yield
    return found


def _cut_off(snapshot: Snapshot, settings: Settings, host: Host, path: str, rows: list[tuple[str, str]]) -> Finding:
    ends = words.listed(explain.shown(settings, culprit) for _, culprit in rows)
    return Finding(
        CODE,
        SEVERITY,
        path,
        words.first_line(snapshot, path),
        f"{words.versioned(settings, host)} started in {words.folders(settings, (each for each, _ in rows), 'or')} "
        f"does not load this file: {ends} end{'s' if len(rows) == 1 else ''} the search there.",
        (host.id,),
    )


def _finding(
    snapshot: Snapshot, settings: Settings, root: str, affected: list[tuple[str, Standing]]
) -> Generator[None, None, Finding]:
    path, standing = affected[0]
    host = words.versioned(settings, standing.host)
    rest = f" The same holds for {len(affected) - 1} more files." if len(affected) > 2 else ""
    rest = f" The same holds for {explain.shown(settings, affected[1][0])}." if len(affected) == 2 else rest
    others = ((each, f"loaded when started in {_where(settings, its)}") for each, its in affected[1:])
    return Finding(
        CODE,
        SEVERITY,
        path,
        words.first_line(snapshot, path),
        f"{host} loads this file when started in {_where(settings, standing)}, "
        f"but not when started in {explain.folder_shown(settings, root)}, also not when files here are edited. "
        f"Start it there for work here, or set `launch` in guidechain.toml to the folders where it is started.{rest}",
        (standing.host.id,),
        (yield from words.related_files(snapshot, others)),
    )


def _where(settings: Settings, standing: Standing) -> str:
    return words.started(settings, [trial for trial in standing.trials if trial.loaded])
