"""One file or setting that costs a host everything else.

Some hosts drop the whole chain of a session when one file of it cannot be read, and some do not start at all when a
configuration file is broken. Nothing in the prompt tells. The finding stands at the file that causes it and lists
what is lost.

What to do: make the file readable, repair the link, or correct the setting that the message names.
"""

from __future__ import annotations

from guidechain.core import explain, paths
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.queries.inventory import Standing, take_inventory
from guidechain.core.queries.trials import Trial
from guidechain.core.snapshot import Snapshot

CODE = "chain-lost"
SEVERITY: Severity = "error"
PLACE = "the first characters of the file to blame"
CONCERNS = "those that drop whole chains or do not start"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per host and cause."""
    inventory = yield from take_inventory(snapshot, settings)
    causes: dict[tuple[str, str], list[tuple[str, Standing, Trial]]] = {}
    for file in concerned(snapshot, inventory, CODE):
        for standing in file.standings:
            for trial in standing.trials:
                missed = trial.missed
                if missed and missed.why == "lost-with":
                    cause = (standing.host.id, missed.culprit or trial.refused or "")
                    causes.setdefault(cause, []).append((file.path, standing, trial))
        yield
    return tuple(_finding(snapshot, settings, culprit, lost) for (_, culprit), lost in causes.items())


def _finding(snapshot: Snapshot, settings: Settings, culprit: str, lost: list[tuple[str, Standing, Trial]]) -> Finding:
    files = list(dict.fromkeys(path for path, _, _ in lost))
    _, standing, trial = lost[0]
    host = words.versioned(settings, standing.host)
    where = words.started(settings, [each for _, _, each in lost])
    many = f"{len(files)} file{'s' if len(files) > 1 else ''}"
    if trial.refused:
        message = f"{host} does not start in {where}, so {many} cannot load: {trial.refused}. Correct that."
    else:
        kind = snapshot.entry(culprit).kind
        because = "leads into a loop of links or a closed folder" if kind == "blocked" else "cannot be read"
        message = f"{host} started in {where} drops {many} because {explain.shown(settings, culprit)} {because}."
        message += " Make it readable, or delete it."
    path = culprit if paths.is_absolute(culprit) and paths.is_below(culprit, settings.root) else files[0]
    return Finding(
        CODE,
        SEVERITY,
        path,
        words.first_line(snapshot, path),
        message,
        (standing.host.id,),
        tuple(words.related(snapshot, each, "lost with it") for each in files if each != path),
    )
