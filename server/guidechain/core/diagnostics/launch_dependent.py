"""An instruction file that loads only when the host is started in the right folder.

A host is started somewhere, and for some hosts that decides which files count. The file is loaded when the host is
started in its own folder (or below), and never when it is started at the root, also not while files beside it are
edited. That may be what you want; it surprises those who start the host at the root.

What to do: start the host in the folder that the message names, tell your team to, or move what must always hold into
the file at the root. If you know where hosts are started, say so with `launch` in guidechain.toml.
"""

from __future__ import annotations

from guidechain.core import explain
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.queries.inventory import Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "launch-dependent"
SEVERITY: Severity = "information"


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
    return tuple(_finding(snapshot, settings, root, affected) for (_, root), affected in causes.items())


def _finding(snapshot: Snapshot, settings: Settings, root: str, affected: list[tuple[str, Standing]]) -> Finding:
    path, standing = affected[0]
    host = words.versioned(settings, standing.host)
    rest = f" The same holds for {len(affected) - 1} more files." if len(affected) > 2 else ""
    rest = f" The same holds for {explain.shown(settings, affected[1][0])}." if len(affected) == 2 else rest
    return Finding(
        CODE,
        SEVERITY,
        path,
        words.first_line(snapshot, path),
        f"{host} loads this file when started in {_where(settings, standing)}, "
        f"but not when started in {explain.folder_shown(settings, root)}, also not when files here are edited. "
        f"Start it there for work here, or set `launch` in guidechain.toml to the folders where it is started.{rest}",
        (standing.host.id,),
        tuple(
            words.related(snapshot, each, f"loaded when started in {_where(settings, its)}")
            for each, its in affected[1:]
        ),
    )


def _where(settings: Settings, standing: Standing) -> str:
    return words.started(settings, [trial for trial in standing.trials if trial.loaded])
