"""An instruction file with nothing in it that a host would send.

Blank files are left out without a word, and so are, for some hosts, files that hold nothing but a comment or front
matter. Worse, where a host takes one file per folder, a blank one may still win its folder and hide the file beside it;
the message then names what is hidden.

What to do: write the text, or delete the file.
"""

from __future__ import annotations

from guidechain.core import explain
from guidechain.core.diagnostics import words
from guidechain.core.diagnostics.ignores import concerned
from guidechain.core.model import Finding, Settings, Severity
from guidechain.core.queries.inventory import InstructionFile, Standing, take_inventory
from guidechain.core.snapshot import Snapshot

CODE = "empty-file"
SEVERITY: Severity = "warning"
PLACE = "the first characters of the file"
CONCERNS = "all"


def check(snapshot: Snapshot, settings: Settings) -> words.Findings:
    """One finding per file, for all hosts that find it blank."""
    inventory = yield from take_inventory(snapshot, settings)
    hidden: dict[str, list[str]] = {}
    for file in inventory.files:
        for standing in file.standings:
            if standing.reason and standing.reason.why == "shadowed" and standing.reason.culprit:
                hidden.setdefault(standing.reason.culprit, []).append(file.path)
    found = []
    for file in concerned(snapshot, inventory, CODE):
        blank = [each for each in file.standings if _is_blank(each)]
        if blank:
            found.append(_finding(snapshot, settings, file, blank, hidden.get(file.path, [])))
        yield
    return tuple(found)


def _is_blank(standing: Standing) -> bool:
    return standing.reason is not None and standing.reason.why == "empty"


def _finding(
    snapshot: Snapshot, settings: Settings, file: InstructionFile, blank: list[Standing], hidden: list[str]
) -> Finding:
    hosts = words.listed(words.versioned(settings, each.host) for each in blank)
    takes = "takes" if len(blank) == 1 else "take"
    sentence = f"{hosts} {takes} nothing from this file: it is blank."
    if hidden:
        names = words.listed(explain.shown(settings, each) for each in dict.fromkeys(hidden))
        sentence += f" It still takes the place of {names}, which is not loaded either."
    return Finding(
        CODE,
        SEVERITY,
        file.path,
        words.first_line(snapshot, file.path),
        f"{sentence} Write its text or delete it.",
        tuple(each.host.id for each in blank),
        tuple(words.related(snapshot, each, "hidden by the blank file") for each in dict.fromkeys(hidden)),
    )
